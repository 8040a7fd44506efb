"""Catches: an endgame solved wrongly, under whatever rules and from the middle of a bout; a move that the
engine would not allow; a search that never stops; an endgame seen where cards are still hidden.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from durak import (
    Seat,
    State,
    encode_action,
    legal_actions,
    memory_view,
    parse_position,
    parse_rules,
)
from durak.bots.answers import CAPPED, FIRST_BOUT, GOAL
from durak.bots.bouts import Bouts
from durak.bots.setup import setup_of
from durak.bots.solver import Solver, endgame_of
from tests.bots.brute_force import BruteForce
from tests.bots.endgames import FEW_CARDS, MOST_STATES, SOME_CARDS, differences, moments, played_out
from tests.bots.in_bits import game_of
from tests.rules.games import Game

BRUTE_FORCED = 400
PLAYED_OUT = 80
"""For 500 and 5,000: `make bench-exact`."""


def worth(position: str, seat: int, most_nodes: int = 50_000) -> dict[str, int]:
    """Return what the solver says of every legal action of a seat."""
    state = parse_position(position)
    endgame = endgame_of(memory_view(state, Seat(seat)))
    assert endgame is not None
    solver = Solver(setup_of(state.rules, state.seats), most_nodes)
    found = solver.values(endgame, legal_actions(state, Seat(seat)))
    assert found is not None
    return {encode_action(action): value for action, value in found.items()}


def test_brute_force_finds_the_same() -> None:
    assert [fault for one in moments(0, BRUTE_FORCED, FEW_CARDS) if (fault := differences(one))] == []


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        # a trump that was shown cannot be shown again
        ("rules=T2L0F0 trump=S hands=9S,9D,TD,TC|9C,TS,TH,JH main=0 def=1 discarded=no", 0),
        # after a transfer the other throws in at once
        ("rules=D24T2K1L5F0S1R1X1G2C5U1V1 trump=D hands=QC,KS,KH|9C,TD,JH,KD,KC main=1 def=0", 1),
        # the lowest trump beats the ace, so that is not led last
        ("rules=D24T1W1K1M1F0S1R1X1A1N2C2U1Y2 trump=D hands=KC,AD|9D main=0 def=1 bout=1 table=TD/-", 1),
        ("rules=D24T1I1L5S1R2X1N1U1 trump=D hands=9D,KH,KD|JH,QD,AH,AD|- main=2 def=0 table=JS/-", 0),
        # a chain that has its full length
        (
            "rules=D24T2P1K1M1L8F8S1R1A1N2B1C1U1V1Y1 trump=C hands=TS,JD,KH,KD|TH,KS main=1 def=0 bout=3"
            " discarded=no table=TD/-",
            0,
        ),
        # who laid no card yet, and is not the main attacker, may not throw in
        ("rules=I2 trump=H hands=-|9S,KC|9D,7C main=0 def=1 table=8S/-", 1),
        ("rules=I2 trump=H hands=-|9S,9D,KC|9H,7C main=0 def=1 table=8S/-,8D/-", 1),
    ],
)
def test_brute_force_finds_the_same_where_one_rule_decides(position: str, seat: int) -> None:
    state = parse_position(position)
    expected = BruteForce(MOST_STATES).values(state, Seat(seat))
    assert worth(position, seat) == {encode_action(action): value for action, value in expected.items()}


@pytest.mark.parametrize(("rules", "fact"), [("F4S1", CAPPED), ("F4", FIRST_BOUT)])
def test_the_cap_of_the_beginning_is_kept(rules: str, fact: int) -> None:
    bouts = Bouts(setup_of(parse_rules(rules), 2), 0)
    assert [bouts.cap(0b11111, ask) for ask in (0, GOAL, fact, fact | GOAL)] == [5, 5, 4, 4]


def test_what_was_found_is_got_by_the_rules_of_the_engine() -> None:
    assert [fault for one in moments(0, PLAYED_OUT, SOME_CARDS) if (fault := played_out(one))] == []


@pytest.mark.parametrize(
    ("position", "seat", "expected"),
    [
        # the last card: a draw, the defender's loss, or a win of both
        ("trump=H hands=8S|9S main=0 def=1", 0, {"0:A:8S": 0}),
        ("rules=X1 trump=H hands=8S|9S main=0 def=1", 0, {"0:A:8S": 1}),
        ("rules=deutsch trump=H hands=8S|9S main=0 def=1", 0, {"0:A:8S": 1}),
        ("rules=deutsch trump=H hands=-|9S main=0 def=1 table=8S/-", 1, {"1:D:8S/9S": 1, "1:take": -1}),
        ("trump=H hands=-|9S main=0 def=1 table=8S/-", 1, {"1:D:8S/9S": 0, "1:take": -1}),
        # what can be covered is kept for the last
        ("trump=H hands=7S,AS|8S,9C main=0 def=1", 0, {"0:A:7S": -1, "0:A:AS": 1}),
        # a transfer that the other's last card forbids, and one that wins
        ("rules=transfer trump=H hands=-|7D,9C main=0 def=1 table=7S/-", 1, {"1:take": -1}),
        ("rules=transfer trump=H hands=6D,6C|7D main=0 def=1 table=7S/-", 1, {"1:T:7D": 1, "1:take": -1}),
    ],
)
def test_small_endgames(position: str, seat: int, expected: dict[str, int]) -> None:
    assert worth(position, seat) == expected


# Where it is none, or too much


def test_it_gives_up_when_the_nodes_are_used_up_and_can_be_asked_again() -> None:
    ones = moments(0, 50, SOME_CARDS)
    one = next(one for one in ones if one.solver(2).solve(one.endgame, one.actions) is None)
    solver = one.solver(2)
    assert solver.values(one.endgame, one.actions) is None
    solver.most_nodes = 100_000
    again = solver.values(one.endgame, one.actions)
    assert again is not None
    assert again == one.solver().values(one.endgame, one.actions)
    with pytest.raises(ValueError, match="no action"):
        solver.solve(one.endgame, [])


def test_an_endgame_is_seen_when_two_are_left_and_not_before() -> None:
    """And then it holds the very cards that the other has."""
    seen = 0
    for state in states(16):
        holders = {seat for seat, hand in enumerate(state.hands) if hand}
        for seat in map(Seat, range(state.seats)):
            endgame = endgame_of(memory_view(state, seat))
            if endgame is None:
                undecided = state.outcome is None and seat in holders and len(holders) == 2
                assert state.stock or not undecided or state.rules.end == "first_out"
                continue
            seen += 1
            assert holders <= {seat, endgame.other}
            assert endgame.game.hands == game_of(state).hands
    assert seen > 100


def states(games: int) -> Iterator[State]:
    """Yield the states of so many random games of two or three, half of them where the first out wins."""
    for seed in range(games):
        game = Game(("transfer", "deutsch")[seed % 2], 2 + seed // 2 % 2, seed)
        yield from game.states[:-1]


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        ("trump=H stock=8H hands=8S|9S main=0 def=1", 0),
        ("trump=H hands=8S|9S|9C main=0 def=1", 0),
        ("trump=H hands=8S,9C|9S|- main=0 def=1 out=2", None),
        ("trump=H hands=8S,9C|9S|- main=0 def=1 out=2", 2),
        # the third has won; whoever of the others does best loses all the same
        ("rules=deutsch trump=H hands=-|9S|8H main=0 def=1 table=8S/-", 1),
        ("trump=H hands=8S|- main=0 def=1", 0),
    ],
)
def test_no_endgame(position: str, seat: int | None) -> None:
    state = parse_position(position)
    assert endgame_of(memory_view(state, None if seat is None else Seat(seat))) is None


def test_whoever_forgot_a_card_sees_no_endgame() -> None:
    state = parse_position("trump=H hands=8S,9C|9S main=0 def=1")
    assert endgame_of(memory_view(state, Seat(0))) is not None
    view = memory_view(state, Seat(0))
    assert view.beaten_off is not None
    assert endgame_of(replace(view, beaten_off=view.beaten_off[1:])) is None
