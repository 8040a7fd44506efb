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
from durak.bots.sense import SensibleBot
from durak.bots.thinking import ThinkingBot
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


MASTER = ThinkingBot("master", playouts=2000, crowd=1000, trust=3.0, nodes=60_000)
"""The strongest, who gives advice, too."""

_EXAMPLES: tuple[Bot, ...] = (RandomBot(), CarefulBot())

_LADDER: tuple[Bot, ...] = (
    SensibleBot("relaxed", temper=1.5, take_price=1.6, stop_price=0.9, is_hasty=True),
    SensibleBot("casual", temper=0.9, take_price=1.85, stop_price=0.95, is_hasty=True),
    SensibleBot("steady"),
    ThinkingBot("counter", playouts=60, thrift=1.0),
    ThinkingBot("sharp", playouts=300, trust=2.0, nodes=5_000, thrift=0.3),
    MASTER,
)

LADDER: tuple[str, ...] = tuple(bot.level for bot in _LADDER)
"""The levels that people choose from, each stronger than the one before."""

STAND_IN = "steady"
"""The level that plays where another one cannot: it thinks neither long nor far, and needs no files."""

BOTS: Mapping[str, Bot] = {bot.level: bot for bot in _EXAMPLES + _LADDER}
"""Every bot by its level: two plain examples, then the ladder."""

__all__ = ["BOTS", "LADDER", "MASTER", "STAND_IN", "Bot"]
