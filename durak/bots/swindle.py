"""Lost endgames, and how they can still be won: what each action comes to against a player of habit.

An endgame that the solver calls lost is lost to whoever plays it right. Many do not: they always do the
cheapest thing, as playouts do (`durak.bots.policy`). So this search looks to the end for the viewer, who may
do anything, while the other one follows that habit.

A value is what the viewer gets: 1 for a win, 0 for a loss, a half for a draw or a game that goes round.
Arguments come in one order: `mine, theirs` the hands, `table, ranks` all cards on it and all of their ranks,
`card` the one without a cover, `room` how many attack cards may still be added.
"""

from collections.abc import Iterable

from durak.actions import Action
from durak.bots.answers import OutOfNodes
from durak.bots.bits import Bits, places
from durak.bots.bouts import leftovers
from durak.bots.game import Game
from durak.bots.setup import Setup
from durak.bots.solver import Endgame, after

WON, DRAWN, LOST = 1.0, 0.5, 0.0

NODES = 10_000
"""How many bouts it opens before it gives up; nearly all lost endgames take fewer than 2,000."""


def swindles(endgame: Endgame, actions: Iterable[Action]) -> dict[Action, float] | None:
    """Return the value of each of some legal actions; None if it takes too long.

    None, too, under rules with transfers, and while the cap of the beginning holds.
    """
    game = endgame.game
    is_begun = game.bout > 1 and (game.discarded or not game.setup.until_discard)
    if game.setup.transfers or not is_begun:
        return None
    habit = _Habit(game.setup, NODES)
    try:
        return {
            action: habit.value(after(endgame, action), endgame.seat, endgame.other) for action in actions
        }
    except (OutOfNodes, RecursionError):
        return None


class _Habit:
    """The rest of a game against a player who always does the cheapest thing."""

    def __init__(self, setup: Setup, nodes: int) -> None:
        self._setup, self._nodes = setup, nodes
        self._beats, self._same_rank = setup.deck.beats, setup.deck.same_rank
        self._leads: dict[tuple[Bits, Bits, bool], float] = {}

    def value(self, game: Game, me: int, other: int) -> float:
        """Return what a game in the middle of a bout is worth. Raises OutOfNodes."""
        if game.values is not None:
            return game.values[me]
        mine, theirs, i_attack = game.hands[me], game.hands[other], game.defender == other
        table, ranks, card = game.table, game.ranks, game.uncovered
        room = game.room if game.scope >> (me if i_attack else other) & 1 else 0
        if card & (card - 1):
            raise OutOfNodes
        if not table:
            return self._lead(mine, theirs, i_attack)
        if game.taking and i_attack:
            return self._feed(mine, theirs | table, ranks, room)
        if game.taking:
            return self._fed(mine | table, theirs, ranks, room)
        if card:
            return (self._covered if i_attack else self._defend)(mine, theirs, table, ranks, card, room)
        return (self._add if i_attack else self._added)(mine, theirs, table, ranks, room)

    def _lead(self, mine: Bits, theirs: Bits, i_attack: bool) -> float:
        """A bout to be opened."""
        if not (mine and theirs):
            return LOST if mine else WON
        key = (mine, theirs, i_attack)
        if key in self._leads:
            return self._leads[key]
        self._nodes -= 1
        if self._nodes < 0:
            raise OutOfNodes
        self._leads[key] = DRAWN  # if the game comes here again meanwhile, it goes round
        room = min(self._setup.limit, (theirs if i_attack else mine).bit_count()) - 1
        best = LOST
        for place in places(mine if i_attack else theirs & -theirs):
            card = 1 << place
            if i_attack:
                value = self._covered(mine ^ card, theirs, card, self._same_rank[place], card, room)
            else:
                value = self._defend(mine, theirs ^ card, card, self._same_rank[place], card, room)
            best = max(best, value)
        self._leads[key] = best
        return best

    def _beaten_off(self, mine: Bits, theirs: Bits, i_attacked: bool) -> float:
        """All is covered, and nobody adds more; if both run out, as `durak.bots.bout_end.verdict` has it."""
        if mine or theirs:
            return self._lead(mine, theirs, not i_attacked)
        if self._setup.rules.end == "first_out":
            return WON
        if self._setup.rules.draw:
            return DRAWN
        return WON if i_attacked else LOST

    # Attacking

    def _covered(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, card: Bits, room: int) -> float:
        """They cover with their cheapest card, or take."""
        place = card.bit_length() - 1
        cover = theirs & self._beats[place]
        cover &= -cover
        if not cover:
            return self._feed(mine, theirs | table, ranks, room if self._setup.feeds else 0)
        ranks |= self._same_rank[cover.bit_length() - 1]
        return self._add(mine, theirs ^ cover, table | cover, ranks, room)

    def _add(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, room: int) -> float:
        """All is covered: I throw in, or have done."""
        best = self._beaten_off(mine, theirs, True)
        for place in places(mine & ranks if room > 0 else 0):
            card = 1 << place
            best = max(best, self._covered(mine ^ card, theirs, table | card, ranks, card, room - 1))
        return best

    def _feed(self, mine: Bits, taken: Bits, ranks: Bits, room: int) -> float:
        """They take, and I may add."""
        ways = leftovers(mine, mine & ranks if room > 0 else 0, room)
        return max([self._lead(left, taken | mine ^ left, True) for left in ways])

    # Defending

    def _defend(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, card: Bits, room: int) -> float:
        """I cover, or take."""
        best = self._fed(mine | table, theirs, ranks, room if self._setup.feeds else 0)
        for place in places(mine & self._beats[card.bit_length() - 1]):
            more = ranks | self._same_rank[place]
            best = max(best, self._added(mine ^ 1 << place, theirs, table | 1 << place, more, room))
        return best

    def _added(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, room: int) -> float:
        """All is covered: they throw in the cheapest card, or have done."""
        card = theirs & ranks if room > 0 else 0
        card &= -card
        if card:
            return self._defend(mine, theirs ^ card, table | card, ranks, card, room - 1)
        return self._beaten_off(mine, theirs, False)

    def _fed(self, taken: Bits, theirs: Bits, ranks: Bits, room: int) -> float:
        """I take, and they add all they can."""
        for place in places(theirs & ranks)[: max(0, room)]:
            taken |= 1 << place
            theirs ^= 1 << place
        return self._lead(taken, theirs, False)
