"""Exact play when two seats are left and there is no stock: what every action is worth, looked up to the end.

Then everything is known; `endgame_of` tells whether a view is such a game. A value is 1 for a win of the
viewer, who is not the durak, or is a winner under `end=first_out`; -1 for a loss; 0 for a draw, or for a game
that goes round for ever. It is what he gets if both play their best.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from durak.actions import Action, Attack, Seat, order_of
from durak.bots.answers import CAPPED, CHAIN, FIRST_BOUT, SHARED, SHOWN, UNKNOWN, OutOfNodes, Value
from durak.bots.bits import Lanes
from durak.bots.bouts import Bouts
from durak.bots.game import Game
from durak.bots.moves import move_of
from durak.bots.rounds import Rounds
from durak.bots.setup import Setup
from durak.bots.sight import sight_of
from durak.ruleset import FEWEST_SEATS
from durak.view import View

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Endgame:
    """A game between two seats that see everything.

    game    with the cards of both; `lanes` which card is which bit
    seat    the viewer's; `other` the only other seat that may still act in it
    """

    game: Game
    lanes: Lanes
    seat: Seat
    other: Seat


def endgame_of(view: View) -> Endgame | None:
    """Return the endgame that the viewer sees, or None if more seats are in it or some card is hidden.

    The view must remember what was beaten off (`durak.view.memory_view`). Seats without cards do not matter,
    but under `end=first_out`: there a third one has won already, and both may lose.
    """
    if view.viewer is None or view.stock or view.outcome is not None:
        return None
    others = [seat for seat, count in enumerate(view.counts) if count and seat != view.defender]
    attacker = others[0] if others else view.main
    if len(others) > 1 or view.viewer not in (attacker, view.defender):
        return None
    if view.rules.end == "first_out" and len(view.counts) > FEWEST_SEATS:
        return None
    sight = sight_of(view)
    other = Seat(attacker if view.viewer == view.defender else view.defender)
    if len(sight.unseen) != sight.hidden[other]:
        return None
    game = sight.game.copy()
    game.hands[other] |= sum(sight.unseen)
    return Endgame(game, sight.lanes, view.viewer, other)


@dataclass(frozen=True, slots=True)
class Solved:
    """What an endgame is worth to the viewer, and an action that keeps it."""

    value: Value
    action: Action


class Solver:
    """Solves endgames of one setup, and remembers what it has found out for the next one."""

    def __init__(self, setup: Setup, most_nodes: int) -> None:
        """Give up on a question when it has looked at `most_nodes` positions."""
        self.most_nodes = most_nodes
        self.bouts = (Rounds if setup.transfers else Bouts)(setup, most_nodes)

    def solve(self, endgame: Endgame, actions: Iterable[Action]) -> Solved | None:
        """Return the best of some legal actions, or None if it takes too many nodes to know it.

        Raises ValueError if there is no action.
        """
        tries = [(action, _after(endgame, action)) for action in sorted(actions, key=_cheap_first)]
        if not tries:
            raise ValueError("no action to choose from")
        return self._within_budget(lambda: self._best(endgame.seat, tries))

    def values(self, endgame: Endgame, actions: Iterable[Action]) -> dict[Action, Value] | None:
        """Return what each of some legal actions is worth, or None if it takes too many nodes."""
        games = {action: _after(endgame, action) for action in actions}
        return self._within_budget(
            lambda: {action: self._value(endgame.seat, game) for action, game in games.items()}
        )

    def _within_budget(self, search: Callable[[], Found]) -> Found | None:
        """Give up when the nodes run out, or the line gets too long for Python."""
        self.bouts.nodes = self.most_nodes
        try:
            return search()
        except (OutOfNodes, RecursionError):
            self.bouts.finish(UNKNOWN)
            return None

    def _best(self, seat: Seat, tries: list[tuple[Action, Game]]) -> Solved:
        """Ask of each action whether it wins, then of those that might whether they draw."""
        answers = []
        for action, game in tries:
            answers.append(self._answer(seat, game, 1))
            if answers[-1] == 1:
                return Solved(1, action)
        for (action, game), answer in zip(tries, answers, strict=True):
            if answer == 0 and self._answer(seat, game, 0) == 0:
                return Solved(0, action)
        return Solved(-1, tries[0][0])

    def _value(self, seat: Seat, game: Game) -> Value:
        return self._answer(seat, game, 1) or self._answer(seat, game, 0)

    def _answer(self, seat: Seat, game: Game, goal: int) -> Value:
        """Answer for a seat: does it win (goal 1), or at least draw (0)? See `durak.bots.bouts`."""
        if game.values is not None:
            return round(2 * game.values[seat]) - 1
        if seat == game.defender:
            return -self._ask(game, (1 - goal) | _facts(game))
        return self._ask(game, goal | SHARED & self.bouts.flip | _facts(game))

    def _ask(self, game: Game, ask: int) -> Value:
        """Answer for the attacker, by what the table is doing."""
        bouts, attacking = self.bouts, _attacker(game)
        attacker, defender = game.hands[attacking], game.hands[game.defender]
        room = game.room if game.scope >> attacking & 1 else 0
        table, ranks, uncovered = game.table, game.ranks, game.uncovered
        if not table:
            value = bouts.lead(attacker, defender, ask)
        elif game.taking:
            value = bouts.take(attacker, defender, table, ranks, room, ask)
        elif not uncovered:
            value = bouts.add(attacker, defender, table, ranks, room, ask)
        elif bouts.anytime:
            value = bouts.press(attacker, defender, table, ranks, uncovered, room, ask)
        else:
            value = bouts.answer(attacker, defender, table, ranks, uncovered, room, ask)
        bouts.finish(value)
        return value


def _after(endgame: Endgame, action: Action) -> Game:
    game = endgame.game.copy()
    move_of(action, endgame.lanes)(game)
    return game


def _attacker(game: Game) -> int:
    """Return the seat that attacks, or could: the other one that holds cards, else the main attacker."""
    others = (seat for seat, hand in enumerate(game.hands) if hand and seat != game.defender)
    return next(others, game.main)


def _facts(game: Game) -> int:
    """Return what else counts in this bout, as `durak.bots.bouts` takes it."""
    setup, facts = game.setup, 0
    if setup.until_discard and not game.discarded:
        facts |= CAPPED
    if game.bout == 1 and not setup.until_discard:
        facts |= FIRST_BOUT
    if game.shown & game.ranks:
        facts |= SHOWN
    if game.bout == 1 and not setup.rules.transfer_first_bout:
        return facts + CHAIN * setup.longest_chain
    return facts + CHAIN * game.chain if setup.rules.transfer_max_chain else facts


def _cheap_first(action: Action) -> tuple[int, ...]:
    """Sort actions as a search likes them: single cards, then the buttons, then sets."""
    return (isinstance(action, Attack) and len(action.cards) > 1, *order_of(action))
