"""Rooms of people and bots, to whom everything happens at once: `python -m tests.bench.chaos`.

Connections are dropped, reset, half-open and slow, pages are reloaded, commands are sent twice and by two
tabs, and the server is killed and restarted in mid-move: first one process on SQLite, then three workers on
PostgreSQL and NATS, where those fail, too, and the networks between. Afterwards every promise is looked at
(see `tests.faults.checker`). Then the same happens to a server without its guards, where the checker must
find something: one that never does is worth nothing. Exit status 0: no violation, and some in each control.
"""

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from durak import PRESETS, most_seats
from tests.bench.many_workers import ManyWorkers
from tests.bench.nemesis import Nemesis
from tests.bench.one_server import OneServer
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.tab import Manners
from tests.faults.checker import BOUND_SECONDS, violations
from tests.faults.ledger import Ledger
from tests.faults.violation import Violation, count_by_kind
from tests.program import HOST

SPOILED_A_SECOND = 5.0
SECONDS = {1: 60.0, 3: 120.0}
"""How long it lasts, for one process and for three."""

SETTINGS = {"DURAK_BOT_PACE": "0.3"}
COMING_BACK_SECONDS = 20.0
QUIET_SECONDS = BOUND_SECONDS + 1
"""Long enough for whatever is still due to come."""
EXAMPLES = 3
CORRUPTION = {"versions", "illegal", "cards", "lost", "twice", "refused", "record", "hand"}
"""Of what there must be some in the control run: that a browser is late is no proof of anything."""

MANNERS = Manners(
    ping_seconds=1.0,
    pong_seconds=1.0,
    hello_seconds=3.0,
    wait=lambda _code, attempt, rng: 0.05 + rng.random() * min(2.0, 0.2 * 2**attempt),
)
HABITS = Habits(thinks=(0.2, 1.2), sends_twice=0.15, taps_twice=0.15, errs=0.03, wanders=0.04)


@dataclass(slots=True)
class Report:
    """What happened, and what was found."""

    seed: int
    seconds: float
    guarded: bool
    workers: int = 1
    counts: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    logged: dict[str, int] = field(default_factory=dict)
    violations: dict[str, int] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    checked_seconds: float = 0.0


