"""F7: two workers behind a balancer are restarted one after the other; nobody gets an error."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.bench.balancer import Balancer
from tests.bench.cluster import Cluster, Worker, clustered
from tests.bench.course import HOST
from tests.bench.goals import Measured, percentile
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.site import NotAnswered, Visitor
from tests.bench.tab import RESTART, Manners, Tab

HABITS = Habits(thinks=(1.0, 3.0))
SETTINGS = {"DURAK_DRAIN_SECONDS": "2"}
"""Long enough for the balancer to notice."""

OF_A_ROOM = 4
PROBE_EVERY_SECONDS = 0.05
PROBES = ("/healthz", "/")
SETTLED_SECONDS = 3.0
PATIENCE_SECONDS = 60.0


@dataclass(slots=True)
class Roll:
    """What clients had while the workers were restarted; `back` is how long each browser saw nothing."""

    closes: Counter[str] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    probes: int = 0
    failures: Counter[str] = field(default_factory=Counter)


def measure(sockets: int, seed: int) -> list[Measured]:
    """Measure F7."""
    roll = asyncio.run(_measure(sockets, seed))
    others = roll.closes.total() - roll.closes[str(RESTART)]
    codes = ", ".join(code for code in roll.closes if code != str(RESTART))
    failures = ", ".join(roll.failures)
    return [
        Measured(
            "F7",
            f"of {roll.probes} requests failed{failures and f' ({failures})'}",
            roll.failures.total(),
            "",
            0,
        ),
        Measured("F7", f"of {roll.closes.total()} closes not 1012{codes and f' ({codes})'}", others, "", 0),
        Measured("F7", "each socket was closed at least once", roll.closes.total(), "", least=sockets),
        Measured("F7", "a browser is back, the last", max(roll.back, default=PATIENCE_SECONDS), "s", 5),
        Measured("F7", "the same, median", percentile(roll.back, 0.5), "s"),
    ]


async def _measure(sockets: int, seed: int) -> Roll:
    async with clustered(2, SETTINGS) as cluster, Balancer(HOST, cluster.ports) as balancer:
        party = Party(HOST, balancer.port, Random(seed), Manners(keeps_views=False), HABITS)
        await party.gather(Plan("classic", OF_A_ROOM, OF_A_ROOM) for _ in range(sockets // OF_A_ROOM))
        await party.come_to_table()
        party.start()
        await asyncio.sleep(SETTLED_SECONDS)
        roll = Roll()
        _watch(party, roll)
        probing = asyncio.create_task(_probe(balancer.port, roll))
        async with bar("F7", 30.0, lambda: f"{roll.closes.total()} closes, {roll.probes} requests"):
            await _roll(cluster, balancer, party)
        probing.cancel()
        await asyncio.gather(probing, return_exceptions=True)
        # From here on they close because they go.
        for tab in party.tabs:
            tab.on_close = lambda _tab, _code: None
        await party.close()
        return roll


def _watch(party: Party, roll: Roll) -> None:
    lost_at: dict[Tab, float] = {}

    def closed(tab: Tab, code: int | None) -> None:
        # None is a try to come back that found nobody.
        roll.closes[str(code)] += 1
        lost_at.setdefault(tab, time.perf_counter())

    def seen(tab: Tab) -> None:
        if tab in lost_at:
            roll.back.append(time.perf_counter() - lost_at.pop(tab))

    for tab in party.tabs:
        tab.on_close, tab.on_view = closed, seen


async def _roll(cluster: Cluster, balancer: Balancer, party: Party) -> None:
    """Restart each worker as a deploy does: the next one when the one before serves and all are back."""
    for worker in cluster.workers:
        await asyncio.to_thread(worker.program.stop)
        await asyncio.to_thread(worker.program.start)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not _is_back(worker, balancer, party):
                await asyncio.sleep(0.05)
        await asyncio.sleep(SETTLED_SECONDS)


def _is_back(worker: Worker, balancer: Balancer, party: Party) -> bool:
    return balancer.is_ready(worker.port) and all(tab.is_open for tab in party.tabs)


async def _probe(port: int, roll: Roll) -> None:
    """Ask for pages, for ever, each time over a new connection, and note what failed."""
    visitor = Visitor(HOST, port, "10.255.0.3")
    while True:
        for path in PROBES:
            roll.probes += 1
            try:
                await visitor.get(path)
            except (NotAnswered, OSError, TimeoutError) as failure:
                roll.failures[f"{path}: {type(failure).__name__} {failure}"] += 1
            await asyncio.sleep(PROBE_EVERY_SECONDS)
