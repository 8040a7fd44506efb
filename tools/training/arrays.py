"""The types of arrays, and what is fixed for the deck of 36 cards, in the layout of `durak.bots.bits`."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from durak.bots.bits import deck

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]

DECK = deck(36)
CARDS = DECK.size
TRUMPS = np.int64(DECK.trumps)
PLAIN = np.int64(DECK.plain)
CARD_BITS: Ints = np.int64(1) << np.arange(CARDS, dtype=np.int64)
"""The bit of each card, by place."""

# One row more than there are cards: place 36 stands for "no card", which nothing beats or equals.
BEATS: Ints = np.array([*DECK.beats, 0], dtype=np.int64)
SAME_RANK: Ints = np.array([*DECK.same_rank, 0], dtype=np.int64)


def counts(bits: Ints) -> Ints:
    """Return how many cards are in each set."""
    return np.bitwise_count(bits).astype(np.int64)


def lowest(bits: Ints) -> Ints:
    """Return the cheapest card of each set as a set; 0 of an empty one."""
    return bits & -bits


def place_of(card: Ints) -> Ints:
    """Return the place of each set's only card; 36 for an empty set."""
    return np.where(card == 0, CARDS, np.bitwise_count(card - 1)).astype(np.int64)


def spread(bits: Ints, width: int) -> Bytes:
    """Return the lowest `width` bits of each set as a row of zeros and ones."""
    as_bytes = np.ascontiguousarray(bits, dtype="<i8").view(np.uint8).reshape(*bits.shape, 8)
    return np.unpackbits(as_bytes, axis=-1, bitorder="little")[..., :width]