def main(words: Sequence[str] | None = None) -> int:
    """Do as told, print it, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.chaos", description="Does everything survive?"
    )
    parser.add_argument(
        "--workers",
        type=int,
        action="append",
        help="1: one process on SQLite; more: on PostgreSQL and NATS (1, then 3)",
    )
    parser.add_argument("--seconds", type=float, help="of chaos (60 for one process, 120 for several)")
    parser.add_argument("--rooms", type=int, default=40, help="with people and bots (40)")
    parser.add_argument(
        "--control", type=float, default=20, help="seconds of the control run, 0 for none (20)"
    )
    parser.add_argument("--seed", type=int, help="of every choice; by chance if not given")
    parser.add_argument("--json", type=Path, help="write the results to this file, too")
    chosen = parser.parse_args(words)
    seed = secrets.randbelow(10**9) if chosen.seed is None else chosen.seed
    reports = []
    for workers in chosen.workers or SECONDS:
        seconds = chosen.seconds or SECONDS.get(workers, max(SECONDS.values()))
        reports.append(run(seconds, chosen.rooms, seed, guarded=True, workers=workers))
        if chosen.control:
            reports.append(run(chosen.control, chosen.rooms, seed, guarded=False, workers=workers))
    passed = is_passed(reports)
    print(f"\nverdict: {'passed' if passed else 'FAILED'}")
    if chosen.json:
        results = {"passed": passed, "runs": [asdict(report) for report in reports]}
        chosen.json.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return 0 if passed else 1


def is_passed(reports: Sequence[Report]) -> bool:
    """Tell whether nothing was found where the guards were in, and corruption where they were not."""
    return all(
        not report.violations if report.guarded else CORRUPTION & report.violations.keys()
        for report in reports
    )


def run(seconds: float, rooms: int, seed: int, *, guarded: bool, workers: int = 1) -> Report:
    """Make a server and a crowd, let everything happen, look at what is left, and print it."""
    report = Report(seed, seconds, guarded, workers)
    name = "chaos" if guarded else "control run, without guards"
    where = "one process" if workers == 1 else f"{workers} workers"
    print(f"\n{name}, {where}: {rooms} rooms, {seconds:.0f} s, seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        party, ledger, missing = asyncio.run(_happen(report, Path(folder), rooms))
        began = time.perf_counter()
        found = [*violations(ledger, party.witnesses), *missing]
        report.checked_seconds = round(time.perf_counter() - began, 1)
    report.violations = count_by_kind(found)
    report.examples = list(_examples(found))
    report.counts |= _counted(party, ledger)
    _print(report)
    return report


def _stage(report: Report, folder: Path, rng: Random) -> OneServer | ManyWorkers:
    if report.workers == 1:
        return OneServer(folder, SETTINGS, guarded=report.guarded)
    return ManyWorkers(report.workers, SETTINGS, rng, guarded=report.guarded)


async def _happen(report: Report, folder: Path, rooms: int) -> tuple[Party, Ledger, list[Violation]]:
    rng = Random(report.seed)
    async with _stage(report, folder, Random(rng.random())) as stage:
        party = Party(HOST, stage.proxy.port, Random(rng.random()), MANNERS, HABITS)
        nemesis = Nemesis(stage.proxy, party, Random(rng.random()))
        await party.gather(_plan(number, rng) for number in range(rooms))
        await party.all_are_open(COMING_BACK_SECONDS)
        party.start()
        name = "chaos" if report.guarded else "control"
        async with bar(name, report.seconds, lambda: f"{(stage.faults + nemesis.faults).total()} faults"):
            await _spoil(stage, nemesis, report.seconds)
        party.rest()
        missing = await stage.settled()
        away = await party.all_are_open(COMING_BACK_SECONDS if report.guarded else 3)
        await asyncio.sleep(QUIET_SECONDS)
        report.counts["tabs open at the end"] = sum(tab.is_open for tab in party.tabs)
        await party.close()
        ledger = await stage.end(party.witnesses)
        report.logged = dict(Counter(stage.logged()))
        report.faults = dict(stage.faults + nemesis.faults)
        missing += [Violation("stale", tab.room, "a browser never came back") for tab in away]
        return party, ledger, missing


async def _spoil(stage: OneServer | ManyWorkers, nemesis: Nemesis, seconds: float) -> None:
    harassing = asyncio.create_task(nemesis.harass(SPOILED_A_SECOND))
    ends_at = time.monotonic() + seconds
    async with asyncio.TaskGroup() as falling:
        for downfall in stage.downfalls():
            if ends_at - time.monotonic() < stage.every_seconds:
                break
            await asyncio.sleep(stage.every_seconds)
            # The next may come while this one lasts.
            falling.create_task(downfall())
    await asyncio.sleep(max(0.0, ends_at - time.monotonic()))
    harassing.cancel()
    with suppress(asyncio.CancelledError):
        await harassing
    await nemesis.heal()


def _plan(number: int, rng: Random) -> Plan:
    names = list(PRESETS)
    rules = names[number % len(names)]
    chairs = rng.randint(2, most_seats(PRESETS[rules]))
    people = rng.randint(1, min(4, chairs))
    options: dict[str, Any] = {"play_now": people == 1}
    if people > 1 and rng.random() < 0.3:
        options["turn_seconds"] = 5
    return Plan(rules, chairs, people, watchers=int(rng.random() < 0.3), options=options)


def _examples(found: Sequence[Violation]) -> Iterator[str]:
    """Yield a few of each kind."""
    for kind in dict.fromkeys(one.kind for one in found):
        told = dict.fromkeys(f"{kind}: {one.what}" for one in found if one.kind == kind)
        yield from list(told)[:EXAMPLES]


def _counted(party: Party, ledger: Ledger) -> dict[str, int]:
    asked = [one for witness in party.witnesses for one in witness.asked.values()]
    stretches = [stretch for witness in party.witnesses for stretch in witness.stretches]
    return {
        "people": len(party.people),
        "tabs": len(party.tabs),
        "connections": len(stretches),
        "commands": len(asked),
        "answered ok": sum(one.oks > 0 for one in asked),
        "refused": sum(one.is_refused_for_good for one in asked),
        "never answered": sum(not one.oks and not one.is_refused_for_good for one in asked),
        "sent more than once": sum(one.sends > 1 for one in asked),
        "versions": sum(ledger.versions.values()),
        "games that ended": len(ledger.records),
        "views": sum(len(stretch.views) for stretch in stretches),
    }


def _print(report: Report) -> None:
    def listed(facts: dict[str, Any]) -> str:
        return ", ".join(f"{name} {count}" for name, count in facts.items()) or "none"

    print(f"  faults      {listed(report.faults)}")
    if report.logged:
        print(f"  logged      {listed(report.logged)}")
    print(f"  counted     {listed(report.counts)}")
    print(f"  violations  {listed(report.violations)} (looked for in {report.checked_seconds:.1f} s)")
    for example in report.examples:
        print(f"              {example}")


if __name__ == "__main__":
    sys.exit(main())
