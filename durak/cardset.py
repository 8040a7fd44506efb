"""Sets of cards as whole numbers, and what beats what: the arithmetic under the rules.

Bit `card.place` of a CardSet says whether the card is in it, so the four cards of a rank are four
neighbouring bits, and union, difference and intersection are one operation each.
"""

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from durak.cards import DECKS, Card, Cards, Rank, Suit

CardSet: TypeAlias = int

_DECK = DECKS[52]

SAME_RANK: tuple[CardSet, ...] = tuple(0b1111 << (place & ~3) for place in range(52))
"""By the place of a card: the four cards of its rank."""


def set_of(cards: Iterable[Card]) -> CardSet:
    """Return the set of some cards."""
    found = 0
    for card in cards:
        found |= card.bit
    return found


def same_ranks(cards: Iterable[Card]) -> CardSet:
    """Return all cards that have the rank of one of these."""
    found = 0
    for card in cards:
        found |= SAME_RANK[card.place]
    return found


def cards_in(cards: CardSet) -> Cards:
    """Return the cards of a set in deck order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(_DECK[lowest.bit_length() - 1])
        cards ^= lowest
    return tuple(found)


@cache
def beaters(deck: int, trump: Suit, low_trump_beats_ace: bool) -> tuple[CardSet, ...]:
    """Return, by the place of an attack card, which cards beat it (rules.md 1.3).

    Those are the higher cards of its suit, and every trump on a plain card; besides the lowest trump of the
    deck on the trump ace, where the rules say so.
    """
    rows = [set_of(card for card in _DECK if _beats(card, attack, trump)) for attack in _DECK]
    if low_trump_beats_ace:
        rows[Card(Rank.ACE, trump).place] |= lowest_trump(deck, trump).bit
    return tuple(rows)


def _beats(card: Card, attack: Card, trump: Suit) -> bool:
    if card.suit is attack.suit:
        return card.rank > attack.rank
    return card.suit is trump


def lowest_trump(deck: int, trump: Suit) -> Card:
    """Return the lowest trump of a deck of so many cards."""
    return Card(DECKS[deck][0].rank, trump)
