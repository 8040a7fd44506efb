"""The value net: features, two hidden layers with ReLU, a logit of not being durak; and Adam to train it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from durak.bots.features import WIDTH
from tools.training.arrays import Floats, Ints, spread

ROWS_AT_ONCE = 1024
"""Positions judged in one go: what they need stays in the cache of the processor."""

ACTIVE = 60
"""About so many features are set in a position, which is what the first weights are made for."""

_DECAYS = 0.9, 0.999
_TINY = 1e-8


@dataclass(frozen=True, slots=True)
class Layers:
    """Weights, as views into one flat array; `sizes` are the widths from the features to the logit."""

    sizes: tuple[int, ...]
    flat: Floats
    weights: list[Floats]
    biases: list[Floats]

    @classmethod
    def of(cls, sizes: tuple[int, ...], flat: Floats) -> Self:
        """Return the layers that lie in a flat array."""
        weights, biases, at = [], [], 0
        for inputs, outputs in pairwise(sizes):
            weights.append(flat[at : at + inputs * outputs].reshape(inputs, outputs))
            at += inputs * outputs
            biases.append(flat[at : at + outputs])
            at += outputs
        return cls(sizes, flat, weights, biases)

    @classmethod
    def random(cls, hidden: tuple[int, ...], chance: np.random.Generator) -> Self:
        """Return layers as training begins with them."""
        sizes = (WIDTH, *hidden, 1)
        total = sum((inputs + 1) * outputs for inputs, outputs in pairwise(sizes))
        layers = cls.of(sizes, np.zeros(total, np.float32))
        for number, weights in enumerate(layers.weights):
            inputs = ACTIVE if number == 0 else weights.shape[0]
            weights[:] = chance.standard_normal(weights.shape) * np.sqrt(2 / inputs)
        layers.weights[-1][:] *= 0.3  # to begin with, nothing is nearly won or nearly lost
        return layers

    def copy(self) -> "Layers":
        """Return the same layers in another array."""
        return Layers.of(self.sizes, self.flat.copy())

    def logits(self, words: Ints) -> Floats:
        """Judge positions, given as words of features."""
        parts = [
            self._forward(inputs_of(words[start : start + ROWS_AT_ONCE]))[-1]
            for start in range(0, len(words), ROWS_AT_ONCE)
        ]
        return np.concatenate(parts)[:, 0] if parts else np.zeros(0, np.float32)

    def _forward(self, inputs: Floats) -> list[Floats]:
        """Return what each layer gives, beginning with the inputs."""
        values = [inputs]
        for weights, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            hidden = values[-1] @ weights
            hidden += bias
            values.append(np.maximum(hidden, 0, out=hidden))
        values.append(values[-1] @ self.weights[-1] + self.biases[-1])
        return values

    def gradient(self, words: Ints, targets: Floats) -> tuple[Floats, float]:
        """Return the gradient of the mean logistic loss, as a flat array, and that loss."""
        gradient = Layers.of(self.sizes, np.empty_like(self.flat))
        values = self._forward(inputs_of(words))
        chances = probability(values.pop()[:, 0])
        loss = targets * np.log(chances + 1e-7) + (1 - targets) * np.log(1 - chances + 1e-7)
        error = ((chances - targets) / np.float32(len(targets)))[:, None]
        for number in reversed(range(len(self.weights))):
            inputs = values.pop()
            np.matmul(inputs.T, error, out=gradient.weights[number])
            gradient.biases[number][:] = error.sum(axis=0)
            if number:
                error = error @ self.weights[number].T
                error *= inputs > 0
        return gradient.flat, -float(loss.mean())


class Learner:
    """Layers that learn by Adam, and a slow average of them, which plays better than they do."""

    def __init__(self, layers: Layers, slowness: float) -> None:
        self.layers = layers
        self.average = layers.copy()
        self.moments = np.zeros((2, len(layers.flat)), np.float32)
        self.steps = 0
        self.slowness = slowness

    def learn(self, words: Ints, targets: Floats, rate: float) -> float:
        """Take one step towards the targets; return the loss before it."""
        gradient, loss = self.layers.gradient(words, targets)
        self.steps += 1
        first, second = self.moments
        first += np.float32(1 - _DECAYS[0]) * (gradient - first)
        gradient *= gradient
        second += np.float32(1 - _DECAYS[1]) * (gradient - second)
        size = rate * np.sqrt(1 - _DECAYS[1] ** self.steps) / (1 - _DECAYS[0] ** self.steps)
        self.layers.flat[:] -= np.float32(size) * first / (np.sqrt(second) + np.float32(_TINY))
        share = max(1 / self.slowness, 1 / (1 + self.steps / 10))
        self.average.flat[:] += np.float32(share) * (self.layers.flat - self.average.flat)
        return loss


def inputs_of(words: Ints) -> Floats:
    """Return the features of positions as numbers, 0 and 1."""
    return spread(words, 64).reshape(len(words), WIDTH).astype(np.float32)


def probability(logits: Floats) -> Floats:
    """Return the chance of not being durak."""
    return (1 / (1 + np.exp(-logits))).astype(np.float32)
