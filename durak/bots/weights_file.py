"""Reads a file of weights: a line of JSON that says what it is, and then whole numbers of 16 bits.

The header says for which rules and seats the net was trained, on which features, by which command, when and
for how many games; the numbers are guarded by a hash. `tools/training/saving.py` writes such files.
"""

import json
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from sys import byteorder
from typing import Any

from durak.bots import features
from durak.errors import WeightsError

MAGIC = "durak net"
FORMAT = 1
_HIDDEN_LAYERS = 2
_NUMBER_SIZE = 2
_MOST = 4096


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: `rows` by input, and the biases; all have `point` bits behind the binary point."""

    rows: tuple[tuple[int, ...], ...]
    biases: tuple[int, ...]
    point: int


@dataclass(frozen=True, slots=True)
class Weights:
    """What a file holds."""

    header: Mapping[str, Any]
    layers: tuple[Layer, ...]


def read_weights(content: bytes, name: str) -> Weights:
    """Return the weights in a file of this name. Raises WeightsError, which says what is wrong with it."""
    line, _, numbers = content.partition(b"\n")
    header = _header(line, name)
    sizes, points = _numbers(header.get("sizes")), _numbers(header.get("points"))
    if len(sizes) != _HIDDEN_LAYERS + 2 or len(points) != _HIDDEN_LAYERS + 1:
        raise WeightsError(f"{name}: no net with two hidden layers")
    if header.get("features") != features.VERSION or sizes[0] != features.WIDTH or sizes[-1] != 1:
        raise WeightsError(
            f"{name}: made for other features than these, which have version {features.VERSION}"
        )
    expected = sum((inputs + 1) * outputs for inputs, outputs in pairwise(sizes)) * _NUMBER_SIZE
    if len(numbers) != expected:
        raise WeightsError(f"{name}: {len(numbers)} bytes of numbers where its sizes need {expected}")
    if sha256(numbers).hexdigest() != header.get("sha256"):
        raise WeightsError(f"{name}: the numbers are not those that its hash was made of")
    return Weights(header, _layers(numbers, sizes, points))


def _header(line: bytes, name: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("file") != MAGIC:
        raise WeightsError(f"{name}: not a file of weights")
    if header.get("format") != FORMAT:
        raise WeightsError(f"{name}: format {header.get('format')}, and only {FORMAT} is known")
    return header


def _numbers(value: object) -> list[int]:
    """Return the value if it is a list of whole numbers that may be sizes; else none."""
    if not isinstance(value, list):
        return []
    return [number for number in value if type(number) is int and 0 < number <= _MOST]


def _layers(content: bytes, sizes: list[int], points: list[int]) -> tuple[Layer, ...]:
    numbers = array("h", content)
    if byteorder == "big":
        numbers.byteswap()
    layers, at = [], 0
    for (inputs, outputs), point in zip(pairwise(sizes), points, strict=True):
        starts = range(at, at + inputs * outputs, outputs)
        at += inputs * outputs
        rows = tuple(tuple(numbers[start : start + outputs]) for start in starts)
        layers.append(Layer(rows, tuple(numbers[at : at + outputs]), point))
        at += outputs
    return tuple(layers)
