"""L2, L4: two people and two bots in each room, the people on two workers; and what a move costs those."""

import asyncio
from random import Random

import psycopg

from tests.bench.cluster import Cluster, clustered
from tests.bench.course import HOST, Facts
from tests.bench.goals import Measured, percentile
from tests.bench.party import Party
from tests.bench.progress import bar
from tests.bench.sights import Sights
from tests.bench.steady import HABITS, MANNERS, SETTINGS, WITH_BOTS

WARM_UP_SECONDS = 5.0


def measure(rooms: int, seconds: float, seed: int) -> list[Measured]:
    """Measure L2 and L4."""
    return asyncio.run(_measure(rooms, seconds, seed))


async def _measure(rooms: int, seconds: float, seed: int) -> list[Measured]:
    async with clustered(2, SETTINGS) as cluster:
        first, *others = cluster.ports
        party = Party(HOST, first, Random(seed), MANNERS, HABITS, others=tuple(others))
        await party.gather([WITH_BOTS] * rooms)
        await party.come_to_table()
        party.start()
        await asyncio.sleep(WARM_UP_SECONDS)
        sights, connections, moves = Sights(party), _connections(party), _moves(cluster)
        before = await _look(cluster)
        async with bar("L2", seconds, lambda: f"{len(sights.answers)} answers"):
            await asyncio.sleep(seconds)
        after = await _look(cluster)
        moves, broken = _moves(cluster) - moves, _connections(party) - connections
        seen = sights.sights()
        await party.close()
        faults = cluster.faults()
    answers = [1000 * answer.seconds for answer in sights.answers]
    late = [1000 * sight.seconds for sight in seen]
    pairs = list(zip(before, after, strict=True))
    cpu = sum(now.cpu_seconds - then.cpu_seconds for then, now in pairs)
    busiest = max(now.busy_since(then) for then, now in pairs)
    return [
        Measured("L2", "the other player sees a move, 99th percentile", percentile(late, 0.99), "ms", 150),
        Measured("L2", "the same, median", percentile(late, 0.5), "ms"),
        Measured("L2", "answer to a command, 99th percentile", percentile(answers, 0.99), "ms"),
        Measured("L2", "moves that were seen by another", len(late), ""),
        Measured("L2", "the busier worker's process", busiest, "% of one"),
        Measured("L2", "errors", len(faults) + broken, "", 0),
        Measured("L4", f"moves of people and bots in {rooms} rooms", moves / seconds, "/s"),
        Measured("L4", "processor time of the workers for each move", 1000 * cpu / max(1, moves), "ms", 1.5),
    ]


async def _look(cluster: Cluster) -> list[Facts]:
    return [await worker.course.look() for worker in cluster.workers]


def _connections(party: Party) -> int:
    return sum(len(tab.witness.stretches) for tab in party.tabs)


def _moves(cluster: Cluster) -> int:
    """Return how many actions are in the log."""
    text = 'SELECT count(*) FROM events WHERE body LIKE \'{"kind":"ActionTaken"%\''
    with psycopg.connect(cluster.url) as database:
        row = database.execute(text).fetchone()
    assert row is not None
    return int(row[0])
