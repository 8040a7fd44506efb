"""What a value net is told of a position: a row of bits, of which few are set.

A net for two players judges the position after a move (afterstate), as its mover sees it. Where the move ends
the bout, that is the position after the table was cleared and the hands were refilled: who draws how many is
certain, only which cards is not. All is relative to the mover: "mine" and "theirs".

`tools/training/afterstates.py` makes the same bits for many positions at once; a test compares the two. Who
changes what a bit means gives VERSION the next number, and has to train anew.
"""

from dataclasses import dataclass
from enum import IntEnum

from durak.bots.bits import PLAIN_SUITS, Bits

VERSION = 1
WORDS = 7
WIDTH = 64 * WORDS

# Where each group of bits begins. No group lies across two words of 64 bits, and some bits are never set.
MINE = 0  # 36: my hand after the move
TABLE_RANKS = 36  # 9: the ranks on the table
TURNED_UP = 45  # 9: the rank of the turned-up card while it is in the stock
ROOM = 54  # 6: one of 1..6 attack cards may still be added
FRESH = 60  # 1: nothing is covered yet, so that a transfer may be answered by another
THEIRS = 64  # 36: cards that I know the opponent to hold
STOCK = 100  # 25: one of 0..24 cards in the stock
UNSEEN = 128  # 36: cards of which I do not know where they are
MY_SIZE = 164  # 13: one of 0..12 (or more) cards in my hand
THEIR_SIZE = 177  # 13: the same for the opponent
TABLE = 192  # 36: the cards on the table
HIDDEN = 228  # 7: one of 0..6 cards of the opponent that I do not know
DRAWS = 235  # 6: one of 1..6 unknown cards that I am about to draw
STAGE = 241  # 7: one Stage
MY_TRUMPS = 248  # 7: one of 0..6 (or more) trumps in my hand
OPEN = 256  # 36: the attack cards without a cover
OTHER_TRUMPS = 292  # 10: one of 0..9 trumps that are unseen, turned up, or known to be theirs
PAIRS = 302  # 9: the ranks of which I have two
TRIPLES = 311  # 9: the ranks of which I have three
EXPOSED = 320  # 36: my cards that the opponent knows me to hold
UNCOVERABLE = 356  # 27: plain cards, unseen or theirs, that no plain card of mine covers
MASTERS = 384  # 27: my plain cards that no plain card, unseen or theirs, covers
DEAD_RANKS = 411  # 9: the ranks of which no card is unseen, turned up, or theirs
THREATENED = 420  # 27: my plain cards that a plain card known to be theirs covers

MOST_SIZE = 12
MOST_TRUMPS = 6
MOST_HIDDEN = 6

RANKS = 9
PLAIN_BITS = (1 << PLAIN_SUITS * RANKS) - 1
RANK_BITS = (1 << RANKS) - 1


class Stage(IntEnum):
    """Where in the bout the mover's move leads."""

    ATTACKED = 0  # the opponent has to answer
    COVERED = 1  # all is covered; the opponent may add to it
    COVERED_SOME = 2  # I go on covering
    TAKING = 3  # I take; the opponent may add to it
    FED = 4  # the opponent takes, and I added a card; I may go on
    LEADING = 5  # the bout is over, and I open the next one
    ATTACKED_NEXT = 6  # the bout is over, and the opponent opens the next one


@dataclass(frozen=True, slots=True)
class Afterstate:
    """A position after a move, as its mover sees it; sets of cards are bits, the others counts.

    `draws` unknown cards are still to come into my hand, and are not in `mine`, but in `my_size`.
    """

    mine: Bits
    exposed: Bits
    theirs: Bits
    unseen: Bits
    table: Bits
    uncovered: Bits
    turned_up: Bits
    stock: int
    my_size: int
    their_size: int
    draws: int
    room: int
    stage: Stage
    is_fresh: bool


def encode(after: Afterstate) -> Bits:
    """Return the features as one set of bits."""
    return _told(after) | _reckoned(after)


