"""Exact play when two seats are left and there is no stock: what every action is worth, looked up to the end.

Then everything is known; `endgame_of` tells whether a view is such a game. A value is 1 for a win of the
viewer, who is not the durak, or is a winner under `end=first_out`; -1 for a loss; 0 for a draw, or for a game
that goes round for ever. It is what he gets if both play their best.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer, cards_of, order_of
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

KINDS = (Attack, Defend, Transfer, Take, Pass, Swap)
A_FEW = 10
"""With so many nodes each action is tried first: an easy win is soon found."""


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
    """Solves endgames of one setup, and remembers what it has found out for the next one.

    What it knows already takes no nodes. Who must decide the same whatever was asked before takes a new one.
    """

    def __init__(self, setup: Setup, most_nodes: int) -> None:
        """Give up on a question when it has opened `most_nodes` bouts: as a rule 10,000 take 0.1 s."""
        self.most_nodes = self._left = most_nodes
        self.bouts = (Rounds if setup.transfers else Bouts)(setup, most_nodes)

    def solve(self, endgame: Endgame, actions: Iterable[Action]) -> Solved | None:
        """Return the best of some legal actions, or None if it takes too many nodes to know it.

        Raises ValueError if there is no action.
        """
        order = sorted(actions, key=lambda action: _cheap_first(action, endgame.lanes))
        if not order:
            raise ValueError("no action to choose from")
        games = {action: after(endgame, action) for action in order}
        self._left = self.most_nodes
        answers: dict[Action, Value] = {}
        for nodes in (A_FEW, self.most_nodes):
            for action in order:
                if answers.get(action, UNKNOWN) == UNKNOWN:
                    answers[action] = self._tried(endgame.seat, games[action], 1, nodes)
                if answers[action] == 1:
                    return Solved(1, action)
        if UNKNOWN in answers.values():
            return None
        for action in order:
            answer = answers[action] or self._tried(endgame.seat, games[action], 0, self._left)
            if answer != -1:
                return None if answer == UNKNOWN else Solved(0, action)
        return Solved(-1, order[0])

    def values(self, endgame: Endgame, actions: Iterable[Action]) -> dict[Action, Value] | None:
        """Return what each of some legal actions is worth, or None if it takes too many nodes."""
        self._left = self.most_nodes
        found: dict[Action, Value] = {}
        for action in actions:
            game = after(endgame, action)
            value = self._tried(endgame.seat, game, 1, self._left)
            if value == 0:
                value = self._tried(endgame.seat, game, 0, self._left)
            if value == UNKNOWN:
                return None
            found[action] = value
        return found

    def _tried(self, seat: Seat, game: Game, goal: int, nodes: int) -> Value:
        """Return the answer, or UNKNOWN when so many nodes, or all that are left, run out."""
        self.bouts.nodes = granted = min(nodes, self._left)
        try:
            answer = self._answer(seat, game, goal)
        except (OutOfNodes, RecursionError):
            answer = UNKNOWN
        self.bouts.finish()
        self._left -= granted - max(0, self.bouts.nodes)
        return answer

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
        if bouts.is_guess(value):
            raise OutOfNodes
        return value


def after(endgame: Endgame, action: Action) -> Game:
    """Return the game after a legal action; the endgame stays as it is."""
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


def _cheap_first(action: Action, lanes: Lanes) -> tuple[int, ...]:
    """Sort actions as a search likes them: the cheapest cards, then the buttons, then sets of cards."""
    cards = cards_of(action)
    kind = KINDS.index(type(action)) if len(cards) < 2 else len(KINDS)
    return (kind, *(lanes.place[card] for card in cards), *order_of(action))
