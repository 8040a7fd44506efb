"""Catches: a refusal that is not the first that applies, for any action somebody could send, at any moment of
any game: all rows of the table are asked at once and apart from the engine.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from durak import (
    Action,
    Attack,
    Card,
    Defend,
    Pass,
    Seat,
    State,
    Swap,
    Take,
    Transfer,
    encode_action,
    encode_position,
    parse_card,
    parse_position,
    refusal,
)
from durak.errors import REFUSALS
from tests.rules.games import Game, games
from tests.rules.moment import Moment
from tests.rules.refusal_cases import PRECEDENCE, TOGETHER
from tests.rules.refusal_table import ROWS, applying
from tests.rules.requests import conceivable
from tests.rules.table import under

thorough = settings(max_examples=60)

ALL: dict[str, Any] = {
    **{"transfer": "show", "transfer_max_chain": 1, "trump_six_swap": True},
    **{"throw_priority": "attacker_first", "throw_timing": "after_beaten"},
}
CHAINED = f"{under(**ALL)} trump=H hands=KS|7H,9C,TC|7D|-|- main=0 def=1 chain=1 shown=7H out=4"
FIRST = under(transfer="show", transfer_first_bout=False)
NO_SHOW = under(transfer="on", transfer_first_bout=False, transfer_max_chain=1)
MORE_POSITIONS = [
    f"{CHAINED} table=7S/-,7C/-",
    f"{CHAINED} table=7S/-,7C/- taking=yes",
    f"{CHAINED} table=7S/9S,7C/-",
    f"{FIRST} trump=H hands=KS|7H,9C,TC|7D main=0 def=1 bout=1 table=7S/-,7C/-",
    f"{FIRST} trump=H hands=KS|7H,9C,TC|7D main=0 def=1 bout=1 table=7S/-,7C/- taking=yes",
    f"{NO_SHOW} trump=H hands=KS|7H,9C,TC|7D main=0 def=1 bout=1 table=7S/-,7C/- chain=1",
    "rules=transfer trump=H hands=-|9C,TC|- main=0 def=1 table=7S/- out=2",
    "rules=transfer trump=H hands=-|9C,TC|- main=0 def=1 out=2,0",
    f"{under(trump_six_swap=True)} trump=H hands=6H,9D|7D|- main=0 def=1 out=2 discarded=no",
]
POSITIONS = sorted({position for position, *_ in PRECEDENCE} | set(MORE_POSITIONS))


def requests(state: State, seat: Seat) -> Iterator[Action]:
    """Yield every action with cards that matter in a small position, and with one that is in the discard."""
    hands = {card for hand in state.hands for card in hand}
    table = {card for pair in state.table for card in (pair.attack, pair.cover) if card}
    cards: list[Card] = sorted({*hands, *table, *state.stock, parse_card("AC")}, key=lambda card: card.text)
    yield from (Attack(seat, (card,)) for card in cards)
    yield from (Attack(seat, pair) for pair in combinations_with_replacement(cards, 2))
    yield from (Attack(seat, (card, card, other)) for card, other in product(cards, cards))
    yield from (Defend(seat, attack, card) for attack, card in product(cards, cards))
    yield from (Transfer(seat, card, show) for card in cards for show in (False, True))
    yield from (Take(seat), Pass(seat), Swap(seat))


def check(state: State, actions: Iterator[Action] | list[Action]) -> set[tuple[str, str]]:
    """Check the answer to each action, and return which rows applied together, the reported one first."""
    now = Moment(state)
    together: set[tuple[str, str]] = set()
    for action in actions:
        expected, found = applying(now, action), refusal(state, action)
        got = None if found is None else (found.code, dict(found.facts))
        assert got == (expected[0] if expected else None), (encode_position(state), encode_action(action))
        together.update(combinations([code for code, _ in expected], 2))
    return together


def test_the_rows_are_those_of_the_engine_in_their_order() -> None:
    of_setups = ["bad_option", "deck_too_small", "first_cap_above_limit"]
    assert [row.__name__ for row in ROWS] + of_setups == list(REFUSALS)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_first_row_that_applies_is_reported(position: str) -> None:
    state = parse_position(position)
    for seat in map(Seat, range(state.seats)):
        check(state, requests(state, seat))


def test_every_two_rows_that_can_apply_together_have_met() -> None:
    met: set[tuple[str, str]] = set()
    for position in POSITIONS:
        state = parse_position(position)
        for seat in map(Seat, range(state.seats)):
            met |= check(state, requests(state, seat))
    assert {(code, other) for code, others in TOGETHER.items() for other in others.split()} <= met


@thorough
@given(game=games)
def test_the_first_row_that_applies_is_reported_in_random_games(game: Game) -> None:
    rng = Random(len(game.states))
    for state in game.states[:: max(1, len(game.states) // 12)]:
        for seat in map(Seat, range(state.seats)):
            check(state, conceivable(state, seat, rng))
