"""F4: the database crashes in mid-play and is back after a second; nothing that was answered may be lost."""

import asyncio
import signal
import time
from random import Random

from tests.bench.cluster import Cluster, clustered
from tests.bench.course import HOST
from tests.bench.goals import Measured
from tests.bench.kept_promises import kept_promises
from tests.bench.kills import HABITS, MANNERS, QUIET_SECONDS, SETTINGS
from tests.bench.party import Party, Plan
from tests.bench.progress import bar
from tests.faults.ledger import read_postgres_ledger

AWAY_SECONDS = 1.0
PLAYED_SECONDS = 4.0
PATIENCE_SECONDS = 60.0


def measure(outages: int, rooms: int, seed: int) -> list[Measured]:
    """Measure F4: people come again at once here, as the server is measured and not browsers' patience."""
    return asyncio.run(_measure(outages, rooms, seed))


async def _measure(outages: int, rooms: int, seed: int) -> list[Measured]:
    first: list[float] = []
    everybody: list[float] = []
    spans: list[tuple[float, float]] = []
    async with clustered(2, SETTINGS) as cluster:
        port, *others = cluster.ports
        party = Party(HOST, port, Random(seed), MANNERS, HABITS, others=tuple(others))
        await party.gather(Plan("transfer", 4, 2) for _ in range(rooms))
        await party.come_to_table()
        party.start()
        async with bar("F4", outages * (PLAYED_SECONDS + AWAY_SECONDS + 2), lambda: f"{len(first)} outages"):
            for _ in range(outages):
                await asyncio.sleep(PLAYED_SECONDS)
                spans.append(await _crash(cluster))
                answered, seen = await _recovery(cluster, party)
                first.append(answered)
                everybody.append(seen)
        party.rest()
        await party.all_are_open(PATIENCE_SECONDS)
        await asyncio.sleep(QUIET_SECONDS)
        await party.close()
        await cluster.stop()
        ledger = read_postgres_ledger(cluster.url)
    for stretch in (stretch for witness in party.witnesses for stretch in witness.stretches):
        # Without a database nobody knows what there is to be told.
        stretch.excused = spans
    return [
        Measured("F4", "PostgreSQL is back to an answer through each worker, most", max(first), "s", 5),
        Measured("F4", "to a view for everybody, most", max(everybody), "s", 5),
        *kept_promises("F4", f"{outages} crashes of PostgreSQL", ledger, party.witnesses),
    ]


async def _crash(cluster: Cluster) -> tuple[float, float]:
    """End the database as a power cut would, start it again after a second, and return from when to when."""
    began = time.time()
    await asyncio.to_thread(cluster.postgres.stop, signal.SIGQUIT)
    await asyncio.sleep(AWAY_SECONDS)
    await asyncio.to_thread(cluster.postgres.start)
    return began, time.time()


async def _recovery(cluster: Cluster, party: Party) -> tuple[float, float]:
    """Return how long it takes until somebody on each worker is answered, and until all see a view."""
    began = time.perf_counter()
    waiting = set(cluster.ports)
    answered = asyncio.Event()

    def on_answer(port: int, ok: bool) -> None:
        waiting.discard(port if ok else 0)
        if not waiting:
            answered.set()

    for tab in party.tabs:
        port = tab.visitor.port
        tab.on_answer = lambda _asked, _took, ok, port=port: on_answer(port, ok)  # type: ignore[misc]
    async with asyncio.timeout(PATIENCE_SECONDS):
        await answered.wait()
        first = time.perf_counter() - began
        while not all(tab.is_open for tab in party.tabs):
            await asyncio.sleep(0.02)
    return first, time.perf_counter() - began
