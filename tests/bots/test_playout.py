"""Catches: a game in bits that goes another way than the rules say, and a playout that does what is not
allowed, that ends otherwise than its policy would in the real engine, or that never ends.
"""

from collections.abc import Iterator
from random import Random

import pytest

from durak import (
    PRESETS,
    Rules,
    State,
    apply,
    encode_position,
    encode_rules,
    most_seats,
    new_game,
    outcome,
    parse_action,
    parse_position,
)
from durak.bots.game import Game
from durak.bots.moves import move_of
from durak.bots.playout import MOST_BOUTS, playout
from tests.bots.in_bits import game_of, lanes_of, stock_of, values_of
from tests.bots.plain_policy import PlainPolicy
from tests.rules.games import Game as RandomGame
from tests.rules.rule_sets import random_rules

FIELDS = (
    *("hands", "table", "uncovered", "ranks", "laid", "main", "defender", "scope", "bout", "discarded"),
    *("taking", "passed", "joined", "chain", "shown", "out", "values"),
)


def random_games(seed: int, *presets: str) -> Iterator[RandomGame]:
    """Yield games without end: each preset in turn, and as many under random rules, at 2 to 6 seats."""
    rng = Random(seed)
    while True:
        for rules in (*(PRESETS[name] for name in presets or PRESETS), *(random_rules(rng) for _ in PRESETS)):
            yield RandomGame(encode_rules(rules), rng.randint(2, most_seats(rules)), rng.getrandbits(32))


def assert_alike(game: Game, state: State) -> None:
    """Check that a game in bits is just where the state is."""
    expected = game_of(state)
    for name in FIELDS:
        assert getattr(game, name) == getattr(expected, name), f"{name} in {encode_position(state)}"
    assert stock_of(game, lanes_of(state)) == state.stock
    assert game.in_play == expected.in_play
    if state.table:
        assert (game.room, game.holders) == (state.room, state.holder_set)


def check_moves(count: int, seed: int) -> None:
    """Follow so many actions of random games in bits, and compare after each."""
    followed = 0
    for played in random_games(seed):
        game = game_of(played.states[0])
        order = lanes_of(played.states[0])
        for before, action, after in played.steps:
            untouched = game.copy()
            move_of(action, order)(game)
            assert_alike(untouched, before)
            assert_alike(game, after)
            followed += 1
        if followed >= count:
            return


def check_playouts(count: int, seed: int, *presets: str) -> None:
    """Play so many random positions out, here and on the real engine with the same dice, and compare."""
    rng, compared = Random(seed), 0
    for played in random_games(seed, *presets):
        state = rng.choice(played.states)
        if outcome(state) is not None:
            continue
        odd, roll = rng.choice((0.0, 0.1, 0.5)), rng.getrandbits(32)
        dice, plain_dice = Random(roll), Random(roll)
        game = game_of(state)
        values = playout(game, odd, dice.random)
        last = PlainPolicy(state, odd, plain_dice.random).play()
        assert values == (values_of(last) or (0.5,) * state.seats), f"{played} from {encode_position(state)}"
        assert dice.random() == plain_dice.random(), f"{played} from {encode_position(state)}"
        if outcome(last) is not None:
            assert game.hands == game_of(last).hands
        compared += 1
        if compared >= count:
            return


def test_every_action_does_what_the_rules_say() -> None:
    check_moves(2000, seed=1)


def test_a_trump_that_was_drawn_can_be_swapped() -> None:
    state = parse_position(
        "rules=V1 trump=D stock=9H,6D,7H,9D hands=7S,8C,9C,TC,JC,QC|8S,8H,TH,JH,QH,KH main=0 def=1"
    )
    game = game_of(state)
    for text in ("0:A:7S", "1:D:7S/8S", "0:pass", "1:swap"):
        action = parse_action(text)
        state = apply(state, action)
        move_of(action, lanes_of(state))(game)
        assert_alike(game, state)


def test_a_playout_is_the_policy_on_the_real_engine() -> None:
    check_playouts(200, seed=2)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_playout_is_the_policy_in_every_preset(preset: str) -> None:
    check_playouts(20, 3, preset)


def dealt(rules: Rules, seats: int, seed: int) -> Game:
    return game_of(new_game(rules, Random(seed).randbytes(32), [b""] * seats, seats))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_playout_ends(preset: str) -> None:
    rules, dice = PRESETS[preset], Random(4).random
    for seats in range(2, most_seats(rules) + 1):
        for seed in range(20):
            game = dealt(rules, seats, seed)
            values = playout(game, 0.1, dice)
            assert len(values) == seats
            assert game.bout <= MOST_BOUTS + 1


def test_chance_makes_games_differ() -> None:
    for odd, kinds in ((0.0, 1), (0.3, 2)):
        dice = Random(5).random
        found = {playout(dealt(PRESETS["classic"], 2, 1), odd, dice) for _ in range(30)}
        assert len(found) == kinds
