"""Forgets what nobody needs any more: rooms without people, old records, guests who never came back.

Little by little, so that no transaction holds up a move: a room at a time, other rows in batches. Of several
processes on one PostgreSQL that want to, one does.
"""

import logging
from collections.abc import Mapping
from functools import partial

from sqlalchemy import BindParameter, Connection, Delete, bindparam, delete, or_, select, tuple_, update

from web.adapters import sql_options
from web.adapters.database import Database
from web.adapters.postgres import is_ours
from web.adapters.tables import blocks, device_codes, events, games, players, reports, rooms, seatings
from web.rooms.kept import Kept
from web.rooms.ports import Clock, RoomId

log = logging.getLogger(__name__)

DAY_SECONDS = 24 * 3600.0
ROUND_SECONDS = 3600.0
BATCH = 500
_LOCK = 0x464F_5247_4554
"""Any number that nothing else in the database locks."""

_MOST: BindParameter[int] = bindparam("most")
_BEFORE: BindParameter[float] = bindparam("before")
_ROOM: BindParameter[str] = bindparam("room")
_IDLE = select(rooms.c.id).where(rooms.c.forgotten_at.is_(None), rooms.c.changed_at < _BEFORE).limit(_MOST)
_FORGET = (
    update(rooms)
    # Somebody may have come back since the room was found idle.
    .where(rooms.c.id == _ROOM, rooms.c.forgotten_at.is_(None), rooms.c.changed_at < _BEFORE)
    .values(forgotten_at=bindparam("now"), due_at=None, playing_since=None, listing=None, code=None)
)
_EVENTS = delete(events).where(events.c.room_id == _ROOM)
_SEATINGS = delete(seatings).where(seatings.c.room_id == _ROOM)
_GAME = tuple_(games.c.room_id, games.c.version)
_OLD_GAMES = delete(games).where(
    _GAME.in_(
        # The oldest first, so that a game that is missing among newer ones is missed (`web.rooms.damage`).
        select(games.c.room_id, games.c.version)
        .where(games.c.ended_at < _BEFORE)
        .order_by(games.c.ended_at)
        .limit(_MOST)
    )
)
_OLD_REPORTS = delete(reports).where(
    reports.c.id.in_(select(reports.c.id).where(reports.c.at < _BEFORE).limit(_MOST))
)
_OLD_CODES = delete(device_codes).where(
    device_codes.c.player_id.in_(
        select(device_codes.c.player_id).where(device_codes.c.ends_at < _BEFORE).limit(_MOST)
    )
)
_OLD_PLAYERS = select(players.c.id).where(players.c.seen_at < _BEFORE).limit(_MOST)
_THESE: BindParameter[list[str]] = bindparam("ids", expanding=True)
# Somebody may have come back since.
_PLAYERS = (
    delete(players).where(players.c.id.in_(_THESE), players.c.seen_at < _BEFORE).returning(players.c.id)
)
_CODES_OF = delete(device_codes).where(device_codes.c.player_id.in_(_THESE))
_BLOCKS_OF = delete(blocks).where(or_(blocks.c.player_id.in_(_THESE), blocks.c.blocked_id.in_(_THESE)))


class Retention:
    """Forgets, round after round."""

    def __init__(self, database: Database, clock: Clock, kept: Kept) -> None:
        """Use a database that the caller opened, and closes."""
        self._database, self._clock, self._kept = database, clock, kept

    async def run(self) -> None:
        """Do a round at once and each hour, for ever."""
        while True:
            try:
                await self.round()
            except Exception:
                log.exception("forgetting what is old failed")
            await self._clock.sleep(ROUND_SECONDS)

    async def round(self) -> None:
        """Forget everything that is old by now."""
        now = self._clock.now()
        await self._forget_rooms(now)
        before = now - self._kept.records * DAY_SECONDS
        await self._delete(_OLD_GAMES, before)
        await self._delete(_OLD_REPORTS, before)
        await self._delete(_OLD_CODES, now)
        await self._forget_guests(now - self._kept.guests * DAY_SECONDS)

    async def _forget_rooms(self, now: float) -> None:
        before = now - self._kept.rooms * DAY_SECONDS
        while True:
            facts = {"before": before, "most": BATCH}
            idle = await self._database.read(partial(_ids, facts=facts))
            for room in idle:
                await self._database.write(partial(_forget, room=room, before=before, now=now))
            if len(idle) < BATCH:
                return

    async def _delete(self, statement: Delete, before: float) -> None:
        while await self._database.write(partial(_delete, statement=statement, before=before)) == BATCH:
            pass

    async def _forget_guests(self, before: float) -> None:
        while await self._database.write(partial(_forget_guests, before=before)) == BATCH:
            pass


def _ids(connection: Connection, facts: Mapping[str, object]) -> list[str]:
    return list(connection.scalars(_IDLE, facts))


def _forget(connection: Connection, room: str, before: float, now: float) -> None:
    """Take everything of the room but its row: who has the link is told what it was."""
    if connection.execute(_FORGET, {"room": room, "before": before, "now": now}).rowcount == 1:
        connection.execute(_EVENTS, {"room": room})
        connection.execute(_SEATINGS, {"room": room})
        sql_options.forget_host(connection, RoomId(room))


def _delete(connection: Connection, statement: Delete, before: float) -> int:
    if not is_ours(connection, _LOCK):
        return 0
    return connection.execute(statement, {"before": before, "most": BATCH}).rowcount


def _forget_guests(connection: Connection, before: float) -> int:
    if not is_ours(connection, _LOCK):
        return 0
    ids = list(connection.scalars(_OLD_PLAYERS, {"before": before, "most": BATCH}))
    gone = list(connection.scalars(_PLAYERS, {"ids": ids, "before": before})) if ids else []
    if gone:
        for statement in (_CODES_OF, _BLOCKS_OF):
            connection.execute(statement, {"ids": gone})
    return len(gone)
