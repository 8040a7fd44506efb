"""One round of one system: opened, warmed up, played at the pace of people, then as fast as it answers."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random

from tests.bench.goals import percentile
from tests.bench.peer.ours import ours
from tests.bench.peer.pace import Stretch, Tally, flat_out, steadily, watched
from tests.bench.peer.room import System
from tests.bench.peer.theirs import theirs

Serve = Callable[[Random], AbstractContextManager[System]]
OURS, IN_FILES, IN_MEMORY = "Durak, SQLite", "boardgame.io, files", "boardgame.io, memory"
SYSTEMS: dict[str, Serve] = {
    OURS: ours,
    IN_FILES: lambda rng: theirs(rng, in_files=True),
    IN_MEMORY: lambda rng: theirs(rng, in_files=False),
}

ENOUGH = 0.95
"""Of the moves that were due, so many must have been accepted for two loads to be the same."""


@dataclass(frozen=True, slots=True)
class Load:
    """What each system has to bear, in seconds for each part."""

    rooms: int
    steady: float
    flat_out: float
    warm_up: float
    every: float = 3.0
    """How often a person moves in each room, in seconds."""
    packed: bool = True
    """Whether clients offer compression."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The figures of one system in one round, by name, and why they cannot be compared, if so."""

    system: str
    figures: dict[str, float]
    flaws: list[str]


def run(name: str, load: Load, rng: Random) -> Outcome:
    """Measure one system once."""
    with SYSTEMS[name](rng) as system:
        return asyncio.run(_measured(name, system, load, rng))


async def _measured(name: str, system: System, load: Load, rng: Random) -> Outcome:
    await system.open(load.rooms, packed=load.packed)
    rooms = system.rooms
    await steadily(rooms, load.every, load.warm_up, rng, Tally())
    steady = await watched(
        *(system, f"{name}, steady", load.steady),
        lambda tally: steadily(rooms, load.every, load.steady, rng, tally),
    )
    await flat_out(rooms, load.warm_up, Tally())
    fast = await watched(
        *(system, f"{name}, flat out", load.flat_out),
        lambda tally: flat_out(rooms, load.flat_out, tally),
    )
    lost = sum(room.lost for room in rooms)
    await system.close()
    figures = {
        **{f"steady: {figure}": value for figure, value in _figures(steady).items()},
        **{f"flat out: {figure}": value for figure, value in _figures(fast).items()},
    }
    return Outcome(name, figures, [*_flaws(steady, fast, lost), *system.faults()])


def _figures(stretch: Stretch) -> dict[str, float]:
    tally, moves = stretch.tally, max(1, stretch.moves)
    milliseconds = [1000 * seconds for seconds in tally.latencies]
    return {
        "moves a second": stretch.moves / stretch.seconds,
        "of them people's": (len(tally.latencies) - tally.refused) / stretch.seconds,
        "answer, median, ms": percentile(milliseconds, 0.5),
        "answer, 99th percentile, ms": percentile(milliseconds, 0.99),
        "server's CPU for a move, ms": 1000 * stretch.spent.server / moves,
        "of it in the kernel, ms": 1000 * stretch.spent.kernel / moves,
        "bots' processes for a move, ms": 1000 * stretch.spent.others / moves,
        "server's core busy, %": 100 * (stretch.spent.server + stretch.spent.others) / stretch.seconds,
        "clients' core busy, %": 100 * stretch.clients / stretch.seconds,
        "moves thought of for late bots, %": 100 * stretch.stood_in / moves,
        "refused or late, %": 100 * (tally.refused + tally.late) / max(1, tally.due),
    }


def _flaws(steady: Stretch, fast: Stretch, lost: int) -> list[str]:
    accepted = len(steady.tally.latencies) - steady.tally.refused
    unanswered = steady.tally.unanswered + fast.tally.unanswered
    flaws = []
    if accepted < ENOUGH * steady.tally.due or steady.tally.late > (1 - ENOUGH) * steady.tally.due:
        flaws.append(f"{accepted} of {steady.tally.due} moves accepted, {steady.tally.late} late")
    if unanswered:
        flaws.append(f"{unanswered} moves never answered")
    if lost:
        flaws.append(f"{lost} connections lost")
    return flaws


def seconds_of(load: Load) -> float:
    """Return about how long one round of one system takes; rooms are opened about 60 a second."""
    return load.steady + load.flat_out + 2 * load.warm_up + load.rooms / 60 + load.every
