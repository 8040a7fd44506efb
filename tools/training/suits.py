"""Positions with their plain suits exchanged: by the rules worth the same, which a net has to learn."""

from itertools import permutations

import numpy as np

from durak.bots import features as f
from tools.training.arrays import Ints

EXCHANGES: tuple[tuple[int, ...], ...] = tuple(permutations(range(f.PLAIN_SUITS)))[1:]
"""Every other order of the plain suits."""

_BY_CARD = (
    f.MINE,
    f.THEIRS,
    f.UNSEEN,
    f.TABLE,
    f.OPEN,
    f.EXPOSED,
    f.UNCOVERABLE,
    f.MASTERS,
    f.THREATENED,
)
"""Where the features begin that go by plain card; the others tell nothing of suits."""

_FIRST_SUIT = np.int64(sum(1 << f.PLAIN_SUITS * rank for rank in range(f.RANKS)))


def exchanged(words: Ints, order: tuple[int, ...]) -> Ints:
    """Return the same positions, with suit number `order[suit]` in the place of each plain suit."""
    found = words.copy()
    for start in _BY_CARD:
        word, shift = start // 64, start % 64
        cards = words[:, word] >> shift & f.PLAIN_BITS
        turned = np.zeros_like(cards)
        for suit, other in enumerate(order):
            turned |= (cards >> other & _FIRST_SUIT) << suit
        found[:, word] ^= (cards ^ turned) << shift
    return found
