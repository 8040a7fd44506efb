"""The control of the races: logs without the version test must fail the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from tests.adapters.races import contend, race
from web.adapters.database import Database
from web.adapters.memory import MemoryEventLog
from web.adapters.sql_log import Append, SqlEventLog
from web.adapters.tables import rooms
from web.rooms.events import Event
from web.rooms.masks import Mask
from web.rooms.ports import CommandId, FinishedGame, NoSuchRoom, RoomId, Version


class CarelessMemory(MemoryEventLog):
    """Appends after whatever there is."""

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
        try:
            expected = (await self.read(room_id, Version(0)))[-1].version
        except NoSuchRoom:
            expected = Version(0)
        return await super().append(room_id, expected, events, command_id, due_at, finished, listing, mask)


class CarelessSql(SqlEventLog):
    """Appends after whatever there is."""

    def _append(self, connection: Connection, append: Append) -> Version:
        version = connection.scalar(select(rooms.c.version).where(rooms.c.id == append.room_id))
        return super()._append(connection, replace(append, expected=Version(version or 0)))


async def test_a_careless_log_in_memory_is_caught() -> None:
    assert "50 winners" in await race([CarelessMemory()])


async def test_a_careless_log_in_sql_is_caught(database: Database) -> None:
    assert any(found.endswith(" winners") for found in await race([CarelessSql(database)]))


class ForgetfulMemory(MemoryEventLog):
    """Answers, and loses every seventh append."""

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
        if expected % 7 == 6 and not command_id.endswith("again"):
            return Version(expected + 1)
        return await super().append(room_id, expected, events, command_id, due_at, finished, listing, mask)


async def test_a_forgetful_log_is_caught() -> None:
    assert "the log is not what was acknowledged" in await contend([ForgetfulMemory()])
