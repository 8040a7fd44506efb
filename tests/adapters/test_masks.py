"""The promises of EventLog about masks, for every implementation.

Bugs this is here to catch: a name, an id or a word that stays in the log; one of somebody else that goes; a
log that has gaps, another order or other versions; half a mask where the append was refused.
"""

from pathlib import Path

import pytest
from sqlalchemy import select

from tests.adapters.races import ROOM
from tests.adapters.sqlite import open_database
from tests.adapters.stores import Store
from web.adapters.database import Database
from web.adapters.sql_log import SqlEventLog
from web.adapters.tables import rooms, seatings
from web.rooms.events import (
    ActionTaken,
    ChairLeft,
    ChairTaken,
    Event,
    HostChanged,
    PlayerForgotten,
    PlayerId,
    RoomOpened,
    Said,
    parse_event,
)
from web.rooms.masks import UNSAID, Mask
from web.rooms.ports import Batch, CommandId, Conflict, EventLog, RoomId, Version

# An id may have what LIKE takes for more than itself, and be a part of another one.
ANN, LIKE_ANN, BOB = PlayerId("a_n%/"), PlayerId("aXn%/"), PlayerId("ba_n%/")
NOBODY = PlayerId("nobody")
MASK = Mask(ANN, NOBODY, "Guest")
GONE = PlayerForgotten(9.0)

HISTORY: tuple[tuple[str, tuple[Event, ...]], ...] = (
    ("open:1", (RoomOpened(1.0, ANN, "classic", 3, "careful", False), ChairTaken(1.0, 0, ANN, "Ann", 7))),
    (f"{BOB}:c1", (ChairTaken(2.0, 1, BOB, "Ann's friend", 3),)),
    (f"{ANN}:c1", (Said(3.0, ANN, "Ann", "text", 'I said "this"'), Said(3.0, ANN, "Ann", "phrase", "hello"))),
    (f"{BOB}:c2", (Said(4.0, BOB, "Bob", "text", f'"player":"{ANN}" is no name'),)),
    (f"{LIKE_ANN}:c1", (ChairTaken(5.0, 2, LIKE_ANN, "Other", 4),)),
    (f"{ANN}:c2", (ActionTaken(6.0, "0:A:7H"),)),
)
LEAVING: tuple[Event, ...] = (ChairLeft(9.0, 0, "Marina"), GONE, HostChanged(9.0, BOB))

AFTERWARDS: tuple[tuple[str, tuple[Event, ...]], ...] = (
    (
        "open:1",
        (RoomOpened(1.0, NOBODY, "classic", 3, "careful", False), ChairTaken(1.0, 0, NOBODY, "Guest", 0)),
    ),
    HISTORY[1],
    (
        f"{NOBODY}:c1",
        (Said(3.0, NOBODY, "Guest", "text", UNSAID), Said(3.0, NOBODY, "Guest", "phrase", "hello")),
    ),
    HISTORY[3],
    HISTORY[4],
    (f"{NOBODY}:c2", HISTORY[5][1]),
    ("forget:1", LEAVING),
)


async def write(log: EventLog, room: RoomId = ROOM) -> Version:
    at = Version(0)
    for command_id, events in HISTORY:
        at = await log.append(room, at, events, CommandId(command_id), None)
    return at


async def test_a_mask_takes_his_place_in_the_whole_log(store: Store) -> None:
    at = await write(store.log)
    assert await store.log.append(ROOM, at, LEAVING, CommandId("forget:1"), 5.0, mask=MASK) == at + 1
    batches = await store.other_log.read(ROOM, Version(0))
    assert batches == [Batch(Version(i), events) for i, (_, events) in enumerate(AFTERWARDS, start=1)]
    for i, (command_id, _) in enumerate(AFTERWARDS, start=1):
        assert await store.log.accepted(ROOM, CommandId(command_id)) == i
    assert await store.log.accepted(ROOM, CommandId(f"{ANN}:c1")) is None
    assert await store.log.due(5.0, 9) == [ROOM]


async def test_other_rooms_keep_him(store: Store) -> None:
    elsewhere = RoomId("elsewhere")
    before = [Batch(Version(i), events) for i, (_, events) in enumerate(HISTORY, start=1)]
    at = await write(store.log)
    await write(store.log, elsewhere)
    await store.log.append(ROOM, at, LEAVING, CommandId("forget:1"), None, mask=MASK)
    assert await store.log.read(elsewhere, Version(0)) == before


async def test_his_rooms_are_found_until_none_names_him(store: Store) -> None:
    for room in ("one", "two"):
        await write(store.log, RoomId(room))
    await store.log.append(RoomId("his"), Version(0), [HISTORY[1][1][0]], CommandId("c"), None)
    assert sorted(await store.other_log.rooms_of(ANN)) == ["one", "two"]
    assert sorted(await store.log.rooms_of(BOB)) == ["his", "one", "two"]
    assert await store.log.rooms_of(PlayerId("nn")) == []
    at = Version(len(HISTORY))
    await store.log.append(RoomId("one"), at, LEAVING, CommandId("forget:1"), None, mask=MASK)
    assert await store.other_log.rooms_of(ANN) == ["two"]


async def test_an_append_that_is_refused_masks_nothing(store: Store) -> None:
    at = await write(store.log)
    with pytest.raises(Conflict):
        await store.log.append(ROOM, Version(at - 1), LEAVING, CommandId("forget:1"), None, mask=MASK)
    assert await store.log.rooms_of(ANN) == [ROOM]
    assert (await store.log.read(ROOM, Version(0)))[2].events == HISTORY[2][1]


async def test_what_stands_beside_the_log_does_not_name_him_either(database: Database) -> None:
    log = SqlEventLog(database)
    at = await write(log)
    await log.append(ROOM, at, LEAVING, CommandId("forget:1"), None, mask=MASK)
    options = await database.read(lambda connection: connection.scalar(select(rooms.c.options)))
    sitting = await database.read(lambda connection: connection.scalars(select(seatings.c.player_id)).all())
    assert parse_event(options or "") == AFTERWARDS[0][1][0]
    assert sorted(sitting) == sorted([BOB, LIKE_ANN])


async def test_the_file_itself_forgets_what_he_said(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    log = SqlEventLog(database)
    at = await write(log)
    await log.append(ROOM, at, LEAVING, CommandId("forget:1"), None, mask=MASK)
    await database.aclose()
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"I said" not in held
    assert b"is no name" in held
