"""The promises of Moderation: blocks hold in both directions, reports are kept as they were made."""

import asyncio
from dataclasses import replace

import pytest

from web.adapters.database import Database
from web.adapters.sql_moderation import SqlModeration
from web.rooms.events import PlayerId
from web.rooms.moderation import Report
from web.rooms.ports import RoomId

ANN, BOB, EVE = (PlayerId(name) for name in ("ann", "bob", "eve"))
REPORT = Report(5.0, RoomId("room"), ANN, "Ann", EVE, "Eve", "rude", "You durak!\n\x1b[31m")


@pytest.fixture
def moderation(database: Database) -> SqlModeration:
    return SqlModeration(database)


async def test_a_block_holds_for_both_until_its_maker_takes_it_back(moderation: SqlModeration) -> None:
    await moderation.block(ANN, EVE, 1.0)
    await moderation.block(ANN, EVE, 2.0)
    await moderation.block(ANN, BOB, 3.0)
    assert await moderation.apart_from(ANN) == {EVE, BOB}
    assert await moderation.apart_from(EVE) == {ANN}
    await moderation.unblock(EVE, ANN)
    await moderation.unblock(EVE, None)
    assert await moderation.apart_from(EVE) == {ANN}
    await moderation.unblock(ANN, EVE)
    assert await moderation.apart_from(EVE) == frozenset()
    assert await moderation.apart_from(ANN) == {BOB}
    await moderation.unblock(ANN, None)
    assert await moderation.apart_from(BOB) == frozenset()


async def test_the_same_block_twice_at_once_is_one(moderation: SqlModeration) -> None:
    await asyncio.gather(*(moderation.block(ANN, EVE, float(at)) for at in range(8)))
    assert await moderation.apart_from(ANN) == {EVE}
    assert len(await moderation.blocked_at(ANN)) == 1


async def test_reports_come_back_as_they_were_made_the_newest_first(moderation: SqlModeration) -> None:
    assert await moderation.reports(9) == []
    later = replace(REPORT, at=6.0, why="cheats")
    await moderation.report(REPORT)
    await moderation.report(later)
    assert await moderation.reports(9) == [later, REPORT]
    assert await moderation.reports(1) == [later]


async def test_what_a_player_has_done_about_others_is_his_to_know(moderation: SqlModeration) -> None:
    await moderation.block(ANN, EVE, 2.0)
    await moderation.block(ANN, BOB, 1.0)
    await moderation.block(EVE, ANN, 3.0)
    await moderation.report(REPORT)
    await moderation.report(replace(REPORT, at=4.0, why="earlier"))
    await moderation.report(replace(REPORT, reporter_id=EVE, reported_id=ANN))
    assert await moderation.blocked_at(ANN) == [1.0, 2.0]
    assert [report.why for report in await moderation.reports_by(ANN)] == ["earlier", "rude"]


async def test_whoever_is_forgotten_is_in_nobodys_blocks_and_reports(moderation: SqlModeration) -> None:
    others = replace(REPORT, reporter_id=BOB, reported_id=EVE)
    await moderation.block(ANN, EVE, 1.0)
    await moderation.block(EVE, ANN, 1.0)
    await moderation.block(BOB, EVE, 1.0)
    for report in (REPORT, replace(REPORT, reporter_id=EVE, reported_id=ANN), others):
        await moderation.report(report)
    await moderation.forget(ANN)
    assert await moderation.apart_from(ANN) == frozenset()
    assert await moderation.apart_from(EVE) == {BOB}
    assert await moderation.reports(9) == [others]
