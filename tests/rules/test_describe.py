"""Catches: a rule that nobody is told, or one told that makes no difference; a key without its facts."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings

from durak import (
    LINES,
    OPTIONS,
    PRESETS,
    Action,
    Line,
    Rules,
    Seat,
    State,
    describe,
    differences,
    encode_position,
    legal_actions,
    replay,
)
from durak.errors import Plain
from tests.rules.games import Game, games
from tests.rules.rule_sets import any_rules, is_playable, values_of

# Rules under which the option makes a difference, where the usual ones are not such.
CONTEXT: dict[str, Rules] = {
    "refill": Rules(transfer="on"),
    "transfer_first_bout": Rules(transfer="on"),
    "transfer_max_chain": Rules(transfer="show"),
}


def with_option(rules: Rules, name: str, value: Plain) -> Rules:
    return replace(rules, **{name: value})  # type: ignore[arg-type]  # the caller took it from OPTIONS


EVERY_VALUE = [(name, value) for name, option in OPTIONS.items() for value in values_of(option)]


def said(rules: Rules) -> list[str]:
    return [str(line) for line in describe(rules)]


def test_options_and_fields_are_the_same() -> None:
    assert list(OPTIONS) == [field.name for field in fields(Rules)]


@pytest.mark.parametrize(("name", "value"), EVERY_VALUE)
def test_every_value_of_every_option_is_told_from_all_others(name: str, value: Plain) -> None:
    context = CONTEXT.get(name, Rules(attack_limit=None))
    others = [other for other in values_of(OPTIONS[name]) if other != value or type(other) is not type(value)]
    for other in others:
        told = differences(with_option(context, name, other), with_option(context, name, value))
        assert len(told) >= 1, f"{name}: nobody hears that it is {value}, not {other}"


@pytest.mark.parametrize(
    ("silent", "context"),
    [
        # only the main attacker adds: nobody is there to wait for him
        ("throw_priority", Rules(throw_in="attacker_only")),
        # there is no cap whose time could end
        ("first_cap_scope", Rules(first_cap=None)),
        ("first_cap_scope", Rules(first_cap=6)),
        # without transfers the opener stays the main attacker
        *((name, Rules()) for name in ("transfer_first_bout", "transfer_max_chain")),
        # the deal has no durak
        *((name, Rules(end="first_out")) for name in ("draw", "next_deal_first")),
        # chance asks for no trump
        ("no_trump_first", Rules(first_attacker="random")),
        # only one seat lays cards in a bout
        ("refill", Rules(throw_in="attacker_only")),
    ],
)
def test_options_are_silent_where_they_do_not_matter(silent: str, context: Rules) -> None:
    found = {tuple(said(with_option(context, silent, value))) for value in values_of(OPTIONS[silent])}
    assert len(found) == 1


def test_the_opener_is_the_main_attacker_where_nothing_is_transferred() -> None:
    assert describe(Rules(refill="opener_clockwise")) == describe(Rules())
    assert describe(Rules(refill="join_order")) != describe(Rules())


def test_a_first_cap_that_lowers_nothing_is_none() -> None:
    for rules in (Rules(), Rules(attack_limit=8), Rules(attack_limit=None)):
        as_limit, none = replace(rules, first_cap=6), replace(rules, first_cap=None)
        assert (describe(as_limit) == describe(none)) == (rules.attack_limit == 6)


def test_every_key_is_reached() -> None:
    contexts = (Rules(attack_limit=None), *CONTEXT.values())
    reached = {
        line.key
        for context in contexts
        for name, value in EVERY_VALUE
        for line in describe(with_option(context, name, value))
    }
    assert reached == set(LINES)


@given(any_rules)
def test_lines_have_their_facts_and_stand_in_the_order_of_the_options(rules: Rules) -> None:
    keys = [line.key for line in describe(rules)]
    for line in describe(rules):
        assert tuple(line.facts) == LINES[line.key]
        assert all(type(fact) in (int, str) for fact in line.facts.values())
    assert keys == [key for key in LINES if key in keys]


@given(any_rules)
def test_whoever_plays_the_same_is_told_nothing(rules: Rules) -> None:
    assert differences(rules, rules) == ()


@given(any_rules, any_rules)
def test_the_news_are_lines_of_the_new_rules(old: Rules, new: Rules) -> None:
    news = differences(old, new)
    assert [line for line in describe(new) if line in news] == list(news)
    usual = [*describe(Rules()), *describe(Rules(transfer="on"))]
    assert all(line in news or line in usual for line in describe(new) if line not in describe(old))


@given(any_rules, any_rules)
def test_rules_that_are_described_alike_differ_only_where_it_does_not_matter(one: Rules, two: Rules) -> None:
    """Each option of one that differs is put into the other: as long as it says the same, no play may differ.

    Two random rules are seldom described alike, so the second is made so: it takes over every option that
    the first says something of.
    """
    for name in OPTIONS:
        mixed = with_option(one, name, getattr(two, name))
        if describe(mixed) == describe(one):
            assert getattr(one, name) == getattr(two, name) or makes_no_difference(one, name), name


def makes_no_difference(rules: Rules, name: str) -> bool:
    """Tell by other means than `describe` that no game can hang on the value of an option."""
    match name:
        case "throw_priority":
            return rules.throw_in == "attacker_only"
        case "first_cap":
            return rules.attack_limit is not None
        case "first_cap_scope":
            return rules.first_cap is None or rules.first_cap >= (rules.attack_limit or 99)
        case "draw" | "next_deal_first":
            return rules.end == "first_out"
        case "no_trump_first":
            return rules.first_attacker == "random"
        case "refill" | "transfer_first_bout" | "transfer_max_chain":
            return rules.transfer == "off"
        case _:
            return False


@settings(max_examples=60)
@given(game=games)
def test_rules_that_are_described_alike_play_alike(game: Game) -> None:
    rules = game.record.rules
    for name, value in EVERY_VALUE:
        other = with_option(rules, name, value)
        if other != rules and is_playable(other) and describe(other) == describe(rules):
            again = replay(replace(game.record, rules=other))
            for state, same in zip(game.states, again, strict=True):
                assert beside_rules(state) == beside_rules(same), f"{name}={value}"


def beside_rules(state: State) -> tuple[str, list[tuple[Action, ...]]]:
    """Return a position without its rules, and what every seat may do in it."""
    _, _, position = encode_position(state).partition("trump=")
    return position, [legal_actions(state, Seat(seat)) for seat in range(state.seats)]


# The presets, readably

CLASSIC = [
    "deck (cards=36, lowest=6)",
    "transfer_off",
    "throw_in_all",
    "throw_timing_anytime",
    "throw_priority_free",
    "throw_on_take_yes",
    "open_multi_yes",
    "attack_limit (limit=6)",
    "first_cap_first_bout (limit=5)",
    "refill_attacker_clockwise",
    "end_last_holder",
    "draw_yes",
    "first_attacker_lowest_trump",
    "no_trump_first_random",
    "next_deal_first_lowest_trump",
    "low_trump_beats_ace_no",
    "trump_six_swap_no",
    "redeal_off",
]
TRANSFERS = ["transfer_first_bout_yes", "transfer_max_chain_none"]
DIFFERENCES = {
    "classic": [],
    "transfer": ["transfer_on"],
    "pengalihan": ["transfer_on", "open_multi_no", "first_cap_none"],
    "deutsch": ["first_cap_none", "refill_join_order", "end_first_out"],
    "deutsch_weitergeben": ["transfer_on", "first_cap_none", "refill_join_order", "end_first_out"],
    "durak_online": ["throw_priority_attacker_first", "first_cap_until_first_discard (limit=5)"],
    "pagat": ["throw_timing_after_beaten", "open_multi_no", "first_cap_none", "next_deal_first_from_durak"],
    "blitz": ["deck (cards=24, lowest=9)"],
}


def test_what_classic_says() -> None:
    assert said(PRESETS["classic"]) == CLASSIC


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_preset_says_otherwise_than_classic(preset: str) -> None:
    rules = PRESETS[preset]
    assert [str(line) for line in differences(PRESETS["classic"], rules)] == DIFFERENCES[preset]
    missing = set() if rules.end == "last_holder" else {"draw_yes", "next_deal_first_lowest_trump"}
    more = [] if rules.transfer == "off" else TRANSFERS
    unchanged = [line for line in said(rules) if line not in DIFFERENCES[preset] and line not in more]
    assert set(unchanged) <= set(CLASSIC)
    assert not missing & set(said(rules))
    assert set(more) <= set(said(rules))


def test_what_is_told_on_the_way_back() -> None:
    def told(old: Rules, new: Rules) -> list[str]:
        return [str(line) for line in differences(old, new)]

    classic = Rules()
    assert told(PRESETS["pagat"], classic) == [
        "throw_timing_anytime",
        "open_multi_yes",
        "first_cap_first_bout (limit=5)",
        "next_deal_first_lowest_trump",
    ]
    # back where there is a durak, unusual ways with him are news, usual ones are not
    assert told(Rules(end="first_out"), classic) == ["end_last_holder"]
    assert told(Rules(end="first_out"), Rules(draw=False)) == ["end_last_holder", "draw_no"]
    # the same number for transfers, but only now does it count
    shown = Rules(transfer="show")
    assert told(classic, Rules(transfer_max_chain=2)) == []
    assert told(Rules(transfer_max_chain=2), replace(shown, transfer_max_chain=2)) == [
        "transfer_show",
        "transfer_max_chain (most=2)",
    ]
    assert told(replace(shown, transfer_max_chain=2), shown) == ["transfer_max_chain_none"]
    assert told(Rules(attack_limit=8), Rules(attack_limit=None)) == ["attack_limit_none"]


def test_a_line_reads_as_its_key_and_facts() -> None:
    assert str(Line("attack_limit", {"limit": 6})) == "attack_limit (limit=6)"
    assert str(Line("draw_no")) == "draw_no"
