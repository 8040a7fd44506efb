"""Bots that count every card and try each move before they make it.

What they know is a View: all that was beaten off or taken up, and nothing that is hidden. Budgets are counted
in playouts and nodes, never in time, so that a busy machine plays no weaker.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from durak.actions import Action
from durak.bots import net
from durak.bots.search import candidates, evaluate, playouts_spent
from durak.bots.sense import liking
from durak.bots.solver import Solver, endgame_of
from durak.view import View

LOST = -1

Ranking = list[tuple[Action, float]]
"""Actions with their value, from 0, surely the durak, to 1; the best first."""


class Thought(NamedTuple):
    """What a bot thinks of its actions, and how many games it played out to know."""

    ranking: Ranking
    playouts: int


@dataclass(frozen=True, slots=True)
class ThinkingBot:
    """Searches, with a value net where one was trained for the rules, and solves the end.

    playouts  how many for each decision
    trust     how many parts of the net's judgement go to one part of the playouts; 0: none
    thrift    how many parts of plain sense do, while there is a stock: what looks nearly alike to playouts is
              not alike to whoever sits opposite
    nodes     how many positions it looks at to solve an endgame of two; 0: none
    """

    level: str
    playouts: int
    trust: float = 0.0
    nodes: int = 0
    thrift: float = 0.0

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action of the view. Raises ValueError if it has none."""
        return self.think(view, rng).ranking[0][0]

    def think(self, view: View, rng: Random) -> Thought:
        """Return what is to be said of the actions worth a thought. Raises ValueError if none is legal."""
        actions = candidates(view)
        if len(actions) == 1:
            return Thought([(actions[0], 0.5)], 0)
        solved = self._solved(view, actions)
        if solved:
            return Thought(solved, 0)
        return Thought(self.tried(view, actions, rng), playouts_spent(len(actions), self.playouts))

    def tried(self, view: View, actions: list[Action], rng: Random) -> Ranking:
        """Return what playouts, net and plain sense make of the candidates, whatever can be solved."""
        return evaluate(view, rng, self.playouts, *self._advised(view, actions))

    def _advised(self, view: View, actions: list[Action]) -> tuple[Mapping[Action, float] | None, float]:
        """Return what net and plain sense say of the actions, and how many parts that is."""
        judged = net.prior_of(view, actions) if self.trust else None
        thrift = self.thrift if view.stock else 0.0
        if not thrift:
            return judged, self.trust
        liked = liking(view, actions)
        if judged is None:
            return liked, thrift
        parts = self.trust + thrift
        return {
            action: (self.trust * judged[action] + thrift * liked[action]) / parts for action in actions
        }, parts

    def _solved(self, view: View, actions: list[Action]) -> Ranking | None:
        """Return the action that wins or draws an endgame for sure, or None.

        A lost one is played on, by what playouts find hardest to answer: whoever holds the better cards may
        not see it.
        """
        end = endgame_of(view) if self.nodes else None
        solved = end and Solver(end.game.setup, self.nodes).solve(end, actions)
        return [(solved.action, (solved.value + 1) / 2)] if solved and solved.value > LOST else None
