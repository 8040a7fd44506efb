"""One training run: play, learn, save, and now and then look how strong the net has become.

Everything comes from the seed and the state file: a run that was stopped and goes on ends with the same
weights as one that was not.
"""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from durak.ruleset import PRESETS
from tools.training.arrays import Floats, Ints
from tools.training.network import Layers, Learner
from tools.training.opponents import greedy, match, net_player
from tools.training.saving import read_header, read_layers, read_state, write_state, write_weights
from tools.training.selfplay import Pool

BATCH = 2048
ROUND = 16 * BATCH
"""So many samples are mixed before the net learns from them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides how a run goes, and must not change while it does.

    pool       how many games are played at the same time
    longest    decisions after which a game is given up
    trust      see `tools.training.selfplay`
    rate       of learning at the beginning; it falls evenly to `last_rate` in `falls` games
    tries      the share of moves tried out at the beginning, falling alike to `last_tries`
    slowness   how many steps of learning the weights that are saved are a mean of, about
    begin      the file of weights to begin with, if not with chance
    """

    rules: str = "classic"
    hidden: tuple[int, ...] = (256, 64)
    seed: int = 1
    pool: int = 2048
    longest: int = 160
    trust: float = 0.8
    rate: float = 1e-3
    last_rate: float = 5e-5
    tries: float = 0.06
    last_tries: float = 0.01
    falls: int = 4_000_000
    slowness: float = 3000
    begin: str = ""

    def rate_after(self, games: int) -> float:
        """Return the rate of learning after so many games."""
        return self._fallen(self.rate, self.last_rate, games)

    def tries_after(self, games: int) -> float:
        """Return the share of moves to try out after so many games."""
        return self._fallen(self.tries, self.last_tries, games)

    def _fallen(self, first: float, last: float, games: int) -> float:
        return first + (last - first) * min(games / self.falls, 1)


class Run:
    """A run in the middle of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = np.random.default_rng(plan.seed)
        layers = Layers.random(plan.hidden, self.chance)
        if plan.begin:
            layers.flat[:] = read_layers(Path(plan.begin)).flat
        self.learner = Learner(layers, plan.slowness)
        self.pool = Pool(PRESETS[plan.rules], plan.pool, plan.longest, self.chance)
        self.games = 0
        self.seconds = 0.0
        self.loss = 0.0

    def advance(self) -> None:
        """Play until there are samples for one round of learning, and learn."""
        began = time.monotonic()
        words: list[Ints] = []
        targets: list[Floats] = []
        count = 0
        while count < ROUND:
            tries = self.plan.tries_after(self.games)
            samples = self.pool.step(self.learner.average, tries, self.plan.trust)
            self.games += samples.games
            count += len(samples.targets)
            words.append(samples.words)
            targets.append(samples.targets)
        self._learn(np.concatenate(words), np.concatenate(targets))
        self.seconds += time.monotonic() - began

    def _learn(self, words: Ints, targets: Floats) -> None:
        order = self.chance.permutation(len(targets))
        rate = self.plan.rate_after(self.games)
        batches = np.array_split(order, len(order) // BATCH)
        losses = [self.learner.learn(words[batch], targets[batch], rate) for batch in batches]
        self.loss = float(np.mean(losses))

    def loss_to_greedy(self, deals: int) -> float:
        """Return the mean loss against the greedy player; the run's own chance is left alone."""
        chance = np.random.default_rng((self.plan.seed, self.games))
        losses = match(net_player(self.learner.average), greedy, PRESETS[self.plan.rules], deals, chance)
        return float(losses.mean())

    # Files

    def save(self, path: Path) -> None:
        """Write the state of the run."""
        facts = {
            "plan": asdict(self.plan),
            "games": self.games,
            "seconds": self.seconds,
            "loss": self.loss,
            "steps": self.learner.steps,
            "chance": self.chance.bit_generator.state,
        }
        write_state(path, self._arrays(), facts)

    @classmethod
    def resumed(cls, path: Path) -> "Run":
        """Return the run that was saved there. Raises OSError or ValueError if it cannot be read."""
        arrays, facts = read_state(path)
        plan = dict(facts["plan"])
        run = cls(Plan(**{**plan, "hidden": tuple(plan["hidden"])}))
        for name, array in run._arrays().items():
            array[:] = arrays[name]
        run.games, run.seconds, run.loss = facts["games"], facts["seconds"], facts["loss"]
        run.learner.steps = facts["steps"]
        run.chance.bit_generator.state = facts["chance"]
        return run

    def _arrays(self) -> dict[str, NDArray[Any]]:
        """All that changes, in place: saved and restored by name."""
        pool, learner = self.pool, self.learner
        return {
            "layers": learner.layers.flat,
            "average": learner.average.flat,
            "moments": learner.moments,
            "words": pool.words,
            "seats": pool.seats,
            "best": pool.best,
            "tried": pool.tried,
            "length": pool.length,
            **{f"table_{name}": array for name, array in pool.tables.arrays().items()},
        }

    def write_weights(self, path: Path, command: str) -> None:
        """Write the slow average as weights for the game."""
        facts: dict[str, Any] = {
            "rules": self.plan.rules,
            "command": command,
            "seed": self.plan.seed,
            "games": self.games,
        }
        if self.plan.begin:
            facts["begun_with"] = read_header(Path(self.plan.begin))
        write_weights(path, self.learner.average, facts)


def log_line(path: Path, facts: dict[str, Any]) -> None:
    """Add a line of JSON to the log."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(facts) + "\n")
