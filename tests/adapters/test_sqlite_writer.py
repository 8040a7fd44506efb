"""The one thread that writes to SQLite.

Bugs this is here to catch: a commit per append; one failing append that takes its neighbours along; an answer
before, or in spite of, the commit; work that is silently left behind at the end.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, func, insert, select

from tests.adapters.races import ROOM, action, open_room
from tests.adapters.sqlite import open_migrated
from web.adapters.database import Database
from web.adapters.db import reading
from web.adapters.sql_log import SqlEventLog
from web.adapters.sqlite_writer import SqliteWriter
from web.adapters.tables import events, rooms
from web.adapters.writing import NotCommitted, Work, WriterClosed
from web.rooms.ports import CommandId, RoomId, Version

PATIENCE = 20.0


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_migrated(tmp_path)
    yield engine
    engine.dispose()


@contextmanager
def held(writer: SqliteWriter) -> Iterator[None]:
    """Keep the writer busy, so that what is submitted meanwhile waits and shares one commit."""
    busy, free = threading.Event(), threading.Event()

    def work(_connection: Connection) -> None:
        busy.set()
        assert free.wait(PATIENCE)

    writer.submit(work)
    assert busy.wait(PATIENCE)
    try:
        yield
    finally:
        free.set()


def counted_commits(engine: Engine) -> list[None]:
    commits: list[None] = []
    event.listen(engine, "commit", lambda _connection: commits.append(None))
    return commits


def add_room(name: str) -> Work[str]:
    """Return work that makes a room and says its name."""

    def work(connection: Connection) -> str:
        row = {"id": name, "version": 1, "due_at": None, "created_at": 0.0, "changed_at": 0.0}
        connection.execute(insert(rooms), row)
        return name

    return work


def names(engine: Engine) -> list[str]:
    with reading(engine).connect() as connection:
        return list(connection.scalars(select(rooms.c.id).order_by(rooms.c.id)))


def test_what_waits_shares_a_commit(engine: Engine) -> None:
    commits = counted_commits(engine)
    writer = SqliteWriter(engine)
    with held(writer):
        answers = [writer.submit(add_room(f"{i:02}")) for i in range(50)]
    assert [answer.result(PATIENCE) for answer in answers] == [f"{i:02}" for i in range(50)]
    assert len(commits) == 2
    writer.close()
    assert len(names(engine)) == 50


def test_a_commit_has_a_largest_size(engine: Engine) -> None:
    commits = counted_commits(engine)
    writer = SqliteWriter(engine, most_per_commit=20)
    with held(writer):
        for i in range(50):
            writer.submit(add_room(f"{i:02}"))
    writer.close()
    assert len(commits) == 1 + 3
    assert len(names(engine)) == 50


async def test_appends_share_commits(engine: Engine) -> None:
    database = Database(engine)
    log = SqlEventLog(database)
    commits = counted_commits(engine)
    assert isinstance(database._writer, SqliteWriter)
    with held(database._writer):
        appends = [
            asyncio.create_task(log.append(RoomId(f"{i}"), Version(0), [action("a")], CommandId("c"), None))
            for i in range(100)
        ]
        await asyncio.sleep(0)
    assert await asyncio.gather(*appends) == [1] * 100
    assert len(commits) == 2
    await database.aclose()


def test_work_that_fails_is_undone_and_harms_no_other(engine: Engine) -> None:
    def fail(connection: Connection) -> None:
        add_room("half")(connection)
        raise LookupError("on purpose")

    writer = SqliteWriter(engine)
    with held(writer):
        before, failing, after = (writer.submit(work) for work in (add_room("a"), fail, add_room("b")))
    assert before.result(PATIENCE) == "a"
    assert after.result(PATIENCE) == "b"
    with pytest.raises(LookupError, match="on purpose"):
        failing.result(PATIENCE)
    writer.close()
    assert names(engine) == ["a", "b"]


def test_work_that_fails_alone_is_undone(engine: Engine) -> None:
    def fail(connection: Connection) -> None:
        add_room("half")(connection)
        raise LookupError("on purpose")

    writer = SqliteWriter(engine)
    with pytest.raises(LookupError, match="on purpose"):
        writer.submit(fail).result(PATIENCE)
    assert writer.submit(add_room("a")).result(PATIENCE) == "a"
    writer.close()
    assert names(engine) == ["a"]


def test_a_statement_that_fails_harms_no_other(engine: Engine) -> None:
    writer = SqliteWriter(engine)
    with held(writer):
        answers = [writer.submit(add_room(name)) for name in ("a", "a", "b")]
    assert [answer.exception(PATIENCE) is None for answer in answers] == [True, False, True]
    writer.close()
    assert names(engine) == ["a", "b"]


def test_nobody_is_answered_before_the_commit(engine: Engine) -> None:
    seen_at_commit: list[bool] = []
    writer = SqliteWriter(engine)
    with held(writer):
        answer = writer.submit(add_room("a"))
        event.listen(engine, "commit", lambda _connection: seen_at_commit.append(answer.done()))
    answer.result(PATIENCE)
    writer.close()
    assert True not in seen_at_commit


def test_a_commit_that_fails_is_told_to_all(engine: Engine) -> None:
    def orphan(connection: Connection) -> None:
        # Checked at COMMIT only, which then fails.
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.execute(
            insert(events), {"room_id": "none", "version": 1, "part": 0, "command_id": "c", "body": "{}"}
        )

    writer = SqliteWriter(engine)
    with held(writer):
        works: list[Work[object]] = [add_room("a"), orphan, add_room("b")]
        answers = [writer.submit(work) for work in works]
    for answer in answers:
        assert isinstance(answer.exception(PATIENCE), NotCommitted)
    assert names(engine) == []
    assert writer.submit(add_room("c")).result(PATIENCE) == "c"
    writer.close()
    assert names(engine) == ["c"]


def test_a_transaction_lost_midway_is_told_to_all(engine: Engine) -> None:
    def lose(connection: Connection) -> None:
        # As SQLite does by itself on some errors, a full disk among them.
        connection.exec_driver_sql("ROLLBACK")

    writer = SqliteWriter(engine)
    with held(writer):
        works: list[Work[object]] = [add_room("a"), lose, add_room("b")]
        answers = [writer.submit(work) for work in works]
    for answer in answers:
        assert isinstance(answer.exception(PATIENCE), NotCommitted)
    assert writer.submit(add_room("c")).result(PATIENCE) == "c"
    writer.close()
    assert names(engine) == ["c"]


def test_a_full_disk_loses_nothing_that_was_answered(engine: Engine) -> None:
    def limit(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")

    writer = SqliteWriter(engine)
    writer.submit(limit).result(PATIENCE)
    answers = [writer.submit(add_room(f"{i:03}" + "x" * 2000)) for i in range(40)]
    writer.close()
    answered = [answer.result() for answer in answers if answer.exception() is None]
    assert answered == names(engine)
    assert len(answered) < 40


def test_a_closed_writer_refuses_after_finishing_what_waits(engine: Engine) -> None:
    writer = SqliteWriter(engine, most_per_commit=3)
    with held(writer):
        answers = [writer.submit(add_room(f"{i}")) for i in range(10)]
        closing = threading.Thread(target=writer.close)
        closing.start()
    closing.join(PATIENCE)
    assert all(answer.done() for answer in answers)
    with pytest.raises(WriterClosed):
        writer.submit(add_room("late"))
    writer.close()
    assert len(names(engine)) == 10


async def test_a_closed_database_refuses(engine: Engine) -> None:
    database = Database(engine)
    log = SqlEventLog(database)
    at = await open_room(log)
    waiting = [
        asyncio.create_task(log.append(RoomId(f"{i}"), Version(0), [action("a")], CommandId("c"), None))
        for i in range(10)
    ]
    await asyncio.sleep(0)
    await database.aclose()
    assert await asyncio.gather(*waiting) == [1] * 10
    with pytest.raises(WriterClosed):
        await log.append(ROOM, at, [action("late")], CommandId("late"), None)
    await database.aclose()


def test_work_cancelled_before_its_turn_is_left_out(engine: Engine) -> None:
    writer = SqliteWriter(engine)
    with held(writer):
        answer = writer.submit(add_room("a"))
        assert answer.cancel()
        writer.submit(add_room("b"))
    writer.close()
    assert names(engine) == ["b"]


async def test_a_caller_who_is_cancelled_midway_harms_nobody(engine: Engine) -> None:
    database = Database(engine)
    begun, free = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def work(connection: Connection) -> str:
        loop.call_soon_threadsafe(begun.set)
        assert free.wait(PATIENCE)
        return add_room("a")(connection)

    caller = asyncio.create_task(database.write(work))
    await begun.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    free.set()
    assert await database.write(add_room("b")) == "b"
    assert (
        await database.read(lambda connection: connection.scalar(select(func.count()).select_from(rooms)))
        == 2
    )
    await database.aclose()
