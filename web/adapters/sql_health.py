"""How a database is: what it lets us do, how much it bears, what time it has. Nothing stays changed."""

import secrets
import time
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, extract, func, insert, inspect, select, text

from web.adapters.db import reading
from web.adapters.sql_workers import LEASE_SECONDS
from web.adapters.tables import rooms, workers

_NOW = extract("epoch", func.clock_timestamp())
_LIMITS = text("""
    SELECT current_setting('max_connections')::int
               - current_setting('superuser_reserved_connections')::int
               - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
           (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role,
           (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database
""")


@dataclass(frozen=True, slots=True)
class PostgresFacts:
    """What a server of PostgreSQL says of itself; `connections` is how many we may have, at best."""

    version: int
    is_standby: bool
    is_read_only: bool
    connections: int
    skew_seconds: float
    """How far its clock is ahead of this machine's."""


def postgres_facts(engine: Engine) -> PostgresFacts:
    """Return what the server says. Raises SQLAlchemyError."""
    with reading(engine).connect() as connection:
        limits = connection.execute(_LIMITS).one()
        return PostgresFacts(
            version=int(connection.exec_driver_sql("SHOW server_version_num").scalar_one()) // 10_000,
            is_standby=bool(connection.exec_driver_sql("SELECT pg_is_in_recovery()").scalar_one()),
            is_read_only=connection.exec_driver_sql("SHOW transaction_read_only").scalar_one() == "on",
            connections=min(limit for limit in limits if limit is not None and limit >= 0),
            skew_seconds=_skew(connection),
        )


def alive_workers(engine: Engine) -> int:
    """Return how many processes serve rooms on this database just now. Raises SQLAlchemyError."""
    with reading(engine).connect() as connection:
        if not inspect(connection).has_table(workers.name):
            return 0
        alive = select(func.count()).select_from(workers).where(workers.c.seen_at > _NOW - LEASE_SECONDS)
        return connection.scalar(alive) or 0


def write_and_undo(engine: Engine) -> None:
    """Write a row as the server would, and take it back. Raises SQLAlchemyError."""
    row = {"id": f"doctor-{secrets.token_hex(8)}", "version": 1, "created_at": 0.0, "changed_at": 0.0}
    with engine.connect() as connection, connection.begin() as transaction:
        connection.execute(insert(rooms).values(row))
        transaction.rollback()


def _skew(connection: Connection) -> float:
    before = time.time()
    theirs = connection.scalar(select(_NOW))
    after = time.time()
    return float(theirs or 0.0) - (before + after) / 2
