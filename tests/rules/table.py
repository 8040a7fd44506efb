"""Positions set up by hand: how the numbered cases of the rules are written down.

A case is a position text, action texts, and what comes of them: the next position, or a refusal with its
facts.
"""

from dataclasses import replace
from typing import Any

import pytest

from durak import (
    PRESETS,
    Fact,
    IllegalAction,
    Seat,
    State,
    apply,
    encode_position,
    encode_rules,
    legal_actions,
    parse_action,
    parse_position,
    refusal,
)

READ_OFF = ("beaters", "uncovered_set", "rank_set", "holder_set")
"""What a state keeps besides the fields of a position."""


def under(preset: str = "classic", **options: Any) -> str:
    """Return the `rules` field of a position: a preset but for some options."""
    return f"rules={encode_rules(replace(PRESETS[preset], **options))}"


def after(position: str | State, *actions: str) -> State:
    """Return the state after legal actions."""
    state = parse_position(position) if isinstance(position, str) else position
    for text in actions:
        state = apply(state, parse_action(text))
    return state


def leads(position: str, *actions: str, to: str) -> State:
    """Check that legal actions lead to a position, and return it."""
    state, expected = after(position, *actions), parse_position(to)
    assert encode_position(state) == encode_position(expected)
    assert [getattr(state, name) for name in READ_OFF] == [getattr(expected, name) for name in READ_OFF]
    return state


def refuses(position: str | State, action: str, code: str, **facts: Fact) -> None:
    """Check that an action is refused with exactly this code and these facts, not listed, not carried out."""
    state = parse_position(position) if isinstance(position, str) else position
    asked, text = parse_action(action), encode_position(state)
    found = refusal(state, asked)
    assert found is not None
    assert (found.code, dict(found.facts)) == (code, facts)
    assert asked not in legal_actions(state, asked.seat)
    with pytest.raises(IllegalAction) as caught:
        apply(state, asked)
    assert caught.value.refusal == found
    assert encode_position(state) == text


def accepts(position: str | State, action: str) -> None:
    """Check that an action is legal, and listed."""
    state = parse_position(position) if isinstance(position, str) else position
    assert refusal(state, parse_action(action)) is None
    assert parse_action(action) in legal_actions(state, parse_action(action).seat)


def seats(*numbers: int) -> tuple[Seat, ...]:
    """Return numbers as seats."""
    return tuple(map(Seat, numbers))
