"""The implementations of Bus."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from tests.adapters.bus_process import OtherProcess
from tests.servers.nats import Nats
from web.adapters.local_bus import LocalBus
from web.adapters.nats_bus import NatsBus
from web.rooms.ports import Bus


@dataclass(frozen=True, slots=True)
class OpenBus:
    """A bus as two workers see it; a listener that is `most_waiting` pieces behind has a gap at the next."""

    one: Bus
    other: Bus
    most_waiting: int


@asynccontextmanager
async def local() -> AsyncIterator[OpenBus]:
    bus = LocalBus(most_waiting=8)
    yield OpenBus(bus, bus, most_waiting=8)


@asynccontextmanager
async def nats() -> AsyncIterator[OpenBus]:
    """Each worker in a process of its own."""
    broker = Nats()
    await asyncio.to_thread(broker.start)
    bus = NatsBus(broker.url, most_waiting=8)
    running = asyncio.create_task(bus.run())
    other = await asyncio.to_thread(OtherProcess, broker.url)
    async with asyncio.timeout(30):
        while not bus.is_up:
            await asyncio.sleep(0.01)
    try:
        yield OpenBus(bus, other, most_waiting=8)
    finally:
        other.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        broker.stop()


BUSES: dict[str, Callable[[], AbstractAsyncContextManager[OpenBus]]] = {"local": local, "nats": nats}
