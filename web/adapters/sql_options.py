"""Keeps `rooms.options` in step with the log, in the transaction that appends to it.

It is the newest event that carries a room's options, as it is stored: from it a forgotten room is made again.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, select, update

from web.adapters.tables import rooms
from web.rooms.events import Event, OptionsChanged, PlayerId, RoomOpened, encode_event, parse_event
from web.rooms.masks import Mask, masked
from web.rooms.ports import RoomId

_CHOSEN = select(rooms.c.options).where(rooms.c.id == bindparam("room"))
_SET = update(rooms).where(rooms.c.id == bindparam("room")).values(options=bindparam("chosen"))


def follow(connection: Connection, room_id: RoomId, events: Sequence[Event]) -> None:
    """Do what the events of one version mean for the room's options; most mean nothing."""
    for event in reversed(events):
        if isinstance(event, RoomOpened | OptionsChanged):
            connection.execute(_SET, {"room": room_id, "chosen": encode_event(event)})
            return


def put_on(connection: Connection, room_id: RoomId, mask: Mask) -> None:
    """Tell the options as the mask has them."""
    chosen = _chosen(connection, room_id)
    if chosen is not None:
        connection.execute(_SET, {"room": room_id, "chosen": encode_event(masked(chosen, mask))})


def forget_host(connection: Connection, room_id: RoomId) -> None:
    """Keep the options of a room without saying who made it."""
    chosen = _chosen(connection, room_id)
    if isinstance(chosen, RoomOpened):
        nobodys = replace(chosen, host=PlayerId(""))
        connection.execute(_SET, {"room": room_id, "chosen": encode_event(nobodys)})


def _chosen(connection: Connection, room_id: RoomId) -> Event | None:
    stored = connection.scalar(_CHOSEN, {"room": room_id})
    return None if stored is None else parse_event(stored)
