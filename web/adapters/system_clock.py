"""The machine's own clock."""

import asyncio
import time


class SystemClock:
    """A Clock that tells real time."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds; a negative number is none."""
        await asyncio.sleep(seconds)
