"""Catches: weights that are shipped without their origin, for other rules, or for other features."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from durak import Seat, State, memory_view, new_game, outcome
from durak.apply import advance
from durak.bots.net import file_for, load
from durak.bots.random_bot import RandomBot
from durak.legal import public_waiting
from durak.ruleset import PRESETS

NETS = ["classic", "transfer"]
GAMES = 20
MOST_LOST = 3
"""Of the games against chance: a net that reads its features wrongly loses many more."""


@pytest.mark.parametrize("name", NETS)
def test_shipped_weights_say_where_they_come_from(name: str) -> None:
    header = load(name).header
    assert header["rules"] == name == file_for(PRESETS[name], 2)
    assert header["seats"] == 2
    assert f"--games {header['games']}" in header["command"]
    assert ("--begin" in header["command"]) == ("begun_with" in header)
    assert games_of(header) >= 100_000
    assert {"seed", "date", "sha256", "features"} <= header.keys()


def games_of(header: Mapping[str, Any]) -> int:
    """In how many games the net learned, those of the net that it began with included."""
    before = header.get("begun_with")
    return int(header["games"]) + (games_of(before) if before else 0)


@pytest.mark.parametrize("name", NETS)
def test_shipped_weights_hardly_ever_lose_to_chance(name: str) -> None:
    lost = sum(loses(name, Seat(seed % 2), seed) for seed in range(GAMES))
    assert lost <= MOST_LOST


def loses(name: str, seat: Seat, seed: int) -> bool:
    """Play a game in this seat by the net alone, against moves by chance."""
    net, rng = load(name), Random(seed)
    state: State = new_game(PRESETS[name], rng.randbytes(32), [b""] * 2, 2)
    while outcome(state) is None:
        mover = min(public_waiting(state))
        view = memory_view(state, mover)
        if mover == seat:
            chances = net.probabilities(view)
            action = max(chances, key=lambda move: chances[move])
        else:
            action = RandomBot().choose(view, rng)
        state = advance(state, action)
    end = outcome(state)
    return end is not None and end.kind == "durak" and end.seats == (seat,)
