"""Catches: anything that a viewer gets which depends on a card, or a pass, that he must not know of.

Non-interference: take a state of a random game, deal the cards that the viewer cannot see anew, forget or add
passes of others, and everything that leaves the engine for this viewer must stay the same to the byte: his
view, what he hears of the next action, the answers to whatever he could ask for, whom the table waits for.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings

from durak import (
    PRESETS,
    Action,
    Card,
    NotationError,
    Pass,
    Seat,
    State,
    Swap,
    apply,
    dealt,
    encode_action,
    encode_record,
    encode_rules,
    encode_view,
    happened,
    legal_actions,
    memory_view,
    most_seats,
    parse_record,
    public_waiting,
    refusal,
    story_for,
    view_for,
)
from durak.actions import cards_of
from durak.cards import DECKS
from durak.cardset import lowest_trump
from durak.draft import table_cards
from tests.rules.games import Game, games
from tests.rules.redeal import dealt_anew, viewers
from tests.rules.requests import conceivable
from tests.rules.rule_sets import random_rules

thorough = settings(max_examples=40)

POSITIONS = 10_000
"""How many different positions are looked at, of all kinds of rules together."""
KINDS = (*PRESETS, "random")
SHARE = -(-POSITIONS // len(KINDS))
OF_A_GAME = 16
"""How many positions are taken of one game."""


def seen(state: State, viewer: Seat | None, asked: Iterable[Action] = ()) -> str:
    """Return all that leaves the engine for the viewer, as text."""
    refusals = [refusal(state, action) for action in asked]
    answers = [found and (found.code, dict(found.facts)) for found in refusals]
    legal = [] if viewer is None else [encode_action(action) for action in legal_actions(state, viewer)]
    return json.dumps([encode_view(view_for(state, viewer)), sorted(public_waiting(state)), answers, legal])


def heard(before: State, action: Action, after: State, viewer: Seat | None) -> str:
    """Return what the viewer hears of an action."""
    return json.dumps(story_for(happened(before, action, after), viewer))


def named(state: State, action: Action) -> tuple[Card, ...]:
    """Return the cards that everybody hears of by an action."""
    if isinstance(action, Swap):
        return (lowest_trump(state.rules.deck, state.trump),)
    return cards_of(action)


def game_number(kind: str, number: int) -> Game:
    """Return one game of a kind of rules; all numbers of seats come up."""
    rules = random_rules(Random(number)) if kind == "random" else PRESETS[kind]
    return Game(encode_rules(rules), 2 + number % (most_seats(rules) - 1), number)


@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_positions_tell_nothing_hidden(kind: str) -> None:
    met: set[State] = set()
    seats: Counter[int] = Counter()
    for number in count():
        if len(met) >= SHARE:
            break
        game, rng = game_number(kind, number), Random(number)
        for index in rng.sample(range(len(game.states)), min(OF_A_GAME, len(game.states))):
            state = game.states[index]
            met.add(state)
            seats[state.seats] += 1
            for viewer in viewers(state):
                tells_nothing_hidden(game, index, viewer, rng)
    assert len(met) >= SHARE
    most = 6 if kind == "random" else most_seats(PRESETS[kind])
    assert set(seats) == set(range(2, most + 1))
    assert min(seats.values()) > SHARE / 20


def tells_nothing_hidden(game: Game, index: int, viewer: Seat | None, rng: Random) -> None:
    """Deal one state of a game anew, and look at it and at what its next action leads to."""
    state = game.states[index]
    place = f"{game!r}, state {index}, viewer {viewer}"
    asked = [] if viewer is None else conceivable(state, viewer, rng)
    other = dealt_anew(state, viewer, rng)
    assert seen(other, viewer, asked) == seen(state, viewer, asked), place
    remembered = memory_view(state, viewer)
    other = dealt_anew(state, viewer, rng, remembered.beaten_off or ())
    assert memory_view(other, viewer) == remembered, place
    if index == len(game.record.actions):
        return
    action, after = game.record.actions[index], game.states[index + 1]
    own = () if viewer is None else after.hands[viewer]
    # A pass may be the one that closes the bout, and then all hear that everybody has passed.
    same_passes = isinstance(action, Pass)
    other = dealt_anew(state, viewer, rng, (*own, *named(state, action)), same_passes=same_passes)
    later = apply(other, action)
    assert heard(other, action, later, viewer) == heard(state, action, after, viewer), place
    assert seen(later, viewer) == seen(after, viewer), place


def test_ten_thousand_are_counted() -> None:
    assert SHARE * len(KINDS) >= POSITIONS
    assert set(PRESETS) < set(KINDS)


@thorough
@given(game=games)
def test_a_pass_that_closes_nothing_is_seen_by_nobody_else(game: Game) -> None:
    """But the main attacker's under `attacker_first`, which gives the others the right to throw."""
    for before, action, after in game.steps:
        if not isinstance(action, Pass) or not after.table:
            continue
        is_public = before.rules.throw_priority == "attacker_first" and action.seat == before.main
        for viewer in viewers(before):
            told = story_for(happened(before, action, after), viewer)
            may_hear = is_public or viewer == action.seat
            assert told == (({"kind": "pass", "seat": action.seat},) if may_hear else ())
            if viewer == action.seat:
                assert view_for(after, viewer).why["pass"].code == "already_passed"
            elif is_public:
                assert view_for(before, viewer).priority == action.seat
                assert view_for(after, viewer).priority is None
            else:
                assert seen(after, viewer) == seen(before, viewer)


@thorough
@given(game=games)
def test_the_deal_tells_nothing_hidden(game: Game) -> None:
    rng = Random(game.origin[2])
    state = game.states[0]
    for viewer in viewers(state):
        other = dealt_anew(state, viewer, rng)
        assert story_for(dealt(other), viewer) == story_for(dealt(state), viewer)
        assert seen(other, viewer) == seen(state, viewer)


def test_what_gets_into_a_log_tells_nothing_hidden() -> None:
    game = Game("classic", 3, seed=1)
    for state in game.states:
        visible = {*texts(card for cards in state.known for card in cards), *texts(table_cards(state.table))}
        assert not (set(texts(DECKS[36])) - visible) & set(re.findall(r"\w+", repr(state)))
        assert "passed" not in repr(state)
    assert game.record.secret.hex() not in repr(game.record)
    assert repr(game.record.secret) not in repr(game.record)
    with pytest.raises(NotationError) as caught:
        parse_record(encode_record(game.record) + " nonsense")
    assert game.record.secret.hex() not in str(caught.value)


def texts(cards: Iterable[Card]) -> list[str]:
    """Return the cards as texts."""
    return [card.text for card in cards]


@thorough
@given(game=games)
def test_the_exchange_does_exchange(game: Game) -> None:
    """The other tests would pass for a `dealt_anew` that does nothing."""
    rng = Random(game.origin[2])
    state = game.states[0]
    assert any(dealt_anew(state, None, rng) != state for _ in range(5))


def test_the_exchange_moves_cards_and_passes_in_most_positions() -> None:
    rng, cards, passes, all_states = Random(1), 0, 0, 0
    for number in range(10):
        for state in Game("durak_online", 4, number).states:
            other = dealt_anew(state, rng.choice(viewers(state)), rng)
            all_states += 1
            cards += other.hands != state.hands
            passes += other.passed != state.passed
    assert cards > all_states / 2
    assert passes > all_states / 10
