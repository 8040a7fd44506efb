"""Catches a clock that nobody acts on, one that two act on, and a worker's death that costs somebody a turn.

`test_driver.py` moves bots; here the driver does everything else that is due.
"""

import asyncio
import logging

import pytest

from durak import Outcome, Seat
from tests.fake_clock import FakeClock
from tests.rooms.noted import Noted
from tests.rooms.scene import ANNA, BORIS, NOON, SECRET, WORKER, Alive, next_play, next_seat, session
from tests.rooms.test_driver import HereThinker
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.rooms.commands import Arrive, Command, Depart, OpenRoom, Play, Sit, Start
from web.rooms.deadlines import GRACE_SECONDS, ClockDue, bots_due, next_timed_due
from web.rooms.driver import OVERDUE_SECONDS, Driver
from web.rooms.duties import Duties
from web.rooms.events import ActionTaken, ClockRanOut, Event, GameStarted
from web.rooms.game import record_of
from web.rooms.ports import CommandId, RoomId, Version
from web.rooms.presence import new_session
from web.rooms.room import Room
from web.rooms.service import RoomService
from web.rooms.workers import WorkerId

pytestmark = pytest.mark.anyio
ROOM = RoomId("a-room")
TURN = 30


class Worker:
    """One worker: a service, a driver, and the loop that looks for what is overdue."""

    def __init__(self, log: MemoryEventLog, clock: FakeClock, alive: Alive) -> None:
        self.log, self.clock, self.ids, self.meter = log, clock, 0, Noted()
        self.service = RoomService(log, LocalBus(), clock, 1.0, alive)
        duties = Duties("all", alive)
        self.driver = Driver(self.service, log, clock, HereThinker(), 1.0, duties, self.meter)
        self.service.committed = self.driver.after
        self.loop: asyncio.Task[None] | None = None

    async def ask(self, *commands: Command) -> Room:
        for command in commands:
            self.ids += 1
            await self.service.execute(ROOM, command, CommandId(f"{id(self)}-{self.ids}"))
        return await self.room()

    async def room(self) -> Room:
        return await self.service.newest(ROOM)

    async def events(self) -> list[Event]:
        return [event for batch in await self.log.read(ROOM, Version(0)) for event in batch.events]

    def look(self) -> None:
        self.loop = asyncio.create_task(self.driver.look_for_overdue())

    async def aclose(self) -> None:
        if self.loop is not None:
            self.loop.cancel()
        await asyncio.gather(*[self.loop] if self.loop else [], return_exceptions=True)
        await self.driver.aclose()

    def die(self) -> None:
        """Act no more, as after kill -9."""
        self.service.committed = lambda _room_id, _room, _needs: None
        for armed in self.driver._armed.values():
            armed.task.cancel()


def a_worker() -> Worker:
    return Worker(MemoryEventLog(), FakeClock(NOON), Alive())


async def two_people(worker: Worker, turn_seconds: int | None = TURN) -> Room:
    """Return a game of two in which the table waits for Boris."""
    opening = OpenRoom(ANNA, "Anna", "classic", 2, "careful", None, turn_seconds=turn_seconds)
    await worker.ask(opening, Arrive(ANNA, session(ANNA)), Sit(BORIS, "Boris", None, session=session(BORIS)))
    room = await worker.ask(Start(ANNA, SECRET))
    while next_seat(room) != 1:
        room = await worker.ask(next_play(room, next_seat(room)))
    return room


async def test_a_clock_that_runs_out_acts_at_its_moment_and_once() -> None:
    worker = a_worker()
    before = await two_people(worker)
    await worker.clock.advance(TURN - 0.1)
    assert (await worker.room()).version == before.version
    await worker.clock.advance(0.1)
    acted = [event for event in await worker.events() if isinstance(event, ClockRanOut)]
    assert [(event.at, event.chair) for event in acted] == [(NOON + TURN, 1)]
    assert await worker.log.accepted(ROOM, CommandId(f"due:{ROOM}:{before.version}")) == before.version + 1
    assert worker.meter.late[0] == 0
    await worker.aclose()


async def test_who_acts_in_time_is_left_alone() -> None:
    worker = a_worker()
    room = await two_people(worker)
    await worker.clock.advance(TURN - 1)
    await worker.ask(next_play(room, Seat(1)))
    await worker.clock.advance(2)
    assert not [event for event in await worker.events() if isinstance(event, ClockRanOut)]
    assert not worker.meter.late
    await worker.aclose()


