"""Time as it passes, by whatever tells it."""

import asyncio
import time
from collections.abc import Callable

_ANCHOR = 1_700_000_000.0
"""Where a faster clock begins: the same for every start of a program, so that its time never goes back."""


class SystemClock:
    """A Clock that tells real time, or goes so many times as fast, so that tests need not wait.

    `source` tells seconds since the epoch; without one it is this machine's clock.
    """

    def __init__(self, rate: float = 1.0, source: Callable[[], float] = time.time) -> None:
        self._rate, self._source = rate, source

    def now(self) -> float:
        """Return seconds since the epoch."""
        now = self._source()
        return now if self._rate == 1.0 else _ANCHOR + (now - _ANCHOR) * self._rate

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds; a negative number is none."""
        await asyncio.sleep(seconds / self._rate)
