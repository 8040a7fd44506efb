"""What is the host's to choose; every one of these is checked by role and by phase."""

from web.rooms.bot_names import pick_bot_name
from web.rooms.commands import ChangeOptions, HandOver, MoveChair, OpenRoom, Remove, SetLevel
from web.rooms.decide.checks import (
    check_chair,
    check_host,
    check_level,
    check_manners,
    check_no_game,
    check_pace,
    checked_rules,
)
from web.rooms.decide.dealing import deal
from web.rooms.events import (
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    Event,
    HostChanged,
    LevelSet,
    OptionsChanged,
    PlayerRemoved,
    RoomOpened,
)
from web.rooms.evolve import evolve
from web.rooms.refusals import Refused
from web.rooms.room import Room


def open_room(room: Room, command: OpenRoom, now: float) -> tuple[Event, ...]:
    """Make a room; whoever does is its host."""
    rules = checked_rules(command.rules, command.chairs, command.bots, people=1)
    check_manners(command.turn_seconds, command.watch)
    check_pace(command.pace, is_solo=command.secret is not None)
    opened = RoomOpened(
        at=now,
        host=command.player,
        rules=rules,
        chairs=command.chairs,
        bots=command.bots,
        solo=command.secret is not None,
        seen_cards=command.seen_cards,
        turn_seconds=command.turn_seconds,
        watch=command.watch,
        public=command.public,
        chat=command.chat,
        advice=command.advice,
        pace=command.pace,
        taught=command.taught,
    )
    events: tuple[Event, ...] = (opened, ChairTaken(now, 0, command.player, command.name, command.avatar))
    if command.secret is None:
        return events
    for event in events:
        room = evolve(room, event)
    return (*events, *deal(room, command.secret, now))


def change_options(room: Room, command: ChangeOptions, now: float) -> tuple[Event, ...]:
    """Choose otherwise, before a game; who plays alone may change the pace at any time."""
    check_host(room, command.player)
    if not (room.is_solo and command == ChangeOptions(command.player, pace=command.pace)):
        check_no_game(room)
    if command.pace is not None:
        check_pace(command.pace, is_solo=room.is_solo)
    was = room.options
    rules = was.rules if command.rules is None else command.rules
    chairs = was.chairs if command.chairs is None else command.chairs
    bots = was.bots if command.bots is None else command.bots
    turn_seconds = was.turn_seconds if command.turn_seconds is None else command.turn_seconds or None
    changed = OptionsChanged(
        at=now,
        rules=checked_rules(rules, chairs, bots, len(room.people)),
        chairs=chairs,
        bots=bots,
        seen_cards=was.seen_cards if command.seen_cards is None else command.seen_cards,
        turn_seconds=turn_seconds,
        watch=was.watch if command.watch is None else command.watch,
        public=was.public if command.public is None else command.public,
        chat=was.chat if command.chat is None else command.chat,
        advice=was.advice if command.advice is None else command.advice,
        pace=was.pace if command.pace is None else command.pace,
    )
    check_manners(changed.turn_seconds, changed.watch)
    return (*_move_up(room, chairs, now), changed)


def set_level(room: Room, command: SetLevel, now: float) -> tuple[Event, ...]:
    """Choose one bot's level, before a game."""
    check_host(room, command.player)
    check_no_game(room)
    check_chair(room, command.chair)
    if command.level is not None:
        check_level(command.level)
    if room.chairs[command.chair].player is not None:
        raise Refused("chair_taken", {"chair": command.chair})
    return (LevelSet(now, command.chair, command.level),)


def move_chair(room: Room, command: MoveChair, now: float) -> tuple[Event, ...]:
    """Let two chairs change places, before a game."""
    check_host(room, command.player)
    check_no_game(room)
    check_chair(room, command.from_chair)
    check_chair(room, command.to_chair)
    if command.from_chair == command.to_chair or room.chairs[command.from_chair].name is None:
        raise Refused("nobody_there", {"chair": command.from_chair})
    return (ChairsSwapped(now, command.from_chair, command.to_chair),)


def remove(room: Room, command: Remove, now: float) -> tuple[Event, ...]:
    """Send a player away, at any time; a bot only before a game."""
    check_host(room, command.player)
    check_chair(room, command.chair)
    chair = room.chairs[command.chair]
    if chair.name is None or chair.player == command.player:
        raise Refused("nobody_there", {"chair": command.chair})
    if chair.player is None:
        check_no_game(room)
        return (ChairLeft(now, command.chair, None),)
    stand_in = None if room.phase != "playing" else stand_in_for(room, command.chair)
    return (PlayerRemoved(now, command.chair, chair.player, command.may_watch, stand_in),)


def hand_over(room: Room, command: HandOver, now: float) -> tuple[Event, ...]:
    """Make somebody else the host."""
    check_host(room, command.player)
    check_chair(room, command.chair)
    player = room.chairs[command.chair].player
    if player is None or player == command.player:
        raise Refused("nobody_there", {"chair": command.chair})
    return (HostChanged(now, player),)


def stand_in_for(room: Room, chair: int) -> str:
    """Return the name of the bot that plays on in this chair."""
    return pick_bot_name({chair.name for chair in room.chairs if chair.name}, chair)


def _move_up(room: Room, chairs: int, now: float) -> list[Event]:
    """Return the events that bring the players from the chairs to be taken away into those that stay."""
    free = [number for number, chair in enumerate(room.chairs[:chairs]) if chair.player is None]
    events: list[Event] = []
    for number, chair in enumerate(room.chairs[chairs:], chairs):
        if chair.player is not None and chair.name is not None:
            taken = ChairTaken(now, free.pop(0), chair.player, chair.name, chair.avatar)
            events += [ChairLeft(now, number, None), taken]
    return events
