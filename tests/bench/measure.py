"""How long things take: the median of some runs on one core, beside a yardstick that any machine has.

Nothing here asserts a time. A machine that others use is slow now and then, so every figure stands with its
spread, and the yardstick is taken again before each run: what goes by in the time of one yardstick can be
compared between machines, and between two days on one of them.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeVar

T = TypeVar("T")

YARDSTICK_STEPS = 10_000_000


@dataclass(frozen=True)
class Times:
    """The seconds that each run took, and the seconds that the yardstick took just before it."""

    runs: tuple[float, ...]
    yardsticks: tuple[float, ...]


@dataclass(frozen=True)
class Figure:
    """How fast `count` things went by, as so many in a second or as microseconds for each."""

    name: str
    unit: Literal["/s", "µs"]
    count: int
    times: Times

    @property
    def values(self) -> list[float]:
        """The figure of each run in its unit."""
        if self.unit == "/s":
            return [self.count / seconds for seconds in self.times.runs]
        return [seconds / self.count * 1e6 for seconds in self.times.runs]

    @property
    def in_a_yardstick(self) -> float:
        """How many things go by in the time of one yardstick."""
        pairs = zip(self.times.runs, self.times.yardsticks, strict=True)
        return median(self.count * yardstick / seconds for seconds, yardstick in pairs)


def keep_to_one_core() -> None:
    """Stay on one core, where the system lets a program choose."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def yardstick() -> int:
    """Add up ten million numbers in a plain loop."""
    total = 0
    for step in range(YARDSTICK_STEPS):
        total += step
    return total


def seconds_of(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def measured(runs: int, prepare: Callable[[], T], work: Callable[[T], object]) -> Times:
    """Time the work on what was prepared for it, once more than told: the first run makes what is kept."""
    work(prepare())
    seconds, yardsticks = [], []
    for _ in range(runs):
        prepared = prepare()
        yardsticks.append(seconds_of(yardstick))
        begin = time.perf_counter()
        work(prepared)
        seconds.append(time.perf_counter() - begin)
    return Times(tuple(seconds), tuple(yardsticks))
