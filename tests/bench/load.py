"""How much the server bears, beside what it should: `python -m tests.bench.load`.

    L1  many rooms at the pace of people      L3  idle sockets      L5  everybody comes back at once
    L6  bots that think                       F5  killed in mid-play, again and again
    F6  peers that never read, or send slowly

and of two workers on PostgreSQL and NATS

    L2  players of a room are apart; L4, what a move costs
    F2  a worker is killed     F3  the bus is away     F4  the database crashes     F7  a rolling restart

The server has one core, the clients another. Exit status 0: every goal is met. A machine that others use is
slow now and then: figures to compare are made on a quiet one, in full length.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench import (
    apart,
    fallen,
    idle,
    kills,
    offence,
    outage,
    rolling,
    steady,
    storm,
    thinking,
    unheard,
)
from tests.bench.course import CORES, clients_core
from tests.bench.goals import Measured, print_table

SEED = 20_260


def main(words: Sequence[str] | None = None) -> int:
    """Measure what is asked for, print each figure beside its goal, and return the exit status."""
    chosen = _parser().parse_args(words)
    measures: dict[str, Callable[[], list[Measured]]] = {
        "L1": lambda: steady.measure(chosen.rooms, chosen.seconds, chosen.quiet_seconds, SEED),
        "L3": lambda: idle.measure(chosen.idle, chosen.idle_seconds, SEED),
        "L5": lambda: storm.measure(chosen.storm, SEED),
        "L6": lambda: thinking.measure(
            chosen.rooms_thinking, chosen.masters, chosen.thinking_seconds, chosen.turns, SEED
        ),
        "F5": lambda: kills.measure(chosen.kills, chosen.rooms_killed, SEED),
        "F6": lambda: offence.measure(chosen.offenders, chosen.rooms_offended, chosen.offence_seconds, SEED),
        "L2": lambda: apart.measure(chosen.rooms, chosen.seconds, SEED),
        "F2": lambda: fallen.measure(chosen.deaths, chosen.rooms_spoilt, SEED),
        "F3": lambda: unheard.measure(chosen.rooms_spoilt, chosen.silence, SEED),
        "F4": lambda: outage.measure(chosen.outages, chosen.rooms_spoilt, SEED),
        "F7": lambda: rolling.measure(chosen.sockets_rolled, SEED),
    }
    if len(CORES) < 2:
        print("There is only one core: server and clients share it, and every figure is worse for that.")
    figures: list[Measured] = []
    with clients_core():
        for goal in chosen.goal or list(measures):
            found = measures[goal]()
            print_table(found)
            figures += found
    missed = [figure for figure in figures if not figure.is_met]
    print(f"\nverdict: {'passed' if not missed else f'{len(missed)} MISSED'}")
    if chosen.json:
        results = {"passed": not missed, "figures": [asdict(figure) for figure in figures]}
        chosen.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description="Are the goals met?")
    goals = ("L1", "L3", "L5", "L6", "F5", "F6", "L2", "F2", "F3", "F4", "F7")
    parser.add_argument("--goal", action="append", choices=goals, help="measure only this one, or these")
    for name, kind, usual, what in (
        ("rooms", int, 300, "L1, L2: rooms"),
        ("seconds", float, 120.0, "L1, L2: of play with bots"),
        ("quiet-seconds", float, 40.0, "L1: of play without bots"),
        ("idle", int, 1000, "L3: sockets"),
        ("idle-seconds", float, 20.0, "L3: of doing nothing"),
        ("storm", int, 500, "L5: sockets"),
        ("rooms-thinking", int, 120, "L6: rooms"),
        ("masters", int, 75, "L6: in how many of them a master plays"),
        ("thinking-seconds", float, 40.0, "L6: of play, with and without masters"),
        ("turns", int, 3, "L6: how often both are measured"),
        ("kills", int, 30, "F5: times the server is killed"),
        ("rooms-killed", int, 10, "F5: rooms"),
        ("offenders", int, 50, "F6: of each kind"),
        ("rooms-offended", int, 20, "F6: rooms"),
        ("offence-seconds", float, offence.WATCHED_SECONDS, "F6: how long they are watched"),
        ("deaths", int, 6, "F2: times a worker is killed"),
        ("rooms-spoilt", int, 20, "F2, F3, F4: rooms"),
        ("silence", float, 20.0, "F3: seconds without a bus, twice"),
        ("outages", int, 5, "F4: times the database crashes"),
        ("sockets-rolled", int, 40, "F7: sockets"),
    ):
        parser.add_argument(f"--{name}", type=kind, default=usual, help=f"{what} ({usual:g})")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
