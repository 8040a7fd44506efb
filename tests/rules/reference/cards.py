"""Cards as two characters, rank and suit: "TH" is the ten of hearts. A hand is a list of them."""

from collections.abc import Iterable
from itertools import product

RANKS = "23456789TJQKA"
SUITS = "SHDC"
LOWEST = {24: "9", 36: "6", 52: "2"}
HAND = 6
PLACES = {rank + suit: place for place, (rank, suit) in enumerate(product(RANKS, SUITS))}


def deck_of(size: int) -> list[str]:
    """Return the deck before the shuffle: rank by rank from the lowest, spades, hearts, diamonds, clubs."""
    ranks = RANKS[RANKS.index(LOWEST[size]) :]
    return [rank + suit for rank in ranks for suit in SUITS]


def height(card: str) -> int:
    """Return how high the rank of a card is."""
    return RANKS.index(card[0])


def place(card: str) -> int:
    """Return where a card stands in the order of the deck."""
    return PLACES[card]


def in_order(cards: Iterable[str]) -> list[str]:
    """Return cards as a set is written."""
    return sorted(cards, key=PLACES.__getitem__)
