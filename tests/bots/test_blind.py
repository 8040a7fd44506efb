"""Catches: a bot that knows what it must not, by whatever way it has come to that.

Here are a few positions for each level; `make bench-blind` asks thousands.
"""

from dataclasses import replace
from itertools import chain

import pytest

from durak import Seat, State, memory_view
from durak.bots import BOTS, LADDER
from durak.view import View
from tests.bots.blind import PER_GAME, questions
from tests.bots.company import company, in_a_hurry

GAMES = dict.fromkeys(BOTS, 25) | {"counter": 15, "sharp": 15, "master": 4}
"""Of so many each level is asked a few questions."""


@pytest.mark.parametrize("level", BOTS)
def test_a_bot_does_the_same_whatever_is_hidden(level: str) -> None:
    asked = list(chain.from_iterable(map(questions, range(GAMES[level]))))
    assert len(asked) > PER_GAME * GAMES[level] * 0.9
    assert [found for one in asked if (found := one.difference(BOTS[level]))] == []


def all_cards_open(state: State, seat: Seat | None) -> View:
    """Return a view that tells what must not be told."""
    return replace(memory_view(state, seat), known=state.hands)


@pytest.mark.parametrize("level", ["counter", "sharp", "master"])
def test_whoever_could_see_the_cards_would_be_found_out(level: str) -> None:
    bot = in_a_hurry(level)
    found = [one.difference(bot, all_cards_open) for seed in range(12) for one in questions(seed)]
    assert any(found)


def test_a_few_games_are_by_all_presets_with_all_decks_and_every_size() -> None:
    games = [company(seed) for seed in range(400)]
    assert {len(game.levels) for game in games} == {2, 3, 4, 5, 6}
    assert {game.rules.deck for game in games} == {24, 36, 52}
    assert {(game.rules.deck, len(game.levels)) for game in games} >= {(24, 4), (36, 6), (52, 6)}
    assert {level for game in games for level in game.levels} == {*BOTS} >= {*LADDER}
