"""A small proxy in front of several workers, as a public server has one: they get connections by turns.

It asks every worker's `/readyz` again and again, as proxies do, and sends nobody to one that says no; where a
worker takes no connection at all, the next one is tried.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.bench.proxy import Proxy
from tests.bench.site import NotAnswered, Visitor

ASKS_EVERY_SECONDS = 0.25
PATIENCE_SECONDS = 1.0


class Carried(NamedTuple):
    """A connection from this port of a client, at this time, that went to this port of a worker."""

    at: float
    client: int
    worker: int


class Balancer(Proxy):
    """A proxy to several ports by turns; `carried` tells where every connection went."""

    def __init__(self, host: str, ports: Sequence[int]) -> None:
        super().__init__(host, ports[0])
        self.carried: list[Carried] = []
        self._ports = list(ports)
        self._is_ready = dict.fromkeys(ports, True)
        self._asking: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Balancer":
        await super().__aenter__()
        self._asking = [asyncio.create_task(self._ask(port)) for port in self._ports]
        return self

    async def __aexit__(self, *reason: object) -> None:
        for asking in self._asking:
            asking.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        await super().__aexit__(*reason)

    def is_ready(self, port: int) -> bool:
        """Tell whether this worker said that people may be sent to it."""
        return self._is_ready[port]

    async def _reach(self, client: int, /) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, int]:
        refused: OSError = ConnectionRefusedError("there is no worker")
        for port in self._next():
            try:
                reader, writer = await asyncio.open_connection(self.host, port)
            except OSError as error:
                self._is_ready[port] = False
                refused = error
                continue
            self.carried.append(Carried(time.time(), client, port))
            return reader, writer, port
        raise refused

    def _next(self) -> Iterator[int]:
        """Yield the workers in the order in which to try them: those that are ready first, by turns."""
        self._ports.append(self._ports.pop(0))
        yield from sorted(self._ports, key=lambda port: not self._is_ready[port])

    async def _ask(self, port: int) -> Any:
        visitor = Visitor(self.host, port, "10.255.0.2")
        while True:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await visitor.get("/readyz")
                self._is_ready[port] = True
            except (NotAnswered, OSError, TimeoutError):
                self._is_ready[port] = False
            await asyncio.sleep(ASKS_EVERY_SECONDS)
