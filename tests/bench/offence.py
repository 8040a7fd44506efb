"""F6: peers that never read and peers that send slowly; the others must not notice, and they have to go."""

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

from tests.bench.course import HOST, Course, served
from tests.bench.goals import Measured, percentile
from tests.bench.offenders import KINDS, AsksSlowly, Offender, still_connected
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.tab import Manners
from tests.faults.witness import Asked

HABITS = Habits(thinks=(0.3, 1.0))
SETTINGS = {"DURAK_BOT_PACE": "0.5"}
WARM_UP_SECONDS = 5.0
WATCHED_SECONDS = 60.0
"""How long is watched whether they go."""


@dataclass(slots=True)
class Watched:
    """What the others had meanwhile, what the server used, and when the last of each kind was gone.

    Those that were not gone when nobody watched any longer count as if they were gone then.
    """

    latencies: list[float] = field(default_factory=list)
    rss_kib: list[int] = field(default_factory=list)
    gone_seconds: dict[str, float] = field(default_factory=dict)


def measure(each: int, rooms: int, seconds: float, seed: int) -> list[Measured]:
    """Measure F6 with so many offenders of each kind, and watch so long whether they go."""
    with served(SETTINGS) as course:
        watched = asyncio.run(_offend(course, each, rooms, seconds, seed))
    milliseconds = [took * 1000 for took in watched.latencies]
    grown = (max(watched.rss_kib) - watched.rss_kib[0]) / 1024
    return [
        Measured("F6", "answers to the others, 99th percentile", percentile(milliseconds, 0.99), "ms", 150),
        *(
            # A request without an end is for the proxy in front: README, "Public means behind a proxy".
            Measured("F6", f"{each} {kind}: gone after", took, "s", None if KINDS[kind] is AsksSlowly else 30)
            for kind, took in watched.gone_seconds.items()
        ),
        Measured("F6", "the server's memory grew by", grown, "MiB", 20),
    ]


async def _offend(course: Course, each: int, rooms: int, seconds: float, seed: int) -> Watched:
    party = Party(HOST, course.port, Random(seed), Manners(keeps_views=False), HABITS)
    await party.gather(Plan("classic", 4, 2) for _ in range(rooms))
    await party.come_to_table()
    party.start()
    await asyncio.sleep(WARM_UP_SECONDS)
    watched = Watched(rss_kib=[(await course.look()).rss_kib])

    def answered(_asked: Asked, took: float, _ok: bool) -> None:
        watched.latencies.append(took)

    for tab in party.tabs:
        tab.on_answer = answered
    offenders = {
        kind: [make(course.port, party.rooms[number % rooms], nth * each + number) for number in range(each)]
        for nth, (kind, make) in enumerate(KINDS.items())
    }
    everybody = [one for some in offenders.values() for one in some]
    await asyncio.gather(*(one.begin() for one in everybody))
    async with bar("F6", seconds, lambda: f"gone: {', '.join(watched.gone_seconds) or 'none'}"):
        await _watch(course, offenders, watched, seconds)
    await asyncio.gather(*(one.end() for one in everybody))
    await party.close()
    return watched


async def _watch(
    course: Course, offenders: dict[str, list[Offender]], watched: Watched, seconds: float
) -> None:
    began = time.monotonic()
    while (over := time.monotonic() - began) < seconds and len(watched.gone_seconds) < len(offenders):
        await asyncio.sleep(0.5)
        watched.rss_kib.append((await course.look()).rss_kib)
        there = still_connected(course.port)
        for kind, some in offenders.items():
            if kind not in watched.gone_seconds and not there & {one.port for one in some}:
                watched.gone_seconds[kind] = over
    for kind in offenders:
        watched.gone_seconds.setdefault(kind, seconds)
