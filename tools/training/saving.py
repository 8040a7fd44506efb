"""The two files of a run: its whole state, to go on from, and the weights, for the game to play with."""

import json
import os
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from durak.bots import features
from durak.bots.weights_file import FORMAT, MAGIC, read_weights
from tools.training.network import Layers

_MOST = 32767


def quantised(layers: Layers) -> tuple[list[int], bytes]:
    """Return the weights as whole numbers of 16 bits, and by layer the bits behind the binary point.

    Layer by layer: the weights, one input after the other, and then the biases; little-endian.
    """
    points, numbers = [], []
    for weights, biases in zip(layers.weights, layers.biases, strict=True):
        both = np.concatenate([weights.ravel(), biases])
        point = int(np.floor(np.log2(_MOST / np.abs(both).max())))
        points.append(point)
        numbers.append(np.round(both * 2.0**point).astype("<i2").tobytes())
    return points, b"".join(numbers)


def write_weights(path: Path, layers: Layers, facts: dict[str, Any]) -> None:
    """Write the file that `durak.bots.weights_file` reads; `facts` goes into its header."""
    points, numbers = quantised(layers)
    header = {
        "file": MAGIC,
        "format": FORMAT,
        "features": features.VERSION,
        "seats": 2,
        "sizes": list(layers.sizes),
        "points": points,
        **facts,
        "date": datetime.now(UTC).date().isoformat(),
        "sha256": sha256(numbers).hexdigest(),
    }
    _replace(path, json.dumps(header).encode() + b"\n" + numbers)


def read_layers(path: Path) -> Layers:
    """Return the layers of a file of weights. Raises WeightsError, or OSError."""
    weights = read_weights(path.read_bytes(), path.name)
    parts = []
    for layer in weights.layers:
        numbers = np.concatenate([np.array(layer.rows).ravel(), np.array(layer.biases)])
        parts.append(numbers * 2.0**-layer.point)
    return Layers.of(tuple(weights.header["sizes"]), np.concatenate(parts).astype(np.float32))


def read_header(path: Path) -> dict[str, Any]:
    """Return what a file of weights says of itself. Raises WeightsError, or OSError."""
    return dict(read_weights(path.read_bytes(), path.name).header)


def write_state(path: Path, arrays: dict[str, NDArray[Any]], facts: dict[str, Any]) -> None:
    """Write the state of a run, so that there is always a whole one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new.npz")
    content: dict[str, Any] = {"facts": np.frombuffer(json.dumps(facts).encode(), np.uint8), **arrays}
    np.savez(beside, **content)
    beside.replace(path)


def read_state(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return what `write_state` wrote. Raises OSError or ValueError if it cannot be read."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    facts: dict[str, Any] = json.loads(arrays.pop("facts").tobytes())
    return arrays, facts


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    beside.write_bytes(content)
    beside.replace(path)
