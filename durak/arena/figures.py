"""What matches showed, as plain figures: the one form that is printed, written as JSON and read back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from durak.arena.intervals import Estimate, of_mean, of_ratio
from durak.arena.match import DealResult, Match, NamedFault, Tally
from durak.arena.ratings import Meetings, Rating, ratings
from durak.rules_code import encode_rules

FAULTS_KEPT = 10
"""Of one match; all are counted."""


@dataclass(frozen=True, slots=True)
class BotFigures:
    """One bot in one match.

    games       games times its seats in them; so many `losses` and `draws` there were among them
    loss_score  (losses + draws / 2) / games
    share       how often each of its seats lost, of the games that somebody lost; None if there is none
    fair_share  the same for a seat of any bot: what it would be if all were alike
    ms_…        milliseconds for a choice: mean, 95th percentile, most
    playouts    for a choice, by what the bot tells; None if it does not
    """

    name: str
    seats: int
    games: int
    losses: int
    draws: int
    loss_score: Estimate
    share: Estimate | None
    fair_share: float | None
    choices: int
    ms_mean: float
    ms_p95: float
    ms_most: float
    playouts: float | None
    illegal: int
    exceptions: int


@dataclass(frozen=True, slots=True)
class FaultFigures:
    """Something a bot did wrong: `kind` is illegal or exception; from `deal` on it says where to see it."""

    name: str
    kind: str
    says: str
    deal: int
    rotation: int
    seat: int
    bout: int


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """One match, which is about the first of `bots`; `capped` games were drawn after 200 bouts."""

    rules: str
    line_up: tuple[str, ...]
    deals: int
    games: int
    capped: int
    bots: tuple[BotFigures, ...]
    faults: tuple[FaultFigures, ...]


@dataclass(frozen=True, slots=True)
class RatedTable:
    """Ratings of the bots that met at tables of so many seats; `anchor` has 0."""

    rules: str
    seats: int
    anchor: str
    bots: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class RunFigures:
    """All that one run showed; `is_whole` tells whether it came to its end."""

    command: str
    seed: int
    is_whole: bool
    seconds: float
    matches: tuple[MatchFigures, ...]
    ratings: tuple[RatedTable, ...]


def match_figures(match: Match, results: Sequence[DealResult]) -> MatchFigures:
    """Return the figures of a match from the results of its deals, of which there is at least one."""
    ordered = sorted(results, key=lambda result: result.number)
    faults = [fault for result in ordered for fault in result.faults]
    return MatchFigures(
        rules=encode_rules(match.rules),
        line_up=match.line_up,
        deals=len(ordered),
        games=len(ordered) * len(match.line_up),
        capped=sum(result.capped for result in ordered),
        bots=tuple(_bot_figures(match, name, ordered, faults) for name in match.names),
        faults=tuple(_fault_figures(fault) for fault in faults[:FAULTS_KEPT]),
    )


def _bot_figures(
    match: Match, name: str, ordered: Sequence[DealResult], faults: Sequence[NamedFault]
) -> BotFigures:
    tallies, seats = [result.tallies[name] for result in ordered], match.seats_of(name)
    decided = [result.decided for result in ordered]
    kinds = [fault.fault.kind for fault in faults if fault.name == name]
    milliseconds = sorted(1000 * seconds for tally in tallies for seconds in tally.seconds)
    return BotFigures(
        name=name,
        seats=seats,
        games=sum(tally.games for tally in tallies),
        losses=sum(tally.losses for tally in tallies),
        draws=sum(tally.draws for tally in tallies),
        loss_score=of_mean([tally.loss / tally.games for tally in tallies]),
        share=of_ratio([tally.losses / seats for tally in tallies], decided),
        fair_share=_fair_share(match, ordered),
        choices=len(milliseconds),
        ms_mean=sum(milliseconds) / max(1, len(milliseconds)),
        ms_p95=percentile(milliseconds, 95),
        ms_most=milliseconds[-1] if milliseconds else 0.0,
        playouts=_playouts(tallies, len(milliseconds)),
        illegal=kinds.count("illegal"),
        exceptions=kinds.count("exception"),
    )


def _fair_share(match: Match, ordered: Sequence[DealResult]) -> float | None:
    decided = sum(result.decided for result in ordered)
    losses = sum(tally.losses for result in ordered for tally in result.tallies.values())
    return losses / (decided * len(match.line_up)) if decided else None


def _playouts(tallies: Sequence[Tally], choices: int) -> float | None:
    told = [tally.playouts for tally in tallies if tally.playouts is not None]
    return sum(told) / choices if told else None


def percentile(ordered: Sequence[float], percent: int) -> float:
    """Return the least of the ordered values that `percent` of them do not exceed; 0 if there is none."""
    return ordered[ceil(len(ordered) * percent / 100) - 1] if ordered else 0.0


def _fault_figures(found: NamedFault) -> FaultFigures:
    fault = found.fault
    return FaultFigures(
        found.name, fault.kind, fault.says, found.deal, found.rotation, fault.seat, fault.bout
    )


# Ratings


def rated_tables(played: Mapping[Match, Sequence[DealResult]], anchor: str, seed: int) -> list[RatedTable]:
    """Return the ratings for each number of seats, the fewest first; none for a table that knows no anchor.

    All matches are by the same rules, and at tables of one size the anchor is joined to every bot by matches.
    """
    found = []
    for seats in sorted({len(match.line_up) for match in played}):
        met = {match: results for match, results in played.items() if len(match.line_up) == seats}
        names = {name for match in met for name in match.names}
        if len(names) < 2 or anchor not in names:
            continue
        rules = next(iter(met)).rules
        is_good = rules.end == "first_out"
        rated = ratings([_meetings(*pair, is_good) for pair in met.items()], anchor, is_good, seed)
        found.append(RatedTable(encode_rules(rules), seats, anchor, tuple(rated)))
    return found


def _meetings(match: Match, results: Sequence[DealResult], is_good: bool) -> Meetings:
    deals = 1 + max(result.number for result in results)
    games = [0.0] * deals
    picked = {name: [0.0] * deals for name in match.names}
    for result in results:
        games[result.number] = len(match.line_up)
        picks = {name: _picks(tally, len(match.line_up), is_good) for name, tally in result.tallies.items()}
        # Several seats can win one game together: then each has a part of it.
        together = len(match.line_up) / sum(picks.values())
        for name, count in picks.items():
            picked[name][result.number] = count * together
    return Meetings({name: match.seats_of(name) for name in match.names}, games, picked)


def _picks(tally: Tally, seats: int, is_good: bool) -> float:
    decided = tally.games - tally.losses - tally.draws if is_good else tally.losses
    return decided + tally.draws / seats
