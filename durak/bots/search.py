"""What each action is worth, found by trying: flat Monte Carlo search over games that could be this one.

A game is dealt from what the view leaves open (`durak.bots.sight`), every action still in question is made in
it, and the rest is played out (`durak.bots.playout`); the same deals serve all actions, so that they are
compared in the same luck. Half of the actions drop out after each round (sequential halving: Karnin, Koren,
Somekh 2013), so most playouts go to those that are hard to tell apart. It works for any number of seats under
any rules.
"""

from collections.abc import Iterator, Mapping
from random import Random

from durak.actions import Action, Defend
from durak.bots.bits import lanes
from durak.bots.choices import all_legal
from durak.bots.moves import move_of
from durak.bots.playout import playout
from durak.bots.sight import deal, sight_of
from durak.view import View

ODD = 0.1
"""The share of choices in playouts that are left to chance. With 0.05 it plays worse against a strong rival,
with 0.2 against a plain one."""


def candidates(view: View) -> list[Action]:
    """Return the actions worth a thought, in their total order. Raises ValueError if none is legal.

    Left out are openings with several cards where the others can be thrown in afterwards, when more is known;
    and while several cards are uncovered, covers of any but the cheapest, since the order of covering is
    nobody's concern, or of all if one has no cover: who takes in the end has only shown more ranks.
    """
    # Who takes may be given no more under some rules: then the others have to be laid at once.
    legal = [*all_legal(view), *(() if view.rules.throw_on_take else view.sets)]
    place = lanes(view.rules.deck, view.trump).place
    uncovered = [pair.attack for pair in view.table if pair.cover is None]
    coverable = {action.attack for action in legal if isinstance(action, Defend)}
    if not coverable.issuperset(uncovered):
        return [action for action in legal if not isinstance(action, Defend)]
    cheapest = min(uncovered, key=place.__getitem__, default=None)
    return [action for action in legal if not isinstance(action, Defend) or action.attack is cheapest]


def evaluate(
    view: View,
    rng: Random,
    playouts: int,
    prior: Mapping[Action, float] | None = None,
    weight: float = 0.0,
    odd: float = ODD,
) -> list[tuple[Action, float]]:
    """Return the candidates with their value for the viewer, the best first; equals in their total order.

    A value lies between 0, surely the durak, and 1; it is the mean of the playouts. With a `prior`, which
    gives a value for every candidate from elsewhere, it is mixed with that: one part of playouts to `weight`
    parts of prior. `playouts` are shared among all candidates; each gets at least one.
    Raises ValueError if nothing is legal.
    """
    actions, sight, dice = candidates(view), sight_of(view), rng.random
    moves = [move_of(action, sight.lanes) for action in actions]
    priors = [prior[action] if prior else 0.0 for action in actions]
    weight = weight if prior else 0.0
    totals, values = [0.0] * len(actions), priors[:]
    alive, ranking, deals = list(range(len(actions))), list[int](), 0
    for _, share in _rounds(len(actions), playouts):
        for _ in range(share):
            dealt = deal(sight, rng)
            for index in alive:
                game = dealt.copy()
                moves[index](game)
                totals[index] += playout(game, odd, dice)[sight.seat]
        deals += share
        for index in alive:
            values[index] = (totals[index] / deals + weight * priors[index]) / (1 + weight)
        alive.sort(key=values.__getitem__, reverse=True)
        half = (len(alive) + 1) // 2
        alive, ranking = alive[:half], alive[half:] + ranking
    return [(actions[index], values[index]) for index in (*alive, *ranking)]


def playouts_spent(actions: int, playouts: int) -> int:
    """Return how many playouts `evaluate` makes for so many candidates: the same for every deal."""
    return sum(alive * share for alive, share in _rounds(actions, playouts))


def _rounds(actions: int, playouts: int) -> Iterator[tuple[int, int]]:
    """Yield, for each round, how many actions are in question and on how many deals each is tried."""
    rounds = max(1, (actions - 1).bit_length())
    alive = actions
    for _ in range(rounds):
        yield alive, max(1, playouts // (rounds * alive))
        alive = (alive + 1) // 2
