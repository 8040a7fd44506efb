"""uvicorn as this program runs it: with a farewell that costs nobody a request."""

import signal
import time
from types import FrameType

import uvicorn

from web.transport.leaving import Leaving


class PatientServer(uvicorn.Server):
    """Asked to end, it first goes on serving for so many seconds, and says at `/readyz` that it goes.

    So a proxy that asks there has sent its last request before anything is closed. Ctrl-C, and a second
    SIGTERM, end it at once.
    """

    def __init__(self, config: uvicorn.Config, leaving: Leaving, drain_seconds: float) -> None:
        super().__init__(config)
        self._leaving, self._drain_seconds = leaving, drain_seconds
        self._ends_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to leave, or end."""
        waits = self.started and self._drain_seconds > 0 and not self._leaving.has_begun
        if sig == signal.SIGTERM and waits:
            self._leaving.begin()
            self._ends_at = time.monotonic() + self._drain_seconds
            return
        self._leaving.begin()
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Tell, ten times a second, whether it is time to close everything."""
        if self._ends_at is not None and time.monotonic() >= self._ends_at and not self.should_exit:
            super().handle_exit(signal.SIGTERM, None)
        return await super().on_tick(counter)
