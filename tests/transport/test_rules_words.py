"""Catches a rule without its sentence, in any language, and one that leaves out what it knows."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from durak import LINES, OPTIONS, PRESETS, Fact, Line, Rules, describe
from tests.rules.rule_sets import any_rules
from web.resources import LOCALES
from web.transport.languages import OWN_NAMES, load_languages
from web.transport.rules_words import COUNTED, SENTENCES, rule_sentence

LANGUAGES = load_languages(LOCALES)
IN_EVERY_LANGUAGE = pytest.mark.parametrize("code", OWN_NAMES)
NUMBERS: dict[str, Fact] = {"cards": 52, "lowest": "2", "limit": 4, "most": 3}


def is_sentence(text: str) -> bool:
    return bool(re.fullmatch(r"\w[^%{}_]+\.", text)) and not text[0].islower()


def every_line() -> Iterator[Line]:
    for key, facts in LINES.items():
        yield Line(key, {fact: NUMBERS[fact] for fact in facts})


def test_there_is_one_sentence_for_each_line() -> None:
    assert SENTENCES.keys() | COUNTED.keys() == LINES.keys()
    assert not SENTENCES.keys() & COUNTED.keys()


@IN_EVERY_LANGUAGE
def test_every_line_is_said_and_with_all_it_knows(code: str) -> None:
    words, said = LANGUAGES[code].translations, set()
    for line in every_line():
        sentence = rule_sentence(line, words)
        assert is_sentence(sentence), sentence
        assert all(str(fact) in sentence for fact in line.facts.values()), sentence
        said.add(sentence)
    assert len(said) == len(LINES), "two lines are said alike"


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_told(code: str, preset: str) -> None:
    for line in describe(PRESETS[preset]):
        assert is_sentence(rule_sentence(line, LANGUAGES[code].translations))


@IN_EVERY_LANGUAGE
def test_every_value_of_every_option_can_be_told(code: str) -> None:
    for name, option in OPTIONS.items():
        for value in option.values:
            # With transfers, so that the options about them matter.
            chosen: Any = {"transfer": "on", name: value}
            rules = replace(Rules(), **chosen)
            for line in describe(rules):
                assert is_sentence(rule_sentence(line, LANGUAGES[code].translations)), line


@settings(deadline=None, max_examples=100)
@given(rules=any_rules)
def test_any_rules_can_be_told(rules: Rules) -> None:
    for language in LANGUAGES.values():
        assert all(is_sentence(rule_sentence(line, language.translations)) for line in describe(rules))


def test_a_number_has_the_form_of_its_noun() -> None:
    words = LANGUAGES["ru"].translations
    said = [rule_sentence(Line("transfer_max_chain", {"most": n}), words) for n in (1, 2, 5)]
    assert [re.findall(r"\d+ (\w+)", sentence) for sentence in said] == [["раз"], ["раза"], ["раз"]]
