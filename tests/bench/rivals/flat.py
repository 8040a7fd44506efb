"""Rival: flat Monte Carlo. Deals the unseen cards, tries each move, plays out as Greedy does, and counts."""

from random import Random

from durak import Action, View
from durak.bots.bits import Bits
from tests.bench.rivals.duel import GIVE_UP, KNOWN, Duel, action_of, duel, place_of
from tests.bench.rivals.endgame import Endgame, TooDeep, cards_of
from tests.bench.rivals.playout import Bout, loss_of_attacker

STRAY = 0.1
MOST_NODES = 60_000


class FlatMonteCarlo:
    """`playouts` for a choice, all moves being tried on the same deals; with `endgame` that one is solved."""

    level = "flat"

    def __init__(self, playouts: int = 4000, endgame: bool = True) -> None:
        self.playouts = playouts
        self.endgame = endgame
        self.played_out = 0

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action."""
        seen = duel(view)
        return action_of(view, seen, self._move(seen, rng))

    def _move(self, seen: Duel, rng: Random) -> int:
        moves = seen.moves
        if len(moves) == 1:
            return moves[0]
        if self.endgame and not seen.stock and seen.bare.bit_count() <= 1:
            try:
                return Endgame(MOST_NODES).best(seen)[0]
            except TooDeep:
                pass
        losses = dict.fromkeys(moves, 0.0)
        for _ in range(-(-self.playouts // len(moves))):
            theirs, stock = dealt(seen, rng)
            for move in moves:
                loss = loss_of_attacker(after(seen, move, theirs), stock, STRAY, rng.random)
                losses[move] += 1 - loss if seen.defends else loss
        self.played_out += len(moves) * -(-self.playouts // len(moves))
        return min(moves, key=lambda move: losses[move])


def dealt(seen: Duel, rng: Random) -> tuple[Bits, list[Bits]]:
    """Return a hand that the other one may have, and a stock in the order of drawing."""
    unseen = list(cards_of(seen.unseen))
    rng.shuffle(unseen)
    hidden = seen.theirs - seen.known.bit_count()
    return seen.known | sum(unseen[:hidden]), [*unseen[hidden:], *([seen.turned_up] if seen.stock else [])]


def after(seen: Duel, move: int, theirs: Bits) -> Bout:
    """Return where the bout stands when the move is made and the other one holds these cards."""
    card = 0 if move == GIVE_UP else 1 << move
    hand, table, bare, room = seen.hand ^ card, seen.table | card, seen.bare, seen.room
    ranks = seen.ranks | (KNOWN.same_rank[place_of(card)] if card else 0)
    if seen.defends:
        bare = bare ^ seen.answers if card else bare
        return Bout(theirs, hand, seen.taking or not card, table, bare, ranks, room)
    room = room - 1 if card else 0  # nothing more fits where it lets the bout end
    return Bout(hand, theirs, seen.taking, table, bare | card, ranks, room)
