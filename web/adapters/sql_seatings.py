"""Keeps `seatings` and `rooms.playing_since` in step with the log, in the transaction that appends to it."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from web.adapters.seatings import Seating, is_concerned
from web.adapters.tables import rooms, seatings
from web.rooms.events import Event, PlayerId
from web.rooms.ports import RoomId

_CHAIRS = select(seatings.c.chair, seatings.c.player_id).where(seatings.c.room_id == bindparam("room"))
_EMPTY_ALL = delete(seatings).where(seatings.c.room_id == bindparam("room"))
_PLAYING_SINCE = select(rooms.c.playing_since).where(rooms.c.id == bindparam("room"))
_SET_PLAYING_SINCE = (
    update(rooms).where(rooms.c.id == bindparam("room")).values(playing_since=bindparam("since"))
)


def follow(connection: Connection, room_id: RoomId, events: Sequence[Event], finished: bool) -> None:
    """Do what the events of one version mean for the room's chairs; most mean nothing."""
    if not finished and not any(is_concerned(event) for event in events):
        return
    before = _load(connection, room_id)
    after = Seating(dict(before.chairs), before.playing_since)
    after.follow(events, finished)
    if after.chairs != before.chairs:
        _save_chairs(connection, room_id, after)
    if after.playing_since != before.playing_since:
        connection.execute(_SET_PLAYING_SINCE, {"room": room_id, "since": after.playing_since})


def _load(connection: Connection, room_id: RoomId) -> Seating:
    chairs = {row.chair: PlayerId(row.player_id) for row in connection.execute(_CHAIRS, {"room": room_id})}
    return Seating(chairs, connection.scalar(_PLAYING_SINCE, {"room": room_id}))


def _save_chairs(connection: Connection, room_id: RoomId, seating: Seating) -> None:
    connection.execute(_EMPTY_ALL, {"room": room_id})
    if seating.chairs:
        connection.execute(
            insert(seatings),
            [
                {"room_id": room_id, "chair": chair, "player_id": player}
                for chair, player in seating.chairs.items()
            ],
        )
