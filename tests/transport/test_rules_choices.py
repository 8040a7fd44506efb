"""Catches a choice that leads to other rules than it says, that nobody can take back, or that comes twice."""

from typing import Any

import pytest
from hypothesis import given, settings

from durak import PRESETS, Rules, check_setup, describe, encode_rules, parse_rules
from tests.rules.rule_sets import any_rules
from web.resources import LOCALES
from web.transport.languages import load_languages
from web.transport.rules_choices import rules_choices
from web.transport.rules_words import rule_sentence

ENGLISH = load_languages(LOCALES)["en"].translations


def choices(rules: Rules, seats: int = 2) -> dict[str, list[dict[str, Any]]]:
    return {one["option"]: one["values"] for one in rules_choices(rules, seats, ENGLISH)}


def sentences(rules: Rules) -> list[str]:
    return [rule_sentence(line, ENGLISH) for line in describe(rules)]


@settings(max_examples=150, deadline=None)
@given(any_rules)
def test_the_chosen_values_are_what_the_rules_say(rules: Rules) -> None:
    chosen = [[value for value in values if value["chosen"]] for values in choices(rules).values()]
    assert [value["text"] for (value,) in chosen] == sentences(rules)


@settings(max_examples=60, deadline=None)
@given(any_rules)
def test_each_value_leads_to_rules_that_say_it(rules: Rules) -> None:
    for values in choices(rules).values():
        texts = [value["text"] for value in values]
        assert len(texts) == len(set(texts))
        for value in values:
            there = parse_rules(value["rules"])
            assert value["text"] in sentences(there)
            assert value["fits"] == (check_setup(there, 2) is None)


@pytest.mark.parametrize("name", PRESETS)
def test_every_choice_can_be_taken_back(name: str) -> None:
    for option, values in choices(PRESETS[name]).items():
        assert len(values) >= 2
        for value in values:
            assert name in [way["rules"] for way in choices(parse_rules(value["rules"]))[option]]


def test_a_deck_too_small_for_the_table_is_said_so() -> None:
    fits = {value["rules"]: value["fits"] for value in choices(Rules(), 5)["deck"]}
    assert fits == {"classic": True, "blitz": False, "D52": True}


def test_what_does_not_matter_is_not_offered_and_presets_have_their_names() -> None:
    assert "transfer_max_chain" not in choices(Rules())
    with_transfer = next(v["rules"] for v in choices(Rules())["transfer"] if "same rank." in v["text"])
    assert with_transfer == "transfer"
    assert "transfer_max_chain" in choices(parse_rules(with_transfer))


def test_an_unusual_number_can_be_kept() -> None:
    values = choices(parse_rules("L9"))["attack_limit"]
    assert [value["rules"] for value in values if value["chosen"]] == ["L9"]
    assert encode_rules(Rules()) in [value["rules"] for value in values]
