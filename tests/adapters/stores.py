"""The implementations of EventLog and Players, each as two workers of one server would see it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from tests.adapters.databases import opened, postgres_url, sqlite_url
from web.adapters.memory import MemoryEventLog, MemoryPlayers
from web.adapters.sql_log import SqlEventLog
from web.adapters.sql_players import SqlPlayers
from web.adapters.tables import games
from web.rooms.ports import EventLog, FinishedGame, Players, RoomId, Version


@dataclass(frozen=True, slots=True)
class Store:
    """One place of truth with two ways in, and what no port tells: the finished games of a room."""

    log: EventLog
    other_log: EventLog
    players: Players
    other_players: Players
    finished_games: Callable[[RoomId], Awaitable[list[tuple[Version, FinishedGame]]]]


@asynccontextmanager
async def memory_store(_folder: Path) -> AsyncIterator[Store]:
    log, players = MemoryEventLog(), MemoryPlayers()

    async def finished_games(room: RoomId) -> list[tuple[Version, FinishedGame]]:
        return [(version, game) for of_room, version, game in log.finished_games if of_room == room]

    yield Store(log, log, players, players, finished_games)


@asynccontextmanager
async def sql_store(url: str) -> AsyncIterator[Store]:
    one, other = opened(url), opened(url)

    async def finished_games(room: RoomId) -> list[tuple[Version, FinishedGame]]:
        of_room = select(games).where(games.c.room_id == room).order_by(games.c.version)
        rows = await one.read(lambda connection: connection.execute(of_room).all())
        return [(Version(row.version), FinishedGame(row.record, row.ended_at)) for row in rows]

    try:
        yield Store(SqlEventLog(one), SqlEventLog(other), SqlPlayers(one), SqlPlayers(other), finished_games)
    finally:
        await one.aclose()
        await other.aclose()


STORES: dict[str, Callable[[Path], AbstractAsyncContextManager[Store]]] = {
    "memory": memory_store,
    "postgres": lambda folder: sql_store(postgres_url(folder)),
    "sqlite": lambda folder: sql_store(sqlite_url(folder)),
}
