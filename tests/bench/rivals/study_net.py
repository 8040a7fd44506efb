"""Rival: the value net of the study, 3.6 million games of self-play, with its solver and its tie-break.

It wants a number for the position after each move, and plays the best. In the endgame it solves, and where
every move loses it plays what the net likes best. `study-net.npz` holds 257-192-64-1 weights as half floats;
it is read and evaluated without numpy.
"""

import zipfile
from ast import literal_eval
from functools import cache
from pathlib import Path
from random import Random
from struct import unpack
from typing import TypeAlias

from durak import Action, View
from durak.bots.bits import places
from tests.bench.rivals.duel import GIVE_UP, KNOWN, Duel, action_of, duel
from tests.bench.rivals.endgame import Endgame, TooDeep

FILE = Path(__file__).with_name("study-net.npz")
MOST_NODES = 60_000

Row: TypeAlias = tuple[float, ...]


class StudyNet:
    """The study's `NetBot` with solver and tie-break; without `endgame` the net alone."""

    level = "study-net"

    def __init__(self, endgame: bool = True) -> None:
        self.endgame = endgame

    def choose(self, view: View, rng: Random) -> Action:  # noqa: ARG002  # others need it
        """Return a legal action."""
        seen = duel(view)
        return action_of(view, seen, self._move(seen))

    def _move(self, seen: Duel) -> int:
        moves = seen.moves
        if len(moves) == 1:
            return moves[0]
        if self.endgame and not seen.stock and seen.bare.bit_count() <= 1:
            try:
                move, value = Endgame(MOST_NODES).best(seen)
            except TooDeep:
                pass
            else:
                if value > -1:
                    return move
        return max(moves, key=lambda move: logit(ones_after(seen, move)))


# What the net is told: the places of the ones among its 257 inputs

_HAND, _KNOWN, _UNSEEN, _TABLE, _PENDING, _TURNED_UP, _STOCK, _THEIRS, _MINE, _KIND, _ROOM = (
    *(0, 36, 72, 108, 144, 180, 189, 215, 230, 245, 250),
)
_MOST_STOCK, _MOST_HAND, _MOST_ROOM = 25, 14, 6
_OPENED, _COVERED, _TOOK, _ENDED, _ADDED = range(5)


def ones_after(seen: Duel, move: int) -> list[int]:
    """Return the inputs that are 1 after a move."""
    card = 0 if move == GIVE_UP else 1 << move
    attacked = bool(card) and not seen.defends
    pending = -1
    if attacked and not seen.taking:
        pending = move
    elif seen.defends and not card:
        (*_, pending) = places(seen.answers)
    hand = seen.hand ^ card
    trumps_from = KNOWN.plain.bit_length()
    found = [_HAND + place for place in places(hand)]
    found += [_KNOWN + place for place in places(seen.known)]
    found += [_UNSEEN + place for place in places(seen.unseen)]
    found += [_TABLE + place for place in places(seen.table | card)]
    found += [_PENDING + pending] if pending >= 0 else []
    found += [_TURNED_UP + place - trumps_from for place in places(seen.turned_up)]
    return [
        *found,
        _STOCK + min(seen.stock, _MOST_STOCK),
        _THEIRS + min(seen.theirs, _MOST_HAND),
        _MINE + min(hand.bit_count(), _MOST_HAND),
        _KIND + _kind(seen, move),
        _ROOM + min(max(seen.room - attacked, 0), _MOST_ROOM),
    ]


def _kind(seen: Duel, move: int) -> int:
    if seen.defends:
        return _TOOK if move == GIVE_UP else _COVERED
    if move == GIVE_UP:
        return _ENDED
    return _ADDED if seen.taking else _OPENED


# The net


def logit(ones: list[int]) -> float:
    """Return what the net says, the more the better; not a probability yet."""
    first, first_bias, second, second_bias, last, last_bias = _weights()
    hidden = [sum(column) for column in zip(first_bias[0], *(first[one] for one in ones), strict=True)]
    active = [
        [value * weight for weight in row] for value, row in zip(hidden, second, strict=True) if value > 0
    ]
    deeper: list[float] = [sum(column) for column in zip(second_bias[0], *active, strict=True)]
    return last_bias[0][0] + sum(value * row[0] for value, row in zip(deeper, last, strict=True) if value > 0)


@cache
def _weights() -> tuple[list[Row], ...]:
    with zipfile.ZipFile(FILE) as files:
        return tuple(_rows(files.read(f"{name}.npy")) for name in ("W0", "b0", "W1", "b1", "W2", "b2"))


def _rows(data: bytes) -> list[Row]:
    """Return the rows of a file of numpy, version 1, of little-endian half floats."""
    length = int.from_bytes(data[8:10], "little")
    header = literal_eval(data[10 : 10 + length].decode("latin-1"))
    assert header["descr"] == "<f2"
    assert not header["fortran_order"]
    numbers = unpack(f"<{(len(data) - 10 - length) // 2}e", data[10 + length :])
    width = header["shape"][-1]
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]
