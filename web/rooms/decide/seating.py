"""Who sits down where, and who gets up."""

from web.rooms.commands import Leave, Sit
from web.rooms.deadlines import GRACE_SECONDS
from web.rooms.decide.hosting import stand_in_for
from web.rooms.events import (
    Arrived,
    ChairClaimed,
    ChairLeft,
    ChairTaken,
    Event,
    GameAborted,
    PlaceGivenUp,
    Queued,
)
from web.rooms.likeness import told_apart
from web.rooms.refusals import Refused
from web.rooms.room import Room

QUEUE_MOST = 20


def sit(room: Room, command: Sit, now: float) -> tuple[Event, ...]:
    """Take a chair, or in mid game a place among the latecomers."""
    own = room.chair_of(command.player)
    if own is not None and command.chair == own:
        return _rename(room, command, own, now)
    if own is not None and (command.chair is None or room.phase != "waiting"):
        raise Refused("already_seated")
    if command.player not in room.members:
        _check_welcome(room, command)
    if command.chair is not None and not 0 <= command.chair < len(room.chairs):
        raise Refused("no_chair")
    if room.phase == "playing":
        events = _come_late(room, command, now)
    else:
        events = _take_chair(room, command, own, now)
    if command.session is None or command.session == room.session_of(command.player):
        return events
    return (*events, Arrived(now, command.player, command.session))


def leave(room: Room, command: Leave, now: float) -> tuple[Event, ...]:
    """Get up, in mid game from the cards, or wait no more; the last person at the table ends the game."""
    number = room.chair_of(command.player)
    if number is None and room.latecomer(command.player) is not None:
        return (PlaceGivenUp(now, command.player),)
    if number is None:
        raise Refused("not_seated")
    if room.phase != "playing":
        return (ChairLeft(now, number, None),)
    if room.people == (command.player,):
        return (ChairLeft(now, number, None), GameAborted(now, "nobody_left"))
    return (ChairLeft(now, number, stand_in_for(room, number)),)


def _check_welcome(room: Room, command: Sit) -> None:
    if command.player in room.removed:
        raise Refused("removed")
    if command.blocked.intersection(room.members):
        raise Refused("blocked")


def _rename(room: Room, command: Sit, own: int, now: float) -> tuple[Event, ...]:
    """Sitting down where one sits already is how a new name and picture get to the table."""
    name = _distinct_name(room, command, own)
    chair = room.chairs[own]
    if (name, command.avatar) == (chair.name, chair.avatar):
        raise Refused("already_seated")
    return (ChairTaken(now, own, command.player, name, command.avatar),)


def _take_chair(room: Room, command: Sit, own: int | None, now: float) -> tuple[Event, ...]:
    # Between games a bot's chair is as good as an empty one; where there is none, that of somebody away is.
    free = [number for number, chair in enumerate(room.chairs) if chair.player is None]
    yielded = [] if free or own is not None else _yielded(room, now)
    number = _wanted(command, free or yielded)
    left = []
    if own is not None:
        left.append(ChairLeft(now, own, None))
    elif number in yielded:
        left.append(ChairLeft(now, number, None))
    name = _distinct_name(room, command, number)
    return (*left, ChairTaken(now, number, command.player, name, command.avatar))


def _wanted(command: Sit, free: list[int]) -> int:
    if command.chair is not None and command.chair not in free:
        raise Refused("chair_taken", {"chair": command.chair})
    if not free:
        raise Refused("no_chair")
    return free[0] if command.chair is None else command.chair


def _yielded(room: Room, now: float) -> list[int]:
    return [
        number
        for number, chair in enumerate(room.chairs)
        if chair.player is not None and room.is_away_for(chair.player, GRACE_SECONDS, now)
    ]


def _come_late(room: Room, command: Sit, now: float) -> tuple[Event, ...]:
    """Claim a bot's chair for the next bout, or wait for the end of the game."""
    number = _claimable(room, command)
    name = _distinct_name(room, command, number)
    was = room.latecomer(command.player)
    if was is not None and (was.chair, was.name, was.avatar) == (number, name, command.avatar):
        raise Refused("already_seated")
    if was is None and len(room.latecomers) >= QUEUE_MOST:
        raise Refused("no_chair")
    if number is None:
        return (Queued(now, command.player, name, command.avatar),)
    return (ChairClaimed(now, number, command.player, name, command.avatar),)


def _claimable(room: Room, command: Sit) -> int | None:
    """Return the bot's chair that the latecomer may have, None if he has to wait for the next game."""
    assert room.game is not None, "there is a game while one is played"
    claimed = {late.chair for late in room.latecomers if late.player != command.player}
    bots = [number for number, chair in enumerate(room.chairs) if chair.is_bot and number not in claimed]
    if command.chair is not None and command.chair not in bots:
        raise Refused("chair_taken", {"chair": command.chair})
    former = room.game.former.get(command.player)
    if former is not None:
        # In any other seat he would know two hands.
        bots = [number for number in bots if number == former]
    if command.chair is not None:
        return command.chair if command.chair in bots else None
    was = room.latecomer(command.player)
    if was is not None and was.chair in bots:
        return was.chair
    return bots[0] if bots else None


def _distinct_name(room: Room, command: Sit, number: int | None) -> str:
    """Return the name, with a number behind it if somebody else has it who is, or will be, at the table."""
    own = room.chair_of(command.player)
    at_table = (chair.name for i, chair in enumerate(room.chairs) if i not in (number, own))
    late = (late.name for late in room.latecomers if late.player != command.player)
    return told_apart(command.name, (name for name in (*at_table, *late) if name))
