"""Opens a PostgreSQL database.

Engines made by `reading` are in autocommit, so each of their statements sees the newest commit, and none
leaves a transaction open. A worker that freezes in the middle of one holds the row of a room: the server
ends it after a while, and what waited for the row goes on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolExhausted

from web.adapters.trouble import CannotOpen
from web.rooms.ports import Unavailable

Result = TypeVar("Result")

CONNECTIONS = 10
"""How many connections a process has at most: for its readers and its writers, and two to spare."""

POOL_SECONDS = 5.0
"""How long work waits for one of them."""

CONNECT_SECONDS = 5

_ON_THE_SERVER = {
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "5s",
    # Whatever the server's own setting: what was answered has reached the disk.
    "synchronous_commit": "on",
}
_CONNECTING: dict[str, Any] = {
    "connect_timeout": CONNECT_SECONDS,
    "application_name": "durak",
    # A server that has gone without a farewell is noticed in ten seconds, not in the system's two hours.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": " ".join(f"-c {name}={value}" for name, value in _ON_THE_SERVER.items()),
}
_AGAIN = frozenset({"40001", "40P01"})
"""The server undid the transaction for the sake of another; done again, it goes through."""

_REFUSED_NOW = ("08", "53", "57", "25006", "55P03")
"""The beginnings of states in which the server cannot: gone, full, shutting down, read-only, locked."""


def open_postgres(url: URL) -> Engine:
    """Return an engine on the database that the URL names. Raises CannotOpen."""
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise CannotOpen("The database's URL is postgresql://, without another driver.")
    if "@" in (url.host or ""):
        # Else a part of it would be taken for the host, and named in errors.
        raise CannotOpen("The password in the database's URL has an @, which is written as %40 there.")
    # Parameters are hidden because errors get logged, and an event's body holds cards.
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        hide_parameters=True,
        pool_pre_ping=False,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        pool_use_lifo=True,
        connect_args=_CONNECTING,
    )
    try:
        with postgres_reading(engine).connect() as connection:
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    except SQLAlchemyError as error:
        engine.dispose()
        raise CannotOpen(f"The database cannot be reached: {_in_short(error)}.") from error
    if encoding != "UTF8":
        engine.dispose()
        raise CannotOpen(f"The database keeps its text in {encoding}; names need UTF8.")
    return engine


def postgres_reading(engine: Engine) -> Engine:
    """Return the same engine, for reading only."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def postgres_snapshot(engine: Engine) -> Iterator[Connection]:
    """Give a connection inside a transaction that sees one state, and takes as long as it needs."""
    reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with reading.connect() as connection:
        connection.exec_driver_sql(
            "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
        )
        yield connection


def is_ours(connection: Connection, lock: int) -> bool:
    """Tell whether no other transaction has this lock, and none will until this one ends; so on SQLite."""
    if connection.dialect.name != "postgresql":
        return True
    return bool(connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({lock})").scalar())


@contextmanager
def taking_its_time(connection: Connection) -> Iterator[None]:
    """Let statements take as long as they need, where PostgreSQL would break them off."""
    if connection.dialect.name != "postgresql":
        yield
        return
    connection.exec_driver_sql("SET statement_timeout = 0")
    try:
        yield
    finally:
        connection.exec_driver_sql("RESET statement_timeout")


def patiently(once: Callable[[], Result]) -> Result:
    """Return what it returns, tried twice where the server undid it or the connection was a dead one.

    Raises Unavailable where the database is in trouble, which passes; what the caller did wrong, as it is.
    """
    try:
        return once()
    except SQLAlchemyError as error:
        if not _is_worth_a_try(error):
            raise _told(error) from error
    try:
        return once()
    except SQLAlchemyError as error:
        raise _told(error) from error


def _is_worth_a_try(error: SQLAlchemyError) -> bool:
    return isinstance(error, DBAPIError) and (error.connection_invalidated or _state(error) in _AGAIN)


def _told(error: SQLAlchemyError) -> Exception:
    return Unavailable("the database is in trouble") if _passes(error) else error


def _passes(error: SQLAlchemyError) -> bool:
    if not isinstance(error, DBAPIError):
        return isinstance(error, PoolExhausted)
    state = _state(error)
    if not state:
        return isinstance(error, OperationalError | InterfaceError)
    return error.connection_invalidated or state.startswith(_REFUSED_NOW) or state in _AGAIN


def _state(error: DBAPIError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _in_short(error: SQLAlchemyError) -> str:
    """Return what the server said, on one line: the driver tells it once for each address that it tried."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[-1].strip().rstrip(".") if said else type(error).__name__
