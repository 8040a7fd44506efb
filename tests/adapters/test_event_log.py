"""The promises of EventLog, for every implementation.

Bugs this is here to catch: two writers who both believe they won; a command done twice; an answered append
that the next reader does not see; events in another order than they happened; half an append.
"""

import asyncio

import pytest

from tests.adapters.races import ROOM, action, contend, open_room, opened, race
from tests.adapters.stores import Store
from web.rooms.events import (
    ActionTaken,
    ChairLeft,
    ChairTaken,
    Event,
    GameAborted,
    GameStarted,
    HostChanged,
    OptionsChanged,
    PlayerId,
    RoomOpened,
)
from web.rooms.ports import Batch, CommandId, Conflict, Duplicate, FinishedGame, NoSuchRoom, RoomId, Version

ONE_OF_EACH: tuple[Event, ...] = (
    RoomOpened(1.25, PlayerId("ann"), "transfer", 4, "careful", True),
    ChairTaken(2.0, 0, PlayerId("ann"), "Änn 🦊 \"quoted\" 'twice' \\ \u202e%"),
    ChairLeft(3.0, 0, None),
    ChairLeft(3.5, 1, "Anton"),
    HostChanged(4.0, None),
    OptionsChanged(5.0, "classic", 2, "random"),
    GameStarted(1e9 + 0.125, "classic", 1, "ab" * 32, "cd" * 32, ("00", "11"), 1, {"1": "Anton"}),
    ActionTaken(7.0, "0:A:7H"),
    GameAborted(8.0, "nobody_left"),
    *(ActionTaken(9.0 + i, f"more {i}") for i in range(5)),
)


async def test_events_come_back_as_they_went_in_and_in_order(store: Store) -> None:
    version = await store.log.append(ROOM, Version(0), ONE_OF_EACH, CommandId("c"), None)
    assert version == 1
    assert await store.other_log.read(ROOM, Version(0)) == [Batch(Version(1), ONE_OF_EACH)]


async def test_reading_begins_after_the_version_that_is_known(store: Store) -> None:
    for version in range(4):
        await store.log.append(ROOM, Version(version), [action(f"{version}")], CommandId(f"c{version}"), None)
    batches = await store.log.read(ROOM, Version(2))
    assert batches == [Batch(Version(3), (action("2"),)), Batch(Version(4), (action("3"),))]
    assert await store.log.read(ROOM, Version(4)) == []
    assert await store.log.read(ROOM, Version(99)) == []


async def test_rooms_do_not_see_each_other(store: Store) -> None:
    for room in ("a", "b", "A"):
        await store.log.append(RoomId(room), Version(0), [action(room)], CommandId("same"), None)
    assert await store.log.read(RoomId("a"), Version(0)) == [Batch(Version(1), (action("a"),))]


async def test_there_must_be_a_room(store: Store) -> None:
    with pytest.raises(NoSuchRoom):
        await store.log.read(ROOM, Version(0))
    with pytest.raises(NoSuchRoom):
        await store.log.append(ROOM, Version(1), [action("x")], CommandId("c"), None)
    with pytest.raises(NoSuchRoom):
        await store.log.read(ROOM, Version(0))


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_an_append_after_another_version_changes_nothing(store: Store, expected: int) -> None:
    await open_room(store.log)
    await store.log.append(ROOM, Version(1), [action("a")], CommandId("a"), due_at=5.0)
    before = await store.log.read(ROOM, Version(0))
    finished = FinishedGame("a record", 9.0)
    with pytest.raises(Conflict):
        await store.log.append(ROOM, Version(expected), [action("b")], CommandId("b"), 1.0, finished)
    assert await store.log.read(ROOM, Version(0)) == before
    assert await store.log.due(4.0, 10) == []
    assert await store.finished_games(ROOM) == []
    assert await store.log.accepted(ROOM, CommandId("b")) is None


