"""Catches a command done twice, one lost between two workers, and news told before the commit."""

import asyncio
import gc
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.fake_clock import FakeClock
from tests.rooms.noted import Noted
from tests.rooms.scene import ANNA, BORIS, CLARA, NOON, SECRET, Alive, next_play, next_seat, session
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.adapters.one_worker import OneWorker
from web.rooms.commands import Arrive, ChangeOptions, Command, Depart, OpenRoom, Sit, Start
from web.rooms.events import Event
from web.rooms.masks import Mask
from web.rooms.ports import CommandId, Conflict, FinishedGame, NoSuchRoom, RoomId, Unavailable, Version
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.service import TRIES, RoomService
from web.rooms.workers import Workers

pytestmark = pytest.mark.anyio
ROOM = RoomId("a-room")


class World:
    """One log, and as many workers as a test wants."""

    def __init__(self, log: MemoryEventLog | None = None, workers: Workers | None = None) -> None:
        self.log = log or MemoryEventLog()
        self.clock = FakeClock(NOON)
        self.bus = LocalBus()
        self.workers = workers or OneWorker()
        self.meter = Noted()

    def worker(self) -> RoomService:
        return RoomService(self.log, self.bus, self.clock, 1.0, self.workers, self.meter)


async def opened(world: World, chairs: int = 3) -> RoomService:
    service = world.worker()
    await service.execute(ROOM, OpenRoom(ANNA, "Anna", "classic", chairs, "careful", None), CommandId("open"))
    return service


async def test_a_command_reaches_every_worker() -> None:
    world = World()
    service, other = await opened(world), world.worker()
    version = await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    assert version == 2
    assert (await other.room(ROOM, at_least=version)).people == (ANNA, BORIS)


async def test_the_same_id_twice_is_done_once_and_answered_alike() -> None:
    world = World()
    service = await opened(world)
    first = await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    again = await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    elsewhere = await world.worker().execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    assert first == again == elsewhere
    assert (await service.newest(ROOM)).version == first


async def test_a_repeated_id_that_would_be_legal_again_is_still_done_once() -> None:
    service = await opened(World())
    change = ChangeOptions(ANNA, "transfer", None, None)
    assert await service.execute(ROOM, change, CommandId("x")) == await service.execute(
        ROOM, change, CommandId("x")
    )


async def test_a_room_that_was_forgotten_is_made_anew_under_its_id() -> None:
    world = World()
    service = await opened(world)
    await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    world.log._rooms.clear()
    await service.execute(ROOM, OpenRoom(BORIS, "Boris", "blitz", 2, "careful", None), CommandId("again"))
    room = await service.newest(ROOM)
    assert (room.host, room.people, room.options.rules) == (BORIS, (BORIS,), "blitz")


async def test_the_lobby_is_told_of_public_rooms_in_which_somebody_is() -> None:
    world = World(workers=Alive())
    service = world.worker()
    opening = OpenRoom(ANNA, "Anna", "classic", 3, "careful", None, public=True)
    await service.execute(ROOM, opening, CommandId("open"))
    assert world.log._rooms[ROOM].listing is None
    await service.execute(ROOM, Arrive(ANNA, session(ANNA)), CommandId("here"))
    listing = world.log._rooms[ROOM].listing
    assert listing is not None
    assert (listing["host"], listing["free"], listing["phase"]) == ("Anna", 2, "waiting")
    await service.execute(ROOM, Depart(ANNA, session(ANNA)), CommandId("gone"))
    assert world.log._rooms[ROOM].listing is None


async def test_an_unknown_room_is_said_so_and_leaves_nothing_behind() -> None:
    service = World().worker()
    for ask in (
        service.room(ROOM),
        service.newest(ROOM),
        service.execute(ROOM, Sit(ANNA, "A", None), CommandId("s")),
    ):
        with pytest.raises(NoSuchRoom):
            await ask
    assert not service._rooms


async def test_a_room_that_was_refused_leaves_nothing_behind() -> None:
    service = World().worker()
    with pytest.raises(Refused, match="bad_option"):
        await service.execute(ROOM, OpenRoom(ANNA, "Anna", "nonsense", 3, "careful", None), CommandId("open"))
    assert not service._rooms


async def test_a_room_that_was_forgotten_meanwhile_is_said_so_and_leaves_nothing_behind() -> None:
    world = World()
    service = await opened(world)
    world.log._rooms.clear()
    with pytest.raises(NoSuchRoom):
        await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    assert not service._rooms


async def test_whoever_has_fallen_behind_refuses_nothing_for_what_was_true_before() -> None:
    world = World()
    service, other = await opened(world, chairs=2), world.worker()
    await other.execute(ROOM, ChangeOptions(ANNA, None, 3, None), CommandId("a third chair"))
    await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("boris"))
    await service.execute(ROOM, Sit(CLARA, "Clara", None), CommandId("clara"))
    assert (await other.newest(ROOM)).people == (ANNA, BORIS, CLARA)


async def test_only_whoever_has_fallen_behind_reads_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    world, read = World(), list[Version]()
    service = await opened(world, chairs=3)
    reading = world.log.read

    async def counted(room_id: RoomId, after: Version) -> Any:
        read.append(after)
        return await reading(room_id, after)

    monkeypatch.setattr(world.log, "read", counted)
    await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("boris"))
    assert read == []
    other = world.worker()
    await other.execute(ROOM, Sit(CLARA, "Clara", None), CommandId("clara"))
    await service.execute(ROOM, ChangeOptions(ANNA, "transfer", None, None), CommandId("rules"))
    assert read == [Version(0), Version(2)]


