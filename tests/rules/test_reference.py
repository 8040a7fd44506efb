"""Catches: an engine that plays by other rules than written, in whatever corner.

A second implementation, plain and slow, was written from the rules page alone (`reference/`); here both play
the same random games.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from durak import OPTIONS, PRESETS, Rules, encode_position, encode_rules, new_game
from durak.errors import REFUSALS
from tests.rules.reference import text
from tests.rules.reference.beside import Disagreement, Tally, compare, compare_game
from tests.rules.reference.deal import Chance, dealt, hands_of, is_void
from tests.rules.reference.options import CLASSIC, rules_text
from tests.rules.reference.options import LEAST as PLAIN_LEAST
from tests.rules.reference.options import OPTIONS as PLAIN_OPTIONS
from tests.rules.reference.options import PRESETS as PLAIN_PRESETS
from tests.rules.reference.options import Rules as PlainRules
from tests.rules.reference.setups import Setup, drawn_rules
from tests.rules.reference.text import position_text

# The games are played once, by whichever worker has these tests.
pytestmark = pytest.mark.xdist_group("reference")

GAMES = 500
RARE_GAMES = 100
SALTS = (b"", b"a", b"bc", b"", b"")


@pytest.fixture(scope="module")
def tally() -> Tally:
    """All the games that are compared here; a Disagreement prints all that it takes to see it again."""
    tally = compare(GAMES)
    rules = {**CLASSIC, "transfer": "show", "trump_six_swap": True}
    for seed in range(RARE_GAMES):
        compare_game(Setup(seed, rules, 2, seed.to_bytes(32, "big"), SALTS[:2]), tally)
    return tally


def test_engine_and_reference_agree_at_every_step(tally: Tally) -> None:
    assert tally.games == GAMES + RARE_GAMES
    assert tally.steps > 50 * tally.games


def test_every_kind_of_action_and_of_end_came_up(tally: Tally) -> None:
    for kind in ("A", "D", "T", "S", "take", "pass", "swap"):
        assert tally.actions[kind] > 20, kind
    assert tally.ends["durak"] > 100
    assert tally.ends["winner"] > 50
    assert tally.ends["draw"] > 1
    assert tally.ends["cut"] < tally.games / 20


def test_every_refusal_of_an_action_came_up(tally: Tally) -> None:
    of_setups = {"bad_option", "deck_too_small", "first_cap_above_limit"}
    assert set(REFUSALS) - of_setups == set(tally.refusals) - {"legal"}


def test_every_value_of_every_option_came_up(tally: Tally) -> None:
    for name, values in PLAIN_OPTIONS.items():
        seen = Counter(rules[name] for rules in tally.rules)
        assert min(seen[value] for value in values) > 20, name
    assert all(preset in tally.rules for preset in PLAIN_PRESETS.values())


def test_the_options_and_presets_are_the_same() -> None:
    assert {name: list(option.values) for name, option in OPTIONS.items()} == PLAIN_OPTIONS
    assert {name: option.least for name, option in OPTIONS.items() if option.least} == PLAIN_LEAST
    assert {name: Rules(**rules) for name, rules in PLAIN_PRESETS.items()} == PRESETS
    rng = Random(1)
    for rules in (*PLAIN_PRESETS.values(), *(drawn_rules(rng) for _ in range(300))):
        assert rules_text(rules) == encode_rules(Rules(**rules))


@pytest.mark.parametrize("redeal", ["five_suit", "one_colour"])
@pytest.mark.parametrize("deck", [24, 36, 52])
def test_void_deals_are_dealt_again(redeal: str, deck: int) -> None:
    void = 0
    for number in range(300):
        rules = {**CLASSIC, "redeal": redeal, "deck": deck}
        secret = number.to_bytes(32, "big")
        state = new_game(Rules(**rules), secret, SALTS[:3], 3)
        assert encode_position(state) == position_text(dealt(rules, 3, Chance(secret, SALTS[:3])))
        void += is_void(rules, hands_of(Chance(secret, SALTS[:3]).shuffled(deck), 3))
    assert void > 2


@pytest.mark.parametrize("no_trump_first", ["random", "lowest_card", "first_seat"])
def test_who_opens_where_nobody_holds_a_trump(no_trump_first: str) -> None:
    trumpless = 0
    for number in range(1000):
        rules, salts = {**CLASSIC, "no_trump_first": no_trump_first}, SALTS[:2]
        secret = number.to_bytes(32, "big")
        game = dealt(rules, 2, Chance(secret, salts))
        if not any(card[1] == game.trump for hand in game.hands for card in hand):
            trumpless += 1
            assert encode_position(new_game(Rules(**rules), secret, salts, 2)) == position_text(game)
    assert trumpless > 5


OTHERWISE = [
    ({}, {"transfer": "on"}),
    ({"transfer": "on"}, {"transfer": "show"}),
    ({}, {"throw_in": "neighbours"}),
    ({"throw_in": "neighbours"}, {"throw_in": "attacker_only"}),
    ({}, {"throw_timing": "after_beaten"}),
    ({}, {"throw_priority": "attacker_first"}),
    ({}, {"throw_on_take": False}),
    ({}, {"open_multi": False}),
    ({}, {"attack_limit": 5}),
    ({}, {"attack_limit": None}),
    ({}, {"first_cap": None}),
    ({}, {"first_cap": 4}),
    ({}, {"first_cap_scope": "until_first_discard"}),
    ({}, {"refill": "join_order"}),
    ({"transfer": "on"}, {"refill": "opener_clockwise"}),
    ({"transfer": "on", "refill": "join_order"}, {"refill": "opener_clockwise"}),
    ({}, {"end": "first_out"}),
    ({}, {"next_deal_first": "under_durak"}),
    ({"next_deal_first": "under_durak"}, {"next_deal_first": "from_durak"}),
    ({}, {"draw": False}),
    ({}, {"first_attacker": "random"}),
    ({"transfer": "on"}, {"transfer_first_bout": False}),
    ({"transfer": "on"}, {"transfer_max_chain": 1}),
    ({}, {"low_trump_beats_ace": True}),
    ({}, {"trump_six_swap": True}),
]
"""Rules, and how others differ from them."""


@pytest.mark.parametrize(("usual", "other"), OTHERWISE, ids=str)
def test_a_reference_with_other_rules_does_not_agree(
    usual: Mapping[str, Any], other: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every option is compared by what it does, not by its name: the text of the rules is held equal."""
    engine_rules = {**CLASSIC, **usual}
    monkeypatch.setattr(text, "rules_text", lambda _: rules_text(engine_rules))
    with pytest.raises(Disagreement):
        play_unlike(engine_rules, {**engine_rules, **other})


def play_unlike(engine_rules: PlainRules, reference_rules: PlainRules) -> None:
    """Let the two play by different rules."""
    for seed in range(400):
        seats = 2 + seed % 4
        secret, vanishing = seed.to_bytes(32, "big"), seed % 8 > 3
        setup = Setup(seed, engine_rules, seats, secret, SALTS[:seats], vanishing=vanishing)
        compare_game(setup, Tally(), reference_rules)
