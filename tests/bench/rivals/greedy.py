"""Rival: the lowest card always. The study's yardstick, and the one who plays its games out."""

from random import Random

from durak import Action, View
from durak.bots.bits import Bits
from tests.bench.rivals.duel import GIVE_UP, KNOWN, Duel, action_of, duel, place_of


class Greedy:
    """Covers whatever it can, and throws in whatever fits, but no trump while there is a stock.

    It never transfers, so by such rules it is weaker than it looks.
    """

    level = "greedy"

    def choose(self, view: View, rng: Random) -> Action:  # noqa: ARG002  # others need it
        """Return a legal action."""
        seen = duel(view)
        return action_of(view, seen, greedy_move(seen))


def greedy_move(seen: Duel) -> int:
    """Return the place of the card, or GIVE_UP."""
    cards: Bits = seen.fits
    if seen.stock and seen.table and not seen.defends:
        cards &= KNOWN.plain
    return place_of(cards & -cards) if cards else GIVE_UP
