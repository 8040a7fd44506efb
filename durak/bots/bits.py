"""A deck as bits, in an order made for thinking.

Plain cards stand rank by rank in the low bits, all trumps above them, each from the lowest up; which suit is
which is forgotten but for trumps. So the lowest bit of a set is its cheapest card, a defence is `hand &
beats[place]` and a throw-in is `hand & ranks on the table`, and what was learned of one trump suit holds for
all. (`durak.cardset` has another order, in which no suit is special.)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from durak.cards import DECKS, Card, Cards, Suit
from durak.cardset import beaters, cards_in

Bits: TypeAlias = int
"""A set of cards: bit `place` says whether the card is in it."""

PLAIN_SUITS = 3


@dataclass(frozen=True, slots=True)
class Deck:
    """What is fixed for a deck of `size` cards; every table goes by place, 0 for the cheapest card.

    ranks      how many: cards of a suit
    plain      the plain cards; `trumps` the others, `whole` all
    rank       the number of each card's rank, 0 for the lowest of the deck
    same_rank  all cards of its rank
    beats      the cards that beat it (rules.md 1.3)
    """

    size: int
    ranks: int
    plain: Bits
    trumps: Bits
    whole: Bits
    rank: tuple[int, ...]
    same_rank: tuple[Bits, ...]
    beats: tuple[Bits, ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """Which card is which bit, for one trump suit; `cards` goes by place, the other way round is `place`."""

    cards: Cards
    place: dict[Card, int]

    def bits(self, cards: Iterable[Card]) -> Bits:
        """Return the set of some cards."""
        found = 0
        for card in cards:
            found |= 1 << self.place[card]
        return found

    def cards_in(self, bits: Bits) -> Cards:
        """Return the cards of a set, the cheapest first."""
        return tuple(self.cards[place] for place in places(bits))


@cache
def lanes(size: int, trump: Suit) -> Lanes:
    """Return which card of a deck of so many is which bit."""
    plain = [card for card in sorted(DECKS[size], key=lambda card: card.rank) if card.suit is not trump]
    trumps = sorted((card for card in DECKS[size] if card.suit is trump), key=lambda card: card.rank)
    cards = (*plain, *trumps)
    return Lanes(cards, {card: place for place, card in enumerate(cards)})


@cache
def deck(size: int, low_trump_beats_ace: bool = False) -> Deck:
    """Return what is fixed for a deck of so many cards."""
    trump = next(iter(Suit))
    order = lanes(size, trump)
    ranks = size // (PLAIN_SUITS + 1)
    plain = (1 << PLAIN_SUITS * ranks) - 1
    whole = (1 << size) - 1
    rank = tuple(card.rank - DECKS[size][0].rank for card in order.cards)
    same_rank = tuple(
        order.bits(card for card in order.cards if card.rank is one.rank) for one in order.cards
    )
    rows = beaters(size, trump, low_trump_beats_ace)
    held = set(DECKS[size])
    beats = tuple(
        order.bits(card for card in cards_in(rows[one.place]) if card in held) for one in order.cards
    )
    return Deck(size, ranks, plain, whole & ~plain, whole, rank, same_rank, beats)


def places(bits: Bits) -> list[int]:
    """Return the places of a set's cards, the cheapest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
