"""Finds the rooms of somebody, and puts a mask on him in a log, in the transaction that appends to it."""

from sqlalchemy import Connection, bindparam, or_, select, update

from web.adapters import sql_options
from web.adapters.postgres import taking_its_time
from web.adapters.tables import events
from web.rooms.events import PlayerId, encode_event, parse_event
from web.rooms.masks import Mask, masked, masked_id
from web.rooms.ports import RoomId

_REWRITE = (
    update(events)
    .where(
        events.c.room_id == bindparam("room"),
        events.c.version == bindparam("of_version"),
        events.c.part == bindparam("of_part"),
    )
    .values(command_id=bindparam("command"), body=bindparam("told"))
)


def rooms_of(connection: Connection, player: PlayerId) -> list[RoomId]:
    """Return every room whose log names this player. It reads all of them: nobody asks for it often."""
    # An id stands in an event's JSON as a whole value; what people say has its quotes escaped.
    named = events.c.body.contains(f':"{player}"', autoescape=True)
    with taking_its_time(connection):
        return list(map(RoomId, connection.scalars(select(events.c.room_id).where(named).distinct())))


def put_on(connection: Connection, room_id: RoomId, mask: Mask) -> None:
    """Tell every event of the room, and its options, as the mask has it; none is added or taken away."""
    theirs = or_(
        events.c.body.contains(f':"{mask.player}"', autoescape=True),
        events.c.command_id.startswith(f"{mask.player}:", autoescape=True),
    )
    found = connection.execute(select(events).where(events.c.room_id == room_id, theirs)).all()
    rewritten = [
        {
            "room": room_id,
            "of_version": row.version,
            "of_part": row.part,
            "command": None if row.command_id is None else masked_id(row.command_id, mask),
            "told": encode_event(masked(parse_event(row.body), mask)),
        }
        for row in found
    ]
    if rewritten:
        connection.execute(_REWRITE, rewritten)
    sql_options.put_on(connection, room_id, mask)
