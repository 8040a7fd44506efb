"""Catches two who move one seat, a bot that will not get up, and one that was not asked in."""

from dataclasses import replace
from typing import Any

import pytest

from durak import Seat
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
    session,
    waiting_room,
)
from web.rooms.commands import (
    Arrive,
    AskBot,
    BotPlay,
    ComeBack,
    Command,
    Depart,
    Leave,
    Play,
    Say,
    Start,
    StepAway,
)
from web.rooms.deadlines import bots_due
from web.rooms.decide import decide
from web.rooms.events import (
    ActionTaken,
    BotSteppedIn,
    PlayerBack,
)
from web.rooms.evolve import evolve
from web.rooms.refusals import Refused
from web.rooms.room import Room

HELD = ["away", "clocks", "asked", "stepped_away"]


def refused(room: Room, command: Command, now: float = NOON) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room, command, now)
    return caught.value


def held(room: Room, why: str, chair: int = 1) -> Room:
    """Return the room with a bot that plays for Boris."""
    return evolve(room, BotSteppedIn(NOON, chair, why))


def boris_to_move(**more: Any) -> Room:
    """Return a game of two people and a bot in which the table waits for Boris."""
    for number in range(99):
        room = playing_room(secret=bytes([number, *SECRET[1:]]), **more)
        if next_seat(room) == 1:
            return room
    raise AssertionError("no such deal")


# A bot in a player's seat


@pytest.mark.parametrize("why", HELD)
def test_a_held_seat_is_a_bots_to_move_and_stays_its_players(why: str) -> None:
    room = held(boris_to_move(), why)
    assert room.chairs[1].player == BORIS
    assert [due.seat for due in bots_due(room, 1)] == [1]
    move = next_play(room, Seat(1))
    assert isinstance(move, BotPlay)
    after = do(room, move)
    assert after.seat_of(BORIS) == 1


@pytest.mark.parametrize("why", ["away", "clocks", "asked"])
def test_case_25_whoever_comes_back_has_his_seat_at_once_and_the_pending_move_is_none(why: str) -> None:
    room = do(held(boris_to_move(), why), Depart(BORIS, session(BORIS)))
    pending = next_play(room, Seat(1))
    back = do(room, Arrive(BORIS, session(BORIS, 2)), NOON + 50)
    assert back.chairs[1].held is None
    assert bots_due(back, 1) == []
    assert refused(back, pending).code == "not_your_seat"
    assert isinstance(pending, BotPlay)
    own = Play(BORIS, pending.action, pending.bout, pending.table_ply)
    assert do(back, own, NOON + 51).version == back.version + 1


def test_whoever_stepped_away_comes_back_only_when_he_says_so() -> None:
    room = do(boris_to_move(), StepAway(BORIS))
    assert room.chairs[1].held == "stepped_away"
    assert refused(room, StepAway(BORIS)).code == "stale"
    reloaded = do(room, Arrive(BORIS, session(BORIS, 2)))
    assert reloaded.chairs[1].held == "stepped_away"
    back = do(reloaded, ComeBack(BORIS))
    assert back.chairs[1].held is None
    assert refused(back, ComeBack(BORIS)).code == "stale"


def test_anything_that_he_asks_for_brings_him_back_and_what_is_refused_does_not() -> None:
    room = held(boris_to_move(), "stepped_away")
    move = next_play(room, Seat(1))
    own = Play(BORIS, move.action, move.bout, move.table_ply)
    events = decide(room, own, NOON)
    assert events == (PlayerBack(NOON, 1), ActionTaken(NOON, move.action))
    assert decide(room, Say(BORIS, "phrase", "hello"), NOON)[0] == PlayerBack(NOON, 1)
    assert refused(room, replace(own, bout=own.bout + 1)).code == "stale"


def test_a_seat_that_is_left_is_no_seat_that_is_held() -> None:
    room = do(held(boris_to_move(), "away"), Leave(BORIS))
    assert room.chairs[1].is_bot
    assert room.chairs[1].held is None
    assert refused(room, ComeBack(BORIS)).code == "not_seated"


def test_stepping_away_needs_a_game_and_a_chair() -> None:
    assert refused(waiting_room(), StepAway(BORIS)).code == "no_game"
    assert refused(playing_room(), StepAway(CLARA)).code == "not_seated"


def test_who_is_held_when_the_game_ends_is_held_in_the_next_until_he_is_back() -> None:
    over = played_until(held(playing_room(), "clocks"), "over")
    again = do(over, Start(ANNA, SECRET[::-1]))
    assert again.chairs[1].held == "clocks"
    assert do(over, Start(BORIS, SECRET[::-1])).chairs[1].held is None


# What the bot did


def test_an_account_says_what_the_bot_did_and_is_over_with_the_next_own_action() -> None:
    room = held(playing_room(), "away")
    while room.game is not None and room.game.sitters[1].stood_in < 3:
        room = do(room, next_play(room, next_seat(room)))
    assert room.game is not None
    account = room.game.sitters[1].account
    assert account is not None
    assert account.attack + account.defend + account.transfer + account.take >= 3
    back = do(room, ComeBack(BORIS))
    assert back.game is not None
    assert back.game.sitters[1].account == account
    while next_seat(back) != 1:
        back = do(back, next_play(back, next_seat(back)))
    after = do(back, next_play(back, Seat(1)))
    assert after.game is not None
    assert after.game.sitters[1].account is None


def test_own_moves_and_a_bots_are_counted_apart_and_passes_not_at_all() -> None:
    over = played_until(held(playing_room(), "away"), "over")
    assert over.game is not None
    laid = [text for text in over.game.actions if not text.endswith("pass")]
    for seat, sitter in enumerate(over.game.sitters):
        own = sum(text.startswith(f"{seat}:") for text in laid)
        assert (sitter.own, sitter.stood_in) == ((own, 0) if seat == 0 else (0, own))


# Asking a bot in


def test_after_a_minute_somebody_at_the_table_may_ask_a_bot_in() -> None:
    room = boris_to_move()
    assert refused(room, AskBot(ANNA, 1), NOON + 59).facts == {"ms": 1000}
    asked = do(room, AskBot(ANNA, 1), NOON + 60)
    assert asked.chairs[1].held == "asked"
    assert refused(asked, AskBot(ANNA, 1), NOON + 200).facts == {"ms": None}


def test_a_bot_is_asked_in_only_for_whom_the_table_waits_and_only_by_who_sits_there() -> None:
    room, later = boris_to_move(), NOON + 100
    assert refused(room, AskBot(CLARA, 1), later).code == "not_seated"
    for chair in (0, 2, 3, -1):
        assert refused(room, AskBot(ANNA, chair), later).facts == {"ms": None}
    assert refused(room, AskBot(BORIS, 1), later).facts == {"ms": None}
    assert refused(waiting_room(), AskBot(ANNA, 1), later).code == "no_game"
    assert refused(boris_to_move(turn_seconds=30), AskBot(ANNA, 1), later).facts == {"ms": None}
