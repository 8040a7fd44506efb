"""Blocks and reports in a SQL database."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, union_all
from sqlalchemy.exc import IntegrityError

from web.adapters.database import Database
from web.adapters.tables import blocks, reports
from web.rooms.events import PlayerId
from web.rooms.moderation import Report

_MINE = blocks.c.player_id == bindparam("player")
_THAT = blocks.c.blocked_id == bindparam("blocked")
_APART = union_all(
    select(blocks.c.blocked_id).where(_MINE),
    select(blocks.c.player_id).where(blocks.c.blocked_id == bindparam("player")),
)
_BLOCKED_AT = select(blocks.c.at).where(_MINE).order_by(blocks.c.at)
_BY = select(reports).where(reports.c.reporter_id == bindparam("player")).order_by(reports.c.at, reports.c.id)
_FORGET = (
    delete(blocks).where(or_(_MINE, blocks.c.blocked_id == bindparam("player"))),
    delete(reports).where(
        or_(reports.c.reporter_id == bindparam("player"), reports.c.reported_id == bindparam("player"))
    ),
)
_NEWEST = select(reports).order_by(reports.c.at.desc(), reports.c.id.desc()).limit(bindparam("most"))


class SqlModeration:
    """Moderation in SQL; the promises are those of the port."""

    def __init__(self, database: Database) -> None:
        """Use a database that the caller opened, and closes."""
        self._database = database

    async def block(self, player: PlayerId, blocked: PlayerId, now: float) -> None:
        """Never seat the two together again; twice is once."""
        await self._database.write(partial(_block, player=player, blocked=blocked, now=now))

    async def unblock(self, player: PlayerId, blocked: PlayerId | None) -> None:
        """Take the player's own block of that one back; None: all his."""
        await self._database.write(partial(_unblock, player=player, blocked=blocked))

    async def apart_from(self, player: PlayerId) -> frozenset[PlayerId]:
        """Return all whom the player has blocked, and all who have blocked him."""
        found = await self._database.read(
            lambda connection: connection.scalars(_APART, {"player": player}).all()
        )
        return frozenset(map(PlayerId, found))

    async def report(self, report: Report) -> None:
        """Keep a report for the host of the server."""
        await self._database.write(partial(_report, report=report))

    async def blocked_at(self, player: PlayerId) -> list[float]:
        """Return when the player blocked whom he still has blocked, the first first."""
        found = await self._database.read(
            lambda connection: connection.scalars(_BLOCKED_AT, {"player": player}).all()
        )
        return list(found)

    async def reports_by(self, player: PlayerId) -> list[Report]:
        """Return what the player has reported, the first first."""
        rows = await self._database.read(
            lambda connection: connection.execute(_BY, {"player": player}).mappings().all()
        )
        return [_report_in(row) for row in rows]

    async def forget(self, player: PlayerId) -> None:
        """Let there be no block and no report by the player, and none of him."""
        await self._database.write(partial(_forget, player=player))

    async def reports(self, limit: int) -> list[Report]:
        """Return the newest reports, the newest first."""
        return await self._database.read(partial(newest_reports, limit=limit))


def newest_reports(connection: Connection, limit: int) -> list[Report]:
    """Return the newest reports, for whoever has a connection: the command line."""
    return [_report_in(row) for row in connection.execute(_NEWEST, {"most": limit}).mappings()]


def _report_in(row: Mapping[Any, Any]) -> Report:
    return Report(**{name: row[name] for name in Report.__slots__})


def _forget(connection: Connection, player: PlayerId) -> None:
    for statement in _FORGET:
        connection.execute(statement, {"player": player})


def _block(connection: Connection, player: PlayerId, blocked: PlayerId, now: float) -> None:
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(blocks), {"player_id": player, "blocked_id": blocked, "at": now})


def _unblock(connection: Connection, player: PlayerId, blocked: PlayerId | None) -> None:
    if blocked is None:
        connection.execute(delete(blocks).where(_MINE), {"player": player})
    else:
        connection.execute(delete(blocks).where(_MINE, _THAT), {"player": player, "blocked": blocked})


def _report(connection: Connection, report: Report) -> None:
    connection.execute(insert(reports), asdict(report))
