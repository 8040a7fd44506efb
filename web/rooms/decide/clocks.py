"""What the time asks for: one thing a Tick, the first that is due."""

from typing import assert_never

from durak import (
    Action,
    Attack,
    Pass,
    Phase,
    Seat,
    State,
    Take,
    apply,
    encode_action,
    public_waiting,
)
from web.rooms.commands import Tick
from web.rooms.deadlines import (
    ClockDue,
    CountdownDue,
    EndlessDue,
    GraceDue,
    HostDue,
    next_timed_due,
)
from web.rooms.decide.dealing import deal
from web.rooms.events import (
    ActionTaken,
    BotSteppedIn,
    ClockRanOut,
    Event,
    GameDrawn,
    HostChanged,
    TimeGivenBack,
)
from web.rooms.refusals import Refused
from web.rooms.room import Room

EARLY_SECONDS = 0.01
"""Clocks of workers differ, and a sum of floats may fall short."""

OUTAGE_SECONDS = 5.0
"""What is so late was due while we were not there, and nobody could have been faster."""

STRIKES = 2
"""So many clocks of a player in a row, and a bot plays for him."""


def tick(room: Room, command: Tick, now: float) -> tuple[Event, ...]:
    """Do what is due; after an outage of ours people get their time back instead."""
    due = next_timed_due(room)
    if due is None or due.at > now + EARLY_SECONDS:
        raise Refused("nothing_due")
    if isinstance(due, ClockDue | GraceDue) and now - due.at > OUTAGE_SECONDS:
        return (TimeGivenBack(now),)
    match due:
        case GraceDue():
            return (BotSteppedIn(now, due.seat, "away"),)
        case ClockDue():
            return tuple(_clock_ran_out(room, now))
        case CountdownDue():
            return deal(room, command.secret, now)
        case HostDue():
            return (HostChanged(now, due.player),)
        case EndlessDue():
            return (GameDrawn(now, "endless"),)
        case _:
            assert_never(due)


def _clock_ran_out(room: Room, now: float) -> list[Event]:
    """Act for everybody whom the table waits for, so that it waits no more.

    While cards may be added the bout closes by this, whoever has passed already: what is seen of it tells
    nothing about that. A bot that has not made up its mind in all the time passes, too.
    """
    assert room.game is not None, "clocks run only in a game"
    state, events = room.game.state, list[Event]()
    bout, waiting = state.bout, sorted(public_waiting(state))
    for seat in waiting:
        if state.bout != bout or state.outcome is not None or seat in state.passed:
            continue
        action = _forced(state, seat)
        text, state = encode_action(action), apply(state, action)
        if room.chairs[seat].is_moved_by_bot:
            events.append(ActionTaken(now, text))
            continue
        events.append(ClockRanOut(now, seat, text))
        if room.game.sitters[seat].strikes + 1 >= STRIKES and state.outcome is None:
            events.append(BotSteppedIn(now, seat, "clocks"))
    return events


def _forced(state: State, seat: Seat) -> Action:
    """Return what is done for a seat whose time is over (rules.md 1.7)."""
    match state.phase:
        case Phase.OPEN:
            hand = state.hands[seat]
            plain = [card for card in hand if card.suit is not state.trump]
            return Attack(seat, ((plain or hand)[0],))
        case Phase.DEFENCE:
            return Take(seat)
        case Phase.THROW | Phase.TAKING:
            return Pass(seat)
        case _:
            raise AssertionError("nobody is waited for when the game is over")
