"""L1: many rooms that play as people do, a move every three seconds, first without bots, then with them."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from random import Random

from tests.bench.course import HOST, Course, Facts, served
from tests.bench.goals import Measured, percentile
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.tab import Manners
from tests.faults.witness import Asked

HABITS = Habits(thinks=(3.0, 9.0))
"""Several are waited for at once, most of the time: so a room moves about every three seconds."""
MANNERS = Manners(keeps_views=False)
SETTINGS = {"DURAK_BOT_PACE": "4"}
WARM_UP_SECONDS = 5.0
PEOPLE = Plan("classic", chairs=2, people=2)
WITH_BOTS = Plan("classic", chairs=4, people=2)


@dataclass(slots=True)
class Phase:
    """What came of some minutes of play."""

    before: Facts
    after: Facts
    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    broken: int = 0
    moves: int = 0

    @property
    def seconds(self) -> float:
        return self.after.at - self.before.at


def measure(rooms: int, seconds: float, quiet_seconds: float, seed: int) -> list[Measured]:
    """Measure L1, and beside it what a move costs."""
    with served(SETTINGS) as course:
        quiet = asyncio.run(play(course, [PEOPLE] * rooms, quiet_seconds, seed, "L1, people only"))
        loud = asyncio.run(play(course, [WITH_BOTS] * rooms, seconds, seed + 1, "L1, with bots"))
        faults = course.faults()
    return list(_figures(rooms, quiet, loud, faults))


def _figures(rooms: int, quiet: Phase, loud: Phase, faults: Sequence[str]) -> list[Measured]:
    milliseconds = [seconds * 1000 for seconds in loud.latencies]
    cpu = loud.after.cpu_seconds - loud.before.cpu_seconds
    return [
        Measured("L1", "answer to a command, median", percentile(milliseconds, 0.5), "ms", 15),
        Measured("L1", "answer to a command, 99th percentile", percentile(milliseconds, 0.99), "ms", 100),
        Measured("L1", "lag of the event loop, 99th percentile, people only", quiet.after.lag_p99, "ms"),
        Measured(
            *("L1", "the same with bots", loud.after.lag_p99, "ms"),
            most=round(quiet.after.lag_p99 + 3, 2),
        ),
        Measured("L1", "the server's process", loud.after.busy_since(loud.before), "% of one", 60),
        Measured("L1", "errors", len(faults) + loud.broken + quiet.broken, "", 0),
        Measured("L1", f"moves of people and bots in {rooms} rooms", loud.moves / loud.seconds, "/s"),
        Measured("L1", "processor time for each move", 1000 * cpu / max(1, loud.moves), "ms"),
    ]


async def play(course: Course, plans: Sequence[Plan], seconds: float, seed: int, name: str) -> Phase:
    """Let so many rooms play for so long, and return what came of it; the bar calls it by its name."""
    rng = Random(seed)
    party = Party(HOST, course.port, rng, MANNERS, HABITS)
    await party.gather(plans)
    await party.come_to_table()
    party.start()
    await asyncio.sleep(WARM_UP_SECONDS)
    phase = Phase(before := await course.begin(), before)

    def answered(asked: Asked, took: float, ok: bool) -> None:
        phase.latencies.append(took)
        phase.refused += not ok

    for tab in party.tabs:
        tab.on_answer = answered
    connections, plies = _connections(party), _moves(course)
    async with bar(name, seconds, lambda: f"{len(phase.latencies)} answers"):
        await asyncio.sleep(seconds)
    phase.after, phase.moves = await course.look(), _moves(course) - plies
    phase.broken = _connections(party) - connections
    await party.close()
    return phase


def _connections(party: Party) -> int:
    return sum(len(tab.witness.stretches) for tab in party.tabs)


def _moves(course: Course) -> int:
    """Return how many actions are in the log."""
    with closing(sqlite3.connect(course.program.database)) as database:
        text = 'SELECT count(*) FROM events WHERE body LIKE \'{"kind":"ActionTaken"%\''
        return int(database.execute(text).fetchone()[0])
