"""Catches a bot that stalls the table, moves twice, or moves after its room has gone on."""

import asyncio
import json
from random import Random

import pytest

from durak import Seat, encode_action, parse_view, public_waiting
from durak.bots import BOTS
from tests.fake_clock import FakeClock
from tests.rooms.scene import ANNA, NOON, SECRET, next_play
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.rooms.bot_driver import BotDriver
from web.rooms.commands import Leave, OpenRoom
from web.rooms.ports import CommandId, RoomId, Version
from web.rooms.room import Room
from web.rooms.service import RoomService

pytestmark = pytest.mark.anyio
ROOM = RoomId("a-room")
SEAT = Seat(0)


class HereThinker:
    """A Thinker in this process that keeps what it was given."""

    def __init__(self) -> None:
        self.views: list[bytes] = []

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        self.views.append(view)
        return encode_action(BOTS[level].choose(parse_view(json.loads(view)), Random(seed)))


class BrokenThinker:
    """A Thinker from which no answer comes."""

    async def choose(self, _level: str, _view: bytes, _seed: int) -> str:
        raise TimeoutError


class Worker:
    """One worker's service and driver over a shared log."""

    def __init__(self, log: MemoryEventLog, clock: FakeClock, thinker: HereThinker | BrokenThinker) -> None:
        self.log, self.clock = log, clock
        self.service = RoomService(log, LocalBus(), clock, pace=1.0)
        self.driver = BotDriver(self.service, log, clock, thinker, pace=1.0)
        self.service.committed = self.driver.after

    async def open(self, chairs: int = 4) -> Room:
        command = OpenRoom(ANNA, "Anna", "classic", chairs, "careful", SECRET)
        await self.service.execute(ROOM, command, CommandId("open"))
        return await self.service.newest(ROOM)

    async def play_as_anna(self) -> Room:
        """Let time pass, acting for Anna whenever the table waits for her; the bots must do the rest."""
        for _ in range(4000):
            room = await self.service.newest(ROOM)
            if room.game is None or room.phase != "playing":
                return room
            state = room.game.state
            if SEAT in public_waiting(state) - frozenset(state.passed):
                await self.service.execute(ROOM, next_play(room, SEAT), CommandId(f"anna{room.version}"))
            else:
                await self.clock.advance(0.25)
        raise AssertionError("the bots have stalled the table")


async def test_bots_play_a_whole_game_with_a_person() -> None:
    thinker = HereThinker()
    worker = Worker(MemoryEventLog(), FakeClock(NOON), thinker)
    await worker.open()
    room = await worker.play_as_anna()
    assert room.phase == "over"
    assert thinker.views
    await worker.driver.aclose()


async def test_a_bot_is_given_its_own_view_and_nothing_more() -> None:
    thinker = HereThinker()
    worker = Worker(MemoryEventLog(), FakeClock(NOON), thinker)
    await worker.open()
    await worker.play_as_anna()
    for text in thinker.views:
        view = json.loads(text)
        assert SECRET.hex() not in text.decode()
        assert len(view["hand"]) == view["counts"][view["viewer"]]
    await worker.driver.aclose()


async def test_no_bot_moves_before_its_pause_is_over() -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), HereThinker())
    await worker.open()
    await worker.clock.advance(0.5)
    assert (await worker.service.newest(ROOM)).version == 1


async def test_when_no_answer_comes_the_bot_moves_all_the_same() -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), BrokenThinker())
    await worker.open()
    assert (await worker.play_as_anna()).phase == "over"
    await worker.driver.aclose()


async def test_another_worker_takes_over_and_two_make_one_move() -> None:
    """The worker that dealt is gone; two others look for what is overdue, at the same time."""
    log, clock = MemoryEventLog(), FakeClock(NOON)
    dead = Worker(log, clock, HereThinker())
    dead.service.committed = lambda _room_id, _room: None
    await dead.open()
    others = [Worker(log, clock, HereThinker()) for _ in range(2)]
    loops = [asyncio.create_task(other.driver.look_for_overdue()) for other in others]
    room = await others[0].play_as_anna()
    assert room.phase == "over"
    versions = [batch.version for batch in await log.read(ROOM, Version(0))]
    assert versions == list(range(1, room.version + 1))
    for loop in loops:
        loop.cancel()
    await asyncio.gather(*loops, *(other.driver.aclose() for other in others), return_exceptions=True)


async def test_bots_stop_when_the_last_person_leaves() -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), HereThinker())
    await worker.open()
    await worker.service.execute(ROOM, Leave(ANNA), CommandId("leave"))
    # Nobody is left, so the bots stop too.
    before = await worker.service.newest(ROOM)
    await worker.clock.advance(60)
    assert (await worker.service.newest(ROOM)).version == before.version
