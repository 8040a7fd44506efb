"""F5: the server is killed in mid-play, again and again, and what was answered has to be there afterwards."""

import asyncio
import time
from random import Random

from tests.bench.course import HOST, Course, served
from tests.bench.goals import Measured, percentile
from tests.bench.kept_promises import kept_promises
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.tab import Manners
from tests.faults.checker import BOUND_SECONDS
from tests.faults.ledger import read_ledger
from tests.faults.witness import Asked

HABITS = Habits(thinks=(0.02, 0.2), sends_twice=0.1)
MANNERS = Manners(1.0, 1.0, 3.0, wait=lambda _code, _attempt, rng: 0.05 + 0.1 * rng.random())
SETTINGS = {"DURAK_BOT_PACE": "0.2"}
PLAYED_SECONDS = (0.7, 1.6)
PATIENCE_SECONDS = 60.0
QUIET_SECONDS = BOUND_SECONDS + 1
"""Long enough for whatever is still due to come."""


def measure(kills: int, rooms: int, seed: int) -> list[Measured]:
    """Measure F5."""
    with served(SETTINGS) as course:
        party, took = asyncio.run(_suffer(course, kills, rooms, seed))
        course.program.stop()
        ledger = read_ledger(course.program.database)
    return [
        *kept_promises("F5", f"{kills} times killed", ledger, party.witnesses),
        Measured("F5", "complaints of SQLite's integrity check", len(ledger.complaints), "", 0),
        Measured("F5", "started again to the first move, longest", max(took), "s", 3),
        Measured("F5", "the same, median", percentile(took, 0.5), "s"),
    ]


async def _suffer(course: Course, kills: int, rooms: int, seed: int) -> tuple[Party, list[float]]:
    rng = Random(seed)
    party = Party(HOST, course.port, Random(rng.random()), MANNERS, HABITS)
    await party.gather(Plan("transfer", 4, 2) for _ in range(rooms))
    await party.come_to_table()
    party.start()
    took: list[float] = []
    answered = asyncio.Event()

    def on_answer(_asked: Asked, _seconds: float, ok: bool) -> None:
        if ok:
            answered.set()

    async with bar("F5", kills * 4.0, lambda: f"{len(took)} times killed"):
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(*PLAYED_SECONDS))
            await asyncio.to_thread(course.program.kill)
            began = time.perf_counter()
            answered.clear()
            for tab in party.tabs:
                tab.on_answer = on_answer
            await asyncio.to_thread(course.program.start)
            async with asyncio.timeout(PATIENCE_SECONDS):
                await answered.wait()
            took.append(time.perf_counter() - began)
    party.rest()
    await party.all_are_open(PATIENCE_SECONDS)
    await asyncio.sleep(QUIET_SECONDS)
    await party.close()
    return party, took
