"""Catches a deal to learn from that teaches nothing any more: by other bots, other rules, another coach."""

from collections.abc import Iterator

import pytest

from tools.first_deals.__main__ import BOUTS, PACES, PAIRS, robustness
from tools.first_deals.coach import Coach
from tools.first_deals.lesson import LESSONS, Pace, obedient, play
from web.rooms.first_game import FIRST_DEALS


@pytest.fixture(scope="module")
def coach() -> Iterator[Coach]:
    with Coach() as coach:
        yield coach


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("secret", FIRST_DEALS, ids=lambda secret: secret.hex()[:6])
def test_whoever_does_what_the_coach_says_soon_does_everything(
    coach: Coach, secret: bytes, pace: Pace
) -> None:
    learned = play(secret, obedient(coach), pace, BOUTS)
    assert learned.did.keys() == set(LESSONS), learned
    assert max(learned.did.values()) <= BOUTS
    assert learned.pairs <= PAIRS
    assert all(learned.could[lesson] <= bout for lesson, bout in learned.did.items())


@pytest.mark.parametrize("secret", FIRST_DEALS, ids=lambda secret: secret.hex()[:6])
def test_who_is_headstrong_mostly_comes_to_it_too(coach: Coach, secret: bytes) -> None:
    assert robustness(coach, secret) > 0.85


def test_a_deal_by_lot_would_not_do(coach: Coach) -> None:
    """Otherwise these tests could not fail."""
    by_lot = [play(bytes([number] * 32), obedient(coach), "slow", BOUTS) for number in range(20)]
    assert sum(learned.bouts is not None for learned in by_lot) < 10