def _told(after: Afterstate) -> Bits:
    """What is there to see."""
    hidden = after.their_size - after.theirs.bit_count()
    return (
        after.mine << MINE
        | after.theirs << THEIRS
        | after.unseen << UNSEEN
        | after.table << TABLE
        | after.uncovered << OPEN
        | after.exposed << EXPOSED
        | after.turned_up >> PLAIN_SUITS * RANKS << TURNED_UP
        | (1 << after.room >> 1) << ROOM
        | after.is_fresh << FRESH
        | 1 << STOCK + after.stock
        | 1 << MY_SIZE + min(after.my_size, MOST_SIZE)
        | 1 << THEIR_SIZE + min(after.their_size, MOST_SIZE)
        | 1 << HIDDEN + min(hidden, MOST_HIDDEN)
        | (1 << after.draws >> 1) << DRAWS
        | 1 << STAGE + after.stage
    )


def _reckoned(after: Afterstate) -> Bits:
    """What follows from it, but is hard to see for a small net."""
    mine, theirs = after.mine & PLAIN_BITS, after.theirs & PLAIN_BITS
    others = after.unseen | after.theirs | after.turned_up
    plain_others = others & PLAIN_BITS
    _, pairs, triples = ranks_held(after.mine)
    return (
        ranks_held(after.table)[0] << TABLE_RANKS
        | pairs << PAIRS
        | triples << TRIPLES
        | 1 << MY_TRUMPS + min((after.mine & ~PLAIN_BITS).bit_count(), MOST_TRUMPS)
        | 1 << OTHER_TRUMPS + (others & ~PLAIN_BITS).bit_count()
        | (plain_others & ~below(mine)) << UNCOVERABLE
        | (mine & ~below(plain_others)) << MASTERS
        | (RANK_BITS & ~ranks_held(others)[0]) << DEAD_RANKS
        | (mine & below(theirs)) << THREATENED
    )


def below(plain: Bits) -> Bits:
    """Return the plain cards that are lower than one of these of the same suit."""
    lower = plain >> PLAIN_SUITS
    lower |= lower >> PLAIN_SUITS
    lower |= lower >> 2 * PLAIN_SUITS
    return lower | lower >> 4 * PLAIN_SUITS


BY_PLAIN_CARD = MINE, THEIRS, UNSEEN, TABLE, OPEN, EXPOSED, UNCOVERABLE, MASTERS, THREATENED
"""Where the groups begin that go by plain card; the others tell nothing of plain suits."""

_FIRST_SUIT = sum(1 << PLAIN_SUITS * rank for rank in range(RANKS))
_FIRST_SUITS = sum(_FIRST_SUIT << start for start in BY_PLAIN_CARD)
_LAST_SUITS = _FIRST_SUITS << PLAIN_SUITS - 1
_OTHERS = (1 << WIDTH) - 1 & ~sum(PLAIN_BITS << start for start in BY_PLAIN_CARD)


def turned(features: Bits) -> Bits:
    """Return the features of the same position with each plain suit in the place of the next one.

    By the rules it is worth the same.
    """
    up = _FIRST_SUITS | _FIRST_SUITS << 1
    return features & _OTHERS | (features & up) << 1 | (features & _LAST_SUITS) >> PLAIN_SUITS - 1


def _at_least() -> list[tuple[int, int, int]]:
    """By the plain cards of three ranks in a row: of which of these ranks there are one, two, three."""
    table = []
    for cards in range(1 << 3 * PLAIN_SUITS):
        held = [(cards >> PLAIN_SUITS * rank & 7).bit_count() for rank in range(3)]
        one, two, three = (sum((held[rank] >= least) << rank for rank in range(3)) for least in (1, 2, 3))
        table.append((one, two, three))
    return table


AT_LEAST = _at_least()
CHUNK = 3 * PLAIN_SUITS
CHUNK_BITS = (1 << CHUNK) - 1


def ranks_held(cards: Bits) -> tuple[int, int, int]:
    """Return the ranks of which the set has at least one, two, three cards, as bits."""
    low = AT_LEAST[cards & CHUNK_BITS]
    middle = AT_LEAST[cards >> CHUNK & CHUNK_BITS]
    high = AT_LEAST[cards >> 2 * CHUNK & CHUNK_BITS]
    one, two, three = (low[i] | middle[i] << 3 | high[i] << 6 for i in range(3))
    trumps = cards >> PLAIN_SUITS * RANKS
    return one | trumps, two | one & trumps, three | two & trumps
