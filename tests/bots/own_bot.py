"""The file of a bot, for tests of how the arena treats those that it has not made."""

from pathlib import Path

BOT = """
from random import Random
from durak import Action, View
from durak.bots import BOTS

class Own:
    def __init__(self, name="own", greed=1):
        self.level = name
        self.greed = greed
        self.asked = 0

    def choose(self, view: View, rng: Random) -> Action:
        self.asked += 1
        {does}
        return BOTS["careful"].choose(view, rng)
"""


def bot_file(folder: Path, does: str = "pass") -> Path:
    """Write a bot that plays as careful does, and does something besides."""
    file = folder / "own.py"
    file.write_text(BOT.format(does=does), encoding="utf-8")
    return file
