"""Catches: a refusal that is not the first of its table, with other facts, or that somebody may not know."""

import pytest

from durak import Attack, Fact, NoSuchSeat, Seat, legal_actions, parse_position, refusal, view_for
from durak.errors import REFUSALS
from tests.rules.refusal_cases import OPEN, PRECEDENCE
from tests.rules.table import refuses


@pytest.mark.parametrize(("position", "action", "code", "facts"), PRECEDENCE)
def test_the_first_of_the_table_is_reported(
    position: str, action: str, code: str, facts: dict[str, Fact]
) -> None:
    refuses(position, action, code, **facts)


def test_every_refusal_of_an_action_is_met() -> None:
    of_setups = {"bad_option", "deck_too_small", "first_cap_above_limit"}
    assert {code for _, _, code, _ in PRECEDENCE} == REFUSALS.keys() - of_setups


def test_facts_are_those_of_the_table() -> None:
    for _, _, code, facts in PRECEDENCE:
        assert tuple(facts) == REFUSALS[code]


def test_a_seat_that_is_not_there_is_no_refusal() -> None:
    state = parse_position(OPEN)
    for seat in (Seat(-1), Seat(3)):
        with pytest.raises(NoSuchSeat):
            refusal(state, Attack(seat, state.hands[0][:1]))
        with pytest.raises(NoSuchSeat):
            legal_actions(state, seat)
        with pytest.raises(NoSuchSeat):
            view_for(state, seat)
