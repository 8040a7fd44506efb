"""This server beside boardgame.io under the same load: `python -m tests.bench.peer`, or `make bench-peer`.

Each has the same core, one after the other, in several rounds; the clients have another core. Bots move
without a pause, so what is sent at a fixed pace are people's moves. Exit status 0: the loads were the same
and nothing failed, whoever is faster.

What an answer promises differs. Ours comes after the move is on the disk (SQLite, WAL, synchronous=FULL). The
peer shows a state first and stores it then: in files, which it writes over without fsync, so that a power cut
or a kill in mid-write may leave half of one; or in memory, which ends with its process.

Whoever connects offers compression, as browsers do. Ours takes it, which costs time and saves nearly all
bytes; the peer declines it unless it is told otherwise. With `--plain` nobody offers it. Linux only.
"""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tests.bench.course import CORES, clients_core
from tests.bench.peer.rounds import IN_FILES, IN_MEMORY, OURS, SYSTEMS, Load, Outcome, run, seconds_of
from tests.bench.peer.theirs import NotInstalled, version
from tools import node

SEED = 20_261
PROMISES = {
    OURS: "on the disk before the answer (WAL, synchronous=FULL)",
    IN_FILES: "written after the answer, without fsync",
    IN_MEMORY: "never written",
}


def main(words: Sequence[str] | None = None) -> int:
    """Measure all systems in turns, print their figures side by side, and return the exit status."""
    chosen = _parser().parse_args(words)
    try:
        peer = version()
    except NotInstalled as missing:
        print(missing, file=sys.stderr)
        return 2
    load = Load(
        *(chosen.rooms, chosen.seconds, chosen.flat_out, chosen.warm_up, chosen.every),
        packed=not chosen.plain,
    )
    if len(CORES) < 2:
        print("There is only one core: server and clients share it, and every figure is worse for that.")
    minutes = chosen.rounds * len(SYSTEMS) * seconds_of(load) / 60
    print(f"boardgame.io {peer}, {load.rooms} rooms, {chosen.rounds} rounds: about {minutes:.0f} minutes")
    outcomes = _all_rounds(chosen.rounds, load)
    figures = side_by_side(outcomes)
    print_beside(figures)
    flaws = [f"{outcome.system}: {flaw}" for outcome in outcomes for flaw in outcome.flaws]
    print("\n".join(["", *flaws, f"verdict: {'NOT COMPARABLE' if flaws else 'comparable'}"]))
    if chosen.json:
        results = {
            **{
                "passed": not flaws,
                "boardgame.io": peer,
                "node": _node(),
                "python": platform.python_version(),
            },
            **{"load": asdict(load), "promises": PROMISES, "flaws": flaws, "figures": figures},
            "rounds": [asdict(outcome) for outcome in outcomes],
        }
        chosen.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 1 if flaws else 0


def _all_rounds(rounds: int, load: Load) -> list[Outcome]:
    names, outcomes = list(SYSTEMS), []
    with clients_core():
        for number in range(rounds):
            # Whatever comes and goes on the machine should not always meet the same one.
            turn = number % len(names)
            for name in names[turn:] + names[:turn]:
                outcomes.append(run(name, load, Random(SEED + number)))
    return outcomes


def side_by_side(outcomes: Sequence[Outcome]) -> dict[str, dict[str, dict[str, float]]]:
    """Return for each figure and system the median of its rounds with the least and the most."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for figure in outcomes[0].figures:
        for system in SYSTEMS:
            values = [outcome.figures[figure] for outcome in outcomes if outcome.system == system]
            spread = {"median": median(values), "least": min(values), "most": max(values)}
            found.setdefault(figure, {})[system] = spread
    return found


def print_beside(figures: dict[str, dict[str, dict[str, float]]]) -> None:
    """Print a line for each figure, a column for each system, and how much ours has of what each peer has."""
    peers = [name for name in SYSTEMS if name != OURS]
    heads = [*SYSTEMS, *(f"ours / {name.rpartition(' ')[2]}" for name in peers)]
    print(f"\n{'median (least to most)':46}" + "".join(f"{head:>25}" for head in heads))
    for figure, systems in figures.items():
        cells = [
            f"{_short(of['median'])} ({_short(of['least'])} to {_short(of['most'])})"
            for of in systems.values()
        ]
        for peer in peers:
            has = systems[peer]["median"]
            cells.append(f"{systems[OURS]['median'] / has:.2f}" if has else "")
        print(f"{figure:46}" + "".join(f"{cell:>25}" for cell in cells))
    print("\na move is")
    for name, promise in PROMISES.items():
        print(f"  {name:44}{promise}")


def _short(value: float) -> str:
    decimals = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{decimals}f}"


def _node() -> str:
    program: Any = node.find(with_npm=False)
    asked = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True)
    return asked.stdout.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.peer", description="Ours beside boardgame.io."
    )
    for name, kind, usual, what in (
        ("rooms", int, 300, "rooms of two people and two bots"),
        ("rounds", int, 3, "of all systems, in turns"),
        ("every", float, 3.0, "seconds a person moves in each room, steadily"),
        ("seconds", float, 60.0, "of that"),
        ("flat-out", float, 20.0, "seconds as fast as moves are answered"),
        ("warm-up", float, 5.0, "seconds before each of them that do not count"),
    ):
        parser.add_argument(f"--{name}", type=kind, default=usual, help=f"{what} ({usual:g})")
    parser.add_argument(
        "--plain", action="store_true", help="do not offer compression, which the peer declines"
    )
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
