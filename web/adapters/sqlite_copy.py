"""A SQLite database in one file, made while others write to it, and put back.

A database in use is never copied as a file: what was committed last may still be in its write-ahead log.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from web.adapters.sqlite_file import open_copy, sqlite_reading, why_not
from web.adapters.trouble import CannotCopy

MAGIC = b"SQLite format 3\x00"
"""How such a file begins."""


def copy_sqlite(engine: Engine, to: Path) -> None:
    """Write the database, as it is at one moment, into an empty file. Raises CannotCopy."""
    try:
        with sqlite_reading(engine).connect() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(to),)).close()
    except DatabaseError as error:
        raise CannotCopy(f"The backup cannot be written: {error.orig}.") from error


def revisions_in_sqlite(file: Path) -> list[str]:
    """Return which schema a copy has, nothing if it is of no database of ours. Raises CannotCopy."""
    try:
        with open_copy(file).connect() as connection:
            tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")
            if "alembic_version" not in tables.scalars().all():
                return []
            return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())
    except DatabaseError as error:
        raise CannotCopy(why_not(file, error)) from error


def restore_sqlite(file: Path, engine: Engine) -> None:
    """Write a copy into an empty database, in one transaction. Raises CannotCopy."""
    try:
        with (
            closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as copy,
            engine.connect() as connection,
        ):
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection), "the engine is on a file of SQLite's"
            copy.backup(driver)
    except (DatabaseError, sqlite3.Error) as error:
        raise CannotCopy(f"The backup cannot be restored: {getattr(error, 'orig', error)}.") from error
