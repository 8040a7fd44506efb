"""Catches: a text that does not say all, or says it in two ways, for anything that random play comes upon;
a game that cannot be played again from its record.
"""

import json

from hypothesis import given, settings

from durak import (
    Action,
    Attack,
    Rules,
    Seat,
    encode_action,
    encode_position,
    encode_record,
    encode_rules,
    encode_view,
    legal_actions,
    parse_action,
    parse_position,
    parse_record,
    parse_rules,
    parse_view,
    replay,
    view_for,
)
from tests.rules.games import Game, games
from tests.rules.rule_sets import playable_rules

thorough = settings(max_examples=80)


@thorough
@given(rules=playable_rules)
def test_rules(rules: Rules) -> None:
    text = encode_rules(rules)
    assert parse_rules(text) == rules
    assert encode_rules(parse_rules(text)) == text


@thorough
@given(game=games)
def test_actions(game: Game) -> None:
    listed = [
        action
        for state in game.states
        for seat in range(state.seats)
        for action in legal_actions(state, Seat(seat))
    ]
    actions: set[Action] = {*game.record.actions, *listed}
    assert {parse_action(encode_action(action)) for action in actions} == actions
    assert len({encode_action(action) for action in actions}) == len(actions)
    for action in actions:
        if isinstance(action, Attack):
            backwards = ",".join(card.text for card in reversed(action.cards))
            assert parse_action(f"{action.seat}:A:{backwards}") == action


@thorough
@given(game=games)
def test_positions(game: Game) -> None:
    for state in game.states:
        text = encode_position(state)
        again = parse_position(text)
        assert again == state
        assert hash(again) == hash(state)
        assert encode_position(again) == text
        assert parse_position(" ".join(reversed(text.split(" ")))) == state
        assert again.phase is state.phase
        assert again.outcome == state.outcome


@thorough
@given(game=games)
def test_positions_told_apart(game: Game) -> None:
    """A card that moved, or a pass, makes another position and another text."""
    texts = [encode_position(state) for state in game.states]
    assert len(set(texts)) == len(set(game.states)) == len(texts)


@thorough
@given(game=games)
def test_records(game: Game) -> None:
    text = encode_record(game.record)
    assert parse_record(text) == game.record
    assert encode_record(parse_record(text)) == text
    replayed = list(replay(parse_record(text)))
    assert replayed == game.states
    assert [(state.ply, state.table_ply) for state in replayed] == [
        (state.ply, state.table_ply) for state in game.states
    ]


@thorough
@given(game=games)
def test_views(game: Game) -> None:
    for state in game.states[:: max(1, len(game.states) // 10)]:
        for viewer in (None, *map(Seat, range(state.seats))):
            view = view_for(state, viewer)
            data = json.loads(json.dumps(encode_view(view)))
            assert data == encode_view(view)
            assert parse_view(data) == view
