"""Catches: an arena that is unfair, that a bad bot can stop, or whose figures depend on the machine."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

import pytest

from durak import (
    PRESETS,
    Action,
    Attack,
    Outcome,
    Rules,
    Seat,
    View,
    most_seats,
)
from durak.arena.deals import Deal
from durak.arena.figures import MatchFigures, match_figures, rated_tables
from durak.arena.game import Played, play, values_of
from durak.arena.match import Match, play_deal
from durak.arena.schedule import among
from durak.bots import BOTS, STAND_IN, Bot
from durak.cards import Cards

CLASSIC = PRESETS["classic"]


@dataclass
class Own:
    """A bot of a test: what `choose` returns, or raises; it tells how many games it played out."""

    level: str
    chooses: Callable[[View, Random], Action]
    played_out: int = 0

    def choose(self, view: View, rng: Random) -> Action:
        self.played_out += 7
        return self.chooses(view, rng)


def ticking() -> Callable[[], float]:
    """Return a clock that is a millisecond later whenever it is asked."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001
        return now

    return clock


def figures(match: Match, bots: dict[str, Bot]) -> MatchFigures:
    return match_figures(match, [play_deal(match, deal, bots, ticking()) for deal in range(match.deals)])


def played(bots: list[Bot], number: int = 0, rules: Rules = CLASSIC) -> Played:
    return play(rules, Deal(1, number), bots, ticking())


# Deals


def test_a_deal_is_the_same_on_every_machine() -> None:
    hands = [",".join(map(str, hand)) for hand in Deal(1, 0).dealt(CLASSIC, 2).hands]
    assert hands == ["6S,7C,TH,JS,QD,KC", "6D,7H,7D,TS,TC,AD"]
    assert [Deal(1, 0).dice(seat).randrange(1000) for seat in (0, 1)] == [562, 691]


def test_deals_and_dice_differ() -> None:
    hands = {Deal(seed, number).dealt(CLASSIC, 2).hands for seed in range(3) for number in range(3)}
    assert len(hands) == 9
    assert len({Deal(0, number).dice(seat).random() for number in range(3) for seat in range(3)}) == 9


# Fairness


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_everybody_sits_everywhere_once(seats: int) -> None:
    names = tuple("abcdef"[:seats])
    match = Match(CLASSIC, names, 1, 0)
    places = Counter((name, seat) for turn in range(seats) for seat, name in enumerate(match.seated(turn)))
    assert set(places.values()) == {1}
    assert len(places) == seats * seats


@pytest.mark.parametrize("preset", ["classic", "deutsch"])
def test_a_bot_against_itself_is_exactly_even(preset: str) -> None:
    """On every deal, not only on average: cards, seat and dice go with the chair."""
    twins = {"a": BOTS["random"], "b": BOTS["random"]}
    match = Match(PRESETS[preset], ("a", "b"), 12, 4)
    for bot in figures(match, twins).bots:
        assert (bot.loss_score.low, bot.loss_score.value, bot.loss_score.high) == (0.5, 0.5, 0.5)
        assert 0 < bot.losses <= 12


def test_twins_at_a_table_of_three_lose_a_third_each() -> None:
    found = figures(Match(CLASSIC, ("a", "b", "c"), 10, 4), dict.fromkeys("abc", BOTS["random"]))
    assert all(3 * bot.losses + bot.draws == found.games == 30 for bot in found.bots)
    assert all(bot.share is not None and bot.share.value == pytest.approx(1 / 3) for bot in found.bots)
    assert found.bots[0].fair_share == pytest.approx(1 / 3)


def test_the_better_bot_is_found_out() -> None:
    match = Match(CLASSIC, ("careful", "random"), 30, 0)
    better, worse = figures(match, dict(BOTS)).bots
    assert better.loss_score.high is not None
    assert better.loss_score.high < 0.2
    assert better.loss_score.value + worse.loss_score.value == pytest.approx(1)
    assert better.share is not None
    assert better.share.value < 0.1


def test_one_among_three_has_a_seat_and_they_have_three() -> None:
    match = Match(PRESETS["transfer"], among("careful", "random", 4), 5, 0)
    one, three = figures(match, dict(BOTS)).bots
    assert (one.seats, one.games, three.seats, three.games) == (1, 20, 3, 60)
    assert one.losses + three.losses + one.draws == 20
    assert one.share is not None
    assert three.share is not None
    assert one.share.value + 3 * three.share.value == pytest.approx(1)
    (table,) = rated_tables({match: [play_deal(match, 0, dict(BOTS), ticking())]}, "random", 0)
    assert [rating.name for rating in table.bots] == ["careful", "random"]


