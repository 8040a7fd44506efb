"""Keeps `seatings` and `rooms.playing_since` in step with the log: who sits where, and since when they play.

Both follow from the events, and are written in the transaction that appends them. They exist so that a
player's unfinished game is found by an index instead of by reading logs.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, update

from web.adapters.tables import rooms, seatings
from web.rooms.events import ChairLeft, ChairTaken, Event, GameAborted, GameStarted, OptionsChanged
from web.rooms.ports import RoomId

_EMPTY_CHAIR = delete(seatings).where(
    seatings.c.room_id == bindparam("room"), seatings.c.chair == bindparam("number")
)
_EMPTY_CHAIRS_FROM = delete(seatings).where(
    seatings.c.room_id == bindparam("room"), seatings.c.chair >= bindparam("number")
)
_PLAYING_SINCE = update(rooms).where(rooms.c.id == bindparam("room")).values(playing_since=bindparam("since"))


def follow(connection: Connection, room_id: RoomId, events: Sequence[Event], finished: bool) -> None:
    """Do what these events of one version mean for the chairs; after a finished game none is running."""
    for event in events:
        match event:
            case ChairTaken(chair=chair, player=player):
                connection.execute(_EMPTY_CHAIR, {"room": room_id, "number": chair})
                connection.execute(
                    insert(seatings), {"room_id": room_id, "chair": chair, "player_id": player}
                )
            case ChairLeft(chair=chair):
                connection.execute(_EMPTY_CHAIR, {"room": room_id, "number": chair})
            case OptionsChanged(chairs=chairs):
                connection.execute(_EMPTY_CHAIRS_FROM, {"room": room_id, "number": chairs})
            case GameStarted(at=at):
                connection.execute(_PLAYING_SINCE, {"room": room_id, "since": at})
            case GameAborted():
                connection.execute(_PLAYING_SINCE, {"room": room_id, "since": None})
            case _:
                pass
    if finished:
        connection.execute(_PLAYING_SINCE, {"room": room_id, "since": None})
