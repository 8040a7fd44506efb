"""The log of every room in a SQL database.

An append is one transaction. Its first write moves `rooms.version` from the expected one; whoever does not
move it has lost the race and writes nothing. On a database with several writers this also takes the row's
lock, so that the inserts cannot meet. A command that was accepted before is found out by its unique key.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NoReturn

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from web.adapters import sql_masks, sql_options, sql_seatings
from web.adapters.database import MOST_AT_ONCE, Database
from web.adapters.db import is_sqlite
from web.adapters.tables import events as events_table
from web.adapters.tables import games, rooms, seatings
from web.rooms.events import Event, PlayerId, encode_event, parse_event
from web.rooms.masks import Mask
from web.rooms.ports import (
    Batch,
    CommandId,
    Conflict,
    Duplicate,
    FinishedGame,
    NoSuchRoom,
    RoomId,
    Version,
)
from web.rooms.short_codes import ROOM_LENGTH, new_code

_LIVES = rooms.c.forgotten_at.is_(None)
_ROOM_EXISTS = select(rooms.c.id).where(rooms.c.id == bindparam("room"), _LIVES)
_FORGOTTEN = select(rooms.c.version).where(rooms.c.id == bindparam("room"), rooms.c.forgotten_at.is_not(None))
_VERSION_OF_COMMAND = select(events_table.c.version).where(
    events_table.c.room_id == bindparam("room"), events_table.c.command_id == bindparam("command")
)
_INSERT = insert(events_table)
_MOVE_VERSION = (
    update(rooms)
    .where(rooms.c.id == bindparam("room"), rooms.c.version == bindparam("expected"), _LIVES)
    .values(
        version=bindparam("next"),
        due_at=bindparam("due"),
        changed_at=bindparam("at"),
        listing=bindparam("shown"),
    )
)
_WAKE = (
    update(rooms)
    .where(rooms.c.id == bindparam("room"), rooms.c.forgotten_at.is_not(None))
    .values(
        version=bindparam("next"),
        due_at=bindparam("due"),
        created_at=bindparam("at"),
        changed_at=bindparam("at"),
        listing=bindparam("shown"),
        code=bindparam("new_code"),
        forgotten_at=None,
    )
)
_BODIES_AFTER = (
    select(events_table.c.version, events_table.c.body)
    .where(events_table.c.room_id == bindparam("room"), events_table.c.version > bindparam("after"))
    .order_by(events_table.c.version, events_table.c.part)
)
_VERSIONS = select(rooms.c.id, rooms.c.version).where(
    rooms.c.id.in_(bindparam("rooms", expanding=True)), _LIVES
)
_DUE = (
    select(rooms.c.id)
    .where(rooms.c.due_at <= bindparam("now"))
    .order_by(rooms.c.due_at, rooms.c.id)
    .limit(bindparam("most"))
)
_UNFINISHED = (
    select(rooms.c.id)
    .join(seatings, seatings.c.room_id == rooms.c.id)
    .where(seatings.c.player_id == bindparam("player"), rooms.c.playing_since.is_not(None))
    .order_by(rooms.c.playing_since.desc(), rooms.c.id)
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Append:
    """The arguments of `EventLog.append`, on their way to the thread that writes."""

    room_id: RoomId
    expected: Version
    events: tuple[Event, ...]
    command_id: CommandId
    due_at: float | None
    finished: FinishedGame | None
    listing: str | None = None
    mask: Mask | None = None


class SqlEventLog:
    """An EventLog in SQL; the promises are those of the port."""

    def __init__(self, database: Database) -> None:
        """Use a database that the caller opened, and closes."""
        self._database = database

    async def read(self, room_id: RoomId, after: Version) -> list[Batch]:
        """Return the batches above `after`. Raises NoSuchRoom."""
        return await self._database.read(partial(_read, room_id=room_id, after=after))

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
        """Append one command's events; at least one. Raises Duplicate, Conflict and NoSuchRoom."""
        if not events:
            raise ValueError("a version is made of at least one event")
        shown = None if listing is None else json.dumps(listing, separators=(",", ":"))
        append = Append(room_id, expected, tuple(events), command_id, due_at, finished, shown, mask)
        try:
            return await self._database.write(partial(self._append, append=append))
        except IntegrityError:
            # Nothing else of an append can be there already.
            version = await self.accepted(room_id, command_id)
            if version is None:
                raise
            raise Duplicate(version) from None

    async def accepted(self, room_id: RoomId, command_id: CommandId) -> Version | None:
        """Return the version that this command made, or None."""
        return await self._database.read(partial(_accepted, room_id=room_id, command_id=command_id))

    async def versions(self, rooms: Collection[RoomId]) -> Mapping[RoomId, Version]:
        """Return how far each of these rooms has come; one that does not exist is left out."""
        asked = list(rooms)
        found: dict[RoomId, Version] = {}
        for start in range(0, len(asked), MOST_AT_ONCE):
            some = asked[start : start + MOST_AT_ONCE]
            found |= await self._database.read(partial(_versions, some=some))
        return found

    async def due(self, now: float, limit: int) -> list[RoomId]:
        """Return rooms that are due, the most overdue first."""
        return await self._database.read(partial(_due, now=now, limit=limit))

    async def rooms_of(self, player: PlayerId) -> list[RoomId]:
        """Return every room whose log names this player."""
        return await self._database.read(partial(sql_masks.rooms_of, player=player))

    async def unfinished_room_of(self, player: PlayerId) -> RoomId | None:
        """Return the room with the newest running game that has this player in a chair."""
        return await self._database.read(partial(_unfinished, player=player))

    def _append(self, connection: Connection, append: Append) -> Version:
        if not is_sqlite(connection.engine):
            # PostgreSQL would write the row that is there already, with the room's id, into its own log.
            _refuse_duplicate(connection, append)
        take = _move_version if append.expected else _make_room
        version = take(connection, append)
        if version is None:
            _refuse_lost_race(connection, append)
        connection.execute(_INSERT, _rows(append, version))
        if append.finished is not None:
            connection.execute(insert(games), _game_row(append, append.finished, version))
        sql_seatings.follow(connection, append.room_id, append.events, append.finished is not None)
        sql_options.follow(connection, append.room_id, append.events)
        if append.mask is not None:
            sql_masks.put_on(connection, append.room_id, append.mask)
        return version


