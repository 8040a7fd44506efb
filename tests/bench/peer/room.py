"""What is measured: systems with rooms in which two people play with two bots, whoever serves them."""

from collections.abc import Sequence
from typing import Protocol

PATIENCE_SECONDS = 30.0
CHAIRS, PEOPLE = 4, 2


class Room(Protocol):
    """One table as the two people at it see it, each over a socket of his own."""

    @property
    def lost(self) -> int:
        """How many of its connections were lost."""

    async def until_a_turn(self) -> None:
        """Return as soon as one of the people may move."""

    async def move(self) -> bool:
        """Make a move of a person, and return whether the server has accepted it, once it says so."""


class System(Protocol):
    """A running server with its rooms."""

    @property
    def pid(self) -> int:
        """Its process; whatever it starts is in the session of that."""

    @property
    def rooms(self) -> Sequence[Room]:
        """Those that were opened."""

    async def open(self, rooms: int, *, packed: bool) -> None:
        """Let everybody come to so many rooms and be dealt to; `packed`: clients offer compression."""

    def moves(self) -> int:
        """Return how many moves of people and bots it has accepted so far."""

    def stood_in(self) -> int:
        """Return how many moves of bots it thought of itself so far, since their processes were too slow."""

    def faults(self) -> Sequence[str]:
        """Return what it has logged as its own faults."""

    async def close(self) -> None:
        """Let everybody go."""
