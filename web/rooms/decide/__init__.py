"""What a room makes of a command: the events it causes, or a refusal. Pure: clock and dice come with it."""

from typing import assert_never

from web.rooms.commands import (
    Advise,
    Arrive,
    AskBot,
    BotPlay,
    ChangeOptions,
    ComeBack,
    Command,
    Depart,
    Forget,
    GameCommand,
    GiveUp,
    HandOver,
    HostCommand,
    Leave,
    MemberCommand,
    MoveChair,
    Next,
    OpenRoom,
    Play,
    Remove,
    Say,
    SetLevel,
    Sit,
    Start,
    StepAway,
    Tick,
    Undo,
)
from web.rooms.decide.advising import advise
from web.rooms.decide.attendance import arrive, ask_bot, come_back, depart, sign_of_life, step_away
from web.rooms.decide.clocks import tick
from web.rooms.decide.consequences import with_consequences
from web.rooms.decide.dealing import give_up, start
from web.rooms.decide.forgetting import forget
from web.rooms.decide.hosting import change_options, hand_over, move_chair, open_room, remove, set_level
from web.rooms.decide.playing import bot_play, next_move, play, undo
from web.rooms.decide.seating import leave, sit
from web.rooms.decide.talking import say
from web.rooms.events import Event
from web.rooms.evolve import evolve
from web.rooms.room import Room


def decide(room: Room, command: Command, now: float) -> tuple[Event, ...]:
    """Return the events that the command causes in the room at `now` (seconds since the epoch).

    A room that does not exist yet is `Room()`. Raises Refused; the room stays as it was.
    """
    back = sign_of_life(room, command, now)
    awake = room if back is None else evolve(room, back)
    events = _decide(awake, command, now)
    return with_consequences(room, events if back is None else (back, *events), now)


def _decide(room: Room, command: Command, now: float) -> tuple[Event, ...]:
    if isinstance(command, GameCommand):
        return _decide_in_game(room, command, now)
    if isinstance(command, HostCommand):
        return _decide_for_host(room, command, now)
    if isinstance(command, MemberCommand):
        return _decide_for_member(room, command, now)
    match command:
        case Arrive():
            return arrive(room, command, now)
        case Depart():
            return depart(room, command, now)
        case _:
            assert_never(command)


def _decide_in_game(room: Room, command: GameCommand, now: float) -> tuple[Event, ...]:
    match command:
        case Play():
            return play(room, command, now)
        case BotPlay():
            return bot_play(room, command, now)
        case Tick():
            return tick(room, command, now)
        case Start():
            return start(room, command, now)
        case Advise():
            return advise(room, command, now)
        case Next():
            return next_move(room, command, now)
        case Undo():
            return undo(room, command, now)
        case GiveUp():
            return give_up(room, command, now)
        case _:
            assert_never(command)


def _decide_for_member(room: Room, command: MemberCommand, now: float) -> tuple[Event, ...]:
    match command:
        case Sit():
            return sit(room, command, now)
        case Leave():
            return leave(room, command, now)
        case Forget():
            return forget(room, command, now)
        case StepAway():
            return step_away(room, command, now)
        case ComeBack():
            return come_back(room, command, now)
        case AskBot():
            return ask_bot(room, command, now)
        case Say():
            return say(room, command, now)
        case _:
            assert_never(command)


def _decide_for_host(room: Room, command: HostCommand, now: float) -> tuple[Event, ...]:
    match command:
        case OpenRoom():
            return open_room(room, command, now)
        case ChangeOptions():
            return change_options(room, command, now)
        case SetLevel():
            return set_level(room, command, now)
        case MoveChair():
            return move_chair(room, command, now)
        case Remove():
            return remove(room, command, now)
        case HandOver():
            return hand_over(room, command, now)
        case _:
            assert_never(command)