@pytest.mark.parametrize(
    ("ended", "values"),
    [
        (Outcome("durak", (Seat(1),)), (1, 0, 1)),
        (Outcome("winner", (Seat(1),)), (0, 1, 0)),
        (Outcome("winner", (Seat(1), Seat(0))), (1, 1, 0)),
        (Outcome("winner", (Seat(1), Seat(0), Seat(2))), (0.5, 0.5, 0.5)),
        (Outcome("draw"), (0.5, 0.5, 0.5)),
        (None, (0.5, 0.5, 0.5)),
    ],
)
def test_what_an_end_is_worth(ended: Outcome | None, values: tuple[float, ...]) -> None:
    assert values_of(ended, 3) == values


# Any rules


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_and_size_is_played_without_a_fault(preset: str) -> None:
    for seats in range(2, most_seats(PRESETS[preset]) + 1):
        found = figures(Match(PRESETS[preset], among("careful", "random", seats), 1, 9), dict(BOTS))
        assert (found.games, found.faults, found.capped) == (seats, (), 0)


def test_a_game_without_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak.arena.game.MOST_BOUTS", 2)
    found = figures(Match(CLASSIC, ("careful", "random"), 5, 0), dict(BOTS))
    assert found.capped == found.bots[0].draws == 10
    assert found.bots[0].loss_score.value == 0.5
    assert (found.bots[0].share, found.bots[0].fair_share) == (None, None)


# Bad bots


def fine(view: View, rng: Random) -> Action:
    return BOTS[STAND_IN].choose(view, rng)


def raising(view: View, rng: Random) -> Action:
    raise ZeroDivisionError("a hand of nothing")


def leaving(view: View, rng: Random) -> Action:
    raise SystemExit(3)


def silent(view: View, rng: Random) -> object:
    return None


def speaking(view: View, rng: Random) -> object:
    return "pass"


def foreign(view: View, rng: Random) -> object:
    """What its neighbour might do."""
    assert view.viewer is not None
    return Attack(Seat(1 - view.viewer), view.hand[:1])


def forged(view: View, rng: Random) -> object:
    assert view.viewer is not None
    return Attack(view.viewer, cast(Cards, ("7S",)))


def greedy(view: View, rng: Random) -> object:
    assert view.viewer is not None
    return Attack(view.viewer, view.hand)


BAD: list[tuple[Callable[[View, Random], object], str, str]] = [
    (raising, "exception", "ZeroDivisionError: a hand of nothing (test_arena.py, line "),
    (leaving, "exception", "SystemExit: 3 (test_arena.py, line "),
    (silent, "illegal", "None, which is no action"),
    (speaking, "illegal", "str, which is no action"),
    (foreign, "illegal", ": not its own seat"),
    (forged, "illegal", "Attack, which is no action"),
    (greedy, "illegal", ": defender_cannot_throw"),
]


@pytest.mark.parametrize(("chooses", "kind", "says"), BAD)
def test_a_bad_bot_is_counted_and_named_and_loses_nothing_else(
    chooses: Callable[[View, Random], Action], kind: str, says: str
) -> None:
    """Its first choice of every game is bad: so it plays as the stand-in would."""
    games: list[Random] = []  # by the dice: every game has its own

    def spoilt(view: View, rng: Random) -> Action:
        if any(rng is dice for dice in games):
            return fine(view, rng)
        games.append(rng)
        return chooses(view, rng)

    match = Match(CLASSIC, ("bad", "random"), 5, 2)
    found = figures(match, {"bad": Own("bad", spoilt), "random": BOTS["random"]})
    good = figures(Match(CLASSIC, (STAND_IN, "random"), 5, 2), dict(BOTS))
    bad, other = found.bots
    assert (bad.illegal, bad.exceptions) == ((10, 0) if kind == "illegal" else (0, 10))
    assert (other.illegal, other.exceptions) == (0, 0)
    assert bad.loss_score == good.bots[0].loss_score
    first = found.faults[0]
    assert (first.name, first.kind, first.deal, first.rotation, first.seat) == ("bad", kind, 0, 0, 0)
    assert says in first.says


def test_of_many_faults_the_first_are_told_and_all_are_counted() -> None:
    found = figures(Match(CLASSIC, ("bad", "random"), 2, 2), {"bad": Own("bad", raising), **BOTS})
    assert len(found.faults) == 10
    assert found.bots[0].exceptions == found.bots[0].choices > 10


def test_what_a_person_stops_is_stopped() -> None:
    def stopped(view: View, rng: Random) -> Action:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played([Own("stopped", stopped), BOTS["random"]])


# What a choice costs


def test_time_and_playouts_are_told_for_each_choice() -> None:
    found = played([Own("counts", fine), BOTS["careful"]])
    assert found.playouts == (7 * len(found.seconds[0]), None)
    assert all(seconds == pytest.approx(0.001) for of_seat in found.seconds for seconds in of_seat)
    first, second = figures(
        Match(CLASSIC, ("o", "c"), 2, 1), {"o": Own("o", fine), "c": BOTS["careful"]}
    ).bots
    assert (first.playouts, second.playouts) == (7.0, None)
    assert (first.ms_mean, first.ms_p95, first.ms_most) == pytest.approx((1, 1, 1))