async def test_an_append_needs_an_event(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one"):
        await store.log.append(ROOM, Version(0), [], CommandId("c"), None)


@pytest.mark.parametrize("expected", [0, 1, 2, 7])
async def test_a_command_is_accepted_once_whatever_version_it_expects(store: Store, expected: int) -> None:
    await open_room(store.log)
    await store.log.append(ROOM, Version(1), [action("a"), action("b")], CommandId("c"), None)
    with pytest.raises(Duplicate) as caught:
        await store.other_log.append(ROOM, Version(expected), [action("a")], CommandId("c"), None)
    assert caught.value.version == 2
    assert len(await store.log.read(ROOM, Version(0))) == 2


async def test_accepted_commands_are_known_by_room(store: Store) -> None:
    assert await store.log.accepted(ROOM, CommandId("c")) is None
    await open_room(store.log)
    await store.log.append(ROOM, Version(1), [action("a")], CommandId("c"), None)
    assert await store.other_log.accepted(ROOM, CommandId("c")) == 2
    assert await store.log.accepted(ROOM, CommandId("other")) is None
    assert await store.log.accepted(RoomId("other"), CommandId("c")) is None


@pytest.mark.parametrize("many", [2, 1001])
async def test_how_far_rooms_have_come(store: Store, many: int) -> None:
    for room, length in (("a", 1), ("b", 3)):
        for version in range(length):
            command = CommandId(f"c{version}")
            await store.log.append(RoomId(room), Version(version), [action("x")], command, None)
    nowhere = [RoomId(f"nowhere {i}") for i in range(many)]
    asked = [RoomId("a"), *nowhere, RoomId("b")]
    assert await store.other_log.versions(asked) == {"a": 1, "b": 3}
    assert await store.log.versions([]) == {}


async def test_of_fifty_who_expect_one_version_one_wins(store: Store) -> None:
    assert await race([store.log, store.other_log]) == []


async def test_contending_writers_leave_one_history(store: Store) -> None:
    assert await contend([store.log, store.other_log]) == []


async def test_of_many_who_make_a_room_one_does(store: Store) -> None:
    logs = [store.log, store.other_log]
    results = await asyncio.gather(
        *(logs[i % 2].append(ROOM, Version(0), [opened()], CommandId(f"c{i}"), None) for i in range(20)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Conflict"] * 19 + ["int"]


async def test_a_command_sent_many_times_at_once_makes_one_version(store: Store) -> None:
    at = await open_room(store.log)
    logs = [store.log, store.other_log]
    results = await asyncio.gather(
        *(logs[i % 2].append(ROOM, at, [action("a")], CommandId("same"), None) for i in range(20)),
        return_exceptions=True,
    )
    versions = [result.version if isinstance(result, Duplicate) else result for result in results]
    assert versions == [at + 1] * 20
    assert sum(isinstance(result, Duplicate) for result in results) == 19
    assert len(await store.log.read(ROOM, at)) == 1


async def test_every_reader_sees_what_was_answered(store: Store) -> None:
    at = await open_room(store.log)
    for i in range(50):
        at = await store.log.append(ROOM, at, [action(f"{i}")], CommandId(f"{i}"), None)
        for log in (store.log, store.other_log):
            assert (await log.read(ROOM, Version(at - 1)))[-1].version == at


async def test_a_caller_who_gives_up_harms_nobody(store: Store) -> None:
    at = await open_room(store.log)
    impatient = asyncio.create_task(store.log.append(ROOM, at, [action("a")], CommandId("a"), None))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    try:
        await store.log.append(ROOM, at, [action("b")], CommandId("b"), None)
    except Conflict:
        # What he gave up was under way already; it is answered to nobody, but whole.
        await store.log.append(ROOM, Version(at + 1), [action("b")], CommandId("b"), None)
    stored = [batch.events for batch in await store.log.read(ROOM, at)]
    assert stored in ([(action("b"),)], [(action("a"),), (action("b"),)])


async def test_rooms_are_due_the_most_overdue_first(store: Store) -> None:
    for room, due_at in (("late", 30.0), ("soon", 10.0), ("never", None), ("next", 20.0)):
        await store.log.append(RoomId(room), Version(0), [opened()], CommandId("c"), due_at)
    assert await store.log.due(9.9, 10) == []
    assert await store.log.due(20.0, 10) == ["soon", "next"]
    assert await store.log.due(99.0, 10) == ["soon", "next", "late"]
    assert await store.log.due(99.0, 2) == ["soon", "next"]


async def test_every_append_says_anew_when_a_room_is_due(store: Store) -> None:
    at = await store.log.append(ROOM, Version(0), [opened()], CommandId("a"), 10.0)
    at = await store.log.append(ROOM, at, [action("b")], CommandId("b"), 20.0)
    assert await store.log.due(10.0, 10) == []
    assert await store.other_log.due(20.0, 10) == [ROOM]
    await store.log.append(ROOM, at, [action("c")], CommandId("c"), None)
    assert await store.log.due(99.0, 10) == []


async def test_a_finished_game_is_kept_with_the_version_that_ended_it(store: Store) -> None:
    at = await open_room(store.log)
    for i in range(2):
        finished = FinishedGame(f"record {i}", 100.5 + i)
        at = await store.log.append(ROOM, at, [action(f"{i}")], CommandId(f"{i}"), None, finished)
    assert await store.finished_games(ROOM) == [
        (2, FinishedGame("record 0", 100.5)),
        (3, FinishedGame("record 1", 101.5)),
    ]
