"""F2: a worker is killed in mid-play; whom it served goes on elsewhere, and so do the bots it was to move."""

import asyncio
import time
from random import Random

import psycopg

from tests.bench.balancer import Balancer
from tests.bench.cluster import Cluster, clustered
from tests.bench.course import HOST
from tests.bench.goals import Measured, percentile
from tests.bench.kept_promises import kept_promises
from tests.bench.party import Party, Plan
from tests.bench.person import Habits
from tests.bench.progress import bar
from tests.bench.tab import Manners, Tab
from tests.faults.checker import BOUND_SECONDS
from tests.faults.ledger import read_postgres_ledger
from web.rooms.driver import OVERDUE_SECONDS

HABITS = Habits(thinks=(0.5, 2.0))
SETTINGS = {"DURAK_BOT_PACE": "1"}
PLAYED_SECONDS = 5.0
WATCHED_SECONDS = 8.0
"""How long is watched whether somebody plays again, and whether bots move."""

PENDING_SECONDS = 3.0
"""What was due so soon after the death was to be done by somebody soon; all else were clocks."""

QUIET_SECONDS = BOUND_SECONDS + 1

_PENDING = "SELECT id, version, due_at FROM rooms WHERE due_at BETWEEN %s AND %s"
_WHEN = (
    "SELECT extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM events"
    " WHERE room_id = %s AND version = %s AND part = 0"
)


def measure(deaths: int, rooms: int, seed: int) -> list[Measured]:
    """Measure F2."""
    return asyncio.run(_measure(deaths, rooms, seed))


async def _measure(deaths: int, rooms: int, seed: int) -> list[Measured]:
    back: list[float] = []
    late: list[float] = []
    async with clustered(2, SETTINGS) as cluster, Balancer(HOST, cluster.ports) as balancer:
        party = Party(HOST, balancer.port, Random(seed), Manners(), HABITS)
        await party.gather(Plan("transfer", 4, 2) for _ in range(rooms))
        await party.come_to_table()
        party.start()
        seconds = deaths * (PLAYED_SECONDS + WATCHED_SECONDS + 2)
        async with bar("F2", seconds, lambda: f"{len(back)} browsers came back"):
            for nth in range(deaths):
                await asyncio.sleep(PLAYED_SECONDS)
                back += await _die(cluster, balancer, party, nth % 2, late)
        party.rest()
        await asyncio.sleep(QUIET_SECONDS)
        await party.close()
        await cluster.stop()
        ledger = read_postgres_ledger(cluster.url)
    return [
        Measured(
            "F2", f"playing again after a worker's death, {len(back)} browsers, 99th", _p99(back), "s", 5
        ),
        Measured("F2", "the same, median", percentile(back, 0.5), "s"),
        Measured(
            *("F2", f"{len(late)} moves that were due then, the latest", max(late, default=0.0), "s"),
            most=OVERDUE_SECONDS + 1,
        ),
        *kept_promises("F2", f"{deaths} times one worker of two killed", ledger, party.witnesses),
    ]


async def _die(
    cluster: Cluster, balancer: Balancer, party: Party, nth: int, late: list[float]
) -> list[float]:
    """Kill a worker, start it again, and return how long each of its browsers took to play elsewhere."""
    worker = cluster.workers[nth]
    to = {port: link.to for port, link in balancer.links.items()}
    there = {tab for tab in party.tabs if to.get(tab.local_port or 0) == worker.port}
    back: dict[Tab, float] = {}

    def plays_again(tab: Tab) -> None:
        chair = tab.view["room"]["you"]["chair"]
        if tab in there and not tab.view["room"]["chairs"][chair]["away"]:
            back.setdefault(tab, time.perf_counter() - began)

    began, at = time.perf_counter(), time.time()
    worker.program.kill()
    for tab in party.tabs:
        tab.on_view = plays_again
    pending = _pending(cluster, at)
    await asyncio.sleep(WATCHED_SECONDS)
    late += _lateness(cluster, pending, at)
    await asyncio.to_thread(worker.program.start)
    return [back.get(tab, time.perf_counter() - began) for tab in there]


def _pending(cluster: Cluster, at: float) -> list[tuple[str, int, float]]:
    """Return the rooms in which something is to be done soon: at which version, and when it is due."""
    with psycopg.connect(cluster.url) as database:
        rows = database.execute(_PENDING, (at - 1, at + PENDING_SECONDS)).fetchall()
    return [(str(room), int(version), float(due)) for room, version, due in rows]


def _lateness(cluster: Cluster, pending: list[tuple[str, int, float]], at: float) -> list[float]:
    late = []
    with psycopg.connect(cluster.url) as database:
        for room, version, due in pending:
            row = database.execute(_WHEN, (room, version + 1)).fetchone()
            done = time.time() if row is None else float(row[0])
            late.append(max(0.0, done - max(due, at)))
    return late


def _p99(values: list[float]) -> float:
    return percentile(values, 0.99)
