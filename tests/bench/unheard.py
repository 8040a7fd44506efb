"""F3: the broker dies, and later hangs behind a network that swallows everything; people play on."""

import asyncio
import time
from collections.abc import Callable
from random import Random

from tests.bench.cluster import Cluster, clustered
from tests.bench.course import HOST
from tests.bench.goals import Measured, percentile
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.sights import Sight, Sights
from tests.bench.tab import Manners
from web.transport.hub import SWEEP_SECONDS

HABITS = Habits(thinks=(0.3, 1.0))
SETTINGS = {"DURAK_BOT_PACE": "0.5"}
WARM_UP_SECONDS = 5.0
BACK_SECONDS = 3.0
SLOW_SECONDS = 1.0
"""What takes longer to be seen was not told by the bus."""


def measure(rooms: int, seconds: float, seed: int) -> list[Measured]:
    """Measure F3, with a broker that is dead, and then in a black hole, for so many seconds each."""
    return asyncio.run(_measure(rooms, seconds, seed))


async def _measure(rooms: int, seconds: float, seed: int) -> list[Measured]:
    async with clustered(2, SETTINGS, spoilable=True) as cluster:
        # People come past the proxies: those are for the bus and the database.
        first, *others = cluster.ports
        party = Party(HOST, first, Random(seed), Manners(keeps_views=False), HABITS, others=tuple(others))
        await party.gather(Plan("classic", 4, 2) for _ in range(rooms))
        await party.come_to_table()
        party.start()
        await asyncio.sleep(WARM_UP_SECONDS)
        sights = Sights(party)
        async with bar("F3", 2 * seconds + BACK_SECONDS, lambda: f"{len(sights.answers)} answers"):
            dead = await _while(seconds, cluster.nats.stop)
            cluster.nats.start()
            await asyncio.sleep(BACK_SECONDS)
            hole = await _while(seconds, lambda: _swallow(cluster))
        seen, answers = sights.sights(), sights.answers
        await party.close()
    answered = [1000 * one.seconds for one in _of(answers, dead)]
    late = [one.seconds for one in _of(seen, dead)]
    healed = [one.sent_at + one.seconds - hole[0] for one in _of(seen, hole) if one.seconds > SLOW_SECONDS]
    in_the_hole = [1000 * one.seconds for one in _of(answers, hole)]
    bound = 1.3 * SWEEP_SECONDS + 1
    return [
        Measured(
            "F3", "NATS dead: answer to a command, 99th percentile", percentile(answered, 0.99), "ms", 150
        ),
        Measured(
            "F3",
            f"NATS dead: {len(late)} moves seen by the other, latest",
            max(late, default=0.0),
            "s",
            bound,
        ),
        Measured("F3", "in a black hole: all is told again after", max(healed, default=0.0), "s", 8),
        Measured("F3", "in a black hole: answer, 99th percentile", percentile(in_the_hole, 0.99), "ms"),
    ]


def _swallow(cluster: Cluster) -> None:
    """Let nothing more come over the connections there are; new ones are sound."""
    for worker in cluster.workers:
        for link in worker.to_nats.links.values():
            link.mode = "black hole"


async def _while(seconds: float, begin: Callable[[], None]) -> tuple[float, float]:
    """Do it, wait, and return from when to when that was."""
    await asyncio.to_thread(begin)
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    return began, time.perf_counter()


def _of(sights: list[Sight], span: tuple[float, float]) -> list[Sight]:
    return [sight for sight in sights if span[0] <= sight.sent_at <= span[1]]
