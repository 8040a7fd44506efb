"""How fast games are played out, from the deal to the end: what a bot's search has to spend."""

from collections.abc import Iterator
from functools import partial
from random import Random

from durak import PRESETS, Seat, memory_view, new_game
from durak.bots.game import Game
from durak.bots.playout import playout
from durak.bots.sight import deal, sight_of
from tests.bench.measure import Figure, measured

MEASURED = (("classic", 2), ("transfer", 2), ("classic", 4), ("transfer", 4))
SHARES = (0.0, 0.2)
"""How much is left to chance: nothing, and as much as in a search."""


def figures(runs: int, games: int) -> Iterator[Figure]:
    """Measure presets and seats by turns."""
    for preset, seats in MEASURED:
        for odd in SHARES:
            times = measured(runs, partial(dealt, preset, seats, games), partial(play_out, odd=odd))
            yield Figure(f"{preset}: playouts, {seats} seats, {odd:.0%} odd", "/s", games, times)


def dealt(preset: str, seats: int, games: int) -> list[Game]:
    """Return games in bits, the same every time."""
    rng, found = Random(seats), []
    for number in range(games):
        state = new_game(PRESETS[preset], number.to_bytes(32, "big"), (b"",) * seats, seats)
        found.append(deal(sight_of(memory_view(state, Seat(0))), rng))
    return found


def play_out(games: list[Game], odd: float) -> None:
    """Play every game to its end."""
    dice = Random(1).random
    for game in games:
        playout(game, odd, dice)
