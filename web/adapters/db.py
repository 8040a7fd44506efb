"""Opens the database that a URL names, ready for statements that both SQLite and PostgreSQL understand."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError

from web.adapters.postgres import open_postgres, postgres_reading, postgres_snapshot
from web.adapters.sqlite_file import open_sqlite, sqlite_path, sqlite_reading, sqlite_snapshot
from web.adapters.trouble import CannotOpen


def open_engine(url: str, *, make: bool = True) -> Engine:
    """Return an engine on the database at `url`: `sqlite:///durak.db`, or `postgresql://ann:pass@host/name`.

    A missing SQLite file is made, readable by its owner only, since the log holds the secrets of running
    deals; without `make` it cannot be opened. Raises CannotOpen. The schema is the business of
    `web.adapters.migrations`.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        # The text may hold a password, so it is not repeated.
        raise CannotOpen("The database's URL is not one, as sqlite:///durak.db would be.") from None
    match parsed.get_backend_name():
        case "sqlite":
            return open_sqlite(parsed, make=make)
        case "postgresql":
            return open_postgres(parsed)
        case other:
            raise CannotOpen(f"This program keeps its data in SQLite or PostgreSQL and cannot use {other}.")


def missing_file(url: str) -> Path | None:
    """Return the SQLite file that `open_engine` would make, None if it would make none."""
    try:
        parsed = make_url(url)
        path = sqlite_path(parsed) if parsed.get_backend_name() == "sqlite" else None
    except (ArgumentError, ValueError, CannotOpen):
        return None
    return None if path is None or path.exists() else path


def is_sqlite(engine: Engine) -> bool:
    """Tell whether the database is a file of this machine, which one process at a time serves."""
    return engine.dialect.name == "sqlite"


def reading(engine: Engine) -> Engine:
    """Return the same engine, for reading only: every statement sees what is committed when it begins."""
    return sqlite_reading(engine) if is_sqlite(engine) else postgres_reading(engine)


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees the database as it is now, whatever is written, and writes nothing."""
    with sqlite_snapshot(engine) if is_sqlite(engine) else postgres_snapshot(engine) as connection:
        yield connection
