"""Opens the database that a URL names, ready for statements that both SQLite and PostgreSQL understand."""

from sqlalchemy import Engine, make_url
from sqlalchemy.exc import ArgumentError

from web.adapters.postgres import open_postgres, postgres_reading
from web.adapters.sqlite_file import open_sqlite, sqlite_reading
from web.adapters.trouble import CannotOpen


def open_engine(url: str) -> Engine:
    """Return an engine on the database at `url`: `sqlite:///durak.db`, or `postgresql://ann:pass@host/name`.

    A missing SQLite file is made, readable by its owner only, since the log holds the secrets of running
    deals. Raises CannotOpen. The schema is the business of `web.adapters.migrations`.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        # The text may hold a password, so it is not repeated.
        raise CannotOpen("The database's URL is not one, as sqlite:///durak.db would be.") from None
    match parsed.get_backend_name():
        case "sqlite":
            return open_sqlite(parsed)
        case "postgresql":
            return open_postgres(parsed)
        case other:
            raise CannotOpen(f"This program keeps its data in SQLite or PostgreSQL and cannot use {other}.")


def is_sqlite(engine: Engine) -> bool:
    """Tell whether the database is a file of this machine, which one process at a time serves."""
    return engine.dialect.name == "sqlite"


def reading(engine: Engine) -> Engine:
    """Return the same engine, for reading only: every statement sees what is committed when it begins."""
    return sqlite_reading(engine) if is_sqlite(engine) else postgres_reading(engine)
