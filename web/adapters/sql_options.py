"""Keeps `rooms.options` in step with the log, in the transaction that appends to it.

It is the newest event that carries a room's options, as it is stored: from it a forgotten room is made again.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, update

from web.adapters.tables import rooms
from web.rooms.events import Event, OptionsChanged, RoomOpened, encode_event
from web.rooms.ports import RoomId

_SET = update(rooms).where(rooms.c.id == bindparam("room")).values(options=bindparam("chosen"))


def follow(connection: Connection, room_id: RoomId, events: Sequence[Event]) -> None:
    """Do what the events of one version mean for the room's options; most mean nothing."""
    for event in reversed(events):
        if isinstance(event, RoomOpened | OptionsChanged):
            connection.execute(_SET, {"room": room_id, "chosen": encode_event(event)})
            return
