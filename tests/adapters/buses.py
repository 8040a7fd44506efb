"""The implementations of Bus."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from web.adapters.local_bus import LocalBus
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


BUSES: dict[str, Callable[[], AbstractAsyncContextManager[OpenBus]]] = {"local": local}
