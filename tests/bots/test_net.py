"""Catches: a net that the game reckons otherwise than it was trained, damaged weights that go unnoticed."""

import json
from array import array
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from durak.actions import Seat
from durak.bots import features
from durak.bots.features import Afterstate, encode, turned
from durak.bots.net import Net, file_for, load, probabilities
from durak.bots.prospects import prospects
from durak.bots.weights_file import Weights, read_weights
from durak.deal import new_game
from durak.errors import WeightsError
from durak.ruleset import PRESETS, Rules
from durak.view import memory_view
from tests.bots.test_prospects import decisions

SIZES = [features.WIDTH, 12, 5, 1]
POINTS = [12, 11, 10]


def content_of(seed: int = 1, **changes: Any) -> bytes:
    """A file of weights with numbers by chance, great and small; `changes` to its header."""
    rng = Random(seed)
    count = sum((inputs + 1) * outputs for inputs, outputs in pairwise(SIZES))
    numbers = array(
        "h", [rng.randint(-(1 << rng.randint(1, 15)), (1 << rng.randint(1, 15)) - 1) for _ in range(count)]
    )
    return file_of(numbers.tobytes(), **changes)


def file_of(numbers: bytes, **changes: Any) -> bytes:
    header = {
        "file": "durak net",
        "format": 1,
        "features": features.VERSION,
        "sizes": SIZES,
        "points": POINTS,
        "sha256": sha256(numbers).hexdigest(),
    }
    return json.dumps(header | changes).encode() + b"\n" + numbers


def positions(count: int) -> Iterator[Afterstate]:
    """Positions that the net is asked about, from games under both kinds of rules."""
    for seed in range(count):
        for rules in (Rules(), Rules(transfer="on")):
            for _, view in decisions(rules, seed):
                for prospect in prospects(view).values():
                    if isinstance(prospect, Afterstate):
                        count -= 1
                        yield prospect
                    if not count:
                        return


def plainly(weights: Weights, position: int) -> float:
    """The logit by the definition of a net, number by number."""
    values = [float(position >> place & 1) for place in range(features.WIDTH)]
    for number, layer in enumerate(weights.layers):
        unit = 2.0**-layer.point
        sums = [bias * unit for bias in layer.biases]
        for value, row in zip(values, layer.rows, strict=True):
            if value:
                sums = [total + value * weight * unit for total, weight in zip(sums, row, strict=True)]
        values = sums if number == len(weights.layers) - 1 else [max(total, 0.0) for total in sums]
    return values[0]


def test_the_game_reckons_as_a_net_is_defined() -> None:
    asked = [encode(position) for position in positions(60)]
    content = content_of()
    weights = read_weights(content, "test")
    found = Net(content, "test").logits(asked)
    assert found == pytest.approx([plainly(weights, position) for position in asked], abs=1e-6)


STORED = json.loads(Path(__file__).with_name("net_values.json").read_text(encoding="utf-8"))
"""Features as hexadecimal digits, and the logit that numpy reckoned in float64, by `content_of(1)`."""


def test_the_game_reckons_as_numpy_did() -> None:
    found = Net(content_of(1), "test").logits(int(digits, 16) for digits, _ in STORED)
    assert found == pytest.approx([value for _, value in STORED], abs=1e-6)


def test_the_order_of_the_questions_changes_nothing() -> None:
    """Each answer is reckoned from the one before."""
    asked = [encode(position) for position in positions(40)]
    net = Net(content_of(), "test")
    assert list(reversed(net.logits(reversed(asked)))) == net.logits(asked)


def test_fair_logits_do_not_tell_suits_apart() -> None:
    asked = [encode(position) for position in positions(40)]
    net = Net(content_of(), "test")
    fair = net.fair_logits(asked)
    assert net.fair_logits([turned(position) for position in asked]) == pytest.approx(fair)
    turns = [
        asked,
        [turned(position) for position in asked],
        [turned(turned(position)) for position in asked],
    ]
    assert fair == pytest.approx([sum(three) / 3 for three in zip(*map(net.logits, turns), strict=True)])
    assert fair != pytest.approx(net.logits(asked))
    assert [turned(position) for position in turns[2]] == asked


