"""What only PostgreSQL can get wrong, on a real one.

Bugs this is here to catch: a stack trace or a password for a wrong address; a connection that died with the
server and is tried once only, or a commit of which nobody knows that is done twice; a frozen worker that
keeps a room from everybody else; a caller who is told that he was wrong when the database was.
"""

import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import IntegrityError, ProgrammingError

from tests.adapters.databases import opened, postgres_url
from tests.adapters.races import ROOM, action, open_room
from tests.program import HOST, free_port
from tests.servers.postgres import Postgres
from web.adapters import postgres as module
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.migrations import migrate
from web.adapters.sql_log import SqlEventLog
from web.adapters.tables import rooms
from web.adapters.trouble import CannotOpen
from web.rooms.ports import CommandId, Conflict, Duplicate, RoomId, Unavailable

ROW = {"id": "a", "version": 1, "due_at": None, "created_at": 0.0, "changed_at": 0.0}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return postgres_url(tmp_path)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = opened(url)
    yield database
    await database.aclose()


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    """A server to be broken, which keeps what it has answered."""
    server = Postgres(is_safe=True)
    server.start()
    yield server
    server.remove()


def refusal_of(url: str) -> str:
    with pytest.raises(CannotOpen) as caught:
        open_engine(url)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "secret" not in sentence
    return sentence


def end(connection: Connection, url: str) -> None:
    """Have the server break off this connection, as a restart or a failing network would."""
    number = connection.connection.driver_connection.info.backend_pid  # type: ignore[union-attr]
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [number])


# Opening


def test_why_it_cannot_be_opened_is_one_sentence(url: str) -> None:
    nobody = f"postgresql://ann:secret@{HOST}:{free_port()}/durak"
    assert refusal_of(nobody).startswith("The database cannot be reached: ")
    assert 'database "none" does not exist' in refusal_of(url.rpartition("/")[0] + "/none")
    assert "written as %40" in refusal_of(f"postgresql://ann:secret@word@{HOST}/durak")
    assert "is not one" in refusal_of(f"postgresql://ann:secret@{HOST}:port/durak")
    assert "without another driver" in refusal_of("postgresql+asyncpg://ann:secret@host/name")


def test_text_must_be_unicode(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
        )
    assert refusal_of(url.rpartition("/")[0] + "/latin") == (
        "The database keeps its text in LATIN1; names need UTF8."
    )


def test_an_error_names_no_values(url: str) -> None:
    engine = open_engine(url)
    with pytest.raises(IntegrityError) as caught, engine.begin() as connection:
        connection.execute(insert(rooms), ROW | {"id": "secret", "version": None})
    engine.dispose()
    # What the server itself adds as a detail is the driver's, and never logged: see web/logs.py.
    assert "secret" not in str(caught.value).partition("DETAIL")[0]


# Trouble that passes


async def test_after_a_restart_it_goes_on_as_if_nothing_had_been(own_server: Postgres) -> None:
    url = own_server.url()
    engine = open_engine(url)
    migrate(engine)
    engine.dispose()
    database = opened(url)
    log = SqlEventLog(database)
    at = await open_room(log)
    for how in (signal.SIGINT, signal.SIGQUIT):
        own_server.stop(how)
        for ask in (log.read(ROOM, at), log.append(ROOM, at, [action("a")], CommandId("a"), None)):
            with pytest.raises(Unavailable):
                await ask
        own_server.start()
        # Each with connections that the server has forgotten.
        assert await log.accepted(ROOM, CommandId("a")) is None
        at = await log.append(ROOM, at, [action("b")], CommandId(f"{how}"), None)
    assert [batch.version for batch in await log.read(ROOM, at)] == []
    assert (await log.read(ROOM, type(at)(0)))[-1].version == at
    await database.aclose()


async def test_a_command_that_comes_again_leaves_no_invitation_in_the_servers_own_log(
    own_server: Postgres,
) -> None:
    """It writes down which row was there already; and a room's id is the invitation to it."""
    engine = open_engine(own_server.url())
    migrate(engine)
    engine.dispose()
    database, invitation = opened(own_server.url()), RoomId("an-invitation")
    log = SqlEventLog(database)
    at = await open_room(log, invitation)
    with pytest.raises(Duplicate):
        await log.append(invitation, at, [action("a")], CommandId("open"), None)
    await database.aclose()
    told = (own_server.folder / "log").read_text()
    assert told
    assert invitation not in told


