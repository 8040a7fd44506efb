"""The databases that the SQL adapters must be right on, each fresh, at the newest schema."""

import atexit
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.adapters.sqlite import url_in
from tests.servers.postgres import Postgres
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.migrations import migrate


@cache
def postgres() -> Postgres:
    """The one server of this process of tests, with a database `migrated` to copy."""
    server = Postgres()
    atexit.register(server.remove)
    server.start()
    server.do("CREATE DATABASE migrated TEMPLATE template0")
    engine = open_engine(server.url("migrated"))
    migrate(engine)
    engine.dispose()
    return server


def sqlite_url(folder: Path) -> str:
    engine = open_engine(url_in(folder))
    migrate(engine)
    engine.dispose()
    return url_in(folder)


def postgres_url(_folder: Path) -> str:
    server = postgres()
    return server.url(server.new_database("migrated"))


DATABASES: dict[str, Callable[[Path], str]] = {"postgres": postgres_url, "sqlite": sqlite_url}
"""By name, what makes one and returns its URL."""


def opened(url: str) -> Database:
    return Database(open_engine(url))
