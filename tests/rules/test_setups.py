"""Catches: a room set up with a rule that does not exist, with more people than cards, or refused for the
wrong one of several faults.
"""

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak import OPTIONS, PRESETS, Refusal, Rules, check_setup, most_seats
from tests.rules.rule_sets import any_rules

many = settings(max_examples=300)

ALLOWED: dict[str, list[object]] = {
    "deck": [36, 24, 52],
    "transfer": ["off", "on", "show"],
    "throw_in": ["all", "neighbours", "attacker_only"],
    "throw_timing": ["anytime", "after_beaten"],
    "throw_priority": ["free", "attacker_first"],
    "throw_on_take": [True, False],
    "open_multi": [True, False],
    "attack_limit": [6, None, "4.."],
    "first_cap": [5, None, "4.."],
    "first_cap_scope": ["first_bout", "until_first_discard"],
    "refill": ["attacker_clockwise", "join_order", "opener_clockwise"],
    "end": ["last_holder", "first_out"],
    "draw": [True, False],
    "first_attacker": ["lowest_trump", "random"],
    "no_trump_first": ["random", "lowest_card", "first_seat"],
    "next_deal_first": ["lowest_trump", "under_durak", "from_durak"],
    "transfer_first_bout": [True, False],
    "transfer_max_chain": [None, "1.."],
    "low_trump_beats_ace": [False, True],
    "trump_six_swap": [False, True],
    "redeal": ["off", "five_suit", "one_colour"],
}
"""Part 2 of the rules page, every row that is an option."""


def test_every_option_of_the_rules_page_is_there() -> None:
    assert list(OPTIONS) == list(ALLOWED) == [field.name for field in fields(Rules)]
    assert {name: list(option.allowed) for name, option in OPTIONS.items()} == ALLOWED
    usual = Rules()
    assert {name: getattr(usual, name) for name in ALLOWED} == {name: row[0] for name, row in ALLOWED.items()}


def bad_option(option: str, value: object, allowed: list[object]) -> tuple[str, dict[str, object]]:
    return "bad_option", {"option": option, "value": value, "allowed": allowed}


def found(rules: Rules, seats: int) -> tuple[str, dict[str, object]] | None:
    """Return the refusal as code and facts."""
    refusal = check_setup(rules, seats)
    return None if refusal is None else (refusal.code, dict(refusal.facts))


BAD_VALUES: list[tuple[str, Any]] = [
    *(("deck", 37), ("deck", 32), ("deck", "36"), ("deck", None)),
    *(("transfer", "pass"), ("transfer", True), ("throw_in", "neighbors"), ("throw_timing", None)),
    *(("throw_priority", "attacker"), ("throw_on_take", 1), ("open_multi", 0), ("draw", "yes")),
    *(("attack_limit", 3), ("attack_limit", True), ("attack_limit", "4.."), ("attack_limit", 6.0)),
    *(("first_cap", 3), ("first_cap", 0), ("first_cap", False), ("first_cap", -1)),
    *(("first_cap_scope", "first"), ("refill", "clockwise"), ("end", "last"), ("first_attacker", "seat 0")),
    *(("no_trump_first", 0), ("next_deal_first", "durak"), ("transfer_first_bout", None)),
    *(("transfer_max_chain", 0), ("transfer_max_chain", True), ("transfer_max_chain", "1")),
    *(("low_trump_beats_ace", 1), ("trump_six_swap", "on"), ("redeal", True), ("redeal", "on")),
]


@pytest.mark.parametrize(("option", "value"), BAD_VALUES)
def test_bad_options(option: str, value: Any) -> None:
    assert found(Rules(**{option: value}), 2) == bad_option(option, value, ALLOWED[option])


def test_every_option_has_bad_values() -> None:
    assert {option for option, _ in BAD_VALUES} == set(ALLOWED)


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 100])
def test_bad_numbers_of_seats(seats: int) -> None:
    assert found(Rules(), seats) == bad_option("seats", seats, [2, 3, 4, 5, 6])


def test_a_deck_too_small() -> None:
    assert [most_seats(Rules(deck=deck)) for deck in (24, 36, 52)] == [4, 6, 6]
    for seats in (5, 6):
        facts = {"deck": 24, "seats": seats, "most": 4}
        assert found(PRESETS["blitz"], seats) == ("deck_too_small", facts)
    assert found(PRESETS["blitz"], 4) is None


def test_a_first_cap_above_the_limit() -> None:
    facts = {"first_cap": 5, "attack_limit": 4}
    assert found(Rules(attack_limit=4), 2) == ("first_cap_above_limit", facts)
    facts = {"first_cap": 7, "attack_limit": 6}
    assert found(Rules(first_cap=7), 2) == ("first_cap_above_limit", facts)
    for rules in (
        Rules(first_cap=6),
        Rules(first_cap=7, attack_limit=None),
        Rules(first_cap=None, attack_limit=4),
        Rules(first_cap=None, attack_limit=None),
        Rules(first_cap=12, attack_limit=12),
    ):
        assert found(rules, 6) is None


def test_the_first_of_the_table_is_reported() -> None:
    """A bad value, then seats outside of all, then the deck, then the two limits."""
    everything = Rules(deck=24, first_cap=7, redeal="on")  # type: ignore[arg-type]
    assert found(everything, 7) == bad_option("redeal", "on", ALLOWED["redeal"])
    assert found(Rules(deck=24, first_cap=7), 7) == bad_option("seats", 7, [2, 3, 4, 5, 6])
    assert found(Rules(deck=24, first_cap=7), 5) == ("deck_too_small", {"deck": 24, "seats": 5, "most": 4})
    facts = {"first_cap": 7, "attack_limit": 6}
    assert found(Rules(deck=24, first_cap=7), 4) == ("first_cap_above_limit", facts)


@many
@given(rules=any_rules, seats=st.integers(1, 7))
def test_nothing_else_is_refused(rules: Rules, seats: int) -> None:
    """Options are independent: two combinations are refused, and nothing else."""
    refusal: Refusal | None = check_setup(rules, seats)
    over = rules.first_cap is not None and rules.attack_limit is not None
    over = over and (rules.first_cap or 0) > (rules.attack_limit or 0)
    expected = (
        "bad_option"
        if not 2 <= seats <= 6
        else "deck_too_small"
        if 6 * seats > rules.deck
        else "first_cap_above_limit"
        if over
        else None
    )
    assert (refusal.code if refusal else None) == expected


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_playable(preset: str) -> None:
    assert all(found(PRESETS[preset], seats) is None for seats in range(2, most_seats(PRESETS[preset]) + 1))
