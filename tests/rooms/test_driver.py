"""Catches a bot that stalls the table, moves twice, or moves after its room has gone on."""

import asyncio
import json
import logging
from contextlib import suppress
from random import Random

import pytest

from durak import PRESETS, Phase, Seat, encode_action, new_game, parse_view, public_waiting
from durak.bots import BOTS
from tests.fake_clock import FakeClock
from tests.rooms.scene import ANNA, NOON, SECRET, Alive, next_play, next_seat, session
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.rooms.commands import Arrive, Leave, Next, OpenRoom, Play
from web.rooms.deadlines import agenda, bots_due
from web.rooms.driver import Driver
from web.rooms.duties import Duties
from web.rooms.events import ActionTaken
from web.rooms.pace import PACES, shortest
from web.rooms.ports import Batch, CommandId, NoAnswer, RoomId, Thinker, Version
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


class SlowThinker(HereThinker):
    """A Thinker that needs as long as it is told, by the test's clock."""

    def __init__(self, clock: FakeClock, seconds: float) -> None:
        super().__init__()
        self.clock, self.seconds = clock, seconds

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        answer = await super().choose(level, view, seed)
        await self.clock.sleep(self.seconds)
        return answer


class DeafThinker(HereThinker):
    """A Thinker that answers although it was told to stop."""

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        answer = await super().choose(level, view, seed)
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)
        return answer


class MadThinker(HereThinker):
    """A Thinker whose answers are nonsense."""

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        await super().choose(level, view, seed)
        return "0:take"


class BrokenThinker:
    """A Thinker from which no answer comes."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    async def choose(self, _level: str, _view: bytes, _seed: int) -> str:
        raise self.fault


class Worker:
    """One worker's service and driver over a shared log."""

    def __init__(self, log: MemoryEventLog, clock: FakeClock, thinker: Thinker) -> None:
        self.log, self.clock = log, clock
        self.service = RoomService(log, LocalBus(), clock, 1.0, Alive())
        self.driver = Driver(self.service, log, clock, thinker, 1.0, Duties("all", Alive()))
        self.service.committed = self.driver.after

    async def open(self, chairs: int = 4, rules: str = "classic") -> Room:
        return await self.deal(ROOM, OpenRoom(ANNA, "Anna", rules, chairs, "careful", SECRET))

    async def deal(self, room_id: RoomId, opening: OpenRoom) -> Room:
        """Return the room after Anna has opened it and come to it."""
        await self.service.execute(room_id, opening, CommandId("open"))
        await self.service.execute(room_id, Arrive(ANNA, session(ANNA)), CommandId("here"))
        return await self.service.newest(room_id)

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


@pytest.mark.parametrize("rules", ["classic", "durak_online", "D24T2P1V1"])
async def test_bots_play_a_whole_game_with_a_person(rules: str, caplog: pytest.LogCaptureFixture) -> None:
    thinker = HereThinker()
    worker = Worker(MemoryEventLog(), FakeClock(NOON), thinker)
    await worker.open(rules=rules)
    room = await worker.play_as_anna()
    assert room.phase == "over"
    assert thinker.views
    assert not caplog.records, "somebody has stood in for a bot"
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
    assert (await worker.service.newest(ROOM)).version == 2


@pytest.mark.parametrize(
    "fault",
    [
        NoAnswer("timeout"),
        NoAnswer("died"),
        NoAnswer("too_many"),
        NoAnswer("failed", "KeyError"),
        RuntimeError("nobody has thought of this"),
    ],
    ids=str,
)
async def test_when_no_answer_comes_the_bot_moves_all_the_same(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), BrokenThinker(fault))
    await worker.open()
    assert (await worker.play_as_anna()).phase == "over"
    await worker.driver.aclose()
    assert caplog.records
    for record in caplog.records:
        assert record.__dict__["room"] == ROOM
        assert record.__dict__["v"] > 0
    cause = fault.cause if isinstance(fault, NoAnswer) else "failed"
    counted = {why: n for why, n in worker.driver.fallbacks.by_cause().items() if n}
    assert counted == {cause: len(caplog.records)}
    assert str(worker.driver.fallbacks) == f"{cause} {len(caplog.records)}"


def bots_version(room: Room) -> int:
    """Return the version of the room at which its last move by a bot was made."""
    assert room.game is not None
    last = next(i for i, text in reversed(list(enumerate(room.game.actions))) if not text.startswith("0:"))
    return last + 2


