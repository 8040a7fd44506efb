"""How each level did against the one below it, as the arena measured it.

`python -m tools.ladder` writes the file; README.md has the same figures as a table.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

FILE = "ladder.json"


@dataclass(frozen=True, slots=True)
class Against:
    """What the arena showed: a share of all games, its 95 % interval, and on how many deals."""

    value: float
    low: float
    high: float
    deals: int


@dataclass(frozen=True, slots=True)
class Step:
    """One level against the one `below` it.

    two   its loss-score where the two of them play: (losses + draws / 2) / games; 0.5 if both were alike
    four  how often it was the durak as one among three of the others; 0.25 if all were alike
    """

    level: str
    below: str
    two: Against
    four: Against

    @property
    def wins(self) -> int:
        """How many of a hundred games of two it does not lose, a draw counted as half of one."""
        return round(100 * (1 - self.two.value))


@cache
def measured() -> tuple[Step, ...]:
    """Return the steps of the ladder, from the lowest."""
    return tuple(
        [
            Step(step["level"], step["below"], Against(**step["two"]), Against(**step["four"]))
            for step in _told()["steps"]
        ]
    )


def commands() -> tuple[str, ...]:
    """Return the commands that measured them."""
    return tuple(_told()["commands"])


@cache
def _told() -> Mapping[str, Any]:
    told: Mapping[str, Any] = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return told
