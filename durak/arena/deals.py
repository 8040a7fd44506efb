"""The deals that matches are played on: number and seed say all about one, whoever plays it and wherever."""

from dataclasses import dataclass
from hashlib import sha256
from random import Random

from durak.deal import new_game
from durak.ruleset import Rules
from durak.state import State


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal `number` (from 0) of a seed."""

    seed: int
    number: int

    def dealt(self, rules: Rules, seats: int) -> State:
        """Return the game at its beginning. Raises IllegalSetup."""
        secret = sha256(f"durak-arena {self.seed} {self.number}".encode()).digest()
        return new_game(rules, secret, (b"",) * seats, seats)

    def dice(self, seat: int) -> Random:
        """Return what a bot in this seat throws, whichever bot that is."""
        return Random(f"durak-arena {self.seed} {self.number} {seat}")  # noqa: S311  # not for secrets