async def test_work_whose_connection_breaks_is_done_on_another(database: Database, url: str) -> None:
    asked = 0

    def work(connection: Connection) -> int | None:
        nonlocal asked
        asked += 1
        connection.execute(insert(rooms), ROW)
        if asked == 1:
            end(connection, url)
        return connection.scalar(select(rooms.c.version))

    assert await database.write(work) == 1
    assert asked == 2


async def test_a_commit_of_which_nobody_knows_is_not_done_again(database: Database, url: str) -> None:
    asked = 0

    def work(connection: Connection) -> None:
        nonlocal asked
        asked += 1
        connection.execute(insert(rooms), ROW)
        end(connection, url)

    with pytest.raises(Unavailable, match="nobody knows"):
        await database.write(work)
    assert asked == 1


async def test_two_that_lock_each_other_out_are_both_done(database: Database) -> None:
    def fill(connection: Connection) -> None:
        connection.execute(insert(rooms), [ROW, ROW | {"id": "b"}])

    def change(connection: Connection, first: str, second: str) -> None:
        for room in (first, second):
            connection.execute(update(rooms).where(rooms.c.id == room).values(version=rooms.c.version + 1))
            connection.execute(text("SELECT pg_sleep(0.2)"))

    await database.write(fill)
    both = [
        database._writer.submit(lambda connection: change(connection, "a", "b")),
        database._writer.submit(lambda connection: change(connection, "b", "a")),
    ]
    for future in both:
        future.result(30)
    found = await database.read(lambda connection: connection.scalars(select(rooms.c.version)).all())
    assert list(found) == [3, 3]


async def test_a_worker_that_freezes_holds_a_room_for_seconds_only(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setitem(module._CONNECTING, "options", "-c idle_in_transaction_session_timeout=500")
    frozen, other = open_engine(url), opened(url)
    log = SqlEventLog(other)
    at = await open_room(log)
    with frozen.connect() as holding:
        holding.execute(update(rooms).values(version=rooms.c.version))
        assert await log.append(ROOM, at, [action("a")], CommandId("a"), None) == at + 1
        holding.invalidate()
    frozen.dispose()
    await other.aclose()


async def test_a_database_that_takes_nothing_is_in_trouble(database: Database, url: str) -> None:
    log = SqlEventLog(database)
    at = await open_room(log)
    name = url.rpartition("/")[2]
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'durak'"
        )
        with pytest.raises(Unavailable):
            await log.append(ROOM, at, [action("a")], CommandId("a"), None)
        assert len(await log.read(ROOM, type(at)(0))) == at
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'durak'"
        )
    assert await log.append(ROOM, at, [action("a")], CommandId("a"), None) == at + 1


async def test_no_connection_left_is_trouble_too(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setattr(module, "CONNECTIONS", 1)
    monkeypatch.setattr(module, "POOL_SECONDS", 0.2)
    database = opened(url)
    slow = database._writer.submit(lambda connection: connection.execute(text("SELECT pg_sleep(1)")).close())
    with pytest.raises(Unavailable):
        await database.read(lambda connection: connection.execute(text("SELECT pg_sleep(0)")).close())
    slow.result(10)
    await database.aclose()


# What is no trouble of the database's


async def test_what_the_caller_did_wrong_he_is_told(database: Database) -> None:
    log = SqlEventLog(database)
    at = await open_room(log)
    with pytest.raises(Conflict):
        await log.append(ROOM, type(at)(at + 5), [action("a")], CommandId("a"), None)
    with pytest.raises(ProgrammingError):
        await database.read(lambda connection: connection.execute(text("SELECT none FROM rooms")).close())
    with pytest.raises(ProgrammingError):
        await database.write(lambda connection: connection.execute(text("SELECT none FROM rooms")).close())


async def test_looking_through_all_logs_may_take_its_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(module._CONNECTING, "options", "-c statement_timeout=200")
    database = opened(postgres_url(tmp_path))

    def slow(connection: Connection) -> None:
        with module.taking_its_time(connection):
            connection.execute(text("SELECT pg_sleep(0.5)")).close()

    def usual(connection: Connection) -> str:
        return str(connection.scalar(text("SHOW statement_timeout")))

    await database.read(slow)
    assert await database.read(usual) == "200ms"
    with pytest.raises(Unavailable):
        await database.read(lambda connection: connection.execute(text("SELECT pg_sleep(0.5)")).close())
    await database.aclose()
