"""L5: everybody's connection is lost at once, and everybody comes back as browsers do."""

import asyncio
import time
from random import Random

from tests.bench.course import HOST, Course, served
from tests.bench.goals import Measured, percentile
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.tab import Manners, Tab

OF_A_ROOM = 4
SETTLED_SECONDS = 3.0
PATIENCE_SECONDS = 60.0


def measure(sockets: int, seed: int) -> list[Measured]:
    """Measure L5."""
    with served({}) as course:
        took, lag = asyncio.run(_storm(course, sockets, seed))
    return [
        Measured("L5", f"{sockets} sockets dropped at once: the last is back", max(took), "s", 5),
        Measured("L5", "the same, median", percentile(took, 0.5), "s"),
        Measured("L5", "lag of the event loop meanwhile, 99th percentile", lag, "ms", 200),
    ]


async def _storm(course: Course, sockets: int, seed: int) -> tuple[list[float], float]:
    party = Party(HOST, course.port, Random(seed), Manners(keeps_views=False), Habits(thinks=(1, 1)))
    await party.gather(Plan("classic", OF_A_ROOM, OF_A_ROOM) for _ in range(sockets // OF_A_ROOM))
    await party.come_to_table()
    await asyncio.sleep(SETTLED_SECONDS)
    back: dict[Tab, float] = {}
    await course.begin()
    dropped_at = time.perf_counter()

    def seen(tab: Tab) -> None:
        back.setdefault(tab, time.perf_counter() - dropped_at)

    for tab in party.tabs:
        tab.on_view = seen
        tab.drop()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(back) < len(party.tabs):
            await asyncio.sleep(0.02)
    lag = (await course.look()).lag_p99
    await party.close()
    return list(back.values()), lag
