"""Ratings from many line-ups: one number for each bot, a Bradley-Terry model of who becomes durak.

In a game a seat is *picked* with a chance in proportion to its bot's weight: as the durak, or as the winner
where the first one out wins. For two seats that is the model of Bradley and Terry (1952), for more that of
Luce (1959). Weights are those of greatest likelihood, found by the steps of Hunter, "MM algorithms for
generalized Bradley-Terry models" (2004). A draw picks every seat a little. So that a bot that never loses
has a rating, too, each line-up is taken to have drawn one game more than it played.

Points are Elo's: 400 more are ten to one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log10
from random import Random

POINTS = 400.0
RESAMPLES = 300
STEPS = 10_000
CLOSE = 1e-6
"""A step that changes no weight by more than this part of it is the last."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """What one line-up has played: how many seats a bot has, and by number of deal, alike in all line-ups:

    games   how many games; 0 for a deal that was not played
    picked  how often one of the bot's seats was picked; over all bots that makes `games`
    """

    seats: Mapping[str, int]
    games: Sequence[float]
    picked: Mapping[str, Sequence[float]]

    def on(self, deals: Sequence[int]) -> "Total":
        """Return what there is on these deals; one may be named several times."""
        known = [deal for deal in deals if deal < len(self.games)]
        return Total(
            self.seats,
            sum(map(self.games.__getitem__, known)),
            {name: sum(map(by_deal.__getitem__, known)) for name, by_deal in self.picked.items()},
        )


@dataclass(frozen=True, slots=True)
class Total:
    """The same, summed up over deals."""

    seats: Mapping[str, int]
    games: float
    picked: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's points beside the anchor, who has 0, and their 95 % interval."""

    name: str
    points: float
    low: float
    high: float


def ratings(met: Sequence[Meetings], anchor: str, is_good: bool, seed: int) -> list[Rating]:
    """Return the ratings, the best first; `is_good` says whether being picked is.

    The intervals are bootstrapped over deals: what all line-ups did on one deal is drawn together.
    """
    deals = range(max(len(meetings.games) for meetings in met))
    fitted = weights([meetings.on(deals) for meetings in met])
    dice = Random(f"durak-arena ratings {seed}")  # noqa: S311  # not for secrets
    drawn: dict[str, list[float]] = {name: [] for name in fitted}
    for _ in range(RESAMPLES):
        sample = dice.choices(deals, k=len(deals))
        again = weights([meetings.on(sample) for meetings in met], fitted)
        for name, points in _points(again, anchor, is_good).items():
            drawn[name].append(points)
    found = _points(fitted, anchor, is_good)
    rated = [Rating(name, found[name], *_middle(values)) for name, values in drawn.items()]
    return sorted(rated, key=lambda rating: -rating.points)


def weights(totals: Sequence[Total], start: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return every bot's weight, their geometric mean being 1. Every two must be joined by line-ups."""
    names = list(dict.fromkeys(name for total in totals for name in total.seats))
    picked = dict.fromkeys(names, 0.0)
    for total in totals:
        seats = sum(total.seats.values())
        for name, count in total.seats.items():
            picked[name] += total.picked[name] + count / seats
    found = dict(start) if start else dict.fromkeys(names, 1.0)
    for _ in range(STEPS):
        before, found = found, _stepped(totals, picked, found)
        if all(abs(found[name] - before[name]) <= CLOSE * found[name] for name in names):
            break
    return found


def _stepped(
    totals: Sequence[Total], picked: Mapping[str, float], weight: Mapping[str, float]
) -> dict[str, float]:
    """One step uphill: to each bot the weight with which it would be picked as often as it was."""
    chances = dict.fromkeys(picked, 0.0)
    for total in totals:
        each = (total.games + 1) / sum(count * weight[name] for name, count in total.seats.items())
        for name, count in total.seats.items():
            chances[name] += count * each
    found = {name: picked[name] / chances[name] for name in picked}
    level = exp(sum(map(log, found.values())) / len(found))
    return {name: value / level for name, value in found.items()}


def _points(weight: Mapping[str, float], anchor: str, is_good: bool) -> dict[str, float]:
    sign = POINTS if is_good else -POINTS
    return {name: sign * log10(value / weight[anchor]) for name, value in weight.items()}


def _middle(values: Sequence[float]) -> tuple[float, float]:
    """The bounds that leave out a fortieth on either side."""
    ordered = sorted(values)
    beyond = len(ordered) // 40
    return ordered[beyond], ordered[-1 - beyond]
