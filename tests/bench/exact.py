"""What bots reckon with, beside the real engine: `python -m tests.bench.exact`, or `make bench-exact`.

    solved       endgames of at most 8 cards, every legal move: the same by brute force
    played out   endgames, the solver's moves made by the rules against chance: its value never falls
    moves        actions of random games in bits: the very state that the engine comes to
    playouts     random positions played out in bits and by the engine: the same moves, legal, the same end
    candidates   positions of random games: all that a search weighs is legal, and there is something

Each kind of fault is told with the seed that shows it. Exit status 0: there is none.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from durak.arena.workers import cores
from durak.bots.search import candidates
from tests.bench.spread import spread
from tests.bots.brute_force import TooMany
from tests.bots.endgames import FEW_CARDS, SOME_CARDS, differences, moment, played_out
from tests.bots.test_playout import check_moves, check_playouts
from tests.bots.test_sight import moments

AT_A_TIME = 25
"""How many moves or positions a seed is good for; enough to come to every preset."""

Done = tuple[int, str | None]
"""How many were looked at, and what was wrong."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One of the kinds above, for so many seeds, of which at `least` so many are looked at."""

    name: str
    seeds: int
    do: Callable[[int], Done]
    least: int = 1


@dataclass(frozen=True, slots=True)
class Proved:
    """How many were looked at, and every fault."""

    name: str
    looked_at: int
    faults: tuple[str, ...]
    seconds: float


def proofs(endgames: int, positions: int) -> list[Proof]:
    """Return all of them, for so many endgames by brute force and so many of everything else."""
    batches = -(-positions // AT_A_TIME)
    return [
        # Some have more lines than brute force would count.
        Proof("solved", endgames + endgames // 10, solved, endgames),
        Proof("played out", positions, solution_played),
        Proof("moves", batches, partial(compared, check_moves)),
        Proof("playouts", batches, partial(compared, check_playouts)),
        Proof("candidates", batches, weighed),
    ]


def solved(seed: int) -> Done:
    """Compare the solver with brute force."""
    try:
        return 1, differences(moment(seed, FEW_CARDS))
    except TooMany:
        return 0, None


def solution_played(seed: int) -> Done:
    """Play the solver's moves."""
    return 1, played_out(moment(seed, SOME_CARDS))


def compared(check: Callable[[int, int], None], seed: int) -> Done:
    """Compare what is played in bits with the engine."""
    try:
        check(AT_A_TIME, seed)
    except AssertionError as fault:
        return AT_A_TIME, f"seed {seed}: {fault}"
    return AT_A_TIME, None


def weighed(seed: int) -> Done:
    """Look at what a search would weigh."""
    looked_at = 0
    for _, view in moments(AT_A_TIME, seed):
        legal = {*view.sets, *(action for actions in view.legal.values() for action in actions)}
        looked_at += 1
        if legal and not set(candidates(view)) <= legal:
            return looked_at, f"seed {seed}: {candidates(view)} of {sorted(map(str, legal))}"
    return looked_at, None


def proved(proof: Proof, jobs: int) -> Proved:
    """Do it for all seeds, and tell of every fault."""
    began, looked_at, faults = time.monotonic(), 0, []
    for _, (count, fault) in spread(proof.do, range(proof.seeds), jobs):
        looked_at += count
        if fault is not None:
            faults.append(fault)
            print(f"{proof.name}: {fault}", file=sys.stderr, flush=True)
    if looked_at < proof.least:
        faults.append(f"{looked_at} are fewer than {proof.least}")
    return Proved(proof.name, looked_at, tuple(faults), time.monotonic() - began)


def main(words: Sequence[str] | None = None) -> int:
    """Prove all, print what came of it, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.exact", description="Do bots reckon right?")
    parser.add_argument("--endgames", type=int, default=500, help="compared with brute force (500)")
    parser.add_argument("--positions", type=int, default=5000, help="of each other kind (5000)")
    parser.add_argument("--jobs", type=int, default=cores(), help=f"how many processes ({cores()})")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    found = []
    for proof in proofs(chosen.endgames, chosen.positions):
        found.append(proved(proof, chosen.jobs))
        one = found[-1]
        print(f"  {one.name:11} {one.looked_at:6}, {len(one.faults)} faults, {one.seconds:.0f} s", flush=True)
    faults = sum(len(one.faults) for one in found)
    print(f"\nverdict: {'passed' if not faults else f'{faults} FAULTS'}")
    if chosen.json:
        told = {"passed": not faults, "proofs": [asdict(one) for one in found]}
        chosen.json.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
