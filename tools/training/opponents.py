"""Matches in lock step between players who choose for very many games at once."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from durak.ruleset import Rules
from tools.training.afterstates import choices, legal_moves
from tools.training.arrays import PLAIN, Floats, Ints, lowest, place_of
from tools.training.network import Layers
from tools.training.tables import BUTTON, DRAWN, MOVES, TRANSFER, Tables

Player: TypeAlias = Callable[[Tables], Ints]
"""Chooses a legal move in each game."""

MOST_MOVES = 2000
"""Whoever still plays then has drawn."""

_CERTAIN = np.float32(100)


def net_player(layers: Layers) -> Player:
    """Return who plays the move that the net likes best."""

    def choose(tables: Tables) -> Ints:
        rows, moves = legal_moves(tables)
        chosen = np.zeros(tables.games, np.int64)
        chosen[rows] = moves
        several = np.bincount(rows, minlength=tables.games) > 1
        asked = several[rows]
        offered = choices(tables, rows[asked], moves[asked])
        known = np.where(np.isnan(offered.result), 0, (offered.result - 0.5) * _CERTAIN)
        values = np.where(np.isnan(offered.result), layers.logits(offered.words), known)
        table = np.full((tables.games, MOVES), -np.inf)
        table[offered.rows, offered.moves] = values
        return np.where(several, table.argmax(axis=1), chosen)

    return choose


def greedy(tables: Tables) -> Ints:
    """Choose the cheapest card, and always cover; transfer only with plain cards.

    While there is a stock, throw no trump in.
    """
    laid, transfers, has_button = tables.legal()
    spared = has_button & ~tables.defending & (tables.stock != 0)
    card = lowest(np.where(spared, laid & PLAIN, laid))
    transfer = lowest(transfers & PLAIN)
    chosen = np.where(card == 0, BUTTON, place_of(card))
    return np.where(transfer != 0, TRANSFER + place_of(transfer), chosen)


def match(first: Player, second: Player, rules: Rules, deals: int, chance: np.random.Generator) -> Floats:
    """Play each deal twice with seats swapped; return by deal the mean loss of `first`: 1 durak, 0.5 draw."""
    tables = Tables.dealt(rules, deals, chance)
    once = np.arange(deals)
    tables = tables.of(np.concatenate([once, once]))
    seat = np.concatenate([np.zeros(deals, np.int64), np.ones(deals, np.int64)])  # of `first`
    losses: Floats = play(first, second, tables, seat).reshape(2, deals).mean(axis=0)
    return losses


def play(first: Player, second: Player, tables: Tables, seat: Ints) -> Floats:
    """Play games to their end, with `first` in the seat given by game; return its losses by game."""
    losses, game = np.full(tables.games, 0.5, np.float32), np.arange(tables.games)
    for _ in range(MOST_MOVES):
        if not len(game):
            break
        moves = np.zeros(len(game), np.int64)
        for player, asked in ((first, tables.mover == seat), (second, tables.mover != seat)):
            if asked.any():
                moves[asked] = player(tables.of(asked))
        ended = np.nonzero(tables.lay(moves))[0]
        losers = np.full(len(game), -1)
        losers[ended] = tables.end_bouts(ended)
        over = losers >= 0
        losses[game[over]] = np.where(losers == DRAWN, 0.5, losers == seat)[over]
        tables, seat, game = tables.of(~over), seat[~over], game[~over]
    return losses
