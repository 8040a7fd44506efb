"""Several workers on one PostgreSQL, with a NATS between them, each of its own and gone with the block."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from tests.bench.course import HOST, SERVED, Course, pinned, servers_core
from tests.bench.proxy import Proxy
from tests.program import Program
from tests.servers.nats import Nats
from tests.servers.postgres import Postgres


@dataclass(frozen=True, slots=True)
class Worker:
    """One process, and the ways on which it reaches database and broker."""

    program: Program
    to_postgres: Proxy
    to_nats: Proxy

    @property
    def port(self) -> int:
        return self.program.port

    @property
    def course(self) -> Course:
        """The worker as something to measure."""
        return Course(self.program)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Workers, and what they share; `url` leads to the database without any proxy."""

    postgres: Postgres
    nats: Nats
    url: str
    workers: tuple[Worker, ...]

    @property
    def ports(self) -> tuple[int, ...]:
        return tuple(worker.port for worker in self.workers)

    def faults(self) -> list[str]:
        """Return what the workers have logged as faults of their own."""
        return [fault for worker in self.workers for fault in worker.course.faults()]

    async def stop(self) -> None:
        """End the workers as a deploy would, all at once."""
        await asyncio.gather(*(asyncio.to_thread(worker.program.stop) for worker in self.workers))


@asynccontextmanager
async def clustered(
    count: int,
    settings: Mapping[str, str],
    *,
    on_one_core: bool = True,
    spoilable: bool = False,
    guarded: bool = True,
    more: Sequence[str] = (),
) -> AsyncIterator[Cluster]:
    """Serve with so many workers as long as the block lasts, if told so all on the servers' core.

    Where they are `spoilable`, each reaches database and broker through proxies in this process. Those cost
    time, so what is measured in milliseconds goes without. `more` is for `tests.bench.served`.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        # When a version could be seen is known to the database alone.
        postgres, nats = Postgres(more={"track_commit_timestamp": "on"}), Nats()
        stack.callback(postgres.remove)
        with servers_core() if on_one_core else nullcontext():
            postgres.start()
            stack.callback(nats.stop)
            nats.start()
        database = postgres.new_database()
        workers = []
        for number in range(count):
            to_postgres, to_nats = Proxy(HOST, postgres.port), Proxy(HOST, nats.port)
            if spoilable:
                await stack.enter_async_context(to_postgres)
                await stack.enter_async_context(to_nats)
            own = {
                "DURAK_DATABASE_URL": postgres.url(database, to_postgres.port or None),
                "DURAK_BUS_URL": f"nats://{HOST}:{to_nats.port or nats.port}",
            }
            (folder / str(number)).mkdir()
            guards = () if guarded else ("--without-guards",)
            command = (*SERVED, *(pinned() if on_one_core else ()), *guards, *more, "serve")
            program = Program(folder / str(number), {**settings, **own}, command)
            workers.append(Worker(program, to_postgres, to_nats))
        cluster = Cluster(postgres, nats, postgres.url(database), tuple(workers))
        stack.push_async_callback(cluster.stop)
        await asyncio.gather(*(asyncio.to_thread(worker.program.start) for worker in workers))
        yield cluster
