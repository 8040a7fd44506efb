"""Figures beside what they should be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of a goal; `most` and `least` are what it may be, None where nothing is asked of it."""

    goal: str
    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def is_met(self) -> bool:
        return (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )

    @property
    def goal_in_words(self) -> str:
        """What is asked of it, nothing where nothing is."""
        asked = (("at most", self.most), ("at least", self.least))
        return ", ".join(f"{words} {goal:,.10g} {self.unit}" for words, goal in asked if goal is not None)


def print_table(figures: Iterable[Measured]) -> None:
    """Print each figure with its goal beside it."""
    for figure in figures:
        goal = figure.goal_in_words
        verdict = "" if not goal else "met" if figure.is_met else "MISSED"
        print(f"  {figure.goal:3} {figure.name:54}{figure.value:>10,.2f} {figure.unit:<9}{goal:22}{verdict}")


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which such a share of them lies (nearest rank), 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
