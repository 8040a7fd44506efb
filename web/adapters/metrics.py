"""The metrics of one server, on a port of its own for as long as the server lives.

They are for the host, never for the world, so they are not among the pages of the public port; the usual
address is this machine's own.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from prometheus_client import start_http_server

from web.adapters.prometheus_meter import PrometheusMeter
from web.adapters.readings import Readings
from web.adapters.trouble import CannotListen

log = logging.getLogger(__name__)

LAG_EVERY_SECONDS = 0.1


class Metrics:
    """A PrometheusMeter and the port on which Prometheus asks for it."""

    def __init__(self, host: str, port: int) -> None:
        """Listen from now on; port 0 is any free one, and the log says which. Raises CannotListen."""
        self.meter = PrometheusMeter()
        try:
            self._server, self._thread = start_http_server(port, host, self.meter.registry)
        except (OSError, UnicodeError) as error:
            # UnicodeError is what sockets say to a name that cannot be one.
            reason = getattr(error, "strerror", None) or error
            raise CannotListen(f"Cannot give metrics on {host}, port {port}: {reason}.") from None
        self.port = self._server.server_port
        log.info("metrics for Prometheus are on %s, port %d", host, self.port)

    def read(self, readings: Readings) -> None:
        """Tell these, too, from now on."""
        self.meter.registry.register(readings)

    async def run(self) -> None:
        """Measure the event loop's lag and count the faults that are logged, for ever."""
        counting = _Counting(self.meter.failed)
        logging.getLogger().addHandler(counting)
        try:
            while True:
                # The loop's own clock knows whole milliseconds only.
                due = time.perf_counter() + LAG_EVERY_SECONDS
                await asyncio.sleep(LAG_EVERY_SECONDS)
                self.meter.lagged(max(0.0, time.perf_counter() - due))
        finally:
            logging.getLogger().removeHandler(counting)

    def close(self) -> None:
        """Listen no more, and return when nobody is being answered."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Counting(logging.Handler):
    """Counts errors and worse: whatever goes wrong with us is logged as one, wherever it does."""

    def __init__(self, count: Callable[[], None]) -> None:
        super().__init__(logging.ERROR)
        self._count = count

    def emit(self, _record: logging.LogRecord) -> None:
        """Count it."""
        self._count()
