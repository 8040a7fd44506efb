"""Brings a database to the schema of this program. The steps are the files of `alembic/versions`."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DatabaseError

from alembic import command
from web.adapters.db import is_sqlite, reading
from web.adapters.sqlite_file import is_busy
from web.adapters.trouble import CannotOpen, TooNew

_MIGRATION_LOCK = 0x4455_5241_4B
"""Any number that nothing else in the database locks."""


def migrate(engine: Engine) -> None:
    """Take the database to the newest schema, in one transaction; several processes may do so at once.

    Raises TooNew if a later program has been here, CannotOpen if the tables are not this program's, another
    process does not let go of the file, or the database refuses (a full disk, say).
    """
    config = _config()
    try:
        with migrating(engine) as connection:
            _refuse_foreign_schema(connection, ScriptDirectory.from_config(config))
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
        return has_schema(connection)


def has_schema(connection: Connection) -> bool:
    """Tell whether the database that somebody is connected to has it."""
    return set(MigrationContext.configure(connection).get_current_heads()) == _heads()


@cache
def _heads() -> frozenset[str]:
    return frozenset(ScriptDirectory.from_config(_config()).get_heads())


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
    config.set_main_option("script_location", str(_scripts()).replace("%", "%%"))
    return config


def _scripts() -> Path:
    web = Path(__file__).resolve().parents[1]
    packed = web / "migrations"
    return packed if packed.is_dir() else web.parent / "alembic"


def _refuse_foreign_schema(connection: Connection, scripts: ScriptDirectory) -> None:
    for revision in MigrationContext.configure(connection).get_current_heads():
        try:
            scripts.get_revision(revision)
        except CommandError as error:
            raise TooNew("The database was changed by a later release of this program.") from error
    tables = inspect(connection).get_table_names()
    if tables and "alembic_version" not in tables:
        raise CannotOpen("The database belongs to another program.")
