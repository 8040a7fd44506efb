"""Catches: a level that cannot do something which the rules allow, or whose mistakes are silly: people make
theirs between things that cost nearly the same.
"""

from collections.abc import Iterator
from itertools import count

import pytest

from durak import Action, Attack, Phase, Transfer, View, parse_rules
from durak.bots import BOTS, LADDER
from durak.bots.sense import NEVER, SensibleBot
from tests.bots.company import Choice, Company, choices

RULES = {
    "T2V1": {"open", "throw in", "feed", "defend", "transfer", "show", "swap", "take", "pass"},
    "K1": {"open", "open with several", "throw in", "defend", "take", "pass"},
}
"""What there is to do, with transfers by showing and the swap, and where nothing goes along with a take."""

MOST_GAMES = 200
HASTY = ("relaxed", "casual")


def kind_of(view: View, action: Action) -> str:
    """Return what sort of thing is done."""
    match action:
        case Attack(_, cards) if view.phase is Phase.OPEN:
            return "open" if len(cards) == 1 else "open with several"
        case Attack():
            return "feed" if view.phase is Phase.TAKING else "throw in"
        case Transfer(_, _, show):
            return "show" if show else "transfer"
        case _:
            return type(action).__name__.lower()


def games_of(level: str, rules: str) -> Iterator[Choice]:
    """Yield what a level does in game after game among its like, without end."""
    for seed in count():
        yield from choices(Company(seed, parse_rules(rules), (level,) * (2 + seed % 3)))


@pytest.mark.parametrize("level", LADDER)
@pytest.mark.parametrize("rules", RULES)
def test_each_level_does_every_kind_of_thing(level: str, rules: str) -> None:
    missing = set(RULES[rules])
    for choice in games_of(level, rules):
        missing.discard(kind_of(choice.view, choice.action))
        if not missing:
            return
        assert choice.company.seed < MOST_GAMES, f"{level} never does {missing}"


@pytest.mark.parametrize("level", HASTY)
def test_who_plays_for_fun_opens_with_a_pair_now_and_then(level: str) -> None:
    pairs = [choice for choice in some(level, "classic", 40) if choice.view.sets]
    at_once = sum(len(choice.action.cards) > 1 for choice in pairs if isinstance(choice.action, Attack))
    assert 0.1 < at_once / len(pairs) < 0.6


def some(level: str, rules: str, games: int) -> Iterator[Choice]:
    """Yield what a level does in so many games."""
    for choice in games_of(level, rules):
        if choice.company.seed == games:
            return
        yield choice


def sensible(level: str) -> SensibleBot:
    bot = BOTS[level]
    assert isinstance(bot, SensibleBot)
    return bot


def losses(choice: Choice, bot: SensibleBot) -> tuple[float, float]:
    """Return how much dearer a choice was than the best, and how much the worst would have been, in ranks."""
    prices = bot.prices(choice.view, [choice.action, *choice.offers, *choice.view.sets])
    return prices[0] - min(prices), max(prices) - min(prices)


@pytest.mark.parametrize("rules", ["classic", "transfer", "T2V1", "K1"])
@pytest.mark.parametrize("level", HASTY)
def test_mistakes_are_small_ones_and_there_are_some(level: str, rules: str) -> None:
    bot = sensible(level)
    found = [losses(choice, bot) for choice in some(level, rules, 60)]
    free = [(lost, most) for lost, most in found if most]
    assert len(free) > 1000
    assert not any(lost > NEVER / 2 for lost, _ in free), (
        "what makes no sense is not done while there is sense"
    )
    assert sum(most > NEVER / 2 for _, most in free) > 100, "it could have been done"
    near = sum(lost <= 3 for lost, _ in free)
    assert near > 0.95 * len(free)
    assert sum(lost > 0 for lost, _ in free) > 0.03 * len(free)


def test_the_lowest_level_errs_more_than_the_next_and_that_one_more_than_the_third() -> None:
    means = []
    for level in LADDER[:3]:
        found = [losses(choice, sensible("steady"))[0] for choice in some(level, "classic", 60)]
        means.append(sum(min(lost, 30) for lost in found) / len(found))
    assert means == sorted(means, reverse=True)
    assert means[0] > 1.2 * means[1] > means[2] == 0
