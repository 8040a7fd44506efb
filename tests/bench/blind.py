"""Whether bots know what they must not: `python -m tests.bench.blind`, or `make bench-blind`.

Every level is asked in thousands of positions what it does, and again with the unseen cards dealt anew: see
`tests/bots/blind.py`. Exit status 0: no answer was another one. The slowest level takes most of the time.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from durak.arena.workers import cores
from durak.bots import BOTS
from tests.bench.spread import spread
from tests.bots.blind import PER_GAME, questions


@dataclass(frozen=True, slots=True)
class Asked:
    """What a level was asked, and every answer that was another one."""

    level: str
    games: int
    positions: int
    differences: tuple[str, ...]
    seconds: float


def main(words: Sequence[str] | None = None) -> int:
    """Ask all levels, print what they know, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.blind", description="Do bots peek?")
    parser.add_argument("--positions", type=int, default=2000, help="for each level, at least (2000)")
    parser.add_argument("--level", action="append", choices=list(BOTS), help="ask only this one, or these")
    parser.add_argument("--jobs", type=int, default=cores(), help=f"how many processes ({cores()})")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    found = []
    for level in chosen.level or BOTS:
        one = asked(level, chosen.positions, chosen.jobs)
        found.append(one)
        told = f"{one.positions} positions of {one.games} games, {len(one.differences)} answers differ"
        print(f"  {level:8} {told}, {one.seconds:.0f} s", *one.differences, sep="\n    ", flush=True)
    faults = sum(len(one.differences) for one in found)
    few = [one.level for one in found if one.positions < chosen.positions]
    wrong = f"{faults} answers DIFFER" if faults else f"TOO FEW positions: {', '.join(few)}" if few else ""
    print(f"\nverdict: {wrong or 'passed'}")
    if chosen.json:
        told_all = {"passed": not wrong, "levels": [asdict(one) for one in found]}
        chosen.json.write_text(json.dumps(told_all, indent=2) + "\n", "utf-8")
    return 1 if wrong else 0


def asked(level: str, positions: int, jobs: int) -> Asked:
    """Ask one level about at least so many positions, a few of each game, if games have them."""
    began, count = time.monotonic(), 0
    # Some games ask less than others.
    games = -(-positions // PER_GAME) + positions // (10 * PER_GAME)
    differences: list[str] = []
    for _, (number, more) in spread(partial(ask_in_game, level), range(games), jobs):
        count += number
        differences += more
    return Asked(level, games, count, tuple(differences), time.monotonic() - began)


def ask_in_game(level: str, seed: int) -> tuple[int, list[str]]:
    """Return in how many positions of a game the level was asked, and the answers that differ."""
    found = [one.difference(BOTS[level]) for one in questions(seed)]
    return len(found), [one for one in found if one is not None]


if __name__ == "__main__":
    sys.exit(main())
