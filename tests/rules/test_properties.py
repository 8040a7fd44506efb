"""Catches: cards lost or doubled, a game that hangs, a list of legal actions that disagrees with the
refusals, and whatever else breaks the facts of rules.md 1.8 somewhere in random play.
"""

from itertools import groupby
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from durak import (
    IllegalAction,
    Pass,
    Phase,
    Seat,
    State,
    Take,
    apply,
    legal_actions,
    order_of,
    outcome,
    public_waiting,
    refusal,
)
from durak.draft import table_cards
from durak.cards import DECKS, in_deck_order
from durak.errors import REFUSALS
from tests.rules.games import MOST_BOUTS, Game, conceivable, games

many = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
few = settings(many, max_examples=40)


def standing(state: State) -> list[str]:
    """Return every card that is not in the discard."""
    cards = [*state.stock, *table_cards(state.table), *(card for hand in state.hands for card in hand)]
    return [card.text for card in cards]


@many
@given(game=games)
def test_cards_are_neither_lost_nor_doubled(game: Game) -> None:
    assert len(standing(game.states[0])) == game.record.rules.deck
    for before, action, after in game.steps:
        cards, left = set(standing(after)), set(standing(before))
        assert len(cards) == len(standing(after))
        assert cards <= left
        beaten_off = before.bout != after.bout or outcome(after) is not None
        if cards < left:
            assert beaten_off
            assert not before.taking
            assert (len(left) - len(cards)) % 2 == 0
        assert all(hand == in_deck_order(hand) for hand in (*after.hands, *after.known)), action


@few
@given(game=games)
def test_legal_actions_are_those_that_are_not_refused(game: Game) -> None:
    rng = Random(len(game.states))
    for state in game.states[:: max(1, len(game.states) // 40)]:
        for number in range(state.seats):
            seat = Seat(number)
            legal = legal_actions(state, seat)
            assert list(legal) == sorted(set(legal), key=order_of)
            assert all(refusal(state, action) is None for action in legal)
            for action in conceivable(state, seat, rng):
                found = refusal(state, action)
                assert (found is None) == (action in legal)
                if found is not None:
                    assert tuple(found.facts) == REFUSALS[found.code]
                    with pytest.raises(IllegalAction) as caught:
                        apply(state, action)
                    assert caught.value.refusal == found


@many
@given(game=games)
def test_the_table_waits_for_somebody_who_can_act(game: Game) -> None:
    for state in game.states[:-1]:
        waiting = public_waiting(state)
        assert any(legal_actions(state, seat) for seat in waiting)
        assert all(state.hands[seat] for seat in waiting)
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
    assert last.phase is Phase.OVER
    assert not last.stock
    holders = tuple(seat for seat, hand in enumerate(last.hands) if hand)
    if game.record.rules.end == "first_out":
        assert (found.kind, found.seats) == ("winner", last.out)
        assert last.out
    else:
        assert (found.kind, found.seats) == (("durak", holders) if holders else ("draw", ()))
        assert len(holders) <= 1
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
    assert [state.ply for state in game.states] == list(range(len(game.states)))
    for before, action, after in game.steps:
        assert after.table_ply - before.table_ply == (not isinstance(action, Pass))


@many
@given(game=games)
def test_facts_of_a_bout(game: Game) -> None:
    for state in game.states:
        covers = [pair for pair in state.table if pair.cover]
        if state.table and not covers and not state.taking:
            assert len({pair.attack.rank for pair in state.table}) == 1  # 1.8.3
            assert len(state.table) <= 4
            target = state.transfer_target
            if state.stock:
                assert target is not None
                assert state.hands[target]  # 1.8.4
            else:
                assert target is None or state.hands[target]
        if state.phase is Phase.THROW:
            assert state.hands[state.defender]  # 1.8.5
            assert set(state.throwers) - state.passed  # 1.8.6


@many
@given(game=games)
def test_facts_of_drawing_and_going_out(game: Game) -> None:
    for _, group in groupby(game.steps, key=lambda step: step[0].bout):
        steps = list(group)
        first, last, after = steps[0][0], steps[-1][0], steps[-1][2]
        if after.table or not first.stock:
            continue
        assert all(len(hand) >= 6 for hand in first.hands)  # 1.8.2
        drawn = set(last.stock) - set(after.stock)
        drawing = {seat for seat, hand in enumerate(after.hands) if drawn & set(hand)}
        mover = steps[-1][1].seat
        assert drawing <= {*last.joined, mover, last.defender}
        assert not last.taking or last.defender not in drawing
        assert set(after.out) <= {last.defender}  # 1.8.8


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
        again = apply(before, action)
        assert (again, again.ply, again.table_ply) == (after, after.ply, after.table_ply)


def test_decks_are_in_deck_order() -> None:
    assert {size: len(deck) for size, deck in DECKS.items()} == {24: 24, 36: 36, 52: 52}
    assert all(deck == in_deck_order(deck) for deck in DECKS.values())
    assert [card.text for card in DECKS[36][:5]] == ["6S", "6H", "6D", "6C", "7S"]
