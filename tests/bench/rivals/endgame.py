"""The endgame of two, solved: with the stock gone nothing is hidden. By plain recursion with a memory.

A bout either beats cards off or gives the leader fewer, so nothing goes round in circles. Values are those of
whoever attacks: 1 the other one is durak, 0 a draw, -1 durak himself. The order of moves is the best that the
study found: lowest card first, covers whose rank the attacker cannot follow before others, throwing in before
stopping.
"""

from collections.abc import Iterator

from durak.bots.bits import Bits
from tests.bench.rivals.duel import GIVE_UP, KNOWN, Duel, place_of

BEATS, SAME_RANK = KNOWN.beats, KNOWN.same_rank
MOST = 6


class TooDeep(Exception):
    """The position has more nodes than may be looked at."""


def cards_of(cards: Bits) -> Iterator[Bits]:
    """Yield the cards one by one, the cheapest first."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


class Endgame:
    """Solves positions of one game; raises TooDeep beyond so many nodes."""

    def __init__(self, most_nodes: int) -> None:
        self._left = most_nodes
        self._led: dict[tuple[Bits, Bits], int] = {}
        self._met: dict[tuple[Bits, Bits, Bits, Bits, int], int] = {}

    def best(self, seen: Duel) -> tuple[int, int]:
        """Return the best move and its value for whoever moves; at most one card is bare, unless taken.

        Of equal moves that is the first: to stop before to throw in, a cover before to take, the lowest card.
        """
        theirs = seen.known | seen.unseen
        found, best = -2, GIVE_UP
        for place in seen.moves if seen.defends else sorted(seen.moves):
            value = self._value_of(seen, theirs, place)
            if value > found:
                found, best = value, place
            if value == 1:
                break
        return best, found

    def _value_of(self, seen: Duel, theirs: Bits, place: int) -> int:
        hand, table, ranks, room = seen.hand, seen.table, seen.ranks, seen.room
        card = 0 if place == GIVE_UP else 1 << place
        if seen.defends:
            if not card:
                return -self._taken(theirs, hand, table, ranks, room, 0)
            after = ranks | SAME_RANK[place]
            return -self._covered(theirs, hand ^ card, table | card, after, room)
        if seen.taking:
            if not card:
                return self._after_take(hand, theirs, table)
            return self._taken(hand ^ card, theirs, table | card, ranks, room - 1, 0)
        if not card:
            return self._beaten(hand, theirs)
        return self._attacked(hand ^ card, theirs, table | card, ranks | SAME_RANK[place], card, room - 1)

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooDeep

    def _lead(self, mine: Bits, theirs: Bits) -> int:
        """A bout begins, both hold cards."""
        key = mine, theirs
        known = self._led.get(key)
        if known is not None:
            return known
        self._count()
        best, room = -2, min(MOST, theirs.bit_count()) - 1
        for card in cards_of(mine):
            value = self._attacked(mine ^ card, theirs, card, SAME_RANK[place_of(card)], card, room)
            best = max(best, value)
            if best == 1:
                break
        self._led[key] = best
        return best

    def _attacked(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, bare: Bits, room: int) -> int:
        """The other one answers the bare card."""
        key = mine, theirs, table, bare, room
        known = self._met.get(key)
        if known is not None:
            return known
        self._count()
        best = 2
        covers = list(cards_of(theirs & BEATS[place_of(bare)]))
        for cover in sorted(covers, key=lambda cover: bool(mine & SAME_RANK[place_of(cover)])):
            after = ranks | SAME_RANK[place_of(cover)]
            best = min(best, self._covered(mine, theirs ^ cover, table | cover, after, room))
            if best == -1:
                break
        if best > -1:
            best = min(best, self._taken(mine, theirs, table, ranks, room, 0))
        self._met[key] = best
        return best

    def _covered(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, room: int) -> int:
        """Everything is covered: throw in, or let it be beaten off."""
        fits = mine & ranks if room > 0 else 0
        if not fits:
            return self._beaten(mine, theirs)
        key = mine, theirs, table, 0, room
        known = self._met.get(key)
        if known is not None:
            return known
        self._count()
        best = -2
        for card in cards_of(fits):
            after = ranks | SAME_RANK[place_of(card)]
            best = max(best, self._attacked(mine ^ card, theirs, table | card, after, card, room - 1))
            if best == 1:
                break
        if best < 1:
            best = max(best, self._beaten(mine, theirs))
        self._met[key] = best
        return best

    def _beaten(self, mine: Bits, theirs: Bits) -> int:
        if not mine:
            return 1 if theirs else 0
        return -self._lead(theirs, mine) if theirs else -1

    def _taken(self, mine: Bits, theirs: Bits, table: Bits, ranks: Bits, room: int, above: Bits) -> int:
        """The other one takes: add cards from the cheapest up, or let him."""
        best = self._after_take(mine, theirs, table)
        for card in cards_of(mine & ranks if room > 0 else 0):
            if best == 1:
                break
            if card > above:
                best = max(best, self._taken(mine ^ card, theirs, table | card, ranks, room - 1, card))
        return best

    def _after_take(self, mine: Bits, theirs: Bits, table: Bits) -> int:
        return self._lead(mine, theirs | table) if mine else 1