async def first_move_after(seconds: float, pace: str = "normal", level: str = "careful") -> float:
    """Return how long after the deal the first bot moved if it has to think for so many seconds."""
    clock = FakeClock(NOON)
    worker = Worker(MemoryEventLog(), clock, SlowThinker(clock, seconds))
    # In this deal a bot begins.
    secret = next(bytes([n, *SECRET[1:]]) for n in range(99) if opener(bytes([n, *SECRET[1:]])) != SEAT)
    by_tap = pace == "tap"
    room = await worker.deal(ROOM, OpenRoom(ANNA, "Anna", "classic", 4, level, secret, pace=pace))
    if by_tap:
        await worker.service.execute(ROOM, Next(ANNA), CommandId("next"))
    while (await worker.service.newest(ROOM)).version == room.version + by_tap:
        await clock.advance(0.01)
    await worker.driver.aclose()
    return clock.now() - NOON


def opener(secret: bytes) -> Seat:
    return new_game(PRESETS["classic"], secret, [b""] * 4, 4).main


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("level", ["relaxed", "counter", "sharp", "master"])
async def test_the_length_of_a_pause_tells_nothing_of_the_thinking(pace: str, level: str) -> None:
    at_once = await first_move_after(0, pace, level)
    assert await first_move_after(0.9 * shortest(level), pace, level) == at_once
    assert await first_move_after(5, pace, level) >= 5


@pytest.mark.parametrize("pace", ["normal", "once"])
async def test_a_pass_in_secret_lets_no_bot_begin_to_think_again(pace: str) -> None:
    """Or the others would move later than without it, and so tell of it."""
    quiet, passed = [await moves_of_bots(anna_passes, pace) for anna_passes in (False, True)]
    assert quiet
    assert quiet == passed[: len(quiet)]


async def moves_of_bots(anna_passes: bool, pace: str) -> list[tuple[float, str]]:
    """Return what bots did, and when, where Anna may add, and passes in mid pause or does not."""
    clock = FakeClock(NOON)
    worker = Worker(MemoryEventLog(), clock, SlowThinker(clock, 0.45))
    room = await worker.deal(ROOM, OpenRoom(ANNA, "Anna", "classic", 4, "careful", SECRET, pace=pace))
    while not (
        room.game and room.game.state.phase is Phase.THROW and len(public_waiting(room.game.state)) > 2
    ):
        command = next_play(room, next_seat(room))
        await worker.service.execute(ROOM, command, CommandId(f"then{room.version}"))
        room = await worker.service.newest(ROOM)
    assert SEAT in public_waiting(room.game.state)
    await clock.advance(0.3)
    if anna_passes:
        bout, ply = room.game.state.bout, room.game.state.table_ply
        await worker.service.execute(ROOM, Play(ANNA, "0:pass", bout, ply), CommandId("pass"))
    await clock.advance(2)
    batches = await worker.log.read(ROOM, room.version)
    await worker.driver.aclose()
    events = [event for batch in batches for event in batch.events]
    return [(one.at, one.action) for one in events if isinstance(one, ActionTaken) and one.action != "0:pass"]


async def test_a_bot_that_answers_nonsense_is_stood_in_for_and_the_log_says_how_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), MadThinker())
    await worker.open()
    assert (await worker.play_as_anna()).phase == "over"
    times = worker.driver.fallbacks.by_cause()["illegal"]
    assert times > 0
    with caplog.at_level(logging.INFO, "web"):
        await worker.driver.aclose()
    assert caplog.messages[-1] == f"another level chose for bots: illegal {times}"


async def test_a_move_that_was_let_go_is_not_made_even_if_its_thinker_did_not_hear() -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), DeafThinker())
    room = await worker.open()
    for _ in range(5):
        worker.driver.after(ROOM, room, agenda(room, 1.0))
        await asyncio.sleep(0)
    assert (await worker.play_as_anna()).phase == "over"
    await worker.driver.aclose()