def _accepted(connection: Connection, room_id: RoomId, command_id: CommandId) -> Version | None:
    version = connection.scalar(_VERSION_OF_COMMAND, {"room": room_id, "command": command_id})
    return None if version is None else Version(version)


def _refuse_duplicate(connection: Connection, append: Append) -> None:
    accepted = _accepted(connection, append.room_id, append.command_id)
    if accepted is not None:
        raise Duplicate(accepted)


def _move_version(connection: Connection, append: Append) -> Version | None:
    """Take the room from the expected version to the next and return that, None if somebody else has."""
    version = Version(append.expected + 1)
    facts = _facts(append, version) | {"expected": append.expected}
    return version if connection.execute(_MOVE_VERSION, facts).rowcount == 1 else None


def _make_room(connection: Connection, append: Append) -> Version | None:
    """Make the room, or one that was forgotten anew, and return its version, None if there is one."""
    last = connection.scalar(_FORGOTTEN, {"room": append.room_id})
    if last is not None:
        version = Version(last + 1)
        facts = _facts(append, version) | {"new_code": new_code(ROOM_LENGTH)}
        return version if connection.execute(_WAKE, facts).rowcount == 1 else None
    row = {
        "id": append.room_id,
        "version": 1,
        "due_at": append.due_at,
        "created_at": append.events[0].at,
        "changed_at": append.events[-1].at,
        "code": new_code(ROOM_LENGTH),
        "listing": append.listing,
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(rooms), row)
    except IntegrityError:
        return None
    return Version(1)


def _facts(append: Append, version: Version) -> dict[str, object]:
    return {
        "room": append.room_id,
        "next": version,
        "due": append.due_at,
        "at": append.events[-1].at,
        "shown": append.listing,
    }


def _refuse_lost_race(connection: Connection, append: Append) -> NoReturn:
    # The race may have been lost to this very command, sent twice.
    _refuse_duplicate(connection, append)
    if append.expected and connection.scalar(_ROOM_EXISTS, {"room": append.room_id}) is None:
        raise NoSuchRoom(append.room_id)
    raise Conflict(f"not at version {append.expected}")


def _rows(append: Append, version: Version) -> list[dict[str, object]]:
    return [
        {
            "room_id": append.room_id,
            "version": version,
            "part": part,
            "command_id": append.command_id if part == 0 else None,
            "body": encode_event(event),
        }
        for part, event in enumerate(append.events)
    ]


def _game_row(append: Append, finished: FinishedGame, version: Version) -> dict[str, object]:
    return {
        "room_id": append.room_id,
        "version": version,
        "record": finished.record,
        "ended_at": finished.ended_at,
    }


def _read(connection: Connection, room_id: RoomId, after: Version) -> list[Batch]:
    rows = connection.execute(_BODIES_AFTER, {"room": room_id, "after": after}).all()
    # A room has a version from its making on, so whoever has events exists.
    if not rows and connection.scalar(_ROOM_EXISTS, {"room": room_id}) is None:
        raise NoSuchRoom(room_id)
    return [
        Batch(Version(version), tuple(parse_event(row.body) for row in parts))
        for version, parts in groupby(rows, key=lambda row: row.version)
    ]


def _versions(connection: Connection, some: list[RoomId]) -> dict[RoomId, Version]:
    rows = connection.execute(_VERSIONS, {"rooms": some})
    return {RoomId(row.id): Version(row.version) for row in rows}


def _due(connection: Connection, now: float, limit: int) -> list[RoomId]:
    return [RoomId(room) for room in connection.scalars(_DUE, {"now": now, "most": limit})]


def _unfinished(connection: Connection, player: PlayerId) -> RoomId | None:
    room = connection.scalar(_UNFINISHED, {"player": player})
    return None if room is None else RoomId(room)
