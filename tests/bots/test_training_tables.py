"""Catches games in lock step that are not the real game: other moves, other states, another end."""

import numpy as np
import pytest

from durak.actions import Action, Attack, Defend, Pass, Seat, Take, Transfer
from durak.apply import apply
from durak.bots.bits import Lanes, lanes
from durak.cards import Suit
from durak.draft import Phase
from durak.legal import legal_actions
from durak.ruleset import PRESETS, Rules
from durak.seatset import find_second
from durak.state import State
from tools.training.afterstates import legal_moves
from tools.training.tables import BUTTON, DRAWN, TRANSFER, Tables, check

TRUMP = Suit.HEARTS
LANES = lanes(36, TRUMP)
GAMES = 200


def state_of(tables: Tables, row: int, rules: Rules) -> State:
    """The same game, just dealt, for the engine."""
    deals = tables.deals[row]
    order = [int(deals[at + 1] - deals[at]).bit_length() - 1 for at in range(36)]
    main = Seat(int(tables.main[row]))
    defender = Seat(1 - main)
    return State.of(
        rules=rules,
        trump=TRUMP,
        hands=tuple(LANES.cards_in(int(hand)) for hand in tables.hands[row]),
        stock=tuple(LANES.cards[place] for place in order[12:]),
        table=(),
        main=main,
        defender=defender,
        second=find_second(3, 2, main, defender),
        bout=1,
        discarded=False,
        taking=False,
        passed=(),
        joined=(),
        emptied=(),
        chain=0,
        shown=(),
        out=(),
        known=((), ()),
    )


def action_of(state: State, move: int) -> Action:
    """The move of the lock step as an action."""
    defending = state.phase is Phase.DEFENCE
    seat = state.defender if defending else state.main
    if move == BUTTON:
        return Take(seat) if defending else Pass(seat)
    card = LANES.cards[move % TRANSFER]
    if move >= TRANSFER:
        return Transfer(seat, card)
    if defending:
        return Defend(seat, min(state.uncovered, key=lambda one: LANES.place[one]), card)
    return Attack(seat, (card,))


def offered(state: State) -> set[Action]:
    """What the engine allows of the kind that the lock step plays."""
    defending = state.phase is Phase.DEFENCE
    actions = legal_actions(state, state.defender if defending else state.main)
    lowest = min(state.uncovered, key=lambda one: LANES.place[one], default=None)
    return {
        action
        for action in actions
        if not (isinstance(action, Attack) and len(action.cards) > 1)
        and not (isinstance(action, Defend) and action.attack is not lowest)
    }


def same(tables: Tables, row: int, state: State) -> None:
    order: Lanes = LANES
    assert [int(hand) for hand in tables.hands[row]] == [order.bits(hand) for hand in state.hands]
    assert [int(known) for known in tables.known[row]] == [order.bits(known) for known in state.known]
    assert int(tables.stock[row]) == order.bits(state.stock)
    assert int(tables.turned[row]) == order.bits(state.stock[-1:])
    assert int(tables.open[row]) == order.bits(state.uncovered)
    assert int(tables.attacks[row]) == len(state.table)
    assert bool(tables.taking[row]) == state.taking
    if state.outcome is None:
        assert int(tables.main[row]) == state.main
        assert int(tables.limit[row]) == state.limit
        assert int(tables.room[row]) == state.room or not state.table


@pytest.mark.parametrize("preset", ["classic", "transfer"])
def test_whole_games_are_those_of_the_engine(preset: str) -> None:
    rules = PRESETS[preset]
    chance = np.random.default_rng(5)
    tables = Tables.dealt(rules, GAMES, chance)
    states = [state_of(tables, row, rules) for row in range(GAMES)]
    # Shares of games that take much, cover much, transfer much: all corners are seen.
    liking = chance.random((GAMES, 3))
    while states:
        rows, moves = legal_moves(tables)
        chosen = np.zeros(len(states), np.int64)
        for row, state in enumerate(states):
            mine = moves[rows == row]
            assert {action_of(state, int(move)) for move in mine} == offered(state)
            weights = liking[row][np.where(mine == BUTTON, 0, np.where(mine >= TRANSFER, 1, 2))] + 0.01
            chosen[row] = chance.choice(mine, p=weights / weights.sum())
        states = [apply(state, action_of(state, int(m))) for state, m in zip(states, chosen, strict=True)]
        ended = np.nonzero(tables.lay(chosen))[0]
        losers = np.full(len(states), -1)
        losers[ended] = tables.end_bouts(ended)
        for row, state in enumerate(states):
            same(tables, row, state)
            outcome = state.outcome
            if outcome is None:
                assert losers[row] == -1
            else:
                assert losers[row] == (DRAWN if outcome.kind == "draw" else outcome.seats[0])
        going = losers < 0
        tables, liking = tables.of(going), liking[going]
        states = [state for state, goes in zip(states, going, strict=True) if goes]


def test_last_hands_that_run_out_together_are_a_draw() -> None:
    """The attacker's last card is covered by the defender's last; alone, either is durak."""
    tables = Tables.dealt(Rules(), 3, np.random.default_rng(1))
    tables.stock[:] = tables.turned[:] = 0
    tables.drawn[:] = 36
    tables.main[:] = 0
    low, high, other = 1 << 27, 1 << 28, 1
    tables.hands[:] = [[low, high], [low, high | other], [low | other, high]]
    assert not tables.lay(np.full(3, 27)).any()
    assert tables.lay(np.full(3, 28)).tolist() == [True, True, True]
    assert tables.end_bouts(np.arange(3)).tolist() == [DRAWN, 1, 0]


@pytest.mark.parametrize("preset", ["blitz", "deutsch"])
def test_other_rules_are_refused(preset: str) -> None:
    with pytest.raises(ValueError, match="lock step"):
        check(PRESETS[preset])
