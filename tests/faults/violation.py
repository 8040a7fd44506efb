"""A promise that was not kept."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """Its kind (`tests.faults.checker` lists them), its room, and what is wrong, without a card."""

    kind: str
    room: str
    what: str


def count_by_kind(found: Iterable[Violation]) -> dict[str, int]:
    """Return how many there are of each kind."""
    return dict(Counter(violation.kind for violation in found))
