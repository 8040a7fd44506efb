"""Catches work that nobody does where several kinds of workers share it, or that two do in vain."""

import asyncio
from collections.abc import Mapping

import pytest

from durak import Seat
from tests.fake_clock import FakeClock
from tests.rooms.scene import ANNA, NOON, SECRET, Alive, next_play
from tests.rooms.test_driver import HereThinker
from web.adapters.absent_bots import AbsentBots
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.rooms.commands import Arrive, OpenRoom
from web.rooms.deadlines import BotDue, ClockDue, bots_due
from web.rooms.driver import LOOK_AHEAD_SECONDS, LOOK_SECONDS, OVERDUE_SECONDS, Driver
from web.rooms.duties import PATIENCE_SECONDS, Duties
from web.rooms.events import ActionTaken
from web.rooms.ports import CommandId, RoomId
from web.rooms.presence import new_session
from web.rooms.room import Room
from web.rooms.service import RoomService
from web.rooms.workers import Role, WorkerId

pytestmark = pytest.mark.anyio

ROOM = RoomId("a-room")
WEB, BOTS, MORE_BOTS = WorkerId("web"), WorkerId("bots"), WorkerId("more bots")
ROLES: Mapping[WorkerId, Role] = {WEB: "web", BOTS: "bots", MORE_BOTS: "bots"}
BOTS_OF_ROOM = 3


class Those(Alive):
    """Workers as one of them knows them, with roles; all of them see the same `workers`."""

    def __init__(self, me: WorkerId, alive: set[WorkerId]) -> None:
        super().__init__()
        self.id, self.workers, self.roles = me, alive, dict(ROLES)


class Worker:
    """A worker with its duties; it looks for what is due from the start."""

    def __init__(self, me: WorkerId, alive: set[WorkerId], log: MemoryEventLog, clock: FakeClock) -> None:
        those = Those(me, alive)
        self.thinker = HereThinker()
        self.service = RoomService(log, LocalBus(), clock, 1.0, those)
        thinker = AbsentBots() if ROLES[me] == "web" else self.thinker
        self.driver = Driver(self.service, log, clock, thinker, 1.0, Duties(ROLES[me], those))
        self.service.committed = self.driver.after
        self.loop = asyncio.create_task(self.driver.look_for_overdue())

    async def open(self, room_id: RoomId = ROOM) -> Room:
        """Return a room in which Anna plays with bots, and a bot is due."""
        opening = OpenRoom(ANNA, "Anna", "classic", BOTS_OF_ROOM + 1, "careful", SECRET)
        await self.service.execute(room_id, opening, CommandId("open"))
        await self.service.execute(room_id, Arrive(ANNA, new_session(WEB, ANNA)), CommandId("come"))
        room = await self.service.newest(room_id)
        while not bots_due(room, 1.0):
            await self.service.execute(room_id, next_play(room, Seat(0)), CommandId(f"anna{room.version}"))
            room = await self.service.newest(room_id)
        return room

    async def aclose(self) -> None:
        self.loop.cancel()
        await asyncio.gather(self.loop, self.driver.aclose(), return_exceptions=True)


class Site:
    """Workers on one log and one clock, to be closed at the end."""

    def __init__(self, *workers: WorkerId) -> None:
        self.log, self.clock, self.alive = MemoryEventLog(), FakeClock(NOON), set(workers)
        self.workers = {me: Worker(me, self.alive, self.log, self.clock) for me in workers}

    async def __aenter__(self) -> "Site":
        return self

    async def __aexit__(self, *_: object) -> None:
        for worker in self.workers.values():
            await worker.aclose()

    async def lateness(self, room: Room, room_id: RoomId = ROOM) -> float:
        """Let time pass until the next bot of the room has moved, and return how late it was."""
        [due, *_] = bots_due(room, 1.0)
        for _ in range(200):
            await self.clock.advance(0.125)
            for batch in await self.log.read(room_id, room.version):
                acted = next((event for event in batch.events if isinstance(event, ActionTaken)), None)
                if acted is not None:
                    return acted.at - due.at
        raise AssertionError("no bot has moved")


