"""Why a room refuses a command: a code with its facts, beside the engine's own (`rules.md` 1.9)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

CODES = frozenset(
    {
        "already_seated",
        "bad_message",
        "bad_option",
        "busy",
        "chair_taken",
        "game_running",
        "no_chair",
        "no_game",
        "not_a_guest",
        "not_allowed",
        "not_host",
        "not_seated",
        "not_your_seat",
        "stale",
        "too_fast",
    }
)


class Refused(Exception):
    """Somebody asked for something that cannot be; nothing was changed."""

    def __init__(self, code: str, facts: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(code)
        self.code = code
        self.facts = dict(facts)
