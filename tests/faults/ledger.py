"""What a server has written down: its SQLite file, read in one transaction, as plain rows."""

import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from web.rooms.damage import Entry
from web.rooms.events import PlayerId
from web.rooms.ports import RoomId


@dataclass(frozen=True, slots=True)
class Ledger:
    """The whole file: `complaints` is what SQLite itself says of it, `players` are by their token's hash."""

    complaints: tuple[str, ...]
    versions: Mapping[RoomId, int]
    entries: Mapping[RoomId, tuple[Entry, ...]]
    players: Mapping[bytes, PlayerId]
    records: Mapping[tuple[RoomId, int], str]


def read_ledger(file: Path) -> Ledger:
    """Return what is in the file of a server that has ended."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("BEGIN")
        checks = [row[0] for row in database.execute("PRAGMA integrity_check")]
        orphans = database.execute("PRAGMA foreign_key_check").fetchall()
        complaints = [check for check in checks if check != "ok"]
        complaints += [f"a row of {row[0]} refers to one of {row[2]} that is not there" for row in orphans]
        rows = database.execute(
            "SELECT room_id, version, part, command_id, body FROM events ORDER BY room_id, version, part"
        )
        entries = [Entry(*row) for row in rows]
        return Ledger(
            complaints=tuple(complaints),
            versions=dict(database.execute("SELECT id, version FROM rooms")),
            entries={room: tuple(group) for room, group in groupby(entries, key=attrgetter("room"))},
            players=dict(database.execute("SELECT token_hash, id FROM players")),
            records={
                (room, version): record
                for room, version, record in database.execute("SELECT room_id, version, record FROM games")
            },
        )


def doer_of(command_id: str | None, players: Collection[PlayerId]) -> PlayerId | None:
    """Return whose command it is by its id, None if it is the server's own."""
    name = PlayerId((command_id or "").partition(":")[0])
    return name if name in players else None