def test_weights_at_their_limits_do_not_overflow() -> None:
    """All weights and biases as high, or as low, as they can be, and all features set."""
    count = sum((inputs + 1) * outputs for inputs, outputs in pairwise(SIZES))
    for value in (32767, -32768):
        content = file_of(array("h", [value] * count).tobytes())
        asked = (1 << features.WIDTH) - 1
        assert Net(content, "test").logits([asked]) == [
            pytest.approx(plainly(read_weights(content, "test"), asked))
        ]


# Files


NUMBERS = content_of().partition(b"\n")[2]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "not a file of weights"),
        (b"\x80\x00" * 100, "not a file of weights"),
        (b"[]\n", "not a file of weights"),
        (content_of(file="something else"), "not a file of weights"),
        (content_of(format=2), "format 2"),
        (content_of(features=features.VERSION + 1), "other features"),
        (content_of(sizes=[400, 12, 5, 1]), "other features"),
        (content_of(sizes=[features.WIDTH, 12, 5, 2]), "other features"),
        (content_of(sizes=[features.WIDTH, 12, 1]), "two hidden layers"),
        (content_of(sizes=[features.WIDTH, -12, 5, 1]), "two hidden layers"),
        (content_of(sizes=[features.WIDTH, 1 << 40, 5, 1]), "two hidden layers"),
        (content_of(sizes="wide"), "two hidden layers"),
        (content_of(points=[1, 2]), "two hidden layers"),
        (content_of(sizes=[features.WIDTH, 13, 5, 1]), "bytes of numbers"),
        (content_of()[:-2], "bytes of numbers"),
        (content_of() + b"\n", "bytes of numbers"),
        (content_of()[:-1] + b"\x55", "hash"),
        (content_of(sha256=None), "hash"),
    ],
)
def test_a_damaged_or_foreign_file_says_what_is_wrong(content: bytes, complaint: str) -> None:
    with pytest.raises(WeightsError, match=f"^some name: .*{complaint}"):
        Net(content, "some name")


def test_weights_that_are_not_there_say_so() -> None:
    with pytest.raises(WeightsError, match="no such weights"):
        load("nothing")


# Which net serves which rules


@pytest.mark.parametrize(
    ("rules", "seats", "name"),
    [
        (PRESETS["classic"], 2, "classic"),
        (PRESETS["transfer"], 2, "transfer"),
        (PRESETS["deutsch"], 2, "classic"),
        (PRESETS["deutsch_weitergeben"], 2, "transfer"),
        (PRESETS["pengalihan"], 2, "transfer"),
        (PRESETS["durak_online"], 2, "classic"),
        (PRESETS["pagat"], 2, "classic"),
        (PRESETS["blitz"], 2, None),
        (PRESETS["classic"], 3, None),
        (Rules(transfer="show"), 2, None),
        (Rules(trump_six_swap=True), 2, None),
        (Rules(throw_on_take=False), 2, None),
    ],
)
def test_which_net_serves_which_rules(rules: Rules, seats: int, name: str | None) -> None:
    assert file_for(rules, seats) == name


def test_where_no_net_serves_there_is_no_judgement() -> None:
    game = new_game(PRESETS["blitz"], bytes(32), [b""] * 2, 2)
    assert probabilities(memory_view(game, Seat(0))) is None


def test_moves_that_end_the_game_are_known_for_certain() -> None:
    net, certain, judged = Net(content_of(), "test"), 0, 0
    for seed in range(4):
        for _, view in decisions(Rules(), seed):
            found, after = net.probabilities(view), prospects(view)
            assert found.keys() == after.keys()
            assert all(0 <= chance <= 1 for chance in found.values())
            certain += sum(found[move] == it for move, it in after.items() if isinstance(it, float))
            judged += sum(isinstance(it, Afterstate) for it in after.values())
    assert certain
    assert judged
