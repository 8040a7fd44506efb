"""Positions set up by hand: how the numbered cases of the rules are written down.

A case is a position text, action texts, and what comes of them: the next position, or a refusal with its
facts.
"""

from durak import (
    Fact,
    Seat,
    State,
    apply,
    encode_position,
    legal_actions,
    parse_action,
    parse_position,
    refusal,
)


def after(position: str, *actions: str) -> State:
    """Return the state after legal actions."""
    state = parse_position(position)
    for text in actions:
        state = apply(state, parse_action(text))
    return state


def leads(position: str, *actions: str, to: str) -> State:
    """Check that legal actions lead to a position, and return it."""
    state = after(position, *actions)
    assert encode_position(state) == encode_position(parse_position(to))
    return state


def refuses(position: str | State, action: str, code: str, **facts: Fact) -> None:
    """Check that an action is refused with exactly this code and these facts, and is not listed as legal."""
    state = parse_position(position) if isinstance(position, str) else position
    found = refusal(state, parse_action(action))
    assert found is not None
    assert (found.code, dict(found.facts)) == (code, facts)
    assert parse_action(action) not in legal_actions(state, parse_action(action).seat)


def accepts(position: str | State, action: str) -> None:
    """Check that an action is legal, and listed."""
    state = parse_position(position) if isinstance(position, str) else position
    assert refusal(state, parse_action(action)) is None
    assert parse_action(action) in legal_actions(state, parse_action(action).seat)


def seats(*numbers: int) -> tuple[Seat, ...]:
    """Return numbers as seats."""
    return tuple(map(Seat, numbers))
