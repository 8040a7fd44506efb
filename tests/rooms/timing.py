"""Games of people in which time counts, for tests of what is due."""

import pytest

from durak import Phase, Seat, State
from tests.rooms.scene import ANNA, CLARA, NOON, SECRET, do, joined, played_until, waiting_room
from web.rooms.commands import Command, Play, Start, Tick
from web.rooms.deadlines import TimedDue, next_timed_due
from web.rooms.decide import decide
from web.rooms.events import PlayerId
from web.rooms.refusals import Refused
from web.rooms.room import Room

TURN = 30
TICK = Tick(SECRET[::-1])


def refused(room: Room, command: Command, now: float = NOON) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room, command, now)
    return caught.value


def state_of(room: Room) -> State:
    assert room.game is not None
    return room.game.state


def people_room(turn_seconds: int | None = TURN, rules: str = "classic", number: int = 0) -> Room:
    """Return a game of three people."""
    room = joined(waiting_room(3, rules, turn_seconds=turn_seconds), CLARA)
    return do(room, Start(ANNA, bytes([number, *SECRET[1:]])))


def game_in(phase: Phase, turn_seconds: int | None = TURN, rules: str = "classic") -> Room:
    """Return a game of three people that has come to this phase."""
    for number in range(99):
        room = played_until(people_room(turn_seconds, rules, number), phase.value)
        if room.phase == "playing" and len(state_of(room).throwers) > 1:
            return room
    raise AssertionError("no such deal")


def timed(room: Room) -> TimedDue:
    due = next_timed_due(room)
    assert due is not None
    return due


def ticked(room: Room) -> Room:
    """Return the room after what is due next was done in time."""
    return do(room, TICK, timed(room).at)


def players(room: Room, seat: Seat) -> PlayerId:
    player = room.chairs[seat].player
    assert player is not None
    return player


def passes(room: Room, seat: Seat) -> Play:
    state = state_of(room)
    return Play(players(room, seat), f"{seat}:pass", state.bout, state.table_ply)
