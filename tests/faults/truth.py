"""A game of two people that really was played: its SQLite file, and what their browsers saw and asked for."""

import asyncio
import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from tests.adapters.sqlite import open_database
from tests.faults.checker import violations
from tests.faults.ledger import Ledger, read_ledger
from tests.faults.violation import count_by_kind
from tests.faults.witness import Asked, Heard, Stretch, Witness
from tests.rooms.scene import next_play, next_seat
from web.adapters.database import Database
from web.adapters.sql_log import SqlEventLog
from web.adapters.sql_players import SqlPlayers
from web.rooms.commands import Command, Leave, OpenRoom, Play, Sit, Start
from web.rooms.damage import Entry
from web.rooms.decide import decide
from web.rooms.evolve import fold
from web.rooms.game import record_of
from web.rooms.ports import Batch, CommandId, FinishedGame, Player, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view
from web.transport.messages import view_out

ROOM = RoomId("a-room-of-two")
COOKIES = ("annas cookie", "boriss cookie")
BEGAN = 1_000_000.0


@dataclass(slots=True)
class Truth:
    """What is there, and what was seen."""

    ledger: Ledger
    witnesses: list[Witness]

    def version_of(self, asked: Asked) -> int:
        """Return at which version this command is in the log."""
        entries = self.ledger.entries[ROOM]
        return next(entry.version for entry in entries if (entry.command_id or "").endswith(f":{asked.id}"))


class _Table:
    """The room while it is played in: every command a second after the one before."""

    def __init__(self, log: SqlEventLog, players: list[Player]) -> None:
        self.room = Room()
        self._log, self._players, self._now = log, players, BEGAN
        self.witnesses = [
            Witness(ROOM, cookie, {}, [Stretch(BEGAN + 0.5)]) for cookie in (*COOKIES[: len(players)], None)
        ]

    async def do(self, command: Command) -> None:
        before, self._now = self.room, self._now + 1
        events = decide(before, command, self._now)
        self.room = fold(before, [Batch(Version(before.version + 1), events)])
        number, player = len(self.witnesses[0].asked) + before.version, getattr(command, "player", None)
        command_id = "open" if isinstance(command, OpenRoom) else f"{player}:c{number}"
        finished = None
        if self.room.phase == "over" and before.phase == "playing" and self.room.game is not None:
            finished = FinishedGame(record_of(self.room.game), self._now)
        await self._log.append(ROOM, before.version, events, CommandId(command_id), None, finished)
        for witness, viewer in zip(self.witnesses, (*self._players, None), strict=True):
            if viewer is not None and viewer.id == player and not isinstance(command, OpenRoom):
                action = command.action if isinstance(command, Play) else None
                kind = type(command).__name__.lower()
                witness.asked[f"c{number}"] = Asked(f"c{number}", kind, action, sends=1, oks=1)
            self._show(witness, viewer)

    def _show(self, witness: Witness, viewer: Player | None) -> None:
        name, views = viewer.name if viewer else None, witness.stretches[0].views
        due = self.room.views_due(viewer.id if viewer else None)
        view = room_view(ROOM, self.room, viewer.id if viewer else None, name, self._now)
        views.append(Heard(self._now + 0.1, view_out(due, None, view, [])))

    def end(self) -> list[Witness]:
        for witness in self.witnesses:
            witness.stretches[0].spoil(self._now + 60)
        return self.witnesses


async def play_into(database: Database) -> list[Witness]:
    """Play it in this database, which is closed at the end, and return the witnesses."""
    people, log = SqlPlayers(database), SqlEventLog(database)
    players = [
        await people.create(hashlib.sha256(cookie.encode()).digest(), name, BEGAN)
        for cookie, name in zip(COOKIES, ("Anna", "Boris"), strict=True)
    ]
    anna, boris = players
    table = _Table(log, players)
    await table.do(OpenRoom(anna.id, "Anna", "transfer", 2, "careful", None))
    await table.do(Sit(boris.id, "Boris", None))
    await table.do(Start(anna.id, bytes(range(32))))
    while table.room.phase == "playing":
        await table.do(next_play(table.room, next_seat(table.room)))
    await table.do(Leave(boris.id))
    await database.aclose()
    return table.end()


def play_a_game(folder: Path) -> tuple[Path, list[Witness]]:
    """Play it, and return the file and the witnesses."""
    witnesses = asyncio.run(play_into(open_database(folder)))
    return folder / "durak.db", witnesses


def the_truth(folder: Path) -> Truth:
    """Play it, and return all there is to know."""
    file, witnesses = play_a_game(folder)
    return Truth(read_ledger(file), witnesses)


def found(truth: Truth) -> dict[str, int]:
    """Return what the checker finds, by kind."""
    return count_by_kind(violations(truth.ledger, truth.witnesses))


def entries(truth: Truth) -> list[Entry]:
    """Return the rows of the log."""
    return list(truth.ledger.entries[ROOM])


def put(truth: Truth, rows: list[Entry], newest: int | None = None) -> None:
    """Let the log have these rows."""
    versions = {ROOM: rows[-1].version if newest is None else newest}
    truth.ledger = replace(truth.ledger, entries={ROOM: tuple(rows)}, versions=versions)
