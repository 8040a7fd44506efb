"""Catches a bot that is never due, due for nobody, or whose pause tells something about its cards."""

from dataclasses import replace

import pytest

from durak import Seat, public_waiting
from tests.rooms.scene import (
    ANNA,
    BORIS,
    NOON,
    SECRET,
    do,
    next_play,
    next_seat,
    played_until,
    playing_room,
    solo_room,
    waiting_room,
)
from web.rooms.commands import Leave
from web.rooms.deadlines import agenda, bot_seed, bots_due
from web.rooms.room import Room


def bots_room(chairs: int = 4, secret: bytes = SECRET, rules: str = "classic") -> Room:
    return solo_room(chairs, rules, secret)


@pytest.mark.parametrize("rules", ["classic", "durak_online", "T2I1P1V1"])
def test_only_bots_that_the_table_waits_for_are_due(rules: str) -> None:
    room = bots_room(rules=rules)
    while room.phase == "playing":
        assert room.game is not None
        waiting = public_waiting(room.game.state)
        due = {due.seat for due in bots_due(room, 1)}
        assert due == {seat for seat in waiting if seat != 0 and seat not in room.game.state.passed}
        room = do(room, next_play(room, next_seat(room)))
    assert agenda(room, 1).at is None


def test_nobody_is_due_before_the_deal_or_without_people() -> None:
    assert agenda(waiting_room(), 1).at is None
    room = playing_room(3)
    alone = do(do(room, Leave(BORIS)), Leave(ANNA))
    assert agenda(alone, 1).at is None


def test_the_servers_pace_scales_the_pause() -> None:
    room = played_until(bots_room(), "throw")
    full, half = bots_due(room, 1), bots_due(room, 0.5)
    assert [due.seat for due in full] == [due.seat for due in half]
    assert all(abs((a.at - NOON) / 2 - (b.at - NOON)) < 1e-6 for a, b in zip(full, half, strict=True))
    assert all(due.at == NOON for due in bots_due(room, 0))


def test_a_hidden_pass_moves_no_pause_of_the_others() -> None:
    room = played_until(bots_room(5), "throw", now=NOON)
    before = {due.seat: due.at for due in bots_due(room, 1)}
    seat = min(before)
    passed = do(room, replace(next_play(room, seat), action=f"{seat}:pass"), now=NOON + 0.3)
    after = {due.seat: due.at for due in bots_due(passed, 1)}
    assert after == {other: at for other, at in before.items() if other != seat}


def test_dice_differ_by_seat_and_moment_and_are_the_same_everywhere() -> None:
    room = bots_room()
    assert room.game is not None
    assert bot_seed(room.game, Seat(1)) == bot_seed(room.game, Seat(1)) != bot_seed(room.game, Seat(2))
