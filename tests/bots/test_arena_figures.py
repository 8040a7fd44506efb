"""Catches: intervals and ratings that are too sure or not sure enough, or that lie about who is better."""

from math import log10, sqrt
from random import Random

import pytest

from durak import PRESETS
from durak.arena.figures import match_figures, percentile, rated_tables
from durak.arena.game import Fault
from durak.arena.intervals import Estimate, of_mean, of_ratio
from durak.arena.match import DealResult, Match, NamedFault, Tally
from durak.arena.ratings import Meetings, Rating, Total, ratings, weights


def bounds(found: Estimate | None) -> tuple[float, float]:
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


# Intervals


def test_forty_of_a_hundred_is_forty_percent_give_or_take_ten() -> None:
    """The textbook's interval: p ± 1.96 √(p(1-p)/n), with n-1 for an estimated deviation."""
    found = of_mean([1.0] * 40 + [0.0] * 60)
    reach = 1.959964 * sqrt(0.4 * 0.6 / 99)
    assert found.value == pytest.approx(0.4)
    assert bounds(found) == pytest.approx((0.4 - reach, 0.4 + reach))
    assert bounds(found) == pytest.approx((0.3035, 0.4965), abs=1e-4)


def test_a_ratio_of_equal_wholes_is_a_mean() -> None:
    parts = [0.0, 1.0, 2.0, 1.0, 0.0, 2.0, 1.0]
    ratio, mean = of_ratio(parts, [2.0] * 7), of_mean([part / 2 for part in parts])
    assert ratio is not None
    assert ratio.value == pytest.approx(mean.value)
    assert bounds(ratio) == pytest.approx(bounds(mean))


def test_what_is_lost_in_proportion_to_what_is_decided_has_a_sure_ratio() -> None:
    assert bounds(of_ratio([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])) == pytest.approx((0.5, 0.5))


def test_the_interval_holds_the_truth_19_times_in_20() -> None:
    """Deals whose two games are alike: an interval that took them for two would hold it 5 times in 6."""
    dice, held, truth = Random(3), 0, 0.3
    for _ in range(600):
        low, high = bounds(of_mean([float(dice.random() < truth) for _ in range(200)]))
        held += low <= truth <= high
    assert 0.92 < held / 600 < 0.975


def test_who_never_lost_may_still_lose_now_and_then() -> None:
    low, high = bounds(of_mean([0.0] * 100))
    assert (low, high) == pytest.approx((0.0, 0.0362), abs=1e-4)
    assert bounds(of_mean([1.0] * 100)) == pytest.approx((1 - high, 1.0))
    assert bounds(of_mean([0.5] * 100)) == (0.5, 0.5)


def test_one_deal_says_nothing_of_its_error_and_none_says_nothing() -> None:
    assert of_mean([0.5]) == Estimate(0.5, None, None)
    assert of_ratio([1.0], [2.0]) == Estimate(0.5, None, None)
    assert of_ratio([0.0, 0.0], [0.0, 0.0]) is None
    with pytest.raises(ValueError, match="no part"):
        of_mean([])


def test_percentiles_are_values_that_were_seen() -> None:
    assert percentile([float(value) for value in range(1, 101)], 95) == 95.0
    assert percentile([1.0, 2.0, 3.0], 95) == 3.0
    assert percentile([7.0], 95) == 7.0
    assert percentile([], 95) == 0.0


# Results

DEUTSCH = Match(PRESETS["deutsch"], ("a", "b", "c"), deals=30, seed=0)


def result(number: int, lost: dict[str, int]) -> DealResult:
    """One deal in which each bot lost so many of its three games, and a did something wrong once."""
    tallies = {name: Tally(games=3, loss=count / 3, losses=count) for name, count in lost.items()}
    fault = NamedFault("a", number, 0, Fault("illegal", "0:pass", 0, 1))
    return DealResult(number, tallies, decided=3, capped=0, faults=(fault,))


def test_results_may_come_in_any_order() -> None:
    results = [result(number, {"a": number % 4, "b": 1, "c": 2}) for number in range(30)]
    assert match_figures(DEUTSCH, results[::-1]) == match_figures(DEUTSCH, results)
    assert [fault.deal for fault in match_figures(DEUTSCH, results[::-1]).faults] == list(range(10))


