"""Catches bots that play for nobody, for ever; and a cap on the length of a game at which people sit."""

from dataclasses import replace
from random import Random

import pytest

from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    SECRET,
    do,
    next_play,
    next_seat,
    played_until,
    playing_room,
)
from web.rooms.commands import ChangeOptions, Command, Leave, OpenRoom, Sit, Start
from web.rooms.deadlines import bots_due
from web.rooms.decide import decide
from web.rooms.events import ActionTaken, GameAborted, PlayerId
from web.rooms.refusals import Refused
from web.rooms.room import Room

PLAYERS = (ANNA, BORIS, CLARA)


def anything(dice: Random, room: Room) -> Command:
    """Return something that somebody might ask of the room, sense or not."""
    player: PlayerId = dice.choice(PLAYERS)
    if room.phase == "playing" and dice.random() < 0.8:
        return next_play(room, next_seat(room))
    choices: list[Command] = [
        Sit(player, "X", dice.choice([None, 0, 1, 2, 3])),
        *[Leave(player)] * 2,
        *[Start(player, dice.randbytes(32))] * 2,
        ChangeOptions(player, dice.choice(["blitz", "deutsch"]), dice.choice([2, 3, 4]), None),
    ]
    return dice.choice(choices)


@pytest.mark.parametrize("seed", range(20))
def test_case_94_no_game_is_ever_played_by_bots_alone(seed: int) -> None:
    """A game needs somebody to deal it, and ends with the last person who leaves: a room need not end one."""
    dice = Random(seed)
    room = do(Room(), OpenRoom(ANNA, "Anna", "blitz", 3, "careful", dice.choice([None, SECRET])))
    games = 0
    for _ in range(400):
        before = room
        try:
            room = do(room, anything(dice, room))
        except Refused:
            continue
        games += room.phase == "playing" and before.phase != "playing"
        assert room.people or room.phase != "playing"
        assert room.people or not bots_due(room, 1)
    assert games > 3, "seed without a game"


def test_case_94_whoever_leaves_last_ends_the_game_in_the_same_breath() -> None:
    room = do(playing_room(3), Leave(BORIS))
    events = decide(room, Leave(ANNA), NOON)
    assert [event for event in events if isinstance(event, GameAborted)] == [GameAborted(NOON, "nobody_left")]


def test_case_94_with_a_person_at_the_table_no_bout_is_the_last() -> None:
    room = do(Room(), OpenRoom(ANNA, "Anna", "classic", 3, "careful", SECRET))
    assert room.game is not None
    room = replace(room, game=replace(room.game, state=room.game.state.changed(bout=1000)))
    (event,) = decide(room, next_play(room, next_seat(room)), NOON)
    assert isinstance(event, ActionTaken)
    assert played_until(room, "over").phase == "over"
