"""How sure one may be of a share: 95 % intervals by the normal law, from independent parts of equal weight.

The parts are deals, never games: games on one deal are alike. Right from some thirty parts on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard errors to either side hold 95 %: 1.96."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share, 0 to 1, and its 95 % interval, which is None where one part alone says nothing of it."""

    value: float
    low: float | None
    high: float | None


def of_mean(parts: Sequence[float]) -> Estimate:
    """Return the mean of parts that are each 0 to 1. Raises ValueError if there is none."""
    if not parts:
        raise ValueError("no part, no mean")
    mean = fmean(parts)
    if len(parts) == 1:
        return Estimate(mean, None, None)
    return _around(mean, stdev(parts) / sqrt(len(parts)), len(parts))


def of_ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate | None:
    """Return the sum of the parts over the sum of their wholes, None if that is 0; no part exceeds its whole.

    Its error is that of the mean of `part - ratio * whole`, over the mean of the wholes (the linearised, or
    delta, method for a ratio of two means).
    """
    whole = sum(wholes)
    if not whole:
        return None
    ratio = sum(parts) / whole
    if len(parts) == 1:
        return Estimate(ratio, None, None)
    off = [part - ratio * out_of for part, out_of in zip(parts, wholes, strict=True)]
    return _around(ratio, stdev(off) / sqrt(len(off)) / fmean(wholes), len(off))


def _around(value: float, error: float, parts: int) -> Estimate:
    """The interval, within 0 to 1.

    Where all parts are 0, or all 1, the normal law knows no error. Then the other bound is where so many
    alike would come up by chance once in forty times.
    """
    reach = DEVIATIONS * error
    if value in (0, 1):
        reach = 1 - ((1 - CONFIDENCE) / 2) ** (1 / parts)
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach))
