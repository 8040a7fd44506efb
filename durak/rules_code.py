"""Rules as text: a preset's name where they have one, else a code of a few characters that fits a link.

A code says how the rules differ from `classic`, option by option in the order of `Rules`: a capital letter
and a whole number. `D24T2F0` is 24 cards, transfer also by showing a trump, no cap on the first bout.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from durak.errors import NotationError, Plain
from durak.ruleset import OPTIONS, PRESETS, Option, Rules, preset_name
from durak.text import parse_number, within

LETTERS: Mapping[str, str] = {
    "deck": "D",
    "transfer": "T",
    "throw_in": "I",
    "throw_timing": "W",
    "throw_priority": "P",
    "throw_on_take": "K",
    "open_multi": "M",
    "attack_limit": "L",
    "first_cap": "F",
    "first_cap_scope": "S",
    "refill": "R",
    "end": "E",
    "draw": "X",
    "first_attacker": "A",
    "no_trump_first": "N",
    "next_deal_first": "G",
    "transfer_first_bout": "B",
    "transfer_max_chain": "C",
    "low_trump_beats_ace": "U",
    "trump_six_swap": "V",
    "redeal": "Y",
}
"""The letter of each option. Its number: the value if it is a number, 0 for None, else the value's index."""

_PIECE = re.compile(r"([A-Z])([0-9]+)")


@lru_cache(maxsize=1000)
def encode_rules(rules: Rules) -> str:
    """Return the name of the preset that these rules are, or their code."""
    return preset_name(rules) or "".join(_differing(rules))


def _differing(rules: Rules) -> Iterator[str]:
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        if value != option.values[0]:
            yield f"{LETTERS[name]}{_number(option, value)}"


def _number(option: Option, value: Plain) -> int:
    if _is_counted(option):
        return int(value or 0)
    return option.values.index(value)


def _is_counted(option: Option) -> bool:
    """Whether the number in the code is the value itself: for all options that have numbers."""
    return option.least is not None or type(option.values[0]) is int


@lru_cache(maxsize=1000)
def parse_rules(text: str) -> Rules:
    """Return the rules of a preset's name or a code. Raises NotationError."""
    if text in PRESETS:
        return PRESETS[text]
    if not text:
        raise NotationError("expected a preset or a rules code", text)
    names = {letter: name for name, letter in LETTERS.items()}
    found: dict[str, Any] = {}
    place = 0
    while place < len(text):
        piece = _PIECE.match(text, place)
        if piece is None or piece[1] not in names:
            raise NotationError("expected a preset, or the letter and number of an option", text, place)
        name = names[piece[1]]
        if found and list(LETTERS).index(name) <= list(LETTERS).index([*found][-1]):
            raise NotationError("options stand in their order, each once", text, place)
        with within(text, piece.start(2)):
            found[name] = _parse_value(OPTIONS[name], piece[2])
        place = piece.end()
    return Rules(**found)


def _parse_value(option: Option, text: str) -> Plain:
    """Return the value behind a number. Raises NotationError, also for the usual value, which is left out."""
    number = parse_number(text)
    value: Plain
    if _is_counted(option):
        value = number or None
    elif number < len(option.values):
        value = option.values[number]
    else:
        raise NotationError("the option has no such value", text)
    if not option.has(value):
        raise NotationError("the option has no such value", text)
    if value == option.values[0]:
        raise NotationError("the usual value is left out", text)
    return value
