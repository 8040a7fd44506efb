"""Time that stands still until a test moves it."""

import asyncio
import heapq
from itertools import count

_LAPS = 20
"""How often the event loop goes round after a wake-up, so that whoever woke can finish what follows."""


class FakeClock:
    """A Clock under the test's hand.

        clock = FakeClock(1000.0)
        task = asyncio.create_task(something_that_sleeps(clock))
        await clock.advance(5.0)

    What a sleeper then does in a thread (a database, say) is not waited for; await that in the test itself.
    """

    def __init__(self, start: float = 1_000_000.0) -> None:
        """Begin at `start` seconds since the epoch."""
        self._now = start
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> float:
        """Return seconds since the epoch."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Return once the clock has been advanced this far; nothing or less returns at once."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        wake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), wake))
        await wake

    async def advance(self, seconds: float) -> None:
        """Move on, waking everybody who is due on the way, in order and each at his own time.

        Whoever was about to fall asleep does so first, and whoever wakes and sleeps again is woken again.
        """
        until = self._now + seconds
        await _settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            self._now, _, wake = heapq.heappop(self._sleepers)
            if not wake.done():
                wake.set_result(None)
                await _settle()
        self._now = until


async def _settle() -> None:
    for _ in range(_LAPS):
        await asyncio.sleep(0)