async def test_a_move_is_thought_about_once_however_long_it_takes() -> None:
    clock = FakeClock(NOON)
    thinker = SlowThinker(clock, 30)
    worker = Worker(MemoryEventLog(), clock, thinker)
    room = await worker.open()
    loop = asyncio.create_task(worker.driver.look_for_overdue())
    while room.version < 4:
        if SEAT in public_waiting(room.game.state) if room.game else False:
            await worker.service.execute(ROOM, next_play(room, SEAT), CommandId(f"anna{room.version}"))
        await clock.advance(1)
        room = await worker.service.newest(ROOM)
    thoughts = len(thinker.views)
    await clock.advance(20)
    assert len(thinker.views) == thoughts
    loop.cancel()
    await asyncio.gather(loop, worker.driver.aclose(), return_exceptions=True)


class HalfBrokenLog(MemoryEventLog):
    """A log that cannot read some of its rooms, once it is `broken`."""

    asked, broken = 0, False

    async def read(self, room_id: RoomId, after: Version) -> list[Batch]:
        if self.broken and room_id.startswith("broken"):
            self.asked += 1
            raise RuntimeError("unreadable")
        return await super().read(room_id, after)


async def test_rooms_that_cannot_be_read_hold_up_no_other_and_are_left_alone_longer_and_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("web.rooms.driver.ROOMS_AT_ONCE", 4)
    log, clock = HalfBrokenLog(), FakeClock(NOON)
    dead = Worker(log, clock, HereThinker())
    dead.service.committed = lambda _room_id, _room, _needs: None
    secret = next(bytes([n, *SECRET[1:]]) for n in range(99) if opener(bytes([n, *SECRET[1:]])) != SEAT)
    opening = OpenRoom(ANNA, "Anna", "classic", 4, "careful", secret)
    for name in [*(f"broken-{number}" for number in range(6)), "whole"]:
        await dead.deal(RoomId(name), opening)
    log.broken = True
    worker = Worker(log, clock, HereThinker())
    loop = asyncio.create_task(worker.driver.look_for_overdue())
    await clock.advance(60)
    assert (await worker.service.newest(RoomId("whole"))).version > 2
    # Every half second would have been more than six hundred times.
    assert 6 <= log.asked <= 6 * 6
    loop.cancel()
    await asyncio.gather(loop, worker.driver.aclose(), return_exceptions=True)


async def test_another_worker_takes_over_and_two_make_one_move() -> None:
    """The worker that dealt is gone; two others look for what is overdue, at the same time."""
    log, clock = MemoryEventLog(), FakeClock(NOON)
    dead = Worker(log, clock, HereThinker())
    dead.service.committed = lambda _room_id, _room, _needs: None
    await dead.open()
    others = [Worker(log, clock, HereThinker()) for _ in range(2)]
    loops = [asyncio.create_task(other.driver.look_for_overdue()) for other in others]
    room = await others[0].play_as_anna()
    assert room.phase == "over"
    versions = [batch.version for batch in await log.read(ROOM, Version(0))]
    assert versions == list(range(1, room.version + 1))
    # Both made every move of the bots under one id, so the log took it once.
    assert await log.accepted(ROOM, CommandId(f"due:{ROOM}:{bots_version(room)}")) == bots_version(room) + 1
    for loop in loops:
        loop.cancel()
    await asyncio.gather(*loops, *(other.driver.aclose() for other in others), return_exceptions=True)


async def test_whoever_was_slower_remembers_nothing_of_a_room_that_goes_on_elsewhere() -> None:
    log, clock = MemoryEventLog(), FakeClock(NOON)
    thinker = HereThinker()
    faster, slower = Worker(log, clock, HereThinker()), Worker(log, clock, thinker)
    room = await faster.open()
    while not bots_due(room, 1.0):
        await faster.service.execute(ROOM, next_play(room, SEAT), CommandId(f"anna{room.version}"))
        room = await faster.service.newest(ROOM)
    slower.driver.after(ROOM, room, agenda(room, 1.0))
    await clock.advance(4)
    assert (await faster.service.newest(ROOM)).version > room.version
    assert thinker.views
    assert not slower.driver._thoughts._rooms
    await asyncio.gather(faster.driver.aclose(), slower.driver.aclose())


async def test_bots_stop_when_the_last_person_leaves() -> None:
    worker = Worker(MemoryEventLog(), FakeClock(NOON), HereThinker())
    await worker.open()
    await worker.service.execute(ROOM, Leave(ANNA), CommandId("leave"))
    # Nobody is left, so the bots stop too.
    before = await worker.service.newest(ROOM)
    await worker.clock.advance(60)
    assert (await worker.service.newest(ROOM)).version == before.version
