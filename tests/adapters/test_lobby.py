"""The promises of Lobby: short codes, listed rooms, what is left of a forgotten one.

Bugs this is here to catch: a code that leads nowhere, to two rooms, or to a room that is gone; a listing that
stays behind its room; a room that comes back with a piece of its former life.
"""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from tests.adapters.races import ROOM, action, opened
from tests.fake_clock import FakeClock
from web.adapters.database import Database
from web.adapters.retention import DAY_SECONDS, Retention
from web.adapters.sql_lobby import SqlLobby
from web.adapters.sql_log import SqlEventLog
from web.adapters.tables import rooms
from web.rooms.events import ChairTaken, OptionsChanged, PlayerId, RoomOpened
from web.rooms.evolve import fold
from web.rooms.kept import Kept
from web.rooms.lobby import Forgotten, Listed
from web.rooms.ports import CommandId, Conflict, FinishedGame, NoSuchRoom, RoomId, Version
from web.rooms.room import Room
from web.rooms.short_codes import ALPHABET

SHOWN = {"rules": "classic", "free": 1}


class World:
    """A log, a lobby, and what forgets, on one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.log, self.lobby = SqlEventLog(database), SqlLobby(database)
        self.clock = FakeClock(1.0)
        self.retention = Retention(database, self.clock, Kept())

    async def room(self, name: str, listing: dict[str, Any] | None = None, at: float = 1.0) -> RoomId:
        room, command = RoomId(name), CommandId("open")
        await self.log.append(room, Version(0), [opened(at)], command, 5.0, listing=listing)
        return room

    async def forget_all(self) -> None:
        await self.clock.advance(15 * DAY_SECONDS)
        await self.retention.round()


@pytest.fixture
def world(database: Database) -> World:
    return World(database)


async def test_every_room_has_a_short_code_of_its_own(world: World) -> None:
    made = [await world.room(f"room {i}") for i in range(30)]
    codes = [await world.lobby.code_of(room) for room in made]
    assert all(code is not None and len(code) == 8 and set(code) <= set(ALPHABET) for code in codes)
    assert len(set(codes)) == len(codes)
    assert [await world.lobby.room_with(code or "") for code in codes] == made
    assert await world.lobby.code_of(RoomId("nowhere")) is None
    assert await world.lobby.room_with("ABCDEFGH") is None


async def test_a_room_from_before_there_were_codes_gets_one_and_keeps_it(world: World) -> None:
    room = await world.room("old")
    await world.database.write(lambda connection: connection.execute(update(rooms).values(code=None)))
    codes = await asyncio.gather(*(world.lobby.code_of(room) for _ in range(5)))
    assert len(set(codes)) == 1
    assert codes[0] is not None
    assert await world.lobby.room_with(codes[0]) == room


async def test_the_lobby_shows_what_the_last_append_said(world: World) -> None:
    await world.room("private")
    first, second = await world.room("first", SHOWN, 1.0), await world.room("second", {"free": 0}, 2.0)
    await world.lobby.set_language(first, "de")
    assert await world.lobby.listed(9) == [Listed(second, {"free": 0}, None), Listed(first, SHOWN, "de")]
    assert await world.lobby.listed(1) == [Listed(second, {"free": 0}, None)]
    await world.log.append(second, Version(1), [action("a")], CommandId("a"), None)
    assert [room.room_id for room in await world.lobby.listed(9)] == [first]
    with pytest.raises(Conflict):
        await world.log.append(second, Version(1), [action("b")], CommandId("b"), None, listing=SHOWN)
    assert [room.room_id for room in await world.lobby.listed(9)] == [first]
    assert await world.lobby.language_of(first) == "de"
    assert await world.lobby.language_of(second) is None


async def test_a_forgotten_room_is_a_dead_link_that_says_what_it_was(world: World) -> None:
    room = await world.room("room", SHOWN)
    changed = OptionsChanged(2.0, "transfer", 4, "careful")
    await world.log.append(room, Version(1), [changed, action("a")], CommandId("a"), 5.0, listing=SHOWN)
    code = await world.lobby.code_of(room)
    assert code is not None
    assert await world.lobby.forgotten(room) is None
    await world.forget_all()
    assert await world.lobby.forgotten(room) == Forgotten(world.clock.now(), changed)
    assert await world.lobby.room_with(code) is None
    assert await world.lobby.code_of(room) is None
    assert await world.lobby.listed(9) == []
    assert await world.lobby.count() == 0
    assert await world.log.due(1e12, 9) == []
    assert await world.log.versions([room]) == {}
    with pytest.raises(NoSuchRoom):
        await world.log.read(room, Version(0))
    with pytest.raises(NoSuchRoom):
        await world.log.append(room, Version(2), [action("b")], CommandId("b"), None)
    assert await world.lobby.forgotten(RoomId("nowhere")) is None


async def test_what_was_forgotten_was_the_rooms_own_options(world: World) -> None:
    room = await world.room("room")
    await world.forget_all()
    nobodys = replace(opened(1.0), host=PlayerId(""))
    assert (await world.lobby.forgotten(room)) == Forgotten(world.clock.now(), nobodys)


async def test_a_forgotten_room_can_be_made_again_and_knows_nothing_of_before(world: World) -> None:
    room = await world.room("room", SHOWN)
    version = Version(1)
    for number in range(3):
        finished = FinishedGame(f"record {number}", 1.0)
        command = CommandId(f"c{number}")
        version = await world.log.append(room, version, [action("a")], command, None, finished)
    sat = ChairTaken(2.0, 0, PlayerId("ann"), "Ann")
    version = await world.log.append(room, version, [sat], CommandId("sat"), None)
    old_code = await world.lobby.code_of(room)
    await world.forget_all()

    again = RoomOpened(world.clock.now(), PlayerId("bob"), "blitz", 2, "careful", False)
    born = await world.log.append(room, Version(0), [again], CommandId("open"), 7.0, listing=SHOWN)
    assert born == version + 1
    (batch,) = await world.log.read(room, Version(0))
    assert (batch.version, batch.events) == (born, (again,))
    assert await world.lobby.forgotten(room) is None
    assert (await world.lobby.code_of(room)) not in (None, old_code)
    assert await world.lobby.count() == 1
    # A version that ended a game before has its record still: the new life's games must not meet them.
    for number in range(6):
        finished = FinishedGame(f"new {number}", world.clock.now())
        command = CommandId(f"c{number}")
        born = await world.log.append(room, born, [action("b")], command, None, finished)
    await world.forget_all()
    nobodys = replace(again, host=PlayerId(""))
    assert (await world.lobby.forgotten(room)) == Forgotten(world.clock.now(), nobodys)


async def test_of_many_who_make_a_forgotten_room_again_one_does(world: World) -> None:
    room = await world.room("room")
    await world.forget_all()
    results = await asyncio.gather(
        *(world.log.append(room, Version(0), [opened()], CommandId(f"c{i}"), None) for i in range(10)),
        return_exceptions=True,
    )
    assert [type(result) for result in results].count(Conflict) == 9
    assert len(await world.log.read(room, Version(0))) == 1


async def test_whoever_remembers_a_forgotten_room_reads_no_mixture(world: World) -> None:
    sat = [ChairTaken(2.0, chair, PlayerId(name), name) for chair, name in enumerate(("ann", "bob"))]
    await world.log.append(ROOM, Version(0), [opened(), *sat], CommandId("a"), None)
    remembered = fold(Room(), await world.log.read(ROOM, Version(0)))
    assert len(remembered.people) == 2
    await world.forget_all()
    await world.log.append(ROOM, Version(0), [opened(9.0)], CommandId("b"), None)
    await world.log.append(ROOM, Version(2), [sat[0]], CommandId("c"), None)
    anew = fold(Room(), await world.log.read(ROOM, Version(0)))
    assert fold(remembered, await world.log.read(ROOM, remembered.version)) == anew
    assert anew.people == ("ann",)
