"""Catches: a rule that lets through what rules.md 1.8 says can never happen, under whatever options."""

from itertools import groupby

from hypothesis import given, settings

from durak import Action, Attack, Pass, Phase, Seat, State, Transfer, legal_actions
from durak.apply import carried_out
from durak.ruleset import HAND_SIZE
from tests.rules.games import Game, games

many = settings(max_examples=200)

Bout = list[tuple[State, Action, State]]


def finished_bouts(game: Game) -> list[Bout]:
    """Return the steps of every bout that came to its end."""
    bouts = [list(steps) for _, steps in groupby(game.steps, key=lambda step: step[0].bout)]
    return [steps for steps in bouts if steps[-1][2].bout != steps[0][0].bout or not steps[-1][2].table]


@many
@given(game=games)
def test_who_draws(game: Game) -> None:
    for steps in finished_bouts(game):
        first, last, after = steps[0][0], carried_out(*steps[-1][:2]), steps[-1][2]
        drawn = set(last.stock) - set(after.stock)
        drawing = {seat for seat, hand in enumerate(after.hands) if drawn & set(hand)}
        if first.stock:  # 1.8.2
            assert all(len(hand) >= HAND_SIZE for hand in first.hands)
            laid = {action.seat for _, action, _ in steps if isinstance(action, Attack)}
            laid |= {
                action.seat for _, action, _ in steps if isinstance(action, Transfer) and not action.show
            }
            assert drawing <= laid | (set() if last.taking else {last.defender})
        if after.stock:
            assert all(len(hand) >= HAND_SIZE for hand in after.hands)
        assert drawn == set(last.stock[: len(drawn)])


@many
@given(game=games)
def test_nothing_but_a_hand_is_too_small_for_a_transfer(game: Game) -> None:
    for state in game.states:
        if not state.table or state.covered:
            continue
        assert len({pair.attack.rank for pair in state.table}) == 1  # 1.8.3
        assert len(state.table) <= 4
        transfers = [
            action for action in legal_actions(state, state.defender) if isinstance(action, Transfer)
        ]
        for action in transfers:
            needed = len(state.table) + (not action.show)
            assert needed <= 4
            assert state.limit is None or needed <= state.limit
            target = state.transfer_target
            assert target is not None
            assert len(state.hands[target]) >= needed


@many
@given(game=games)
def test_nobody_without_cards_is_attacked(game: Game) -> None:
    for state in game.states:
        if state.phase is Phase.OVER:
            continue
        target = state.transfer_target
        if state.phase is Phase.DEFENCE and not state.covered and state.stock:
            assert target is not None
            assert state.hands[target]  # 1.8.4
        assert target is None or state.hands[target] or state.stock
        assert state.hands[state.defender]  # 1.8.5: or the bout would have closed
    for before, action, _ in game.steps:
        last = carried_out(before, action)
        if last.table and not last.uncovered:
            assert (not last.hands[last.defender]) == (last.base == len(last.table))  # 1.8.5
        if not last.hands[last.defender]:
            assert last.room == 0


@many
@given(game=games)
def test_somebody_can_act_once_all_is_beaten(game: Game) -> None:
    for state in game.states:
        if state.phase in (Phase.THROW, Phase.TAKING):
            assert set(state.throwers) - state.passed
            acting = {seat for seat in range(state.seats) if legal_actions(state, Seat(seat))}
            assert acting & set(state.throwers)  # 1.8.6
            assert state.defender not in acting


@many
@given(game=games)
def test_nobody_but_the_defender_goes_out_while_there_was_a_stock(game: Game) -> None:
    limit = game.record.rules.attack_limit
    for steps in finished_bouts(game):
        first, last, after = steps[0][0], carried_out(*steps[-1][:2]), steps[-1][2]
        assert not after.stock or not after.out
        assert after.out[: len(first.out)] == first.out
        if first.stock and limit is not None and limit <= 6:
            assert set(after.out) <= {last.defender}  # 1.8.8


@many
@given(game=games)
def test_no_bout_sees_more_cards_than_it_may(game: Game) -> None:
    """Rules.md 1.6, counted from the outside: the hand of whoever is defender when the bout ends."""
    for steps in finished_bouts(game):
        rules, first, last = game.record.rules, steps[0][0], carried_out(*steps[-1][:2])
        transfers = [index for index, step in enumerate(steps) if isinstance(step[1], Transfer)]
        became_defender = steps[transfers[-1]][2] if transfers else first
        assert len(last.table) <= len(became_defender.hands[last.defender])
        assert rules.attack_limit is None or len(last.table) <= rules.attack_limit
        beginning = first.bout == 1 if rules.first_cap_scope == "first_bout" else not first.discarded
        if rules.first_cap is not None and beginning:
            assert len(last.table) <= rules.first_cap
        assert not any(isinstance(action, Pass) for _, action, _ in steps[:1])
