"""Measure and prove: `python -m tests.bench`, or `make bench`.

Prints a table of figures (median, least, most of the runs, and how many go by in the time of a plain Python
loop of ten million steps), then plays very many games with cheap checks, and some beside the reference. Last
comes how smoothly the table moves in a browser, and how soon it answers.
"""

import argparse
import json
import platform
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import playouts, proofs, speed, table
from tests.bench.measure import Figure, keep_to_one_core, seconds_of, yardstick
from tests.rules.reference.beside import compare


def main(words: Sequence[str] | None = None) -> None:
    """Read what to do, do it, print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast, and how sound.")
    parser.add_argument("--runs", type=int, default=5, help="of each figure (5)")
    parser.add_argument("--games", type=int, default=500, help="of each run (500)")
    parser.add_argument("--prove", type=int, default=20_000, help="games with checks (20000)")
    parser.add_argument("--beside", type=int, default=5_000, help="games beside the reference (5000)")
    parser.add_argument("--table", type=int, default=5, help="runs of the table in a browser (5)")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    keep_to_one_core()
    found = results(chosen.runs, chosen.games, chosen.prove, chosen.beside)
    if chosen.table:
        found["table"] = list(_of_table(chosen.table))
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")


def results(runs: int, games: int, prove: int, beside: int) -> dict[str, Any]:
    """Measure and prove what is more than none, printing each result when it is there."""
    found: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
    found["yardstick_seconds"] = median(seconds_of(yardstick) for _ in range(max(1, runs)))
    print(f"Python {found['python']}, yardstick {found['yardstick_seconds']:.3f} s")
    if runs:
        print(f"\n{'':32}{'median':>12}{'least':>12}{'most':>12}      in a yardstick")
        found["figures"] = list(_printed(chain(speed.figures(runs, games), playouts.figures(runs, games))))
    for name, count, play in (("proved", prove, _proved), ("beside the reference", beside, _compared)):
        if count:
            print(f"\n{count} games {name} …", end=" ", flush=True)
            begin = time.perf_counter()
            tally = play(count)
            seconds = time.perf_counter() - begin
            print(f"no fault, {seconds:.0f} s: {tally}")
            found[name] = {"games": count, "seconds": seconds, **tally}
    return found


def _printed(figures: Iterator[Figure]) -> Iterator[dict[str, Any]]:
    for figure in figures:
        values = figure.values
        numbers = {"median": median(values), "least": min(values), "most": max(values)}
        columns = "".join(f"{number:>12,.1f}" for number in numbers.values())
        print(f"{figure.name:32}{columns} {figure.unit:3} {figure.in_a_yardstick:>14,.0f}")
        yield {"name": figure.name, "unit": figure.unit, **numbers, "in_a_yardstick": figure.in_a_yardstick}


def _of_table(runs: int) -> Iterator[dict[str, Any]]:
    print(f"\nthe table, on a processor {table.SLOWER} times slower, in milliseconds")
    for name, values in table.measure(runs).items():
        print(f"{name:44}{median(values):>8.1f}{min(values):>8.1f}{max(values):>8.1f}")
        yield {
            "name": name,
            "unit": "ms",
            "median": median(values),
            "least": min(values),
            "most": max(values),
        }


def _proved(games: int) -> dict[str, int]:
    return dict(proofs.prove(games))


def _compared(games: int) -> dict[str, int]:
    tally = compare(games)
    return {"actions": tally.steps, **tally.ends}


if __name__ == "__main__":
    main()
