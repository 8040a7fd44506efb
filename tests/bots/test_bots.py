"""Catches: a bot that plays what is not allowed or asks for more than a view, that gives its trumps away,
always takes or never does, or that is no better than chance.
"""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from durak import (
    OPTIONS,
    PRESETS,
    Action,
    Rules,
    Seat,
    State,
    apply,
    encode_action,
    encode_rules,
    encode_view,
    memory_view,
    most_seats,
    new_game,
    outcome,
    parse_position,
    parse_view,
)
from durak.bots import BOTS, Bot
from durak.bots.thinking import ThinkingBot
from durak.draft import Phase
from durak.view import View

HASTE = {"counter": 6, "sharp": 6, "master": 6}
"""How many playouts are enough for what is asked here, of levels that else take long."""


def hasty(level: str) -> Bot:
    """Return the bot of a level, in a hurry where it would think long."""
    bot = BOTS[level]
    return replace(bot, playouts=HASTE[level]) if isinstance(bot, ThinkingBot) else bot


# The highest differs from the one below in patience alone.
LEVELS = sorted(BOTS.keys() - {"master"})
MOST_BOUTS = 200


def asked(state: State) -> View:
    """Return the view of the first seat that the table waits for and that can act."""
    views = (memory_view(state, Seat(seat)) for seat in range(state.seats))
    return next(view for view in views if view.viewer in view.waiting and view.legal)


def played(rules: Rules, bots: list[Bot], seed: int) -> tuple[State, list[tuple[View, Action]]]:
    """Play a game of bots, dealt and diced from a seed, and return its end and every choice."""
    rng = Random(seed)
    state = new_game(rules, rng.randbytes(32), [b""] * len(bots), len(bots))
    choices: list[tuple[View, Action]] = []
    while outcome(state) is None and state.bout <= MOST_BOUTS:
        view = asked(state)
        assert view.viewer is not None
        action = bots[view.viewer].choose(view, rng)
        choices.append((view, action))
        state = apply(state, action)
    return state, choices


def chosen(level: str, position: str, seat: int) -> str:
    """Return what a bot does in a position, as text."""
    view = memory_view(parse_position(position), Seat(seat))
    return encode_action(BOTS[level].choose(view, Random(0)))


def loss(rules: Rules, first: Bot, second: Bot, deals: int) -> float:
    """Return the share of games that the first bot loses, deals played from both seats; a draw is half."""
    lost = 0.0
    for seed in range(deals):
        for bots, seat in (([first, second], 0), ([second, first], 1)):
            found = outcome(played(rules, bots, seed)[0])
            if found is None or found.kind == "draw" or len(found.seats) == 2:
                lost += 0.5
            elif found.kind == "durak":
                lost += found.seats == (seat,)
            else:
                lost += found.seats != (seat,)
    return lost / (2 * deals)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_bots_play_whole_games_by_the_rules(level: str, preset: str) -> None:
    for seats in range(2, most_seats(PRESETS[preset]) + 1):
        for seed in range(1 if level in HASTE else 4):
            last, _ = played(PRESETS[preset], [hasty(level)] * seats, seed)
            assert outcome(last) is not None, f"{level} {preset} {seats} seats, seed {seed}"


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_by_any_rules(level: str) -> None:
    for seed in range(20 if level in HASTE else 60):
        rng = Random(seed)
        options: dict[str, Any] = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
        rules = Rules(**options)
        seats = rng.randint(2, most_seats(rules))
        last, _ = played(rules, [hasty(level)] * seats, seed)
        assert outcome(last) is not None, f"{level} {encode_rules(rules)} {seats} seats, seed {seed}"


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_dice_give_the_same_action(level: str) -> None:
    bot = hasty(level)
    _, choices = played(PRESETS["transfer"], [bot] * 3, 7)
    for view, _ in choices:
        sent = parse_view(json.loads(json.dumps(encode_view(view))))
        assert bot.choose(sent, Random(3)) == bot.choose(view, Random(3))


@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_in_the_view_whenever_there_is_one(level: str) -> None:
    """Also where the table does not wait for the seat, as when it might throw in before a beat."""
    bot, rng = hasty(level), Random(11)
    state = new_game(PRESETS["transfer"], rng.randbytes(32), [b""] * 4, 4)
    while outcome(state) is None:
        for seat in range(4):
            view = memory_view(state, Seat(seat))
            legal = [*view.sets, *(action for actions in view.legal.values() for action in actions)]
            if legal:
                assert bot.choose(view, rng) in legal
            else:
                with pytest.raises(ValueError, match="no legal action"):
                    bot.choose(view, rng)
        state = apply(state, bot.choose(asked(state), rng))


@pytest.mark.parametrize("level", LEVELS)
def test_levels_have_their_names(level: str) -> None:
    assert BOTS[level].level == level


@pytest.mark.parametrize("preset", PRESETS)
def test_careful_beats_random(preset: str) -> None:
    lost = loss(PRESETS[preset], BOTS["careful"], BOTS["random"], deals=60)
    assert lost < 0.12, f"lost {lost:.1%} of 120 games, deals from seeds 0 to 59"


def test_careful_among_others_is_seldom_the_durak() -> None:
    lost = 0
    for seed in range(80):
        bots = [BOTS["random"]] * 4
        bots[seed % 4] = BOTS["careful"]
        found = outcome(played(PRESETS["classic"], bots, seed)[0])
        assert found is not None
        lost += found.seats == (seed % 4,)
    assert lost < 8, f"{lost} of 80 games, a quarter would be chance; seeds 0 to 79"


