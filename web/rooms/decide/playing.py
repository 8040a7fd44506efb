"""Actions in the running game, and the last one taken back."""

from durak import Pass, Seat, encode_action, parse_action, refusal
from web.rooms.commands import BotPlay, Next, Play, Undo
from web.rooms.decide.checks import check_alone
from web.rooms.events import ActionTaken, Event, NextCalled, TakenBack
from web.rooms.game import last_own_action
from web.rooms.pace import TAP, called_for, pace_of
from web.rooms.refusals import Refused
from web.rooms.room import Room


def play(room: Room, command: Play, now: float) -> tuple[Event, ...]:
    """A player acts in his own seat."""
    if room.game is None:
        raise Refused("no_game")
    seat = room.seat_of(command.player)
    if seat is None:
        raise Refused("not_seated")
    return _act(room, command, seat, now)


def bot_play(room: Room, command: BotPlay, now: float) -> tuple[Event, ...]:
    """A bot acts in its own seat, or in one that it holds for somebody."""
    if room.game is None:
        raise Refused("no_game")
    if not room.chairs[command.seat].is_moved_by_bot:
        raise Refused("not_your_seat")
    if pace_of(room) == TAP and room.game.called_at is None:
        raise Refused("stale")
    return _act(room, command, command.seat, now)


def next_move(room: Room, command: Next, now: float) -> tuple[Event, ...]:
    """Let the next bot move. Where none waits for that, it was asked for a moment ago, or too late."""
    check_alone(room, command.player)
    if called_for(room) != "ready":
        raise Refused("stale")
    return (NextCalled(now, command.player),)


def undo(room: Room, command: Undo, now: float) -> tuple[Event, ...]:
    """Go back to before the player's last action; only who plays alone may."""
    game = check_alone(room, command.player)
    last = last_own_action(game.movers)
    if last is None:
        raise Refused("nothing_to_undo")
    return (TakenBack(now, last),)


def _act(room: Room, command: Play | BotPlay, seat: Seat, now: float) -> tuple[Event, ...]:
    assert room.game is not None
    if room.game.is_drawn:
        raise Refused("game_over")
    state = room.game.state
    try:
        action = parse_action(command.action)
    except ValueError as error:
        raise Refused("bad_message", {"field": "action"}) from error
    if action.seat != seat:
        raise Refused("not_your_seat")
    late = isinstance(action, Pass) and command.table_ply != state.table_ply
    if command.bout != state.bout or late:
        raise Refused("stale")
    why_not = refusal(state, action)
    if why_not is not None:
        raise Refused(why_not.code, why_not.facts)
    return (ActionTaken(now, encode_action(action)),)
