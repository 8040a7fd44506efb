"""Two hands played to the end as Greedy plays, but now and then by chance; nothing is hidden here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from durak.bots.bits import Bits
from tests.bench.rivals.duel import KNOWN, place_of

PLAIN, BEATS, SAME_RANK = KNOWN.plain, KNOWN.beats, KNOWN.same_rank
HAND, MOST = 6, 6

Chance: TypeAlias = Callable[[], float]


@dataclass(slots=True)
class Bout:
    """Where a bout stands: two hands, whether the defender takes, the table as `Duel` has it."""

    attacker: Bits
    defender: Bits
    taking: bool
    table: Bits
    bare: Bits
    ranks: Bits
    room: int


def loss_of_attacker(bout: Bout, stock: Sequence[Bits], stray: float, random: Chance) -> float:
    """Return 1 if who attacks at first is durak, 0 if the other one is, a half for a draw.

    `stock` is in the order of drawing. `stray` is how likely any one choice is made by chance.
    """
    drawn, swapped = 0, False
    while True:
        attacker, defender, taken = _played(bout, drawn < len(stock), stray, random)
        while drawn < len(stock) and attacker.bit_count() < HAND:
            attacker |= stock[drawn]
            drawn += 1
        while drawn < len(stock) and defender.bit_count() < HAND:
            defender |= stock[drawn]
            drawn += 1
        if drawn == len(stock) and not (attacker and defender):
            return 0.5 if attacker == defender else float(bool(attacker) != swapped)
        if not taken:
            attacker, defender, swapped = defender, attacker, not swapped
        bout = Bout(attacker, defender, False, 0, 0, 0, min(MOST, defender.bit_count()))


def _played(bout: Bout, has_stock: bool, stray: float, random: Chance) -> tuple[Bits, Bits, bool]:
    """Play one bout and return both hands after it, and whether the table was taken."""
    attacker, defender, taking = bout.attacker, bout.defender, bout.taking
    table, bare, ranks, room = bout.table, bout.bare, bout.ranks, bout.room
    while True:
        while bare and not taking:
            attack = bare & -bare
            covers = defender & BEATS[place_of(attack)]
            cover = _any(covers, random, may_stop=True) if random() < stray else covers & -covers
            taking = not cover
            if cover:
                defender ^= cover
                bare ^= attack
                table |= cover
                ranks |= SAME_RANK[place_of(cover)]
        fits = attacker & ranks if table else attacker
        if room <= 0:
            fits = 0
        if random() < stray:
            card = _any(fits, random, may_stop=table != 0)
        else:
            fits &= PLAIN if table and has_stock else fits
            card = fits & -fits
        if not card:
            return attacker, defender | table if taking else defender, taking
        attacker ^= card
        table |= card
        bare |= card
        ranks |= SAME_RANK[place_of(card)]
        room -= 1


def _any(cards: Bits, random: Chance, may_stop: bool) -> Bits:
    """Any one of the cards, or none where that is a choice, all alike."""
    skipped = int(random() * (cards.bit_count() + may_stop))
    while skipped and cards:
        cards &= cards - 1
        skipped -= 1
    return cards & -cards
