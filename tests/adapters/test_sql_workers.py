"""The promises of Workers where there are several, on PostgreSQL.

Bugs this is here to catch: a worker that is called gone while it serves; sockets that are nobody's for ever;
a worker that wakes up and does not know what the others think of it.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tests.adapters.databases import opened, postgres_url
from web.adapters import sql_workers
from web.adapters.database import Database
from web.adapters.sql_workers import SqlWorkers
from web.rooms.workers import WorkerId

STRANGER = WorkerId("stranger")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = opened(postgres_url(tmp_path))
    yield database
    await database.aclose()


async def age(database: Database, seconds: float) -> None:
    """Let nobody have been seen for so long."""
    older = text("UPDATE workers SET seen_at = seen_at - :seconds")
    await database.write(lambda connection: connection.execute(older, {"seconds": seconds}).close())


async def test_a_new_worker_is_gone_for_nobody_also_before_they_have_heard_of_it(database: Database) -> None:
    one, other = SqlWorkers(database), SqlWorkers(database)
    await one.come()
    await other.come()
    assert one.alive() == {one.id}
    assert other.alive() == {one.id, other.id}
    assert await one.gone({other.id, one.id, STRANGER}) == {STRANGER}
    await one._beat()
    assert one.alive() == {one.id, other.id}


async def test_who_goes_or_says_nothing_for_long_is_gone(database: Database) -> None:
    one, other, third = (SqlWorkers(database) for _ in range(3))
    for worker in (one, other, third):
        await worker.come()
    await third.go()
    assert await one.gone({other.id, third.id}) == {third.id}
    await age(database, sql_workers.LEASE_SECONDS)
    assert await one.gone({other.id}) == {other.id}
    # It is never gone for itself: whoever asks is there.
    assert await one.gone({one.id}) == frozenset()


async def test_who_was_taken_for_gone_is_told_when_it_wakes_up(database: Database) -> None:
    one, other = SqlWorkers(database), SqlWorkers(database)
    lapses = 0

    def lapsed() -> None:
        nonlocal lapses
        lapses += 1

    one.lapsed = lapsed
    await one.come()
    await other.come()
    await one._beat()
    assert lapses == 0
    await age(database, sql_workers.LEASE_SECONDS)
    await one._beat()
    assert lapses == 1
    assert await other.gone({one.id}) == frozenset()
    await one._beat()
    assert lapses == 1


async def test_who_was_not_heard_for_long_lets_go_before_the_others_say_so(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit may come late: in the row it looks as if nothing had been."""
    worker = SqlWorkers(database)
    lapses = []
    worker.lapsed = lambda: lapses.append(1)
    await worker.come()
    await worker._beat()
    assert not lapses
    monkeypatch.setattr(sql_workers, "OWN_SECONDS", -1.0)
    await worker._beat()
    assert lapses


async def test_who_cannot_be_heard_lets_go_while_that_lasts(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a network that swallows everything nothing fails: else its browsers would show old tables."""
    monkeypatch.setattr(sql_workers, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(sql_workers, "OWN_SECONDS", 0.1)
    worker, let_go = SqlWorkers(database), asyncio.Event()
    await worker.come()
    worker.lapsed = let_go.set
    held, let_loose = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        connection.execute(text("LOCK TABLE workers")).close()
        held.set()
        let_loose.wait(10)

    holding = asyncio.create_task(database.write(hold))
    await asyncio.to_thread(held.wait, 10)
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(4):
        await let_go.wait()
    assert not holding.done()
    let_loose.set()
    await holding
    running.cancel()


async def test_who_is_refused_by_the_database_for_long_lets_go(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_workers, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(sql_workers, "OWN_SECONDS", 0.1)
    worker, let_go = SqlWorkers(database), asyncio.Event()
    await worker.come()
    worker.lapsed = let_go.set
    away = text("ALTER TABLE workers RENAME TO elsewhere")
    await database.write(lambda connection: connection.execute(away).close())
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(10):
        await let_go.wait()
    running.cancel()


async def test_a_beat_that_fails_is_followed_by_the_next(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_workers, "BEAT_SECONDS", 0.01)
    one, other = SqlWorkers(database), SqlWorkers(database)
    await one.come()
    rename = text("ALTER TABLE workers RENAME TO elsewhere"), text("ALTER TABLE elsewhere RENAME TO workers")
    await database.write(lambda connection: connection.execute(rename[0]).close())
    running = asyncio.create_task(one.run())
    async with asyncio.timeout(10):
        while not caplog.records:
            await asyncio.sleep(0.01)
    await database.write(lambda connection: connection.execute(rename[1]).close())
    await other.come()
    async with asyncio.timeout(10):
        while other.id not in one.alive():
            await asyncio.sleep(0.01)
    running.cancel()


async def test_rows_of_long_ago_are_taken_away(database: Database) -> None:
    one, other = SqlWorkers(database), SqlWorkers(database)
    await one.come()
    await age(database, sql_workers.KEPT_SECONDS)
    await other.come()
    left = await database.read(lambda connection: connection.scalars(text("SELECT id FROM workers")).all())
    assert list(left) == [other.id]


async def test_workers_with_wrong_clocks_of_their_own_share_the_database_s_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = SqlWorkers(database), SqlWorkers(database)
    real = time.time
    for worker, error in ((one, 300.0), (other, -300.0)):
        monkeypatch.setattr(time, "time", lambda error=error: real() + error)
        await worker.come()
    now = await database.read(
        lambda connection: connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())"))
    )
    assert one.time() == pytest.approx(float(now), abs=1.0)
    assert one.time() == pytest.approx(other.time(), abs=0.1)