async def test_what_somebody_else_did_in_time_elsewhere_does_not_count_as_done_late() -> None:
    log, clock, alive = MemoryEventLog(), FakeClock(NOON), Alive()
    worker, other = Worker(log, clock, alive), Worker(log, clock, alive)
    room = await two_people(worker)
    await clock.advance(TURN - 1)
    await other.ask(next_play(room, Seat(1)))
    await clock.advance(2)
    assert not worker.meter.late
    assert not other.meter.late
    await worker.aclose()
    await other.aclose()


async def test_case_25_a_bot_steps_in_plays_and_gets_up_again() -> None:
    worker = a_worker()
    await two_people(worker, None)
    await worker.ask(Depart(BORIS, session(BORIS)))
    await worker.clock.advance(GRACE_SECONDS)
    held = await worker.room()
    assert held.chairs[1].held == "away"
    await worker.clock.advance(3)
    played = await worker.room()
    assert played.game is not None
    assert played.game.sitters[1].stood_in > 0
    while 1 not in {due.seat for due in bots_due(played, 1.0)}:
        seat = next_seat(played)
        assert seat == 0
        played = await worker.ask(next_play(played, seat))
    pending = next_play(played, Seat(1))
    back = await worker.ask(Arrive(BORIS, session(BORIS, 2)))
    await worker.clock.advance(10)
    assert (await worker.room()).version == back.version, "the bot's move was let go"
    own = Play(BORIS, pending.action, pending.bout, pending.table_ply)
    assert (await worker.ask(own)).version == back.version + 1
    await worker.aclose()


async def test_a_countdown_deals_with_a_secret_of_the_servers() -> None:
    worker = a_worker()
    opening = OpenRoom(ANNA, "Anna", "classic", 2, "careful", None)
    await worker.ask(opening, Arrive(ANNA, session(ANNA)), Sit(BORIS, "Boris", None, session=session(BORIS)))
    await worker.clock.advance(10)
    (dealt,) = [event for event in await worker.events() if isinstance(event, GameStarted)]
    assert dealt.at == NOON + 10
    assert len(bytes.fromhex(dealt.secret)) == 32
    assert (await worker.room()).phase == "playing"
    await worker.aclose()


async def test_two_workers_that_do_the_same_do_it_once() -> None:
    log, clock, alive = MemoryEventLog(), FakeClock(NOON), Alive()
    dead = Worker(log, clock, alive)
    await two_people(dead)
    dead.die()
    others = [Worker(log, clock, alive) for _ in range(2)]
    for other in others:
        other.look()
    await clock.advance(TURN + 2)
    acted = [event for event in await others[0].events() if isinstance(event, ClockRanOut)]
    assert len(acted) == 1
    (late,) = (seconds for other in others for seconds in other.meter.late)
    assert OVERDUE_SECONDS <= late < TURN
    for other in others:
        await other.aclose()


