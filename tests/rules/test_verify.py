"""Catches: a record taken for true though its deal was another, an action illegal, or its end not so."""

import pickle

import pytest
from hypothesis import given, settings

from durak import (
    IllegalRecord,
    IllegalSetup,
    NotationError,
    OtherVersion,
    Outcome,
    Seat,
    WrongSecret,
    commitment,
    encode_action,
    encode_record,
    parse_record,
    replay,
    verify,
)
from tests.rules.games import Game, games

SECRET = "00" * 32
PROMISED = commitment(bytes(32)).hex()
DEAL = f"transfer 1 {SECRET} 416e6e,42656e 2 -"


def fault_of(line: str) -> IllegalRecord:
    """Return the fault at which replay stops; verify stops at the same."""
    with pytest.raises(IllegalRecord) as caught:
        list(replay(parse_record(line)))
    with pytest.raises(IllegalRecord) as verified:
        verify(line)
    assert str(verified.value) == str(caught.value)
    return caught.value


def finished_game(preset: str, seats: int) -> Game:
    """Return a random game that came to its end."""
    return next(game for game in (Game(preset, seats, seed) for seed in range(9)) if game.states[-1].outcome)


@settings(max_examples=30)
@given(game=games)
def test_what_was_played_is_true(game: Game) -> None:
    line = encode_record(game.record)
    assert verify(line, commitment(game.record.secret).hex()) == game.states[-1].outcome


@settings(max_examples=15)
@given(game=games)
def test_a_repeated_action_is_found_where_it_stands(game: Game) -> None:
    """A card cannot be played twice in a row, nor a pass or a take said twice."""
    words = encode_record(game.record).split(" ")
    number = len(words) // 2
    assert fault_of(" ".join([*words[: number + 1], *words[number:]])).number == number - 4


def test_an_action_at_fault_is_named() -> None:
    fault = fault_of(f"{DEAL} 0:A:6S 1:D:6S/7S 1:take")
    assert (fault.number, encode_action(fault.action), fault.refusal.code) == (3, "1:take", "nothing_to_take")
    assert str(fault) == "action 3, 1:take: nothing_to_take"
    again = pickle.loads(pickle.dumps(fault))  # noqa: S301  # written right here
    assert (str(again), again.refusal) == (str(fault), fault.refusal)


def test_the_first_action_counts_as_one() -> None:
    assert str(fault_of(f"{DEAL} 1:A:7S")) == "action 1, 1:A:7S: not_your_turn (seat=0)"


def test_nothing_can_follow_the_end() -> None:
    finished = finished_game("blitz", 2)
    fault = fault_of(f"{encode_record(finished.record)} 0:pass")
    assert (fault.number, fault.refusal.code) == (len(finished.record.actions) + 1, "game_over")


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert verify(f"{DEAL} 0:A:6S", PROMISED) is None
    assert verify(DEAL) is None


def test_the_end_is_told() -> None:
    finished = next(
        game for game in (Game("deutsch", 3, seed) for seed in range(9)) if game.states[-1].outcome
    )
    found = verify(encode_record(finished.record))
    assert isinstance(found, Outcome)
    assert found.kind == "winner"
    assert found.seats == finished.states[-1].out


def test_the_commitment_binds_the_secret() -> None:
    assert verify(DEAL, PROMISED.upper()) is None
    with pytest.raises(WrongSecret):
        verify(DEAL, commitment(b"\1" * 32).hex())


@pytest.mark.parametrize(
    "text", ["", "00", PROMISED[:-1], f"{PROMISED}00", f"0x{PROMISED[2:]}", " " + PROMISED[1:]]
)
def test_what_is_no_commitment(text: str) -> None:
    with pytest.raises(NotationError):
        verify(DEAL, text)


def test_what_cannot_be_played_at_all() -> None:
    with pytest.raises(NotationError):
        verify(f"{DEAL}\n")
    with pytest.raises(OtherVersion):
        verify(DEAL.replace(" 1 ", " 2 ", 1))
    with pytest.raises(IllegalSetup):
        verify(f"blitz 1 {SECRET} -,-,-,-,- 5 -")


def test_a_seat_that_the_game_has_not_got_is_no_record() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(f"{DEAL} 0:A:6S 2:pass")
    assert caught.value.place == len(f"{DEAL} 0:A:6S ")


def test_leaders_of_records_open() -> None:
    line = f"{DEAL[:-1]}1 1:A:7S"
    assert parse_record(line).leader == Seat(1)
    assert verify(line) is None