def test_who_wins_alone_is_rated_above_who_wins_with_another() -> None:
    """Where the first one out wins: half the games a alone won, half of them b and c won together."""
    alone, together = {"a": 0, "b": 3, "c": 3}, {"a": 3, "b": 0, "c": 0}
    results = [result(number, alone if number % 2 else together) for number in range(2000)]
    (table,) = rated_tables({DEUTSCH: results}, "c", seed=0)
    points = {rating.name: rating.points for rating in table.bots}
    assert points == pytest.approx({"a": 400 * log10(2), "b": 0, "c": 0}, abs=0.2)


# Ratings


def points(totals: list[Total], name: str, other: str) -> float:
    found = weights(totals)
    return -400 * log10(found[name] / found[other])


def pair(one: str, lost: float, other: str, of: float) -> Total:
    return Total({one: 1, other: 1}, of, {one: lost, other: of - lost})


def test_three_to_one_is_191_points() -> None:
    assert points([pair("a", 25_000, "b", 100_000)], "a", "b") == pytest.approx(400 * log10(3), abs=0.1)


def test_points_add_up_along_a_chain() -> None:
    """2 to 1 and 3 to 1 are 6 to 1, though the two ends never met."""
    met = [pair("a", 40_000, "b", 120_000), pair("b", 30_000, "c", 120_000)]
    assert points(met, "a", "c") == pytest.approx(400 * log10(6), abs=0.1)


def test_a_circle_of_three_equals_is_level() -> None:
    """Scissors, paper, stone: each wins two of three against the next."""
    met = [pair("a", 1000, "b", 3000), pair("b", 1000, "c", 3000), pair("c", 1000, "a", 3000)]
    assert points(met, "a", "b") == pytest.approx(0, abs=0.1)


def test_one_among_three_who_is_durak_in_a_tenth_of_the_games_is_worth_three_of_them() -> None:
    table = Total({"a": 1, "b": 3}, 100_000, {"a": 10_000, "b": 90_000})
    assert points([table], "a", "b") == pytest.approx(400 * log10(3), abs=0.1)


def test_who_never_loses_has_a_rating_all_the_same() -> None:
    assert points([pair("a", 0, "b", 99)], "a", "b") == pytest.approx(400 * log10(99.5 / 0.5))


def rated(deals: int, lost: float, is_good: bool = False) -> list[Rating]:
    """Rate a against b, who meet twice on each deal."""
    dice = Random(5)
    picked = [float((dice.random() < lost) + (dice.random() < lost)) for _ in range(deals)]
    met = Meetings({"a": 1, "b": 1}, [2.0] * deals, {"a": picked, "b": [2 - count for count in picked]})
    return ratings([met], "b", is_good, seed=1)


def test_the_best_comes_first_and_the_anchor_has_no_points() -> None:
    first, second = rated(400, 0.25)
    assert (first.name, second) == ("a", Rating("b", 0.0, 0.0, 0.0))
    assert first.low < 400 * log10(3) < first.high
    assert [rating.name for rating in rated(400, 0.25, is_good=True)] == ["b", "a"]


def test_four_times_the_deals_halve_the_interval() -> None:
    wide, narrow = (rated(deals, 0.4) for deals in (200, 800))
    widths = [next(r.high - r.low for r in found if r.name == "a") for found in (wide, narrow)]
    assert 1.6 < widths[0] / widths[1] < 2.5


def test_the_intervals_of_a_seed_are_always_the_same() -> None:
    assert rated(50, 0.4) == rated(50, 0.4)


def test_a_deal_that_one_line_up_has_not_played_yet_counts_for_the_others() -> None:
    long = Meetings({"a": 1, "b": 1}, [2.0] * 40, {"a": [0.0, 1.0] * 20, "b": [2.0, 1.0] * 20})
    short = Meetings({"b": 1, "c": 1}, [2.0, 0.0, 2.0], {"b": [1.0, 0.0, 0.0], "c": [1.0, 0.0, 2.0]})
    assert [rating.name for rating in ratings([long, short], "c", is_good=False, seed=1)] == ["a", "b", "c"]
