"""What a lesson is made of: tasks on positions, in which the learner has seat 0."""

from collections.abc import Mapping
from dataclasses import dataclass

from durak import Seat

LEARNER = Seat(0)

Replies = tuple[str, ...]
"""What the others do then, as texts of actions (notation.md)."""


@dataclass(frozen=True, slots=True)
class Move:
    """The learner is to play one of the `wanted` actions; each brings its replies."""

    wanted: Mapping[str, Replies]


@dataclass(frozen=True, slots=True)
class Attempt:
    """The learner is to try one of these actions, which the engine refuses: the reason is the lesson."""

    wanted: frozenset[str]


Turn = Move | Attempt


@dataclass(frozen=True, slots=True)
class Task:
    """A position (notation.md), and what the learner does in it, turn by turn."""

    position: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One of the ten steps; `code` is its address, and the key to its words."""

    code: str
    tasks: tuple[Task, ...]
