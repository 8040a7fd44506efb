"""News between the workers of one server, over NATS.

Whoever listens on this worker hears of its own changes at once, whatever the broker does. What goes to the
others waits in a queue that is never waited for: while the broker is away they learn of it when they sweep.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error, SlowConsumerError

from web.adapters.local_bus import LocalBus
from web.rooms.ports import RoomId, Version

log = logging.getLogger(__name__)

SUBJECT = "durak.news"
MOST_OUTGOING = 1024
PENDING_BYTES = 64 * 1024
"""What the client keeps for a broker that is away; what is more is dropped."""

PING_SECONDS = 3
"""A broker that has not answered a ping when the next is due is gone: a black hole is noticed in six."""

AGAIN_SECONDS = 0.5


class NatsBus:
    """A Bus of several processes; `run` has to be running in each for news to go from one to the other.

    `dropped` counts what was never told to the others, `reconnects` how often the broker came back.
    """

    def __init__(self, url: str, most_waiting: int = 1024) -> None:
        """Use the broker at `url` (`nats://host:4222`), once `run` is called."""
        self._url = url
        self._here = LocalBus(most_waiting)
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(MOST_OUTGOING)
        self._is_away = self._is_listening = False
        self.dropped = self.reconnects = 0

    @property
    def is_up(self) -> bool:
        """Whether the others can be reached just now."""
        return self._is_listening and not self._is_away

    def publish(self, room_id: RoomId, version: Version) -> None:
        """Tell every listener here at once, and the others as soon as may be."""
        self._here.publish(room_id, version)
        try:
            self._outgoing.put_nowait(f"{version} {room_id}".encode())
        except asyncio.QueueFull:
            self.dropped += 1

    def news(self) -> AsyncIterator[tuple[RoomId, Version] | None]:
        """Listen from now on, whenever the first piece is asked for."""
        return self._here.news()

    async def run(self) -> None:
        """Carry news to and fro, for ever, also with a broker that comes later, goes, and comes again."""
        while True:
            client = Client()
            try:
                await self._serve(client)
            except Exception as fault:
                await self._left(fault)
            finally:
                self._is_listening = False
                with suppress(Exception):
                    await client.close()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _serve(self, client: Client) -> None:
        """Connect, and carry news until the client gives up, as it does when a broker refuses it."""
        closed = asyncio.Event()

        async def close() -> None:
            closed.set()

        await client.connect(
            self._url,
            name="durak",
            no_echo=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=AGAIN_SECONDS,  # type: ignore[arg-type]  # it sleeps so long, no more
            connect_timeout=2,
            ping_interval=PING_SECONDS,
            max_outstanding_pings=1,
            pending_size=PENDING_BYTES,
            error_cb=self._failed,
            disconnected_cb=self._left,
            reconnected_cb=self._came_back,
            closed_cb=close,
        )
        await client.subscribe(SUBJECT, cb=self._heard)
        await client.flush()
        self._is_listening = True
        # What happened before could not be heard.
        await self._came(again=False)
        async with asyncio.TaskGroup() as both:
            telling = both.create_task(self._tell(client))
            await closed.wait()
            telling.cancel()

    async def _tell(self, client: Client) -> None:
        while True:
            news = await self._outgoing.get()
            try:
                await client.publish(SUBJECT, news)
            except Error:
                self.dropped += 1

    async def _heard(self, message: Msg) -> None:
        version, _, room = message.data.decode("utf-8", "replace").partition(" ")
        if not version.isascii() or not version.isdigit() or not room:
            log.warning("something that is no news came over the bus")
            return
        self._here.publish(RoomId(room), Version(int(version)))

    async def _failed(self, fault: Exception) -> None:
        if isinstance(fault, SlowConsumerError):
            self._here.gap()
        elif not self._is_listening:
            await self._left(fault)

    async def _left(self, fault: Exception | None = None) -> None:
        if not self._is_away:
            self._is_away = True
            why = "" if fault is None else f" ({type(fault).__name__})"
            log.warning("the bus is away, what other workers do is seen later%s", why)

    async def _came_back(self) -> None:
        self.reconnects += 1
        await self._came(again=True)

    async def _came(self, *, again: bool) -> None:
        if again or self._is_away:
            log.warning("the bus is back")
        self._is_away = False
        self._here.gap()
