"""What a server has written down: its database, read in one transaction, as plain rows."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import psycopg

from web.rooms.damage import Entry
from web.rooms.events import PlayerId
from web.rooms.ports import RoomId


@dataclass(frozen=True, slots=True)
class Ledger:
    """The whole database: `complaints` is what SQLite itself says of its file, `players` are by their token's
    hash. `committed` tells when a version of a room could be seen, where the database knows; else it was at
    the time of its last event.
    """

    complaints: tuple[str, ...]
    versions: Mapping[RoomId, int]
    entries: Mapping[RoomId, tuple[Entry, ...]]
    players: Mapping[bytes, PlayerId]
    records: Mapping[tuple[RoomId, int], str]
    committed: Mapping[tuple[RoomId, int], float] = field(default_factory=dict)


def read_ledger(file: Path) -> Ledger:
    """Return what is in the file of a server that has ended."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("BEGIN")
        checks = [row[0] for row in database.execute("PRAGMA integrity_check")]
        orphans = database.execute("PRAGMA foreign_key_check").fetchall()
        complaints = [check for check in checks if check != "ok"]
        complaints += [f"a row of {row[0]} refers to one of {row[2]} that is not there" for row in orphans]
        return _ledger(database.execute, complaints, {})


def read_postgres_ledger(url: str) -> Ledger:
    """Return what is in a database of PostgreSQL, which notes when it commits (`track_commit_timestamp`)."""
    with psycopg.connect(url) as database:
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        committed = {
            (RoomId(room), int(version)): float(at)
            for room, version, at in database.execute(
                "SELECT room_id, version, extract(epoch FROM pg_xact_commit_timestamp(xmin))"
                " FROM events WHERE part = 0"
            )
        }
        return _ledger(database.execute, [], committed)


def _ledger(
    ask: Callable[[Any], Iterable[Any]],
    complaints: Iterable[str],
    committed: Mapping[tuple[RoomId, int], float],
) -> Ledger:
    rows = ask("SELECT room_id, version, part, command_id, body FROM events ORDER BY room_id, version, part")
    entries = [Entry(*row) for row in rows]
    records = ask("SELECT room_id, version, record FROM games")
    return Ledger(
        complaints=tuple(complaints),
        versions=dict(ask("SELECT id, version FROM rooms")),
        entries={room: tuple(group) for room, group in groupby(entries, key=attrgetter("room"))},
        players=dict(ask("SELECT token_hash, id FROM players")),
        records={(room, version): record for room, version, record in records},
        committed=committed,
    )


def doer_of(command_id: str | None, players: Collection[PlayerId]) -> PlayerId | None:
    """Return whose command it is by its id, None if it is the server's own."""
    name = PlayerId((command_id or "").partition(":")[0])
    return name if name in players else None
