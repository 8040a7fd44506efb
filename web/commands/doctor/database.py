"""The database: reachable, of our schema, writable, with room to grow, and of one mind with us about time."""

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from web.adapters.db import is_sqlite, missing_file, open_engine, reading
from web.adapters.migrations import schema_of
from web.adapters.postgres import CONNECTIONS
from web.adapters.sql_health import PostgresFacts, alive_workers, postgres_facts, write_and_undo
from web.adapters.sqlite_file import sqlite_path
from web.adapters.trouble import CannotOpen
from web.commands.doctor.file import of_file, of_folder
from web.commands.doctor.finding import Finding, ok, warning, wrong

OLDEST_POSTGRES = 14
SKEW_WARNED, SKEW_WRONG = 1.0, 5.0


def of_database(url: str) -> Iterator[Finding]:
    """Yield how the database is."""
    missing = missing_file(url)
    if missing is not None:
        yield ok("database", f"There is no {missing} yet: the first start makes it.")
        yield from of_folder(missing.absolute().parent)
        return
    try:
        engine = open_engine(url, make=False)
    except CannotOpen as problem:
        yield wrong("database", str(problem))
        return
    try:
        yield from _of_sqlite(sqlite_path(make_url(url))) if is_sqlite(engine) else _of_postgres(engine)
        yield from _of_content(engine)
    except SQLAlchemyError as error:
        yield wrong("database", f"It cannot be used: {_in_short(error)}.")
    finally:
        engine.dispose()


def _of_sqlite(path: Path) -> Iterator[Finding]:
    yield ok("database", f"SQLite, {path}, {path.stat().st_size / 1e6:.1f} MB.")
    yield from of_file(path)
    yield from of_folder(path.absolute().parent, path.stat().st_size)


def _of_postgres(engine: Engine) -> Iterator[Finding]:
    facts = postgres_facts(engine)
    yield from of_version(facts)
    yield of_connections(facts, alive_workers(engine))
    yield of_clock(facts.skew_seconds)


def of_version(facts: PostgresFacts) -> Iterator[Finding]:
    """Yield whether the server is one to play on."""
    if facts.is_standby:
        yield wrong("database", "It is a standby, which only reads: name the primary.")
    elif facts.is_read_only:
        yield wrong("database", "It only reads (default_transaction_read_only): let it write.")
    if facts.version < OLDEST_POSTGRES:
        yield warning("database", f"PostgreSQL {facts.version} gets no more fixes: move to a newer one.")
    else:
        yield ok("database", f"PostgreSQL {facts.version}.")


def of_connections(facts: PostgresFacts, alive: int) -> Finding:
    """Return whether as many processes as are alive, and another while they are replaced, can connect."""
    room, serving = facts.connections // CONNECTIONS, f"{alive} serve just now"
    if room < max(alive, 1):
        told = f"Room for {facts.connections}, and each process takes up to {CONNECTIONS}; {serving}"
        return wrong("connections", f"{told}: raise max_connections.")
    if room < alive + 1:
        told = f"Room for {room} processes, and {serving}: none is left for one that takes another's place."
        return warning("connections", told)
    return ok("connections", f"Room for {room} processes of {CONNECTIONS} connections; {serving}.")


def of_clock(skew: float) -> Finding:
    """Return whether this machine and the database's are of one mind about the time."""
    told = f"The database's clock is {abs(skew):.1f} s {'ahead of' if skew > 0 else 'behind'} this machine's"
    if abs(skew) > SKEW_WRONG:
        return wrong("clock", f"{told}: let both follow a time server (NTP).")
    if abs(skew) > SKEW_WARNED:
        return warning("clock", f"{told}: does a time server (NTP) set both?")
    return ok("clock", f"{told}.")


def _of_content(engine: Engine) -> Iterator[Finding]:
    with reading(engine).connect() as connection:
        schema = schema_of(connection)
    match schema:
        case "foreign":
            yield wrong("schema", "The tables are another program's: name an empty database.")
        case "newer":
            yield wrong("schema", "A later release has changed it, and this one cannot use it: update.")
        case "empty":
            yield warning(
                "schema",
                "There are no tables yet: `durak migrate` or the first start makes them.",
            )
        case "older":
            yield warning("schema", "It is an earlier release's: `durak backup`, then `durak migrate`.")
        case "grown":
            yield ok("schema", "A later release has added to it, and this one can work beside it.")
        case "current":
            yield ok("schema", "It is this release's.")
    if schema in ("current", "grown", "older"):
        yield _of_writing(engine)


def _of_writing(engine: Engine) -> Finding:
    try:
        write_and_undo(engine)
    except SQLAlchemyError as error:
        return wrong("writing", f"A row could not be written: {_in_short(error)}.")
    return ok("writing", "A row was written, and taken back.")


def _in_short(error: SQLAlchemyError) -> str:
    # What follows the first line may be a row.
    return str(getattr(error, "orig", None) or error).partition("\n")[0].rstrip(".")
