"""Tables that people sit at, and what the database holds of them."""

import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

from tests.transport.wire import Guest, Line, Site
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.retention import DAY_SECONDS, Retention
from web.rooms.kept import Kept
from web.rooms.ports import Clock
from web.settings import Settings
from web.transport.limits import Limits


def usual(settings: Settings, **changes: Any) -> Settings:
    """Return settings with the limits that people get."""
    limits = Limits()
    names = Limits.__dataclass_fields__
    return settings.model_copy(update={name: getattr(limits, name) for name in names} | changes)


def stored(settings: Settings, statement: str, *facts: object) -> list[tuple[Any, ...]]:
    """Do something in the server's database, past the server."""
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(statement, facts).fetchall()


async def forget_all(settings: Settings, clock: Clock) -> None:
    """Let a fortnight and a day have passed over every room."""
    stored(settings, "UPDATE rooms SET changed_at = changed_at - ?", 15 * DAY_SECONDS)
    database = Database(open_engine(settings.database_url))
    await Retention(database, clock, Kept()).round()
    await database.aclose()


async def table_of_two(
    site: Site, stack: AsyncExitStack, **options: Any
) -> tuple[str, Guest, Line, Guest, Line]:
    """Return a room with these options in which Anna and Boris play, with the one socket of each."""
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(**options)
    a = await stack.enter_async_context(anna.line(room))
    b = await stack.enter_async_context(boris.line(room))
    assert (await b.ask("sit", chair=None))["t"] == "ok"
    assert (await a.ask("start"))["t"] == "ok"
    for line in (a, b):
        await line.until_view(lambda view: view["game"])
    return room, anna, a, boris, b
