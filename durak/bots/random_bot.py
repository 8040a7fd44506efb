"""The level `random`: plays whatever is allowed."""

from dataclasses import dataclass
from random import Random

from durak.actions import Action
from durak.bots.choices import all_legal, button
from durak.view import View


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal action, all cards alike; but gives up a defence, or stops throwing in, at a fixed share."""

    level: str = "random"
    take_share: float = 0.2
    pass_share: float = 0.5

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action of the view. Raises ValueError if it has none."""
        actions = all_legal(view)
        for name, share in (("take", self.take_share), ("pass", self.pass_share)):
            giving_up = button(view, name)
            if giving_up is not None:
                others = [action for action in actions if action != giving_up]
                return rng.choice(others) if others and rng.random() >= share else giving_up
        return rng.choice(actions)
