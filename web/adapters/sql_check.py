"""Reads everything that is stored of rooms again, as it was at one moment, and says what cannot be true."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sqlalchemy import BindParameter, Connection, Engine, bindparam, func, inspect, literal, select
from sqlalchemy.exc import DatabaseError

from web.adapters.db import is_sqlite, snapshot
from web.adapters.migrations import refuse_unreadable
from web.adapters.tables import events, games, rooms
from web.rooms.damage import Damage, Entry, Stored, damages
from web.rooms.ports import FinishedGame, RoomId

_ROOM: BindParameter[str] = bindparam("room")
_LOG = (
    select(events.c.room_id, events.c.version, events.c.part, events.c.command_id, events.c.body)
    .where(events.c.room_id == _ROOM)
    .order_by(events.c.version, events.c.part)
)
_GAMES = select(games.c.version, games.c.record, games.c.ended_at).where(games.c.room_id == _ROOM)
_KEPT_SINCE = select(func.min(games.c.ended_at))


@dataclass(slots=True)
class Checked:
    """How much there was, and what was wrong with it."""

    rooms: int = 0
    events: int = 0
    games: int = 0
    damages: list[Damage] = field(default_factory=list)


def check(engine: Engine, progress: Callable[[int, int], None]) -> Checked:
    """Read all rooms, of this schema or an earlier one; `progress` is told how many of how many are read.

    Raises CannotOpen if there are no tables of this program, TooNew if they are a later one's, and
    DatabaseError where the database cannot be read at all.
    """
    checked = Checked()
    with snapshot(engine) as connection:
        refuse_unreadable(connection)
        if is_sqlite(engine):
            checked.damages += _file_damages(connection)
        kept_since = connection.scalar(_KEPT_SINCE)
        found = _rooms(connection)
        for number, (room, version, is_forgotten) in enumerate(found, start=1):
            stored = _stored(connection, room, version, is_forgotten, kept_since)
            checked.rooms += 1
            checked.events += len(stored.entries)
            checked.games += len(stored.games)
            checked.damages += damages(stored)
            progress(number, len(found))
    return checked


def _file_damages(connection: Connection) -> Iterator[Damage]:
    try:
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(10)"):
            if said != "ok":
                # What SQLite says names tables and pages, never a row's content.
                yield Damage("file", "", 0, said)
        for table, *_ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield Damage("file", "", 0, f"a row of {table} refers to one that is not there")
    except DatabaseError as error:
        yield Damage("file", "", 0, str(error.orig))


def _rooms(connection: Connection) -> list[tuple[RoomId, int, bool]]:
    # A copy from before an update is read as it is.
    columns = {column["name"] for column in inspect(connection).get_columns(rooms.name)}
    has_forgotten = rooms.c.forgotten_at.name in columns
    is_forgotten = rooms.c.forgotten_at.is_not(None) if has_forgotten else literal(False)
    found = connection.execute(select(rooms.c.id, rooms.c.version, is_forgotten).order_by(rooms.c.id))
    return [(RoomId(room), version, bool(forgotten)) for room, version, forgotten in found]


def _stored(
    connection: Connection, room: RoomId, version: int, is_forgotten: bool, kept_since: float | None
) -> Stored:
    entries = [Entry(*row) for row in connection.execute(_LOG, {"room": room})]
    finished = {
        row.version: FinishedGame(row.record, row.ended_at)
        for row in connection.execute(_GAMES, {"room": room})
    }
    return Stored(room, version, is_forgotten, entries, finished, kept_since)
