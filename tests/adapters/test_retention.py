"""Catches what is forgotten too early, never, or only in part.

Rooms as such are in test_lobby.py; here it is about when, and about all the rest.
"""

import asyncio
import hashlib
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, func, select

from tests.adapters import databases
from tests.adapters.races import opened
from tests.fake_clock import FakeClock
from web.adapters import retention as retention_module
from web.adapters.database import Database
from web.adapters.postgres import is_ours
from web.adapters.retention import DAY_SECONDS, Retention
from web.adapters.sql_lobby import SqlLobby
from web.adapters.sql_log import SqlEventLog
from web.adapters.sql_moderation import SqlModeration
from web.adapters.sql_players import SqlPlayers
from web.adapters.tables import blocks, device_codes, events, games, players, reports, rooms, seatings
from web.rooms.events import ChairTaken, PlayerId
from web.rooms.kept import Kept
from web.rooms.moderation import Report
from web.rooms.ports import CommandId, FinishedGame, RoomId, Version

START = 1_000_000.0


def hash_of(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


async def count(database: Database, table: Table) -> int:
    statement = select(func.count()).select_from(table)
    return await database.read(lambda connection: connection.scalar(statement) or 0)


async def test_rooms_are_forgotten_after_a_fortnight_without_an_event(database: Database) -> None:
    clock = FakeClock(START)
    log, lobby, retention = SqlEventLog(database), SqlLobby(database), Retention(database, clock, Kept())
    idle, used = RoomId("idle"), RoomId("used")
    for room in (idle, used):
        await log.append(room, Version(0), [opened(START)], CommandId("open"), None)
    await clock.advance(14 * DAY_SECONDS)
    await retention.round()
    assert await lobby.count() == 2
    await log.append(used, Version(1), [opened(clock.now())], CommandId("again"), None)
    await clock.advance(1.0)
    await retention.round()
    assert await lobby.forgotten(idle) is not None
    assert await lobby.forgotten(used) is None
    assert await count(database, events) == 2
    assert await count(database, rooms) == 2


async def test_more_than_a_batch_is_forgotten_in_one_round(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention_module, "BATCH", 3)
    clock = FakeClock(START)
    log, retention = SqlEventLog(database), Retention(database, clock, Kept())
    guests = SqlPlayers(database)
    for number in range(7):
        room = RoomId(f"room {number}")
        finished = FinishedGame("record", START)
        sat = ChairTaken(START, 0, PlayerId("ann"), "Ann")
        await log.append(room, Version(0), [opened(START), sat], CommandId("open"), None, finished)
        await guests.create(hash_of(f"{number}"), "Ann", START)
    assert await count(database, seatings) == 7
    await clock.advance(181 * DAY_SECONDS)
    await retention.round()
    for table in (events, seatings, games, players):
        assert await count(database, table) == 0, table.name


async def test_records_outlive_their_rooms_but_not_for_ever(database: Database) -> None:
    clock = FakeClock(START)
    log, retention = SqlEventLog(database), Retention(database, clock, Kept())
    finished = FinishedGame("record", START)
    await log.append(RoomId("a"), Version(0), [opened(START)], CommandId("open"), None, finished)
    await clock.advance(90 * DAY_SECONDS)
    await retention.round()
    assert await count(database, events) == 0
    assert await count(database, games) == 1
    await clock.advance(1.0)
    await retention.round()
    assert await count(database, games) == 0


async def test_of_old_records_the_oldest_go_first(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever checks a database takes a record that is missing among older ones for lost."""
    monkeypatch.setattr(retention_module, "BATCH", 1)
    log = SqlEventLog(database)
    for number, ended_at in enumerate((30.0, 10.0, 20.0)):
        room, finished = RoomId(f"room-{number}"), FinishedGame("record", ended_at)
        await log.append(room, Version(0), [opened(START)], CommandId("open"), None, finished)
    await database.write(
        lambda connection: retention_module._delete(connection, retention_module._OLD_GAMES, START)
    )
    left = await database.read(lambda connection: list(connection.scalars(select(games.c.ended_at))))
    assert sorted(left) == [20.0, 30.0]


async def test_guests_go_with_all_that_is_theirs_when_they_stay_away(database: Database) -> None:
    clock = FakeClock(START)
    retention = Retention(database, clock, Kept())
    guests, moderation = SqlPlayers(database), SqlModeration(database)
    ann, bob, eve = [await guests.create(hash_of(name), name, START) for name in ("ann", "bob", "eve")]
    await moderation.block(ann.id, eve.id, START)
    await moderation.block(eve.id, bob.id, START)
    await moderation.block(ann.id, bob.id, START)
    await clock.advance(100 * DAY_SECONDS)
    for guest in (ann, bob):
        await guests.seen(guest.id, clock.now())
    await guests.offer(eve.id, hash_of("code"), clock.now() + 100 * DAY_SECONDS)
    await clock.advance(80 * DAY_SECONDS + 1)
    await retention.round()
    assert await guests.find(hash_of("eve")) is None
    assert await guests.find(hash_of("ann")) == ann
    assert await moderation.apart_from(ann.id) == {bob.id}
    assert await count(database, blocks) == 1
    assert await count(database, device_codes) == 0


async def test_codes_and_reports_do_not_pile_up(database: Database) -> None:
    clock = FakeClock(START)
    retention = Retention(database, clock, Kept())
    guests, moderation = SqlPlayers(database), SqlModeration(database)
    ann = await guests.create(hash_of("ann"), "Ann", START)
    await guests.offer(ann.id, hash_of("code"), START + 60)
    await moderation.report(Report(START, RoomId("r"), ann.id, "Ann", ann.id, "Ann", "", ""))
    await retention.round()
    assert (await count(database, device_codes), await count(database, reports)) == (1, 1)
    await clock.advance(91 * DAY_SECONDS)
    await retention.round()
    assert (await count(database, device_codes), await count(database, reports)) == (0, 0)


async def test_somebody_who_comes_back_in_the_last_moment_keeps_the_room(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FakeClock(START)
    log, lobby, retention = SqlEventLog(database), SqlLobby(database), Retention(database, clock, Kept())
    room = RoomId("room")
    await log.append(room, Version(0), [opened(START)], CommandId("open"), None)
    await clock.advance(15 * DAY_SECONDS)
    await log.append(room, Version(1), [opened(clock.now())], CommandId("back"), None)
    # What the round found idle a moment ago is not any more.
    monkeypatch.setattr(retention_module, "_ids", lambda _connection, **_: [room])
    await retention.round()
    assert await lobby.forgotten(room) is None
    assert len(await log.read(room, Version(0))) == 2


async def test_a_round_that_fails_is_not_the_last(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, rounds = FakeClock(START), 0
    retention = Retention(database, clock, Kept())

    async def fail() -> None:
        nonlocal rounds
        rounds += 1
        raise LookupError("on purpose")

    monkeypatch.setattr(retention, "round", fail)
    running = asyncio.create_task(retention.run())
    await clock.advance(2 * retention_module.ROUND_SECONDS)
    running.cancel()
    assert rounds == 3
    assert len(caplog.records) == 3


async def test_of_two_processes_that_want_to_forget_one_does(tmp_path: Path) -> None:
    """On PostgreSQL; with SQLite there is one process."""
    url = databases.postgres_url(tmp_path)
    database, other = databases.opened(url), databases.opened(url)
    await SqlPlayers(database).create(hash_of("a"), "Ann", START)
    clock = FakeClock(START + 200 * DAY_SECONDS)
    begun, go_on = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        assert is_ours(connection, retention_module._LOCK)
        begun.set()
        assert go_on.wait(30)

    holding = asyncio.create_task(database.write(hold))
    assert await asyncio.to_thread(begun.wait, 30)
    await Retention(other, clock, Kept()).round()
    assert await count(database, players) == 1
    go_on.set()
    await holding
    await Retention(other, clock, Kept()).round()
    assert await count(database, players) == 0
    await database.aclose()
    await other.aclose()
