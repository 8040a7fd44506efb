"""How strong the levels are, beside what they should be: `python -m tests.bench.strength`. Takes hours.

    B1  each level against the one below, two seats   B3  the strongest against rivals from the study
    B2  the same, one among three at a table of four  B4  the strongest among the third level, 3 to 6 seats

All is played on duplicate deals, as `durak arena` does. B1 and B2 ask that the worse end of the 95 % interval
is better than chance, B3 and B4 ask for a figure. Exit status 0: every goal is met, and no bot did wrong.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from durak import PRESETS
from durak.arena.entrants import entrants
from durak.arena.figures import MatchFigures, match_figures
from durak.arena.intervals import Estimate
from durak.arena.match import Match
from durak.arena.progress import Bar
from durak.arena.schedule import among
from durak.arena.workers import cores, results
from durak.bots import BOTS, LADDER
from tests.bench.goals import Measured, print_table

SEED = 6
RIVALS = Path(__file__).parent / "rivals"
MOST_MILLISECONDS = 100.0
"""What a choice of the strongest may take, on average."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A match for a goal: bots by their text, the first among others of one kind; `most` is in percent."""

    goal: str
    first: str
    others: str
    seats: int
    deals: int
    most: float

    def measured(self, match: MatchFigures) -> Iterator[Measured]:
        """Yield what the match showed, each figure beside what is asked of it."""
        bot = match.bots[0]
        name = f"{bot.name} against {f'{self.seats - 1} ' if self.seats > 2 else ''}{match.line_up[-1]}"
        what, estimate = ("durak", bot.share) if self.seats > 2 else ("loss-score", bot.loss_score)
        if self.goal in ("B1", "B2"):
            yield Measured(self.goal, f"{name}: {what}, at worst", 100 * _at_worst(estimate), "%", self.most)
        else:
            value = estimate.value if estimate else 0.0
            yield Measured(self.goal, f"{name}: {what}", 100 * value, "%", self.most)
            yield Measured(self.goal, f"{name}: a choice", bot.ms_mean, "ms", MOST_MILLISECONDS)
        faults = sum(bot.illegal + bot.exceptions for bot in match.bots)
        yield Measured(self.goal, f"{name}: faults", faults, "", 0)


def _at_worst(estimate: Estimate | None) -> float:
    return 1.0 if estimate is None or estimate.high is None else estimate.high


def contests(deals: int) -> list[Contest]:
    """Return all of them; B1 has so many deals, B2 and B3 half, and B4, which is nowhere near, a tenth."""
    best, half, tenth = LADDER[-1], -(-deals // 2), -(-deals // 10)
    steps = [(upper, lower) for lower, upper in pairwise(LADDER)]
    playouts = getattr(BOTS[best], "playouts", 4000)
    rivals = {
        f"{RIVALS / 'greedy.py'}:Greedy": 10.0,
        f"{RIVALS / 'flat.py'}:FlatMonteCarlo,playouts={playouts}": 26.0,
        f"{RIVALS / 'study_net.py'}:StudyNet": 45.0,
    }
    return [
        *(Contest("B1", upper, lower, 2, deals, 50.0) for upper, lower in steps),
        *(Contest("B2", upper, lower, 4, half, 25.0) for upper, lower in steps),
        *(Contest("B3", best, rival, 2, half, most) for rival, most in rivals.items()),
        *(Contest("B4", best, LADDER[2], seats, tenth, 100 / seats / 3) for seats in range(3, 7)),
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Play what is asked for, print each figure beside its goal, and return the exit status."""
    chosen = _parser().parse_args(words)
    figures: list[Measured] = []
    matches: list[MatchFigures] = []
    for contest in contests(chosen.deals):
        if contest.goal in (chosen.goal or ("B1", "B2", "B3", "B4")):
            matches.append(played(contest, chosen.jobs))
            found = list(contest.measured(matches[-1]))
            print_table(found)
            figures += found
    missed = [figure for figure in figures if not figure.is_met]
    print(f"\nverdict: {'passed' if not missed else f'{len(missed)} MISSED'}")
    if chosen.json:
        told = {"passed": not missed, "figures": figures, "matches": matches}
        chosen.json.write_text(json.dumps(told, indent=2, ensure_ascii=False, default=asdict) + "\n", "utf-8")
    return 1 if missed else 0


def played(contest: Contest, jobs: int) -> MatchFigures:
    """Play one of them, by the rules `classic`."""
    bots = entrants([contest.first, contest.others])
    first, others = bots
    match = Match(PRESETS["classic"], among(first, others, contest.seats), contest.deals, SEED)
    bar, found = Bar(contest.deals * contest.seats), []
    for _, result in results([match], bots, jobs):
        found.append(result)
        bar.add(contest.seats)
    bar.close()
    return match_figures(match, found)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.strength", description="Are the goals met?")
    goals = ("B1", "B2", "B3", "B4")
    parser.add_argument("--goal", action="append", choices=goals, help="play only for this one, or these")
    parser.add_argument(
        "--deals", type=int, default=1000, help="of B1; half as many of B2 and B3, a tenth of B4 (1000)"
    )
    parser.add_argument("--jobs", type=int, default=cores(), help=f"how many processes ({cores()})")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
