"""Catches: anything that a viewer gets which depends on a card, or a pass, that he must not know of.

Non-interference: take a state of a random game, deal the cards that the viewer cannot see anew, forget or add
passes of others, and everything that leaves the engine for this viewer must stay the same to the byte. What a
viewer cannot see here includes the discard, which a view only counts.
"""

import json
import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from durak import (
    Action,
    Card,
    NotationError,
    Pass,
    Seat,
    State,
    apply,
    dealt,
    encode_record,
    encode_view,
    happened,
    parse_record,
    public_waiting,
    refusal,
    story_for,
    view_for,
)
from durak.actions import cards_of
from durak.draft import table_cards
from durak.cards import DECKS, Cards, in_deck_order
from tests.rules.games import Game, conceivable, games

thorough = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
dice = st.integers(0, 2**32 - 1)


def viewers(state: State) -> list[Seat | None]:
    """Return every seat and a spectator."""
    return [*map(Seat, range(state.seats)), None]


def dealt_anew(state: State, viewer: Seat | None, fixed: set[Card], rng: Random) -> State:
    """Return a state that looks the same to the viewer: hidden cards exchanged, others' passes changed.

    `fixed` are further cards that stay where they are.
    """
    own = () if viewer is None else state.hands[viewer]
    turned_up = () if state.turned_up is None else (state.turned_up,)
    known = (card for cards in state.known for card in cards)
    fixed = fixed | {*own, *known, *table_cards(state.table), *turned_up}
    hidden = [card for card in DECKS[state.rules.deck] if card not in fixed]
    rng.shuffle(hidden)

    def exchanged(cards: Cards) -> Cards:
        return tuple(card if card in fixed else hidden.pop() for card in cards)

    stock = exchanged(state.stock)
    hands = tuple(in_deck_order(exchanged(hand)) for hand in state.hands)
    return state.changed(stock=stock, hands=hands, passed=passes_changed(state, viewer, rng))


def passes_changed(state: State, viewer: Seat | None, rng: Random) -> frozenset[Seat]:
    """Return other passes of the others, which do not close the bout."""
    if not state.passed:
        return state.passed
    others = [seat for seat in state.throwers if seat != viewer and rng.random() < 0.5]
    passed = frozenset(others) | (state.passed & {viewer})
    return state.passed if passed == set(state.throwers) else passed


def seen(state: State, viewer: Seat | None, actions: list[Action]) -> str:
    """Return all that leaves the engine for the viewer, as text."""
    refusals = [refusal(state, action) for action in actions]
    answers = [found and (found.code, dict(found.facts)) for found in refusals]
    waiting = sorted(public_waiting(state))
    return json.dumps([encode_view(view_for(state, viewer)), waiting, answers])


@thorough
@given(game=games, seed=dice)
def test_views_refusals_and_waiting_tell_nothing_hidden(game: Game, seed: int) -> None:
    rng = Random(seed)
    for state in game.states[:: max(1, len(game.states) // 30)]:
        for viewer in viewers(state):
            asked = [] if viewer is None else conceivable(state, viewer, rng)
            other = dealt_anew(state, viewer, set(), rng)
            assert seen(other, viewer, asked) == seen(state, viewer, asked)


@thorough
@given(game=games, seed=dice)
def test_stories_tell_nothing_hidden(game: Game, seed: int) -> None:
    rng = Random(seed)
    for before, action, after in game.steps:
        for viewer in viewers(before):
            shown = set(cards_of(action)) | (set() if viewer is None else set(after.hands[viewer]))
            other = dealt_anew(before, viewer, shown, rng).changed(passed=before.passed)
            told = json.dumps(story_for(happened(before, action, after), viewer))
            later = apply(other, action)
            assert json.dumps(story_for(happened(other, action, later), viewer)) == told
            assert seen(later, viewer, []) == seen(after, viewer, [])


@thorough
@given(game=games)
def test_a_pass_that_closes_nothing_is_seen_by_nobody_else(game: Game) -> None:
    for before, action, after in game.steps:
        if not isinstance(action, Pass) or after.bout != before.bout or not after.table:
            continue
        for viewer in viewers(before):
            told = story_for(happened(before, action, after), viewer)
            if viewer == action.seat:
                assert told == ({"kind": "pass", "seat": viewer},)
                assert view_for(after, viewer).why["pass"].code == "already_passed"
            else:
                assert told == ()
                assert seen(after, viewer, []) == seen(before, viewer, [])


@thorough
@given(game=games, seed=dice)
def test_the_deal_tells_nothing_hidden(game: Game, seed: int) -> None:
    rng = Random(seed)
    state = game.states[0]
    for viewer in viewers(state):
        other = dealt_anew(state, viewer, set(), rng)
        assert story_for(dealt(other), viewer) == story_for(dealt(state), viewer)
        assert seen(other, viewer, []) == seen(state, viewer, [])


def test_what_gets_into_a_log_tells_nothing_hidden() -> None:
    game = Game("classic", 3, seed=1)
    for state in game.states:
        visible = {*(card.text for cards in state.known for card in cards), *texts(table_cards(state.table))}
        assert not (set(texts(DECKS[36])) - visible) & set(re.findall(r"\w+", repr(state)))
        assert "passed" not in repr(state)
    assert game.record.secret.hex() not in repr(game.record)
    assert repr(game.record.secret) not in repr(game.record)
    with pytest.raises(NotationError) as caught:
        parse_record(encode_record(game.record) + " nonsense")
    assert game.record.secret.hex() not in str(caught.value)


def texts(cards: Cards) -> list[str]:
    """Return the cards as texts."""
    return [card.text for card in cards]


@thorough
@given(game=games, seed=dice)
def test_the_exchange_does_exchange(game: Game, seed: int) -> None:
    """The other tests would pass for a `dealt_anew` that does nothing."""
    rng = Random(seed)
    state = game.states[0]
    assert any(dealt_anew(state, None, set(), rng) != state for _ in range(5))
