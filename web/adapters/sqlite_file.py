"""Opens a SQLite file.

A transaction is begun by us, as BEGIN IMMEDIATE: Python's driver begins late and as a reader, and a reader
that turns into a writer can fail at once instead of waiting. Engines made by `reading` begin nothing, so each
of their statements sees the newest commit.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DatabaseError

from web.adapters.trouble import CannotOpen

BUSY_SECONDS = 10.0
"""How long a statement waits for another process's transaction before it fails."""

_READS = "durak_reads"
_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    # In WAL mode anything less may lose the last commits when the power fails.
    "PRAGMA synchronous = FULL",
    # What is deleted is overwritten: somebody may have asked for it.
    "PRAGMA secure_delete = ON",
)


def open_sqlite(url: URL, *, make: bool = True) -> Engine:
    """Return an engine on the file that the URL names; a missing one is made, for its owner only.

    Raises CannotOpen, also where it is missing and not to be made.
    """
    path = sqlite_path(url)
    _make_file(path, make=make)
    # Parameters are hidden because errors get logged, and an event's body holds cards.
    engine = create_engine(
        url, hide_parameters=True, pool_pre_ping=False, connect_args={"timeout": BUSY_SECONDS}
    )
    event.listen(engine, "connect", _prepare_connection)
    event.listen(engine, "begin", _begin)
    try:
        _use_wal(engine)
    except DatabaseError as error:
        engine.dispose()
        raise CannotOpen(why_not(path, error)) from error
    return engine


def open_copy(path: Path) -> Engine:
    """Return an engine on a copy of a database, only to be read: nothing is written, nor laid beside it."""
    address = f"{path.absolute().as_uri()}?mode=ro"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, isolation_level=None)

    engine = create_engine("sqlite://", hide_parameters=True, creator=connect, poolclass=NullPool)
    return sqlite_reading(engine)


def sqlite_reading(engine: Engine) -> Engine:
    """Return the same engine, for reading only."""
    return engine.execution_options(**{_READS: True})


@contextmanager
def sqlite_snapshot(engine: Engine) -> Iterator[Connection]:
    """Give a connection inside a transaction that reads."""
    with sqlite_reading(engine).connect() as connection:
        connection.exec_driver_sql("BEGIN")
        yield connection


def sqlite_path(url: URL) -> Path:
    """Return the file that the URL names. Raises CannotOpen."""
    if url.drivername not in ("sqlite", "sqlite+pysqlite") or url.query:
        raise CannotOpen("The database's URL is sqlite:/// and a path, without a driver or options.")
    if url.database in (None, "", ":memory:"):
        raise CannotOpen("A SQLite database needs the path of a file, as in sqlite:///durak.db.")
    return Path(str(url.database))


def _make_file(path: Path, *, make: bool) -> None:
    folder = path.absolute().parent
    if not folder.is_dir():
        raise CannotOpen(f"The folder {folder} for the database does not exist.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotOpen(f"The folder {folder} for the database cannot be written to.")
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if make else 0), 0o600))
    except FileNotFoundError:
        raise CannotOpen(f"There is no database {path}.") from None
    except IsADirectoryError:
        raise CannotOpen(f"The database {path} is a folder, not a file.") from None
    except OSError as error:
        raise CannotOpen(f"The database {path} cannot be opened: {error.strerror}.") from error


def _prepare_connection(driver: sqlite3.Connection, _record: object) -> None:
    driver.isolation_level = None
    for pragma in _PRAGMAS:
        driver.execute(pragma)


def _begin(connection: Connection) -> None:
    if not connection.get_execution_options().get(_READS):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _use_wal(engine: Engine) -> None:
    """Switch the file to a write-ahead log, once for good.

    Two processes that switch one new file at the same time can fail at once, without the busy timeout.
    """
    give_up_at = time.monotonic() + BUSY_SECONDS
    with sqlite_reading(engine).connect() as connection:
        while True:
            try:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL").close()
            except DatabaseError as error:
                if not is_busy(error) or time.monotonic() > give_up_at:
                    raise
                time.sleep(0.02)
            else:
                return


def is_busy(error: DatabaseError) -> bool:
    """Tell whether SQLite failed because another process held the file for too long."""
    # An extended code carries the plain one in its low byte.
    code: Any = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def why_not(path: Path, error: DatabaseError) -> str:
    """Return why SQLite could do nothing with this file, as a sentence."""
    if is_busy(error):
        return f"The database {path} is locked by another program."
    code = getattr(error.orig, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_NOTADB:
        return f"The file {path} is not a database."
    return f"The database {path} cannot be opened: {error.orig}."