async def test_case_20_bots_that_go_round_play_a_draw_and_it_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("web.rooms.deadlines.BOUTS_OF_BOTS", 0)
    worker = a_worker()
    with caplog.at_level(logging.WARNING):
        await worker.ask(OpenRoom(ANNA, "Anna", "classic", 3, "careful", SECRET), Arrive(ANNA, session(ANNA)))
        await worker.clock.advance(1)
    room = await worker.room()
    assert room.phase == "over"
    assert room.game is not None
    assert room.game.outcome == Outcome("draw")
    assert [record.getMessage() for record in caplog.records] == ["bots alone go round, the game is a draw"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    (finished,) = worker.log.finished_games
    assert finished[2].record == record_of(room.game)
    await worker.aclose()


# A worker's death


NEW = WorkerId("new")


async def died(turn_seconds: int | None = TURN) -> tuple[Worker, Room]:
    """Return the worker that was started after another one was killed, and the room as that left it."""
    log, clock = MemoryEventLog(), FakeClock(NOON)
    old = Worker(log, clock, Alive(WORKER))
    left = await two_people(old, turn_seconds)
    old.die()
    new = Worker(log, clock, Alive(NEW))
    new.look()
    return new, left


async def test_case_36_after_a_restart_a_room_waits_for_its_people_and_they_have_their_time() -> None:
    worker, left = await died()
    await worker.clock.advance(TURN + 300)
    asleep = await worker.room()
    assert not asleep.is_active
    assert next_timed_due(asleep) is None
    assert asleep.game is not None
    assert left.game is not None
    assert asleep.game.state == left.game.state
    now = worker.clock.now()
    back = [Arrive(player, new_session(NEW, player)) for player in (ANNA, BORIS)]
    assert next_timed_due(await worker.ask(*back)) == ClockDue(now + TURN)
    await worker.aclose()


async def test_a_bot_that_a_dead_worker_left_due_does_not_wait_for_an_older_clock() -> None:
    """One worker waits for a clock; that player moves on another, which dies; and a bot is next."""
    log, clock = MemoryEventLog(), FakeClock(NOON)
    one, dying = Worker(log, clock, Alive()), Worker(log, clock, Alive())
    dying.die()
    opening = OpenRoom(ANNA, "Anna", "classic", 3, "careful", None, turn_seconds=TURN)
    await one.ask(opening, Arrive(ANNA, session(ANNA)), Sit(BORIS, "Boris", None, session=session(BORIS)))
    room = await one.ask(Start(ANNA, SECRET))
    while True:
        while bots_due(room, 1.0):
            await clock.advance(0.5)
            room = await one.room()
        room = await dying.ask(next_play(room, next_seat(room)))
        if bots_due(room, 1.0):
            break
        room = await one.ask(next_play(room, next_seat(room)))
    one.look()
    await clock.advance(4)
    assert (await one.room()).version > room.version
    await one.aclose()


async def test_after_a_restart_no_bot_moves_for_nobody() -> None:
    log, clock = MemoryEventLog(), FakeClock(NOON)
    old, new = Worker(log, clock, Alive(WORKER)), Worker(log, clock, Alive(NEW))
    room = await old.ask(OpenRoom(ANNA, "Anna", "classic", 4, "careful", SECRET), Arrive(ANNA, session(ANNA)))
    while not bots_due(room, 1.0):
        room = await old.ask(next_play(room, Seat(0)))
    old.die()
    new.look()
    await clock.advance(60)
    actions = [event for event in await new.events() if isinstance(event, ActionTaken)]
    assert room.game is not None
    assert len(actions) == len(room.game.actions)
    await new.aclose()


async def test_who_is_back_before_anybody_has_noticed_has_his_time_too() -> None:
    worker, _ = await died()
    await worker.clock.advance(0.2)
    now = worker.clock.now()
    room = await worker.ask(Arrive(BORIS, new_session(NEW, "boris")))
    assert room.away_since(ANNA) == now, "his session ended with the worker that had it"
    assert next_timed_due(room) == ClockDue(now + TURN)
    await worker.aclose()


async def test_the_dead_depart_once_however_many_notice() -> None:
    log, clock = MemoryEventLog(), FakeClock(NOON)
    old = Worker(log, clock, Alive(WORKER))
    left = await two_people(old)
    old.die()
    workers = [Worker(log, clock, Alive(NEW)) for _ in range(3)]
    rooms = await asyncio.gather(*(worker.service.tidied(ROOM) for worker in workers))
    assert {room.version for room in rooms} == {left.version + 2}
    assert all(not room.is_active for room in rooms)


async def test_what_one_is_told_of_a_room_has_nobody_in_it_who_is_dead() -> None:
    worker, _ = await died()
    room = await worker.service.tidied(ROOM)
    assert [room.is_present(player) for player in (ANNA, BORIS)] == [False, False]
    await worker.aclose()


class StallingClock(FakeClock):
    """A clock that went on while the process stood still: whoever sleeps wakes up too late."""

    stalled = 0.0

    def now(self) -> float:
        return super().now() + self.stalled


async def test_a_stall_of_ours_costs_nobody_his_turn() -> None:
    clock = StallingClock(NOON)
    worker = Worker(MemoryEventLog(), clock, Alive())
    await two_people(worker)
    clock.stalled = 60
    await clock.advance(TURN)
    assert not [event for event in await worker.events() if isinstance(event, ClockRanOut)]
    assert next_timed_due(await worker.room()) == ClockDue(clock.now() + TURN)
    await worker.aclose()
