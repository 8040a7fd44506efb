"""Keeps the count of playouts that our bots do not keep: they have no memory, and the arena adds up."""

from random import Random

from durak.actions import Action
from durak.bots import Bot
from durak.bots.thinking import ThinkingBot
from durak.view import View


class CountedBot:
    """A thinking bot that plays as ever; `played_out` is how many games it has played out so far."""

    def __init__(self, bot: ThinkingBot) -> None:
        self.level = bot.level
        self.played_out = 0
        self._bot = bot

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action of the view. Raises ValueError if it has none."""
        thought = self._bot.think(view, rng)
        self.played_out += thought.playouts
        return thought.ranking[0][0]


def counted(bot: Bot) -> Bot:
    """Return the bot, with its playouts counted if it makes any."""
    return CountedBot(bot) if isinstance(bot, ThinkingBot) else bot
