"""Players made of code: each sees a View, as a person does, and never more.

A bot is asked only when its view has a legal action. It keeps no memory and no dice of its own: the same view
and the same `rng` give the same action.
"""

from collections.abc import Mapping
from random import Random
from typing import Protocol

from durak.actions import Action
from durak.bots.careful_bot import CarefulBot
from durak.bots.random_bot import RandomBot
from durak.view import View


class Bot(Protocol):
    """What a bot is."""

    @property
    def level(self) -> str:
        """The name by which people choose it."""
        ...

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action of the view. Raises ValueError if it has none."""
        ...


BOTS: Mapping[str, Bot] = {bot.level: bot for bot in (RandomBot(), CarefulBot())}
"""Every bot by its level, the weakest first."""

__all__ = ["BOTS", "Bot"]
