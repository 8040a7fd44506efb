"""Value nets: the chance of not being durak after each move, by weights from self-play.

The first layer has whole numbers as weights and zeros and ones as inputs, so a net is evaluated without any
other library by adding rows; and a whole row is one large integer. Number `i` of a row stands at bit
`i * LANE`; adding two such integers adds all the numbers in them, and multiplying one by a small integer
multiplies them all. Lanes borrow from the lane above where a number is negative, which comes out right again
once the sum is shifted up into positive numbers, by `offset`. The lanes are so wide that nothing overflows:
448 inputs and weights of 16 bits need 25 bits in the first layer, and 256 of those by 16 bits need 49 in the
second.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from sys import byteorder
from typing import Any

from durak.actions import Action
from durak.bots.bits import PLAIN_SUITS, Bits, places
from durak.bots.features import encode, turned
from durak.bots.prospects import prospects
from durak.bots.weights_file import Layer, read_weights
from durak.errors import WeightsError
from durak.ruleset import Rules
from durak.view import View

FOLDER = "weights"
SUFFIX = ".durak"

_LANE_BYTES = 8
LANE = 8 * _LANE_BYTES


@dataclass(frozen=True, slots=True)
class _Packed:
    """A layer with each row as one integer; `offset` has the highest bit of every lane set."""

    rows: tuple[int, ...]
    biases: int
    width: int
    offset: int


class Net:
    """A net that is ready to play; `header` says where its weights come from."""

    def __init__(self, content: bytes, name: str) -> None:
        """Raises WeightsError, which says what is wrong with the content of the file of this name."""
        weights = read_weights(content, name)
        first, second, last = weights.layers
        self.header: Mapping[str, Any] = weights.header
        self._first = _packed(first, 0)
        self._second = _packed(second, first.point)
        scale = 2.0 ** -(first.point + second.point + last.point)
        self._last = [row[0] * scale for row in last.rows]
        self._bias = last.biases[0] * 2.0**-last.point

    def logits(self, positions: Iterable[Bits]) -> list[float]:
        """Judge positions, as sets of features: best those of one decision, which have much in common."""
        found, base, total = [], 0, self._first.biases
        rows = self._first.rows
        for features in positions:
            for place in places(features & ~base):
                total += rows[place]
            for place in places(base & ~features):
                total -= rows[place]
            base = features
            found.append(self._judge(total))
        return found

    def _judge(self, first: int) -> float:
        """The other two layers, from the sums of the first one."""
        second, rows = self._second.biases, self._second.rows
        for row, value in zip(rows, _numbers(first, self._first), strict=True):
            if value > 0:
                second += row * value
        values = [value if value > 0 else 0 for value in _numbers(second, self._second)]
        return sum(map(mul, values, self._last), self._bias)

    def fair_logits(self, positions: Sequence[Bits]) -> list[float]:
        """Judge positions as `logits` does, but no plain suit otherwise than another.

        That is the mean over the three ways to turn the suits. It costs three times as much, and plays
        better: what the net has not yet learned to be the same is evened out.
        """
        turns = [list(positions)]
        for _ in range(PLAIN_SUITS - 1):
            turns.append([turned(position) for position in turns[-1]])
        return [sum(found) / PLAIN_SUITS for found in zip(*map(self.logits, turns), strict=True)]

    def probabilities(self, view: View) -> dict[Action, float]:
        """Return by move the chance of not being durak; moves that no net judges are not in it.

        Raises ValueError for a spectator, or where more than one opponent is in play.
        """
        after = prospects(view)
        asked = {action: encode(it) for action, it in after.items() if not isinstance(it, float)}
        judged = dict(zip(asked, map(_probability, self.fair_logits(list(asked.values()))), strict=True))
        return {action: it if isinstance(it, float) else judged[action] for action, it in after.items()}


def _packed(layer: Layer, shift: int) -> _Packed:
    """Pack a layer whose inputs have `shift` bits behind the binary point."""
    width = len(layer.biases)
    offset = _pack([1 << LANE - 1] * width)
    biases = _pack([bias << shift for bias in layer.biases])
    return _Packed(tuple(map(_pack, layer.rows)), biases, width, offset)


def _pack(row: Iterable[int]) -> int:
    total = 0
    for number in reversed(tuple(row)):
        total = (total << LANE) + number
    return total


def _numbers(total: int, layer: _Packed) -> list[int]:
    """The numbers of a sum of rows."""
    shifted = (total + layer.offset).to_bytes(layer.width * _LANE_BYTES, byteorder)
    numbers = memoryview(shifted).cast("Q").tolist()
    if byteorder == "big":
        numbers.reverse()
    half = 1 << LANE - 1
    return [number - half for number in numbers]


def _probability(logit: float) -> float:
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0


# Which net serves which rules


def file_for(rules: Rules, seats: int) -> str | None:
    """Return the name of the weights that serve these rules best, or None if none does.

    A net is told what may still be laid and who draws, so that one trained under `classic` or `transfer` also
    judges well where only limits, throwing order or the beginning differ. Where a card means something else
    or other moves exist, none serves.
    """
    foreign = rules.transfer == "show" or rules.trump_six_swap or not rules.throw_on_take
    if seats != 2 or rules.deck != 36 or foreign:
        return None
    return "classic" if rules.transfer == "off" else "transfer"


@cache
def load(name: str) -> Net:
    """Return a net of this package. Raises WeightsError if there is none, or its file is damaged."""
    path = files("durak.bots") / FOLDER / f"{name}{SUFFIX}"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"{name}{SUFFIX}: no such weights") from error
    return Net(content, f"{name}{SUFFIX}")


def probabilities(view: View) -> dict[Action, float] | None:
    """Return by move the chance of not being durak, or None where no net serves the rules and seats.

    Raises WeightsError if the file of the net is missing or damaged, ValueError for a spectator.
    """
    name = file_for(view.rules, len(view.counts))
    return None if name is None else load(name).probabilities(view)


def prior_of(view: View, actions: Collection[Action]) -> Mapping[Action, float] | None:
    """Return the same for some actions alone, or None where not all of them are judged. Raises as it does."""
    judged = probabilities(view)
    if judged is None or not judged.keys() >= set(actions):
        return None
    return {action: judged[action] for action in actions}
