"""Counts, inside the server's process, what its bots are asked and how long they take.

It stands before the pool of bots, so it sees what the program sees: a question, and an answer or none.
"""

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from durak import parse_view
from durak.bots import BOTS
from durak.bots.search import candidates
from durak.bots.thinking import ThinkingBot
from web.adapters.bot_pool import BotPool

Asking = Callable[[BotPool, str, bytes, int], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Thought:
    """What a thinking bot has answered: the view it was given, and how long that took, with the waiting."""

    view: bytes
    seconds: float

    @property
    def is_search(self) -> bool:
        """Whether there was something to choose."""
        return len(candidates(parse_view(json.loads(self.view)))) > 1


class Thoughts:
    """Those since `begin`."""

    def __init__(self) -> None:
        self._kept: list[Thought] | None = None
        self._unanswered = 0

    def watch(self) -> None:
        """Stand before every pool of this process, from now on and for ever."""
        asks: Asking = BotPool.choose

        async def choose(pool: BotPool, level: str, view: bytes, seed: int) -> str:
            began = time.perf_counter()
            try:
                answer = await asks(pool, level, view, seed)
            except Exception:
                self._unanswered += 1
                raise
            self._keep(level, Thought(view, time.perf_counter() - began))
            return answer

        BotPool.choose = choose  # type: ignore[method-assign,assignment]

    def begin(self) -> None:
        """Keep what comes, and nothing of what was."""
        self._kept, self._unanswered = [], 0

    def end(self) -> dict[str, object]:
        """Return what was kept as facts, and keep nothing any more. It takes its time: reads each view."""
        searches = [thought.seconds for thought in self._kept or () if thought.is_search]
        self._kept = None
        return {
            "searches_ms": [round(seconds * 1000, 1) for seconds in searches],
            "unanswered": self._unanswered,
        }

    def _keep(self, level: str, thought: Thought) -> None:
        # Others answer at once, and there may be very many of them.
        if self._kept is not None and isinstance(BOTS[level], ThinkingBot):
            self._kept.append(thought)
