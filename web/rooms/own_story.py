"""What a log tells of one player: what he did, and what was done to his place, and no more."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from durak import parse_action
from web.rooms.events import (
    ActionTaken,
    Advised,
    BotSteppedIn,
    ChairLeft,
    ChairsSwapped,
    ClockRanOut,
    Event,
    LevelSet,
    OptionsChanged,
    PlayerBack,
    PlayerId,
    TakenBack,
)
from web.rooms.evolve import evolve
from web.rooms.ports import Batch
from web.rooms.room import Room, Tally

_UNTOLD = ("at", "player", "host", "session")
"""Fields that are told otherwise, or mean nothing outside of the server."""


def own_story(player: PlayerId, batches: Iterable[Batch]) -> dict[str, Any]:
    """Return, as JSON, the events of a room that are about this player, and how his games there ended."""
    room, events = Room(), []
    for batch in batches:
        for event in batch.events:
            if _is_about(event, player, room):
                events.append(_told(event))
            room = evolve(room, event)
    return {"finished_games": asdict(room.tally.get(player, Tally())), "events": events}


def moment(at: float) -> str:
    """Return a time as people and programs read it (ISO 8601, UTC)."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def _told(event: Event) -> dict[str, Any]:
    facts = {name: value for name, value in asdict(event).items() if name not in _UNTOLD}
    return {"at": moment(event.at), "event": type(event).__name__, **facts}


def _is_about(event: Event, player: PlayerId, room: Room) -> bool:
    """Tell whether the event, which comes next in the room, is the player's doing or about his place."""
    if player in (getattr(event, "player", None), getattr(event, "host", None)):
        return True
    match event:
        case ActionTaken(action=text):
            return _moves(player, room, parse_action(text).seat)
        case Advised(seat=seat):
            return seat == room.seat_of(player)
        case (
            ChairLeft(chair=chair)
            | ClockRanOut(chair=chair)
            | BotSteppedIn(chair=chair)
            | PlayerBack(chair=chair)
        ):
            return chair == room.chair_of(player)
        case ChairsSwapped(a=a, b=b):
            return room.chair_of(player) in (a, b)
        case OptionsChanged() | LevelSet():
            return room.host == player
        case TakenBack():
            return room.people == (player,)
        case _:
            return False


def _moves(player: PlayerId, room: Room, seat: int) -> bool:
    return seat == room.seat_of(player) and not room.chairs[seat].is_moved_by_bot
