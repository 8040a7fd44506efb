"""Reports 20 to 23 of the collected bug reports, those that concern bots: on their own small inputs, and over
games of all levels. Catches a bot that goes round for ever, never defends, is asked without a card, or wastes
its trumps.

Seats A, B, C are 0 to 2, diamonds are trumps. How a room ends what goes round: `tests/rooms/test_drawn.py`.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

from durak import (
    PRESETS,
    Attack,
    Defend,
    Phase,
    Rank,
    Rules,
    Seat,
    State,
    Take,
    View,
    apply,
    encode_action,
    legal_actions,
    memory_view,
    parse_action,
    parse_position,
    public_waiting,
)
from durak.arena.deals import Deal
from durak.arena.game import play
from durak.bots import BOTS, LADDER
from durak.bots.thinking import ThinkingBot
from durak.cards import DECKS
from durak.terminal.play import MOST_BOUTS, next_to_act
from tests.bots.company import Choice, choices, company, in_a_hurry
from tests.bots.taker import Taker, going_round
from tests.bots.test_bots import loss

GAMES = 120
"""Of so many, in mixed company, statistics are made."""

ASKED = dict.fromkeys(LADDER, 60) | {"counter": 20, "sharp": 20, "master": 3}
"""How often a level is asked about one position, each time with other dice."""

WITH_CARE = sorted(BOTS.keys() - {"random"})


def early(text: str) -> str:
    """Return a position at the beginning of a game, with all the cards that it does not name in the stock."""
    named = re.findall("[6-9TJQKA][SHDC]", text)
    rest = [card.text for card in DECKS[36] if card.text not in named]
    return f"trump=D bout=2 stock={','.join(sorted(rest, key=lambda card: card[1] == 'D'))} {text}"


def done(level: str, position: str, seat: int) -> Counter[str]:
    """Return what a level does in a position, and how often, of 1 in all."""
    view, asked = memory_view(parse_position(position), Seat(seat)), ASKED[level]
    found = Counter(encode_action(BOTS[level].choose(view, Random(roll))) for roll in range(asked))
    return Counter({action: count / asked for action, count in found.items()})


@cache
def all_choices() -> tuple[Choice, ...]:
    return tuple(choice for seed in range(GAMES) for choice in choices(company(seed)))


def shares(counts: Callable[[Choice], bool | None]) -> dict[str, tuple[float, int]]:
    """Return by level the share of choices of which it is true, and of how many; None counts for nothing."""
    found: dict[str, Counter[bool]] = {level: Counter() for level in BOTS}
    for choice in all_choices():
        is_so = counts(choice)
        if is_so is not None:
            assert choice.view.viewer is not None
            found[choice.company.levels[choice.view.viewer]][is_so] += 1
    return {level: (tally[True] / tally.total(), tally.total()) for level, tally in found.items()}


# 20: bots repeat the same position for ever


@dataclass(frozen=True)
class Given(Deal):
    """A deal that is a position."""

    position: str = ""

    def dealt(self, rules: Rules, seats: int) -> State:  # noqa: ARG002  # the position says so
        return parse_position(self.position)


def test_case_20_a_game_that_goes_round_is_cut_after_two_hundred_bouts_and_is_a_draw() -> None:
    bots, state, sizes = [Taker()] * 3, parse_position(going_round()), []
    while state.bout < 9 + 3:
        state = apply(state, bots[0].choose(memory_view(state, next_to_act(state)), Random(0)))
        sizes.append([len(hand) for hand in state.hands])
    assert sizes[-1] == [3, 3, 3], "hand sizes are back where they were"
    found = play(PRESETS["classic"], Given(0, 0, going_round()), bots, lambda: 0.0)
    assert found.is_capped
    assert found.values == (0.5, 0.5, 0.5)
    assert not found.faults


@pytest.mark.parametrize("level", BOTS)
def test_case_20_no_level_goes_round_there(level: str) -> None:
    for number in range(20):
        found = play(
            PRESETS["classic"], Given(0, number, going_round()), [in_a_hurry(level)] * 3, lambda: 0.0
        )
        assert not found.is_capped, f"dice of deal {number}"
        assert found.values != (0.5, 0.5, 0.5) or level == "random"


def test_case_20_games_in_mixed_company_are_far_from_the_limit() -> None:
    last = Counter({choice.company.seed: choice.state.bout for choice in all_choices()})
    assert len(last) == GAMES
    assert max(last.values()) < MOST_BOUTS / 2


# 21: a bot always takes, never defends

COVERS = [
    (early("hands=KH,QC,JS,JH,TS,9C|8S,9H,TC,KD,6D main=0 def=1 table=7S/-"), {"1:D:7S/8S"}),
    (early("hands=KH,QC,JS,TS|8C,9C,QH,AH,QD,AD main=0 def=1 table=7C/-"), {"1:D:7C/8C", "1:D:7C/9C"}),
    (early("hands=KH,QC,JS,TS,9C|JH,6H,8H,TC,QD,7D main=0 def=1 table=7C/-"), {"1:D:7C/TC"}),
]


@pytest.mark.parametrize("level", LADDER)
@pytest.mark.parametrize(("position", "right"), COVERS)
def test_case_21_what_is_cheaply_covered_is_covered(level: str, position: str, right: set[str]) -> None:
    found = done(level, position, 1)
    assert sum(found[action] for action in right) > 0.8, found
    assert found["1:take"] < 0.1


def test_case_21_each_level_defends_and_each_takes() -> None:
    def takes(choice: Choice) -> bool | None:
        view = choice.view
        is_asked = view.viewer == view.defender and view.phase is Phase.DEFENCE
        return isinstance(choice.action, Take) if is_asked else None

    for level, (share, count) in shares(takes).items():
        assert count > 100
        assert 0.05 < share < 0.6, f"{level} takes {share:.0%} of {count}"


def test_case_21_a_cheap_cover_is_seldom_left_unused() -> None:
    """One card to beat, in the hand a plain card up to a jack that does, and cards to draw."""

    def gives_up(choice: Choice) -> bool | None:
        view = choice.view
        if not view.stock or [pair.cover for pair in view.table].count(None) != 1:
            return None
        cheap = [
            one for one in choice.offers if isinstance(one, Defend) and is_low(view, one.card.text, Rank.JACK)
        ]
        return isinstance(choice.action, Take) if cheap else None

    found = shares(gives_up)
    for level in WITH_CARE:
        share, count = found[level]
        assert count > 20
        assert share < 0.2, f"{level} takes {share:.0%} of {count}"


# 22: a bot without cards keeps getting the turn


@pytest.mark.parametrize("level", BOTS)
def test_case_22_who_has_played_the_last_card_is_never_asked_again(level: str) -> None:
    position = parse_position("trump=D hands=7S|8S,9S,TC,KC|7H,QC,QH main=0 def=1 bout=9")
    state = apply(position, parse_action("0:A:7S"))
    assert legal_actions(state, Seat(0)) == ()
    assert legal_actions(state, Seat(2)), "C may throw in"
    bots, rng = [in_a_hurry(level)] * 3, Random(1)
    while state.outcome is None:
        assert 0 not in public_waiting(state)
        seat = next_to_act(state)
        state = apply(state, bots[seat].choose(memory_view(state, seat), rng))
        assert state.bout < MOST_BOUTS
    assert state.out[0] == 0
    assert 0 not in state.outcome.seats


def test_case_22_whoever_is_asked_has_cards() -> None:
    for choice in all_choices():
        assert choice.view.hand
        assert choice.view.viewer in choice.view.waiting


# 23: a bot throws away its best trumps


def is_low(view: View, card: str, most: Rank) -> bool:
    """Tell whether a card is plain and at most of this rank."""
    return next(one.suit is not view.trump and one.rank <= most for one in DECKS[52] if one.text == card)


OPENINGS = [
    (early("hands=6S,9H,AD,KD,QC,7C|KH,QS,JS,JH,TS,9C main=0 def=1"), ("6S", "7C", "9H")),
    (early("hands=6S,8H,AD,QD,JD,KC|KH,QS,JS,JH,TS,9C main=0 def=1"), ("6S", "8H")),
    (early("hands=7S,8S,9C,KD,6D,QH|KH,QS,JS,JH,TS,KC main=0 def=1"), ("7S", "8S", "9C")),
]


@pytest.mark.parametrize("level", LADDER)
@pytest.mark.parametrize(("position", "low"), OPENINGS)
def test_case_23_while_cards_are_drawn_a_low_plain_card_opens(
    level: str, position: str, low: tuple[str, ...]
) -> None:
    found = done(level, position, 0)
    assert sum(found[f"0:A:{card}"] for card in low) > 0.8, found
    assert not any("D" in action.partition(":A:")[2] for action in found), "no trump"


def test_case_23_high_trumps_open_no_bout_while_there_is_something_low() -> None:
    def wastes(choice: Choice) -> bool | None:
        view, action = choice.view, choice.action
        if view.phase is not Phase.OPEN or not view.stock or not isinstance(action, Attack):
            return None
        high = {card for card in view.hand if card.suit is view.trump and card.rank >= Rank.JACK}
        if not high or not any(is_low(view, card.text, Rank.TEN) for card in view.hand):
            return None
        return not high.isdisjoint(action.cards)

    found = shares(wastes)
    for level in WITH_CARE:
        share, count = found[level]
        assert count > 20
        assert share < 0.1, f"{level} opens so {share:.0%} of {count} bouts"


@pytest.mark.parametrize(("known", "right"), [("TS,QS", "6H"), ("TH,QH", "6S")])
def test_case_23_the_hardest_level_does_not_lead_what_is_known_to_be_beaten(known: str, right: str) -> None:
    """B took two cards of a suit for all to see; of two sixes A leads the other one."""
    position = f"trump=D bout=9 hands=6S,6H,AC|{known},8C|9C,KC,KS known=-|{known}|- main=0 def=1"
    assert done("master", position, 0)[f"0:A:{right}"] > 0.6


@pytest.mark.parametrize("level", LADDER)
def test_case_23_each_level_beats_whoever_plays_at_random(level: str) -> None:
    deals = 25 if isinstance(BOTS[level], ThinkingBot) else 100
    lost = loss(PRESETS["classic"], in_a_hurry(level), BOTS["random"], deals)
    assert lost < 0.2, f"lost {lost:.0%} of {2 * deals} games, deals from seed 0 on"