async def test_processes_for_bots_move_them_in_time_and_those_for_people_leave_them() -> None:
    async with Site(WEB, BOTS) as site:
        room = await site.workers[WEB].open()
        assert 0 <= await site.lateness(room) <= LOOK_AHEAD_SECONDS
        room = await site.workers[WEB].service.newest(ROOM)
        while bots_due(room, 1.0):
            # The worker that committed has armed the next: no look is needed.
            assert 0 <= await site.lateness(room) <= 0.125
            room = await site.workers[WEB].service.newest(ROOM)
        assert site.workers[BOTS].thinker.views


async def test_where_no_process_for_bots_is_alive_the_stand_in_plays_as_if_nothing_were() -> None:
    async with Site(WEB) as site:
        room = await site.workers[WEB].open()
        assert 0 <= await site.lateness(room) <= 0.125
        assert site.workers[WEB].driver.fallbacks.by_cause()["absent"]


async def test_where_processes_for_bots_do_not_come_to_it_the_stand_in_plays_in_the_end() -> None:
    async with Site(WEB) as site:
        site.alive.add(BOTS)
        room = await site.workers[WEB].open()
        late = await site.lateness(room)
        assert PATIENCE_SECONDS <= late <= PATIENCE_SECONDS + OVERDUE_SECONDS + LOOK_SECONDS


async def thoughts(*workers: WorkerId) -> list[int]:
    """Return how often each of the processes for bots has thought, for twelve rooms and eight seconds."""
    async with Site(WEB, *workers) as site:
        for number in range(12):
            await site.workers[WEB].open(RoomId(f"room-{number}"))
        await site.clock.advance(8)
        return [len(site.workers[me].thinker.views) for me in workers]


async def test_two_processes_for_bots_share_the_rooms_and_think_nothing_twice() -> None:
    [alone] = await thoughts(BOTS)
    one, other = await thoughts(BOTS, MORE_BOTS)
    assert one + other == alone
    assert min(one, other) > 0


async def test_what_one_process_for_bots_leaves_another_takes_up() -> None:
    async with Site(WEB, BOTS, MORE_BOTS) as site:
        duties = Duties("bots", Those(BOTS, site.alive))
        first = BOTS if duties.is_first(ROOM) else MORE_BOTS
        # It is alive for all the others, and does nothing.
        await site.workers[first].aclose()
        room = await site.workers[WEB].open()
        assert await site.lateness(room) <= OVERDUE_SECONDS + LOOK_AHEAD_SECONDS


def test_all_agree_who_is_first_and_only_the_rooms_of_one_that_is_gone_change_hands() -> None:
    names = [WorkerId(f"bots {number}") for number in range(4)]
    rooms = [RoomId(f"room {number}") for number in range(400)]

    def firsts(alive: set[WorkerId]) -> dict[RoomId, WorkerId]:
        found: dict[RoomId, WorkerId] = {}
        for me in alive:
            those = Those(me, alive)
            those.roles = dict.fromkeys(names, "bots")
            for room in rooms:
                if Duties("bots", those).is_first(room):
                    assert room not in found
                    found[room] = me
        return found

    all_four, three = firsts(set(names)), firsts(set(names[1:]))
    assert set(all_four) == set(three) == set(rooms)
    assert min(sum(first == name for first in all_four.values()) for name in names) > 50
    assert {room for room in rooms if all_four[room] != three[room]} == {
        room for room in rooms if all_four[room] == names[0]
    }


@pytest.mark.parametrize("role", ["all", "web", "bots"])
def test_what_is_due_to_people_is_everybody_s(role: Role) -> None:
    duties = Duties(role, Those(WEB, {WEB, BOTS}))
    assert duties.includes(ClockDue(NOON), NOON)
    assert duties.includes(BotDue(NOON, Seat(1)), NOON) is (role != "web")
