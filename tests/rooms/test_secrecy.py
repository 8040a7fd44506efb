"""Catches: anything in a view, or in a moment at which something happens, that depends on what is hidden.

Non-interference, as `tests/rules/test_secrecy.py` has it for the engine: in rooms in which anything happens,
cards that a viewer cannot see are dealt anew, and others have passed or not. His view of the whole room must
stay the same to the byte, and so must every moment at which a clock, a grace or a countdown does something.
"""

import json
from dataclasses import replace
from random import Random

import pytest

from tests.rooms.anything import PLAYERS
from tests.rooms.scene import session
from tests.rooms.test_anything import Life
from tests.rules.redeal import dealt_anew
from web.rooms.commands import AskBot, Command, GiveUp, Sit, StepAway, Undo
from web.rooms.deadlines import askable_from, next_timed_due, time_limits
from web.rooms.decide import decide
from web.rooms.events import PlayerId
from web.rooms.ports import RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.room_view import room_view
from web.rooms.summary import summary

ROOM = RoomId("a-room")
STEPS = 250


def redealt(room: Room, viewer: PlayerId | None, dice: Random) -> Room:
    """Return a room that must look the same to the viewer."""
    assert room.game is not None
    state = dealt_anew(room.game.state, room.seat_of(viewer), dice)
    return replace(room, game=replace(room.game, state=state))


def seen(room: Room, viewer: PlayerId | None, now: float) -> str:
    return json.dumps([room_view(ROOM, room, viewer, "name", now, first=True), str(summary(room))])


def moments(room: Room) -> list[object]:
    return [next_timed_due(room), time_limits(room), askable_from(room)]


def answer(room: Room, command: Command, now: float) -> object:
    try:
        return decide(room, command, now)
    except Refused as refused:
        return refused.code, refused.facts


def requests(player: PlayerId) -> list[Command]:
    """Return what somebody may ask for beside cards; those the engine's test has."""
    return [
        *(AskBot(player, chair) for chair in range(4)),
        Sit(player, "X", None, session=session(player)),
        *(kind(player) for kind in (StepAway, Undo, GiveUp)),
    ]


@pytest.mark.parametrize("seed", range(30))
def test_neither_a_view_nor_a_moment_tells_what_is_hidden(seed: int) -> None:
    life, dice, met = Life(seed), Random(seed), 0
    for _ in range(STEPS):
        life.go_on()
        room = life.room
        if room.phase != "playing" or dice.random() < 0.5:
            continue
        for viewer in (*PLAYERS, None):
            other = redealt(room, viewer, dice)
            later = life.now + dice.choice([0, 7, 30])
            met += other != room
            assert seen(other, viewer, later) == seen(room, viewer, later)
            assert moments(other) == moments(room)
            for command in requests(viewer) if viewer is not None else []:
                assert answer(other, command, later) == answer(room, command, later)
    assert met > STEPS / 4
