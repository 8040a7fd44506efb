"""Catches: cards lost or doubled, a game that hangs, a list of legal actions that disagrees with the
refusals, a state that contradicts itself, somewhere in random play under whatever rules.
"""

from random import Random

import pytest
from hypothesis import example, given, settings

from durak import (
    IllegalAction,
    Pass,
    Phase,
    Seat,
    State,
    Swap,
    Take,
    advance,
    apply,
    legal_actions,
    order_of,
    outcome,
    public_waiting,
    refusal,
)
from durak.apply import carried_out
from durak.cards import DECKS, Card, in_deck_order
from durak.draft import table_cards
from durak.errors import REFUSALS
from tests.rules.games import MOST_BOUTS, Game, games
from tests.rules.requests import every_request
from tests.rules.table import READ_OFF

many = settings(max_examples=200)
few = settings(many, max_examples=60)


def standing(state: State) -> list[Card]:
    """Return every card that is not in the discard."""
    return [*state.stock, *table_cards(state.table), *(card for hand in state.hands for card in hand)]


def has_ended_a_bout(after: State, action: object) -> bool:
    return not after.table and not isinstance(action, Swap)


@many
@given(game=games)
def test_cards_are_neither_lost_nor_doubled(game: Game) -> None:
    deck = DECKS[game.record.rules.deck]
    assert in_deck_order(standing(game.states[0])) == deck  # 1.8.1
    for before, action, after in game.steps:
        cards, left = set(standing(after)), set(standing(before))
        assert len(cards) == len(standing(after))
        last = carried_out(before, action)
        beaten_off = has_ended_a_bout(after, action) and not last.taking
        assert left - cards == (set(table_cards(last.table)) if beaten_off else set())
        assert cards <= left
        assert after.discarded == (before.discarded or beaten_off)
        assert all(hand == in_deck_order(hand) for hand in (*after.hands, *after.known)), action


@few
@given(game=games)
@example(game=Game("D52T2I1P1M1L4F4S1R2E1B1C2U1V1Y1", 6, 1))
def test_legal_actions_are_those_that_are_not_refused(game: Game) -> None:
    """In one state of the game, for every seat and everything that it could ask for."""
    rng = Random(game.origin[2])
    state = rng.choice(game.states)
    for seat in map(Seat, range(state.seats)):
        legal = legal_actions(state, seat)
        assert list(legal) == sorted(set(legal), key=order_of)
        accepted = set()
        for action in every_request(seat, rng):
            found = refusal(state, action)
            if found is None:
                accepted.add(action)
                continue
            assert tuple(found.facts) == REFUSALS[found.code]
            with pytest.raises(IllegalAction) as caught:
                apply(state, action)
            assert caught.value.refusal == found
        assert accepted == set(legal)


@few
@given(game=games)
def test_all_that_is_listed_is_not_refused(game: Game) -> None:
    for state in game.states:
        for seat in map(Seat, range(state.seats)):
            legal = legal_actions(state, seat)
            assert list(legal) == sorted(set(legal), key=order_of)
            assert all(refusal(state, action) is None for action in legal)


@many
@given(game=games)
def test_the_table_waits_for_somebody_who_can_act(game: Game) -> None:
    for state in game.states[:-1]:
        waiting = public_waiting(state)
        assert any(legal_actions(state, seat) for seat in waiting)
        assert all(state.hands[seat] for seat in waiting)
        if state.priority is not None and state.phase is not Phase.DEFENCE:
            assert waiting == {state.main}
    last = game.states[-1]
    assert (public_waiting(last) == frozenset()) == (outcome(last) is not None)


@many
@given(game=games)
def test_the_game_ends(game: Game) -> None:
    last = game.states[-1]
    found = outcome(last)
    if found is None:
        assert last.bout > MOST_BOUTS
        return
    rules = game.record.rules
    assert last.phase is Phase.OVER
    assert not last.stock
    assert not last.table
    holders = tuple(seat for seat, hand in enumerate(last.hands) if hand)
    assert sorted((*holders, *last.out)) == list(range(last.seats))
    if rules.end == "first_out":
        assert (found.kind, found.seats) == ("winner", last.out)
        assert last.out
    else:
        assert len(holders) <= 1  # 1.8.7
        durak = holders or (() if rules.draw else (last.defender,))
        assert (found.kind, found.seats) == ("durak" if durak else "draw", durak)
    assert all(not legal_actions(last, Seat(seat)) for seat in range(last.seats))


@many
@given(game=games)
def test_what_the_state_remembers_is_consistent(game: Game) -> None:
    for state in game.states:
        empty = {seat for seat, hand in enumerate(state.hands) if not hand}
        assert sorted(state.emptied) == sorted(empty - set(state.out))
        assert set(state.passed) <= set(state.throwers)
        assert not state.passed or state.phase in (Phase.THROW, Phase.TAKING)
        assert bool(state.joined) == bool(state.table)
        assert state.room >= 0 or state.phase is Phase.OVER
        assert not state.is_closed
        assert not state.out or not state.stock
        assert all(set(known) <= set(hand) for known, hand in zip(state.known, state.hands, strict=True))
        assert all(card.suit is state.trump for card in state.shown)
        assert state.chain >= len(state.shown)
        assert state.table or (not state.chain and not state.shown and not state.taking)
        assert state.second not in (state.main, state.defender)
        assert state.changed() == state, "what is read off once disagrees with what it is read off from"
    assert [state.ply for state in game.states] == list(range(len(game.states)))
    for before, action, after in game.steps:
        assert after.table_ply - before.table_ply == (not isinstance(action, Pass))


@many
@given(game=games)
def test_what_is_read_off_once_is_what_would_be_read_off_now(game: Game) -> None:
    for state in game.states:
        fresh = state.changed()
        assert [getattr(state, name) for name in READ_OFF] == [getattr(fresh, name) for name in READ_OFF]
        for seat in map(Seat, range(state.seats)):
            assert legal_actions(fresh, seat) == legal_actions(state, seat)


@many
@given(game=games)
def test_a_take_comes_to_its_end(game: Game) -> None:
    bound: int | None = None
    for before, action, after in game.steps:
        if isinstance(action, Take):
            bound = (before.room + 1) * before.seats
        elif bound is not None:
            bound -= 1
            assert bound >= 0
        if not after.taking:
            bound = None


@many
@given(game=games)
def test_an_action_leaves_its_state_as_it_was(game: Game) -> None:
    for before, action, after in game.steps:
        for again in (apply(before, action), advance(before, action)):
            assert (again, again.ply, again.table_ply) == (after, after.ply, after.table_ply)
            assert hash(again) == hash(after)


def test_decks_are_in_deck_order() -> None:
    assert {size: len(deck) for size, deck in DECKS.items()} == {24: 24, 36: 36, 52: 52}
    assert all(deck == in_deck_order(deck) for deck in DECKS.values())
    assert [card.text for card in DECKS[36][:5]] == ["6S", "6H", "6D", "6C", "7S"]
