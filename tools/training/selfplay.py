"""Games of a net against itself, as samples to learn from.

A pool of games goes on without end: each step makes one move in each game, and a game that is over makes room
for a new one. A sample is a position after a move, and as its target what the game was worth from there: a
mean over the result and the net's own later opinions of the same seat (TD(lambda)), of which a later one
counts `trust` times as much as the one before. After a move that was tried out, nothing later counts, since
it tells what the try was worth and not the moves before it.
"""

from dataclasses import dataclass

import numpy as np

from durak.bots.features import WORDS
from durak.ruleset import Rules
from tools.training.afterstates import EVEN, LOST, WON, choices, legal_moves
from tools.training.arrays import Bools, Floats, Ints
from tools.training.network import Layers, probability
from tools.training.tables import DRAWN, MOVES, Tables

ENDLESS = 3
"""As a loser: both are. The game had more decisions than it may have, as where both transfer and take without
end; were that worth a draw, whoever is about to lose would learn to bring it about."""


@dataclass(slots=True)
class Samples:
    """Positions, as words of features, and what each turned out to be worth for its mover."""

    words: Ints
    targets: Floats
    games: int


class Pool:
    """Games in lock step, with what they have seen so far, by row and number of the sample."""

    def __init__(self, rules: Rules, games: int, longest: int, chance: np.random.Generator) -> None:
        self.rules = rules
        self.longest = longest
        self.chance = chance
        self.tables = Tables.dealt(rules, games, chance)
        self.words = np.zeros((games, longest, WORDS), np.int64)
        self.seats = np.zeros((games, longest), np.int8)
        self.best = np.zeros((games, longest), np.float32)
        self.tried = np.zeros((games, longest), np.bool_)
        self.length = np.zeros(games, np.int64)

    def step(self, layers: Layers, tries: float, trust: float) -> Samples:
        """Make one move in each game; return the samples of those that ended with it."""
        moves = self._choose(layers, tries)
        ended = np.nonzero(self.tables.lay(moves))[0]
        losers = self.tables.end_bouts(ended)
        over, losers = ended[losers >= 0], losers[losers >= 0]
        endless = np.setdiff1d(np.nonzero(self.length == self.longest)[0], over)
        over = np.concatenate([over, endless])
        losers = np.concatenate([losers, np.full(len(endless), ENDLESS)])
        samples = self._harvest(over, losers, trust)
        self.tables.put(over, Tables.dealt(self.rules, len(over), self.chance))
        self.length[over] = 0
        return samples

    def _choose(self, layers: Layers, tries: float) -> Ints:
        """Take the best move of each game or, seldom, any; remember where there was a choice."""
        rows, moves = legal_moves(self.tables)
        chosen = np.zeros(self.tables.games, np.int64)
        chosen[rows] = moves
        several = np.bincount(rows, minlength=self.tables.games) > 1
        asked = several[rows]
        offered = choices(self.tables, rows[asked], moves[asked])
        values = probability(layers.logits(offered.words))
        values = np.where(np.isnan(offered.result), values, offered.result)
        table, index = _by_game(offered.rows, offered.moves, values, self.tables.games)
        choosing = np.nonzero(several)[0]
        picked = table[choosing].argmax(axis=1)
        best = table[choosing, picked]
        tried = self.chance.random(len(choosing)) < tries
        dice = np.where(np.isneginf(table[choosing]), -1, self.chance.random((len(choosing), MOVES)))
        picked = np.where(tried, dice.argmax(axis=1), picked)
        tried &= table[choosing, picked] < best
        chosen[choosing] = picked
        self._remember(choosing, offered.words[index[choosing, picked]], best, tried)
        return chosen

    def _remember(self, rows: Ints, words: Ints, best: Floats, tried: Bools) -> None:
        at = self.length[rows]
        self.words[rows, at] = words
        self.seats[rows, at] = self.tables.mover[rows]
        self.best[rows, at] = best
        self.tried[rows, at] = tried
        self.length[rows] += 1

    def _harvest(self, rows: Ints, losers: Ints, trust: float) -> Samples:
        """Look back from the end of these games over all that each seat chose."""
        length, games = self.length[rows], np.arange(len(rows))
        longest = int(length.max(initial=0))
        lost = (losers[:, None] == np.arange(2)) | (losers[:, None] == ENDLESS)
        worth = np.where(losers[:, None] == DRAWN, EVEN, np.where(lost, LOST, WON))
        targets = np.zeros((len(rows), longest), np.float32)
        for at in reversed(range(longest)):
            seats, best = self.seats[rows, at], self.best[rows, at]
            later = worth[games, seats]
            targets[:, at] = later
            mixed = np.where(self.tried[rows, at], best, best + trust * (later - best))
            worth[games, seats] = np.where(at < length, mixed, later)
        taken = np.arange(longest) < length[:, None]
        return Samples(self.words[rows, :longest][taken], targets[taken], len(rows))


def _by_game(rows: Ints, moves: Ints, values: Floats, games: int) -> tuple[Floats, Ints]:
    """Lay values out by game and move, -inf where a move is not legal; and where each was listed."""
    table = np.full((games, MOVES), -np.inf, np.float32)
    table[rows, moves] = values
    index = np.zeros((games, MOVES), np.int64)
    index[rows, moves] = np.arange(len(rows))
    return table, index
