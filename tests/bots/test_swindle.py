"""Catches an endgame given up that a plain player would still lose, and a trap that is none."""

from collections.abc import Sequence
from random import Random

from durak import Action, Attack, Defend, Pass, Seat, State, Take, advance, legal_actions
from durak.bots import BOTS
from durak.bots.bits import lanes
from durak.bots.swindle import swindles
from durak.bots.thinking import LOST
from durak.view import memory_view
from tests.bots.brute_force import value_of
from tests.bots.endgames import FEW_CARDS, SOME_CARDS, Moment, moments

_Line = frozenset[tuple[object, ...]]


def habit(state: State, seat: Seat) -> Action:
    """What the policy of playouts does when nothing is left to chance, on the real engine."""
    place = lanes(state.rules.deck, state.trump).place
    legal = legal_actions(state, seat)
    if seat == state.defender:
        covers = [action for action in legal if isinstance(action, Defend)]
        return min(covers, key=lambda cover: place[cover.card], default=Take(seat))
    attacks = [action for action in legal if isinstance(action, Attack) and len(action.cards) == 1]
    return min(attacks, key=lambda attack: place[attack.cards[0]], default=Pass(seat))


def best(state: State, me: Seat, other: Seat, line: _Line = frozenset()) -> float:
    """What the game is worth to `me` against that habit, by trying everything."""
    while state.outcome is None:
        if not state.table:
            bout = (state.hand_sets, state.main)
            if bout in line:
                return 0.5
            line |= {bout}
        defends = bool(state.uncovered) and not state.taking
        if defends == (state.defender == me):
            mine = singles(legal_actions(state, me))
            return max(best(advance(state, action), me, other, line) for action in mine)
        state = advance(state, habit(state, other))
    return (value_of(state, me) + 1) / 2


def singles(actions: Sequence[Action]) -> list[Action]:
    return [action for action in actions if not isinstance(action, Attack) or len(action.cards) == 1]


def test_traps_are_worth_what_trying_everything_shows() -> None:
    seen = 0
    for one in moments(0, 1500, FEW_CARDS):
        actions = singles(one.actions)
        found = swindles(one.endgame, actions) if is_waited_for(one) else None
        if found is None:
            continue
        seen += 1
        other = one.endgame.other
        assert found == {action: best(advance(one.state, action), one.seat, other) for action in actions}, (
            str(one)
        )
    assert seen > 200


def is_waited_for(one: Moment) -> bool:
    """Whether a player of habit would not act first."""
    defends = one.state.uncovered and not one.state.taking
    return bool(defends) == (one.state.defender == one.seat)


def test_whoever_has_lost_sets_a_trap() -> None:
    seen = 0
    for one in moments(0, 2000, SOME_CARDS):
        actions = singles(one.actions)
        traps = swindles(one.endgame, actions) if is_waited_for(one) and not one.state.taking else None
        if traps is None or len(set(traps.values())) == 1 or len(actions) < len(one.actions):
            continue
        solved = one.solver().solve(one.endgame, actions)
        if solved is None or solved.value > LOST:
            continue
        seen += 1
        chosen = BOTS["sharp"].choose(memory_view(one.state, one.seat), Random(0))
        assert traps[chosen] == max(traps.values()), str(one)
    assert seen > 10


def test_where_habit_is_not_foreseen_there_is_no_trap() -> None:
    for one in moments(0, 300, FEW_CARDS):
        if one.state.rules.transfer != "off" or one.state.bout == 1:
            assert swindles(one.endgame, one.actions) is None
