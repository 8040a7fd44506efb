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
from durak.bots.solver import Endgame, Solver, endgame_of
from durak.bots.swindle import swindles
from durak.view import View

LOST = -1
DUEL = 2

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
    crowd     how many at most while more than two are in: a game takes twice as long to play out then
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
    crowd: int | None = None

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action of the view. Raises ValueError if it has none."""
        return self.think(view, rng).ranking[0][0]

    def think(self, view: View, rng: Random) -> Thought:
        """Return what is to be said of the actions worth a thought. Raises ValueError if none is legal."""
        actions = candidates(view)
        if len(actions) == 1:
            return Thought([(actions[0], 0.5)], 0)
        end = endgame_of(view) if self.nodes else None
        solved = end and Solver(end.game.setup, self.nodes).solve(end, actions)
        if solved and solved.value > LOST:
            return Thought([(solved.action, (solved.value + 1) / 2)], 0)
        ranking = self.tried(view, actions, rng, end if solved else None)
        return Thought(ranking, playouts_spent(len(actions), self.budget(view)))

    def budget(self, view: View) -> int:
        """Return how many playouts a decision may take."""
        still_in = len(view.counts) - len(view.out)
        return self.playouts if self.crowd is None or still_in <= DUEL else min(self.playouts, self.crowd)

    def tried(self, view: View, actions: list[Action], rng: Random, lost: Endgame | None = None) -> Ranking:
        """Return what playouts make of the candidates, and net and plain sense, whatever can be solved.

        If it is known to be a lost endgame, what counts besides is how it goes on against a player of habit.
        """
        traps = swindles(lost, actions) if lost else None
        prior, parts = (traps, 1.0) if traps else self._advised(view, actions)
        return evaluate(view, rng, self.budget(view), prior, parts)

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
