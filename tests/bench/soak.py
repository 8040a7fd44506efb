"""S1: people come, play and go, for long; the server must not grow: `python -m tests.bench.soak`.

On SQLite, or with `--cluster` with two workers on PostgreSQL and NATS. Exit status 0: every goal is met.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import linear_regression

from tests.bench.cluster import clustered
from tests.bench.course import HOST, Course, Facts, clients_core, served
from tests.bench.crowd import Crowd
from tests.bench.goals import Measured, print_table
from tests.bench.progress import bar
from tests.bench.site import Visitor, address_of

SETTINGS = {"DURAK_BOT_PACE": "0.5"}
SEED = 20_261
FIRST_SECONDS = 20.0
"""People play for so long before the idle server is looked at: it has opened by then what it keeps open."""

SETTLED_SECONDS = 15.0
WARM_UP_SECONDS = 180.0
IDLE_SECONDS = 130.0
LOOK_EVERY_SECONDS = 5.0
ASKED_AT_ONCE = 100
ROOMS_KEPT = 50
"""How many rooms a process keeps in mind here, of 2,000 else: so that it is full when measuring begins."""

Looks = list[list[Facts]]
"""What the probe told of each worker, again and again."""


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print each figure beside its goal, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description="Does the server grow?")
    parser.add_argument("--minutes", type=float, default=10, help="of coming and going (10)")
    parser.add_argument("--tables", type=int, default=20, help="at which people play (20)")
    parser.add_argument("--cluster", action="store_true", help="on two workers, PostgreSQL and NATS")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    with clients_core():
        figures = asyncio.run(_measure(chosen.minutes * 60, chosen.tables, chosen.cluster))
    print_table(figures)
    missed = [figure for figure in figures if not figure.is_met]
    print(f"\nverdict: {'passed' if not missed else f'{len(missed)} MISSED'}")
    if chosen.json:
        results = {"passed": not missed, "figures": [asdict(figure) for figure in figures]}
        chosen.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 1 if missed else 0


@asynccontextmanager
async def _serving(cluster: bool) -> AsyncIterator[list[Course]]:
    kept = ("--rooms-kept", str(ROOMS_KEPT))
    if cluster:
        async with clustered(2, SETTINGS, more=kept) as workers:
            yield [worker.course for worker in workers.workers]
    else:
        with served(SETTINGS, kept) as course:
            yield [course]


async def _measure(seconds: float, tables: int, cluster: bool) -> list[Measured]:
    async with _serving(cluster) as courses:
        crowd = Crowd(HOST, [course.port for course in courses], tables, Random(SEED))
        await crowd.live(FIRST_SECONDS)
        for course in courses:
            await _ask_at_once(course)
        await asyncio.sleep(SETTLED_SECONDS)
        before = [await course.count() for course in courses]
        looks: Looks = [[] for _ in courses]
        looking = asyncio.create_task(_look(courses, looks))
        async with bar("S1", seconds + IDLE_SECONDS, lambda: f"{crowd.visits} visits"):
            await crowd.live(seconds)
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            await asyncio.sleep(IDLE_SECONDS)
        after = [await course.count() for course in courses]
        faults = [fault for course in courses for fault in course.faults()]
    return [*_growth(looks, seconds), *_left(before, after), *_rest(crowd, faults)]


async def _ask_at_once(course: Course) -> None:
    """Ask for so much that every connection to the database is needed: they are kept open."""
    visitors = [Visitor(HOST, course.port, address_of(number)) for number in range(ASKED_AT_ONCE)]
    guests = await asyncio.gather(*(visitor.named("Guest") for visitor in visitors))
    await asyncio.gather(*(guest.get("/api/lobby") for guest in guests))


async def _look(courses: Sequence[Course], looks: Looks) -> None:
    while True:
        for course, told in zip(courses, looks, strict=True):
            told.append(await course.look())
        await asyncio.sleep(LOOK_EVERY_SECONDS)


def _growth(looks: Looks, seconds: float) -> list[Measured]:
    warm_up = min(WARM_UP_SECONDS, seconds / 3)
    slopes, most = [], 0.0
    for told in looks:
        rest = [facts for facts in told if facts.at >= told[0].at + warm_up]
        times, sizes = [facts.at for facts in rest], [facts.rss_kib / 1024 for facts in rest]
        slopes.append(600 * linear_regression(times, sizes).slope)
        most = max(most, *sizes)
    return [
        Measured("S1", "memory grows in ten minutes by", max(slopes), "MiB", 1),
        Measured("S1", "the most memory of a process", most, "MiB"),
    ]


def _left(before: Sequence[Facts], after: Sequence[Facts]) -> list[Measured]:
    pairs = list(zip(before, after, strict=True))
    counts = {
        "files and sockets": [now.files - then.files for then, now in pairs],
        "tasks": [now.tasks - then.tasks for then, now in pairs],
        "rooms": [now.rooms - then.rooms for then, now in pairs],
    }
    return [
        Measured("S1", f"{name} left over when idle", max(found, key=abs), "", most=2, least=-2)
        for name, found in counts.items()
    ]


def _rest(crowd: Crowd, faults: Sequence[str]) -> list[Measured]:
    return [
        Measured("S1", "people who came", crowd.visits, ""),
        Measured("S1", "rooms that were made", crowd.rooms, ""),
        Measured("S1", "errors", len(faults) + crowd.failures, "", 0),
    ]


if __name__ == "__main__":
    sys.exit(main())
