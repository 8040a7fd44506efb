"""Several workers on PostgreSQL and NATS, to which everything happens: to each, to what they share, between.

The workers stand behind a balancer, as in public. Where a worker cannot know what happens, since it stands
still or its database is out of reach, no browser can be told by it: those spans are noted, and the checker
expects everything from their end on. A bus that is away is no excuse.
"""

import asyncio
import signal
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

from tests.bench.balancer import Balancer
from tests.bench.cluster import Cluster, Worker, clustered
from tests.bench.one_server import Downfall
from tests.bench.proxy import Mode, Proxy
from tests.faults.checker import BOUND_SECONDS
from tests.faults.ledger import Ledger, read_postgres_ledger
from tests.faults.violation import Violation
from tests.faults.witness import Witness
from tests.program import HOST
from web.adapters.sql_workers import BEAT_SECONDS, OWN_SECONDS
from web.transport.presence import PATIENCE_SECONDS

COMING_BACK_SECONDS = 30.0
BETWEEN_SECONDS = (2.0, 5.0)
"""How long a network between servers fails, and how long a worker stands still, if not for long."""

FOR_LONG_SECONDS = 11.0
"""Longer than a worker may stand still before all others take it for gone."""

LET_GO_SECONDS = OWN_SECONDS + BEAT_SECONDS + PATIENCE_SECONDS
CUT_OFF_SECONDS = LET_GO_SECONDS + BOUND_SECONDS + 1
"""How long a worker that cannot reach its database may keep its browsers, and how long it cannot here."""


