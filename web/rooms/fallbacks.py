"""How often another level had to choose for a bot, and why: what a server can be asked about its bots."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from web.rooms.ports import Cause

Why = Cause | Literal["illegal"]
"""Why a bot's own choice was none: no answer came, or what it chose is not allowed."""

REASONS: tuple[Why, ...] = (*get_args(Cause), "illegal")


class Fallbacks:
    """Counters since this process started."""

    def __init__(self) -> None:
        self._counts: dict[Why, int] = dict.fromkeys(REASONS, 0)

    def count(self, why: Why) -> None:
        """One more."""
        self._counts[why] += 1

    def by_cause(self) -> Mapping[Why, int]:
        """Return how many there were of each, those that never were among them."""
        return MappingProxyType(self._counts)

    def __str__(self) -> str:
        """Return them for the log: only those that were."""
        return ", ".join(f"{why} {n}" for why, n in self._counts.items() if n) or "none"
