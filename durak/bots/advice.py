"""Advice: what each move is worth to a player, and what speaks for it.

The same code as the strongest bot's: a solved endgame where there is one, else playouts with the judgement of
a net. It sees what a bot sees, so it counts every card better than most people do.
"""

from dataclasses import dataclass
from itertools import accumulate
from random import Random

from durak.actions import Action
from durak.bots import MASTER
from durak.bots.grounds import Reason, reason_for
from durak.bots.search import candidates
from durak.bots.solver import Solver, endgame_of
from durak.bots.thinking import LOST
from durak.view import View

WON = 1


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, the chance of ending as the durak after it (0 to 1, as far as can be told), and a reason."""

    action: Action
    durak: float
    reason: Reason


def advise(view: View, rng: Random) -> tuple[Advice, ...]:
    """Return the moves worth a thought, the best first; the view must remember (`memory_view`).

    Left out is what is never better than another move (`durak.bots.search.candidates`). Raises ValueError if
    nothing is legal.
    """
    actions = candidates(view)
    end = endgame_of(view)
    solved = Solver(end.game.setup, MASTER.nodes).values(end, actions) if end else None
    if solved and max(solved.values()) > LOST:
        return _from_solved(view, actions, solved)
    ranking = MASTER.tried(view, actions, rng, end if solved else None)
    if solved:
        return tuple([Advice(action, 1.0, Reason("loses")) for action, _ in ranking])
    # What dropped out early has been tried less often: it counts as no better than what stayed.
    chances = accumulate((1 - value for _, value in ranking), max)
    return tuple(
        [
            Advice(action, chance, Reason("only_move") if len(actions) == 1 else reason_for(view, action))
            for (action, _), chance in zip(ranking, chances, strict=True)
        ]
    )


def _from_solved(view: View, actions: list[Action], values: dict[Action, int]) -> tuple[Advice, ...]:
    """With the values known for sure; equals in their total order."""
    best = max(values.values())
    saving = [action for action in actions if values[action] > LOST]

    def reason(action: Action) -> Reason:
        value = values[action]
        if len(actions) == 1:
            return Reason("only_move")
        if value == LOST:
            return Reason("loses")
        if len(saving) == 1:
            return Reason("only_saving")
        return Reason("wins" if value == WON else "draws") if value == best else reason_for(view, action)

    order = sorted(actions, key=lambda action: -values[action])
    return tuple([Advice(action, float(values[action] == LOST), reason(action)) for action in order])
