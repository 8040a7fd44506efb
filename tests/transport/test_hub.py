"""Catches a slow reader who is told everything, one who misses the story, and news that reach nobody."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from tests.fake_clock import FakeClock
from tests.rooms.noted import Noted
from tests.rooms.scene import ANNA, BORIS, NOON, SECRET, next_play, next_seat
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog, MemoryPlayers
from web.adapters.one_worker import OneWorker
from web.rooms.commands import OpenRoom, Sit, Start
from web.rooms.events import PlayerId, SessionId
from web.rooms.ports import Batch, CommandId, NoSuchRoom, Player, RoomId, Version
from web.rooms.service import RoomService
from web.transport.hub import SWEEP_SECONDS, Connection, Hub, Visitor

pytestmark = pytest.mark.anyio
ROOM = RoomId("a-room")


class Deaf(LocalBus):
    """A bus on which everything is lost."""

    def publish(self, *_news: object) -> None:
        return None


class Worker:
    """A hub and a service of one worker, on a shared log."""

    def __init__(self, log: MemoryEventLog, bus: LocalBus) -> None:
        self.clock = FakeClock(NOON)
        self.service = RoomService(log, bus, self.clock, 1, OneWorker())
        self.meter = Noted()
        self.hub = Hub(self.service, log, bus, self.clock, MemoryPlayers(), self.meter)
        self.loops = [asyncio.create_task(self.hub.follow_news()), asyncio.create_task(self.hub.sweep())]

    async def deal(self) -> None:
        await settle()
        await self.service.execute(
            ROOM, OpenRoom(ANNA, "Anna", "classic", 3, "careful", None), CommandId("open")
        )
        await self.service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
        await self.service.execute(ROOM, Start(ANNA, SECRET), CommandId("start"))

    async def move(self) -> None:
        room = await self.service.newest(ROOM)
        await self.service.execute(ROOM, next_play(room, next_seat(room)), CommandId(f"m{room.version}"))

    async def aclose(self) -> None:
        for loop in self.loops:
            loop.cancel()
        await asyncio.gather(*self.loops, return_exceptions=True)


def visitor(player: PlayerId | None = None) -> Visitor:
    return Visitor(SessionId("worker.session"), None if player is None else Player(player, "x"))


def look(connection: Connection) -> dict[str, Any]:
    text = connection.next_view()
    assert text is not None
    view: dict[str, Any] = json.loads(text)
    return view


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_reads_slowly_skips_views_and_hears_the_whole_story() -> None:
    worker = Worker(MemoryEventLog(), LocalBus())
    await worker.deal()
    quick, slow = [await worker.hub.join(ROOM, visitor(player)) for player in (ANNA, BORIS)]
    first = look(slow)
    look(quick)
    stories: list[Any] = []
    for _ in range(4):
        await worker.move()
        await settle()
        view = quick.next_view()
        stories += json.loads(view)["happened"] if view else []
    late = look(slow)
    assert late["after"] == first["v"]
    public = ("attack", "defend", "take", "transfer")
    assert [h for h in late["happened"] if h["kind"] in public] == [h for h in stories if h["kind"] in public]
    assert slow.next_view() is None
    await worker.aclose()


async def test_a_hello_is_answered_by_a_view_that_stands_alone() -> None:
    worker = Worker(MemoryEventLog(), LocalBus())
    await worker.deal()
    connection = await worker.hub.join(ROOM, visitor(ANNA))
    first = look(connection)
    connection.show_again()
    again = look(connection)
    assert (again["v"], again["after"], again["happened"]) == (first["v"], None, [])
    await worker.aclose()


async def test_without_any_news_the_sweep_finds_what_happened_elsewhere() -> None:
    log = MemoryEventLog()
    one, other = Worker(log, Deaf()), Worker(log, Deaf())
    await one.deal()
    connection = await other.hub.join(ROOM, visitor(BORIS))
    before = look(connection)["v"]
    await one.move()
    await settle()
    assert connection.next_view() is None
    await other.clock.advance(SWEEP_SECONDS)
    await settle()
    assert look(connection)["v"] > before
    assert not other.meter.causes, "its news may still come"
    await other.clock.advance(SWEEP_SECONDS)
    assert other.meter.causes == {"sweep": 1}
    await other.clock.advance(SWEEP_SECONDS)
    assert other.meter.causes == {"sweep": 1}
    await one.aclose()
    await other.aclose()


async def test_what_a_sweep_sees_before_its_news_come_was_not_lost() -> None:
    log, bus = MemoryEventLog(), LocalBus()
    one, other = Worker(log, Deaf()), Worker(log, bus)
    await one.deal()
    await other.hub.join(ROOM, visitor(BORIS))
    for late in (True, False):
        await one.move()
        version = (await one.service.newest(ROOM)).version
        if not late:
            bus.publish(ROOM, version)
        await other.clock.advance(SWEEP_SECONDS)
        bus.publish(ROOM, version)
        await other.clock.advance(SWEEP_SECONDS)
    assert other.meter.causes == {"news": 1}
    await one.aclose()
    await other.aclose()


async def test_news_that_take_long_to_follow_were_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    log, bus = MemoryEventLog(), LocalBus()
    one, other = Worker(log, bus), Worker(log, bus)
    await settle()
    await one.deal()
    await other.hub.join(ROOM, visitor(BORIS))
    read, may_read = log.read, asyncio.Event()

    async def slowly(room_id: RoomId, after: Version) -> list[Batch]:
        await may_read.wait()
        return await read(room_id, after)

    monkeypatch.setattr(other.service, "_log", SimpleNamespace(read=slowly))
    await one.move()
    await other.clock.advance(SWEEP_SECONDS)
    may_read.set()
    await other.clock.advance(SWEEP_SECONDS)
    assert other.meter.causes == {"news": 1}
    await one.aclose()
    await other.aclose()


async def test_after_a_gap_rooms_are_looked_at_and_those_behind_are_counted() -> None:
    log, bus = MemoryEventLog(), LocalBus()
    one, other = Worker(log, Deaf()), Worker(log, bus)
    await one.deal()
    connection = await other.hub.join(ROOM, visitor(BORIS))
    bus.gap()
    await settle()
    before = look(connection)["v"]
    assert not other.meter.causes
    await one.move()
    bus.gap()
    await settle()
    assert look(connection)["v"] > before
    assert other.meter.causes == {"gap": 1}
    await one.aclose()
    await other.aclose()


async def test_news_of_another_worker_reach_the_sockets_here() -> None:
    log, bus = MemoryEventLog(), LocalBus()
    one, other = Worker(log, bus), Worker(log, bus)
    await settle()
    await one.deal()
    connection = await other.hub.join(ROOM, visitor())
    before = look(connection)["v"]
    await one.move()
    await settle()
    assert look(connection)["v"] == before + 1
    await one.aclose()
    await other.aclose()


async def test_whoever_leaves_or_finds_no_room_leaves_nothing_behind() -> None:
    worker = Worker(MemoryEventLog(), LocalBus())
    with pytest.raises(NoSuchRoom):
        await worker.hub.join(ROOM, visitor())
    await worker.deal()
    connection = await worker.hub.join(ROOM, visitor())
    assert worker.hub.sockets == 1
    worker.hub.leave(connection)
    assert not worker.hub._watched
    assert worker.hub.sockets == 0
    await worker.aclose()