@pytest.mark.parametrize("level", LEVELS)
def test_bots_do_every_kind_of_thing(level: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(6 if level in HASTE else 20):
        _, choices = played(PRESETS["transfer"], [hasty(level)] * 3, seed)
        for view, action in choices:
            if view.phase is Phase.OPEN:
                continue
            counts[type(action).__name__] += 1
    assert counts.keys() == {"Attack", "Defend", "Transfer", "Take", "Pass"}
    answers = counts["Defend"] + counts["Transfer"] + counts["Take"]
    assert 0.1 < counts["Take"] / answers < 0.6
    assert 0.1 < counts["Attack"] / (counts["Attack"] + counts["Pass"]) < 0.9


# What careful means


@pytest.mark.parametrize(
    ("position", "seat", "action"),
    [
        # opens with the cheapest card, plain before trump
        ("trump=D stock=7S,9D hands=6S,9H,AD,KD,QC,7C|8S,8H main=0 def=1", 0, "0:A:6S"),
        ("trump=D stock=7S,9D hands=6D,AS|8S,8H main=0 def=1", 0, "0:A:AS"),
        # covers with the cheapest card that beats, trumps last
        ("trump=D stock=7H,9D hands=KH|8S,9H,TC,KS,6D main=0 def=1 table=7S/-", 1, "1:D:7S/8S"),
        ("trump=D stock=7H,9D hands=KH|9H,TC,KS,6D main=0 def=1 table=7S/-", 1, "1:D:7S/KS"),
        ("trump=D stock=7H,9D hands=KH|9H,TC,6D,8D main=0 def=1 table=7S/-", 1, "1:D:7S/6D"),
        # gives the only cover to the card that needs it
        ("trump=D hands=KH|9S,TS,TC main=0 def=1 table=9C/-,8S/-", 1, "1:D:9C/TC"),
        # takes when one card cannot be covered, or when that costs two trumps with cards to draw
        ("trump=D stock=7H,9D hands=KH|8S,9H,TC main=0 def=1 table=7S/-,7C/8C,8H/-,AC/-", 1, "1:take"),
        ("trump=D stock=7H,9D hands=KH|6D,TD,TC main=0 def=1 table=7S/-,7C/8C,AH/-", 1, "1:take"),
        ("trump=D hands=KH|6D,TD,TC main=0 def=1 table=7S/-,7C/8C,AH/-", 1, "1:D:7S/6D"),
        # transfers rather than spend a dearer card
        ("rules=transfer trump=D stock=7H,9D hands=KH,QH|7C,KS main=0 def=1 table=7S/-", 1, "1:T:7C"),
        ("rules=transfer trump=D stock=7H,9D hands=KH,QH|7D,8S main=0 def=1 table=7S/-", 1, "1:D:7S/8S"),
        ("rules=transfer trump=D stock=7H,9D hands=KH,QH|7C,8H main=0 def=1 table=7S/-", 1, "1:T:7C"),
        ("rules=transfer trump=D stock=6H,9D hands=KH,QH,QS|7D,8C main=0 def=1 table=7S/-,7H/-", 1, "1:take"),
        ("rules=transfer trump=D hands=KH,QH,QS|7D,8C main=0 def=1 table=7S/-,7H/-", 1, "1:T:7D"),
        # shows a trump, which costs nothing, and gets the lowest one out of the way
        ("rules=T2 trump=D stock=7H,9D hands=KH,QH|7D,8S main=0 def=1 table=7S/-", 1, "1:S:7D"),
        (
            "rules=T2 trump=D stock=7H,9D hands=KH,QH|7D,8S main=0 def=1 table=7S/- shown=7D chain=2",
            1,
            "1:D:7S/8S",
        ),
        ("rules=V1 trump=D stock=7H,9D hands=KH,6D|8S,8H main=0 def=1", 0, "0:swap"),
        ("rules=V1 trump=D stock=9D hands=KH,6D|8S,8H main=0 def=1", 0, "0:A:KH"),
        # throws in what is cheap, and no trump while there is a stock
        ("trump=D stock=7H,6D hands=8C,8H,8D|KS,AS main=0 def=1 table=7S/8S", 0, "0:A:8H"),
        ("trump=D stock=7H,6D hands=7D,8D|KS,AS main=0 def=1 table=7S/8S", 0, "0:pass"),
        ("trump=D stock=7H,6D hands=AC,QH|KS,QS main=0 def=1 table=QD/AD", 0, "0:A:QH"),
        ("trump=D stock=7H,6D hands=AC,KH|KS,QS main=0 def=1 table=AS/-,7S/8S taking=yes", 0, "0:pass"),
        # and every trump it takes to win when the stock is gone
        ("trump=D hands=7D,KC|KS,AS main=0 def=1 table=7S/8S", 0, "0:A:7D"),
        ("trump=D hands=7D,KC|KS,AS main=0 def=1 table=7S/- taking=yes", 0, "0:pass"),
        ("trump=D hands=7D|KS,AS main=0 def=1 table=7S/- taking=yes", 0, "0:A:7D"),
    ],
)
def test_what_careful_does(position: str, seat: int, action: str) -> None:
    assert chosen("careful", position, seat) == action