async def test_who_comes_second_is_counted_and_nobody_else() -> None:
    world = World()
    service, other = await opened(world, chairs=3), world.worker()
    await other.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("boris"))
    assert (world.meter.conflicts, service.rooms_held) == (0, 1)
    await service.execute(ROOM, ChangeOptions(ANNA, "transfer", None, None), CommandId("rules"))
    assert world.meter.conflicts == 1


async def test_a_refusal_changes_nothing_and_is_not_remembered() -> None:
    service = await opened(World(), chairs=2)
    await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    with pytest.raises(Refused, match="no_chair"):
        await service.execute(ROOM, Sit(CLARA, "Clara", None), CommandId("late"))
    assert (await service.newest(ROOM)).version == 2


async def test_fifty_people_and_two_workers_fill_the_last_chairs_once() -> None:
    world = World()
    workers = [await opened(world), world.worker()]

    codes: set[str] = set()

    async def sit(number: int) -> bool:
        command = Sit(type(ANNA)(f"p{number}"), f"P{number}", None)
        try:
            await workers[number % 2].execute(ROOM, command, CommandId(f"sit{number}"))
        except Refused as refused:
            codes.add(refused.code)
            return False
        return True

    seated = await asyncio.gather(*(sit(number) for number in range(50)))
    assert sum(seated) == 2
    assert codes == {"no_chair"}
    room = await workers[0].newest(ROOM)
    assert len(set(room.people)) == 3
    assert room.version == 3


class AlwaysLate(MemoryEventLog):
    """A log in which somebody else is always faster, after the room was made."""

    tries = 0

    async def append(
        self,
        room_id: RoomId,
        expected: Version,
        events: Sequence[Event],
        command_id: CommandId,
        due_at: float | None,
        finished: FinishedGame | None = None,
        listing: Mapping[str, Any] | None = None,
        mask: Mask | None = None,
    ) -> Version:
        if expected == 0:
            return await super().append(
                room_id, expected, events, command_id, due_at, finished, listing, mask
            )
        self.tries += 1
        raise Conflict


async def test_after_six_lost_races_the_answer_is_busy() -> None:
    log = AlwaysLate()
    service = await opened(World(log))
    with pytest.raises(Refused, match="busy"):
        await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    assert log.tries == TRIES


async def test_news_and_timers_come_after_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    world, seen = World(), list[tuple[str, Version]]()
    service = await opened(world)
    append = world.log.append

    async def watched(*arguments: Any) -> Version:
        version = await append(*arguments)
        await asyncio.sleep(0)
        seen.append(("append", version))
        return version

    monkeypatch.setattr(world.log, "append", watched)
    service.committed = lambda _room_id, room, _needs: seen.append(("committed", room.version))
    monkeypatch.setattr(world.bus, "publish", lambda _room_id, version: seen.append(("news", version)))
    with pytest.raises(Refused):
        await service.execute(ROOM, Sit(ANNA, "Anna", None), CommandId("again"))
    assert seen == []
    await service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit"))
    assert seen == [("append", 2), ("news", 2), ("committed", 2)]


async def test_somebody_who_hangs_up_in_the_middle_of_the_commit_takes_no_news_with_him(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, seen, go_on = World(), list[Version](), asyncio.Event()
    service = await opened(world)
    append = world.log.append

    async def slow(*arguments: Any) -> Version:
        version = await append(*arguments)
        await go_on.wait()
        return version

    monkeypatch.setattr(world.log, "append", slow)
    monkeypatch.setattr(world.bus, "publish", lambda _room_id, version: seen.append(version))
    asking = asyncio.create_task(service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit")))
    for _ in range(5):
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    go_on.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert seen == [2]
    assert (await service.room(ROOM)).version == 2


@pytest.mark.parametrize(("fault", "told"), [(Unavailable(), False), (Conflict(), False), (KeyError(), True)])
async def test_what_fails_after_somebody_hung_up_is_told_if_it_is_a_fault_of_ours(
    fault: Exception, told: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world, go_on = World(), asyncio.Event()
    service = await opened(world)

    async def failing(*_arguments: Any) -> Version:
        await go_on.wait()
        raise fault

    monkeypatch.setattr(world.log, "append", failing)
    asking = asyncio.create_task(service.execute(ROOM, Sit(BORIS, "Boris", None), CommandId("sit")))
    for _ in range(5):
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    go_on.set()
    for _ in range(5):
        await asyncio.sleep(0)
    gc.collect()
    assert [record.name for record in caplog.records] == ["web.rooms.service"] * told


async def test_rooms_kept_are_few_and_coming_back_costs_a_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.rooms.service.ROOMS_KEPT", 3)
    service = World().worker()
    rooms = [RoomId(f"room-{number}") for number in range(10)]
    for room_id in rooms:
        opening = OpenRoom(ANNA, "Anna", "classic", 3, "careful", None)
        await service.execute(room_id, opening, CommandId("open"))
    assert len(service._rooms) <= 3
    assert (await service.room(rooms[0])).host == ANNA


async def test_the_record_of_a_finished_game_is_kept_with_its_last_move() -> None:
    world, kept = World(), list[FinishedGame]()
    append = world.log.append

    async def watching(*arguments: object) -> Version:
        if isinstance(arguments[5], FinishedGame):
            kept.append(arguments[5])
        return await append(*arguments)  # type: ignore[arg-type]

    world.log.append = watching  # type: ignore[method-assign,assignment]
    service = await opened(world)
    await service.execute(ROOM, Start(ANNA, SECRET), CommandId("start"))
    room: Room = await service.newest(ROOM)
    while room.phase == "playing":
        command: Command = next_play(room, next_seat(room))
        await service.execute(ROOM, command, CommandId(f"m{room.version}"))
        room = await service.newest(ROOM)
    assert len(kept) == 1
    assert kept[0].record.startswith("classic ")
