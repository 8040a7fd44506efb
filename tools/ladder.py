"""Puts the measured ladder where people read it: into the package, and as a table into README.md.

    python -m tools.ladder FIGURES.json …   from what `durak arena … --ladder --json FIGURES.json` wrote

A level that no file tells of keeps no place in it.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

from durak.arena.figures import MatchFigures, RunFigures
from durak.arena.figures_json import parse_figures
from durak.arena.intervals import Estimate
from durak.bots import LADDER
from durak.bots.measured import FILE, Against, Step

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "durak" / "bots" / FILE
README = ROOT / "README.md"
BEGIN, END = "<!-- ladder: python -m tools.ladder -->", "<!-- end of ladder -->"


def steps_of(runs: Iterable[RunFigures]) -> Iterator[Step]:
    """Yield what the runs tell of each level and the one below it. Raises ValueError if one was cut short."""
    matches: dict[tuple[str, str, int], MatchFigures] = {}
    for run in runs:
        if not run.is_whole:
            raise ValueError(f"this run was stopped: {run.command}")
        for match in run.matches:
            matches[match.line_up[0], match.line_up[-1], len(match.line_up)] = match
    for below, level in pairwise(LADDER):
        two, four = (matches.get((level, below, seats)) for seats in (2, 4))
        if two and four:
            yield Step(
                level, below, _against(two, two.bots[0].loss_score), _against(four, four.bots[0].share)
            )


def _against(match: MatchFigures, estimate: Estimate | None) -> Against:
    if estimate is None or estimate.low is None or estimate.high is None:
        raise ValueError(f"too few deals for an interval: {match.line_up}")
    value, low, high = (round(part, 4) for part in (estimate.value, estimate.low, estimate.high))
    return Against(value, low, high, match.deals)


def table_of(steps: Iterable[Step], commands: Iterable[str]) -> str:
    """Return the ladder as Markdown, with the commands that made it."""
    rows = [
        f"| `{step.level}`, `{step.below}` | {step.wins} | {_percent(step.two)} | {_percent(step.four)} |"
        for step in steps
    ]
    made_by = ", ".join(f"`{command}`" for command in commands)
    lines = (
        "| level, against | wins of 100 | loss-score of two, even 50 % | durak of four, even 25 % |",
        "|---|---|---|---|",
        *rows,
        "",
        f"By the rules `classic`; 95 % intervals, from deals. Made by {made_by}.",
    )
    return "\n".join(lines)


def _percent(against: Against) -> str:
    value, low, high = (100 * part for part in (against.value, against.low, against.high))
    return f"{value:.1f} % ({low:.1f} to {high:.1f}), {against.deals} deals"


def main(files: Sequence[str]) -> int:
    """Write both, and return the exit status."""
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    runs = [parse_figures(json.loads(Path(file).read_text("utf-8"))) for file in files]
    steps, commands = list(steps_of(runs)), [run.command for run in runs]
    told = {"commands": commands, "steps": [asdict(step) for step in steps]}
    KEPT.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    text = README.read_text("utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{table_of(steps, commands)}\n{END}{after}", "utf-8")
    print(f"{len(steps)} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
