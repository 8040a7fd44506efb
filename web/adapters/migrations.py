"""Brings a database to the schema of this program. The steps are the files of `alembic/versions`."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, select
from sqlalchemy.exc import DatabaseError

from alembic import command
from web.adapters.db import is_sqlite, reading
from web.adapters.sqlite_file import is_busy
from web.adapters.tables import compatibility
from web.adapters.trouble import CannotOpen, TooNew

TOO_NEW = "The database was changed by a later release of this program."
FOREIGN = "The database belongs to another program."

_MIGRATION_LOCK = 0x4455_5241_4B
"""Any number that nothing else in the database locks."""

Schema = Literal["current", "older", "grown", "newer", "empty", "foreign"]
"""This program's; an earlier one's; a later one's, that this one can work with or not; none; foreign."""


def migrate(engine: Engine) -> None:
    """Take the database to the newest schema, in one transaction; several processes may do so at once.

    What a later program has added stays, if this one can work beside it. Raises TooNew if it cannot,
    CannotOpen if the tables are not this program's, another process does not let go of the file, or the
    database refuses (a full disk, say).
    """
    config = _config()
    try:
        with migrating(engine) as connection:
            if _is_later(connection):
                if not suits(connection):
                    raise TooNew(TOO_NEW)
                return
            _refuse_foreign_schema(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DatabaseError as error:
        if is_sqlite(engine) and is_busy(error):
            raise CannotOpen("The database is locked by another program.") from error
        # What follows the first line may be a row.
        why = str(error.orig).partition("\n")[0]
        raise CannotOpen(f"The database cannot be brought up to date: {why}.") from error


def is_current(engine: Engine) -> bool:
    """Tell whether the database has exactly the schema of this program."""
    with reading(engine).connect() as connection:
        return _found(connection) == {_head()}


def suits(connection: Connection) -> bool:
    """Tell whether this program can work with the database that somebody is connected to.

    So it is if the schema is this program's, or has grown since without losing what this program needs.
    """
    if not _is_later(connection):
        return _found(connection) == {_head()}
    oldest = connection.scalar(select(compatibility.c.oldest))
    # Revisions are numbers of four digits.
    return oldest is not None and oldest <= _head()


def schema_of(connection: Connection) -> Schema:
    """Tell what there is in the database that somebody is connected to."""
    found = _found(connection)
    if not found:
        return "foreign" if _is_foreign(connection) else "empty"
    if found == {_head()}:
        return "current"
    if not _is_later(connection):
        return "older"
    return "grown" if suits(connection) else "newer"


def refuse_unreadable(connection: Connection) -> None:
    """Do nothing where there are tables that this program can read. Raises CannotOpen, and TooNew."""
    match schema_of(connection):
        case "newer":
            raise TooNew(TOO_NEW)
        case "foreign":
            raise CannotOpen(FOREIGN)
        case "empty":
            raise CannotOpen("The database is empty: `durak migrate` or the first start makes its tables.")
        case _:
            pass


def is_known(revision: str) -> bool:
    """Tell whether a schema is this program's, or one that it can bring up to date."""
    return revision in _known()


def _is_later(connection: Connection) -> bool:
    return any(revision not in _known() for revision in _found(connection))


def _found(connection: Connection) -> set[str]:
    return set(MigrationContext.configure(connection).get_current_heads())


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


@cache
def _known() -> frozenset[str]:
    return frozenset(script.revision for script in _scripts().walk_revisions())


@cache
def _head() -> str:
    head = _scripts().get_current_head()
    assert head is not None, "the program comes with its migrations"
    return head


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """Give a connection inside the one transaction of a migration, which commits at the end.

    SQLite changes a table by copying it and dropping the old one, which with foreign keys on would take
    the rows that refer to it along. They can only be switched before the transaction begins. PostgreSQL lets
    several begin at once, so there they queue up.
    """
    sqlite = is_sqlite(engine)
    with engine.connect() as connection:
        if sqlite:
            _set_foreign_keys(connection, on=False)
        try:
            with connection.begin():
                if not sqlite:
                    _wait_for_others(connection)
                yield connection
                if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise CannotOpen("The migration was undone: rows would refer to rows that are gone.")
        finally:
            if sqlite:
                _set_foreign_keys(connection, on=True)


def _wait_for_others(connection: Connection) -> None:
    # Its end takes as long as theirs, which is no fault; and a table may be large.
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")


def _set_foreign_keys(connection: Connection, *, on: bool) -> None:
    # Past SQLAlchemy, which would begin a transaction.
    cursor = connection.connection.cursor()
    cursor.execute(f"PRAGMA foreign_keys = {'ON' if on else 'OFF'}")
    cursor.close()


def _config() -> Config:
    config = Config()
    # A percent sign begins an interpolation.
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    return config


def _folder() -> Path:
    web = Path(__file__).resolve().parents[1]
    packed = web / "migrations"
    return packed if packed.is_dir() else web.parent / "alembic"


def _refuse_foreign_schema(connection: Connection) -> None:
    if _is_foreign(connection):
        raise CannotOpen(FOREIGN)


def _is_foreign(connection: Connection) -> bool:
    tables = inspect(connection).get_table_names()
    return bool(tables) and "alembic_version" not in tables