class ManyWorkers:
    """Workers; people come to them through `proxy`. `faults` counts what happened to them."""

    every_seconds = 5.0

    def __init__(self, count: int, settings: Mapping[str, str], rng: Random, *, guarded: bool) -> None:
        self.faults: Counter[str] = Counter()
        self._count, self._settings, self._guarded, self._rng = count, settings, guarded, rng
        self._stack = AsyncExitStack()
        self._busy: dict[object, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._excuses: list[tuple[int | None, float, float]] = []
        """Of the worker at this port, or of all, from and to."""

    async def __aenter__(self) -> "ManyWorkers":
        opening = clustered(
            self._count, self._settings, on_one_core=False, spoilable=True, guarded=self._guarded
        )
        self._cluster: Cluster = await self._stack.enter_async_context(opening)
        self.proxy: Balancer = await self._stack.enter_async_context(Balancer(HOST, self._cluster.ports))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def downfalls(self) -> Iterator[Downfall]:
        """Yield, for ever, what goes wrong next: all there is, in an order of chance, and all again."""
        kinds = [
            *(self._kill, self._restart, self._freeze, self._freeze_for_long),
            *(self._crash_postgres, self._kill_nats),
            *(self._delay_postgres, self._swallow_postgres, self._cut_off, self._reset_postgres),
            *(self._delay_nats, self._swallow_nats, self._reset_nats),
        ]
        while True:
            self._rng.shuffle(kinds)
            yield from kinds

    async def settled(self) -> list[Violation]:
        """Return which workers have not come back."""
        give_up_at = time.monotonic() + COMING_BACK_SECONDS
        missing = list(self._cluster.workers)
        while missing and time.monotonic() < give_up_at:
            await asyncio.sleep(0.2)
            missing = [worker for worker in missing if not self.proxy.is_ready(worker.port)]
        return [Violation("worker", "", "a worker never came back") for _ in missing]

    async def end(self, witnesses: Sequence[Witness]) -> Ledger:
        """Return what is written down when all is over, and note which browsers could not be told."""
        await self._cluster.stop()
        self._excuse(witnesses)
        return await asyncio.to_thread(read_postgres_ledger, self._cluster.url)

    def logged(self) -> list[str]:
        """Return what the workers called a fault of their own."""
        return self._cluster.faults()

    def _excuse(self, witnesses: Sequence[Witness]) -> None:
        carried: dict[int, list[tuple[float, int]]] = defaultdict(list)
        for at, client, worker in self.proxy.carried:
            carried[client].append((at, worker))
        for stretch in (stretch for witness in witnesses for stretch in witness.stretches):
            of_this_port = carried[stretch.port or 0]
            nth = bisect_right(of_this_port, (stretch.began_at, 0))
            to = of_this_port[nth - 1][1] if nth else None
            stretch.excused = [(began, ended) for port, began, ended in self._excuses if port in (None, to)]

    @asynccontextmanager
    async def _alone(self, *what: object) -> AsyncIterator[None]:
        """Let nothing else happen to these meanwhile."""
        async with AsyncExitStack() as stack:
            for lock in sorted((self._busy[one] for one in what), key=id):
                await stack.enter_async_context(lock)
            yield

    @asynccontextmanager
    async def _excused(self, port: int | None) -> AsyncIterator[None]:
        began = time.time()
        try:
            yield
        finally:
            self._excuses.append((port, began, time.time()))

    def _one(self) -> Worker:
        return self._rng.choice(self._cluster.workers)

    def _a_while(self) -> float:
        return self._rng.uniform(*BETWEEN_SECONDS)

    async def _kill(self) -> None:
        async with self._alone(program := self._one().program, self._cluster.postgres):
            self.faults["kill -9"] += 1
            await asyncio.to_thread(program.kill)
            await asyncio.to_thread(program.start)

    async def _restart(self) -> None:
        async with self._alone(program := self._one().program, self._cluster.postgres):
            self.faults["SIGTERM"] += 1
            await asyncio.to_thread(program.stop)
            await asyncio.to_thread(program.start)

    async def _freeze(self) -> None:
        await self._stand_still("SIGSTOP", self._a_while())

    async def _freeze_for_long(self) -> None:
        await self._stand_still("SIGSTOP for long", FOR_LONG_SECONDS)

    async def _stand_still(self, name: str, seconds: float) -> None:
        worker = self._one()
        async with self._alone(worker.program), self._excused(worker.port):
            self.faults[name] += 1
            worker.program.freeze()
            try:
                await asyncio.sleep(seconds)
            finally:
                worker.program.thaw()

    async def _crash_postgres(self) -> None:
        postgres = self._cluster.postgres
        async with self._alone(postgres), self._excused(None):
            self.faults["PostgreSQL crash"] += 1
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
            await asyncio.sleep(1)
            await asyncio.to_thread(postgres.start)

    async def _kill_nats(self) -> None:
        nats = self._cluster.nats
        async with self._alone(nats):
            self.faults["NATS kill"] += 1
            await asyncio.to_thread(nats.stop)
            await asyncio.sleep(self._a_while())
            await asyncio.to_thread(nats.start)

    async def _delay_postgres(self) -> None:
        worker = self._one()
        async with self._alone(worker.to_postgres, worker.program), self._excused(worker.port):
            await self._spoil("PostgreSQL delay", worker.to_postgres, "delay")

    async def _swallow_postgres(self) -> None:
        worker = self._one()
        async with self._alone(worker.to_postgres, worker.program), self._excused(worker.port):
            await self._spoil("PostgreSQL black hole", worker.to_postgres, "black hole")
            if self._rng.random() < 0.5:
                worker.to_postgres.reset()

    async def _cut_off(self) -> None:
        """Swallow all for so long that the worker has to let its browsers go: then none may be late."""
        worker = self._one()
        async with self._alone(worker.to_postgres, worker.program):
            self.faults["PostgreSQL black hole for long"] += 1
            began = time.time()
            worker.to_postgres.spoil("black hole")
            try:
                await asyncio.sleep(CUT_OFF_SECONDS)
            finally:
                worker.to_postgres.reset()
                self._excuses.append((worker.port, began, began + LET_GO_SECONDS))

    async def _reset_postgres(self) -> None:
        worker = self._one()
        # One that is just coming up would not come up.
        async with self._alone(worker.program):
            self.faults["PostgreSQL reset"] += 1
            worker.to_postgres.reset()

    async def _delay_nats(self) -> None:
        await self._spoil("NATS delay", self._one().to_nats, "delay")

    async def _swallow_nats(self) -> None:
        way = self._one().to_nats
        async with self._alone(way):
            await self._spoil("NATS black hole", way, "black hole")
            way.reset()

    async def _reset_nats(self) -> None:
        self.faults["NATS reset"] += 1
        self._one().to_nats.reset()

    async def _spoil(self, name: str, way: Proxy, mode: Mode) -> None:
        self.faults[name] += 1
        way.spoil(mode)
        try:
            await asyncio.sleep(self._a_while())
        finally:
            way.spoil("pass")
