"""Two real workers of one deployment: on one PostgreSQL, with the deployment's bus between them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.adapters.databases import postgres
from tests.program import Program
from tests.servers.bus import Bus


@dataclass(frozen=True)
class Cluster:
    """The two; each may be killed and started again."""

    one: Program
    other: Program

    @property
    def workers(self) -> tuple[Program, Program]:
        return self.one, self.other

    @property
    def ports(self) -> tuple[int, int]:
        return self.one.port, self.other.port

    def come_back(self) -> None:
        """Start again whatever a test has killed."""
        for worker in self.workers:
            if not worker.is_running:
                worker.start()


@contextmanager
def two_workers(folder: Path, **settings: str) -> Iterator[Cluster]:
    """Start both, with these settings besides, and see that nothing of them is left."""
    server, bus = postgres(), Bus()
    told = {
        "DURAK_DATABASE_URL": server.url(server.new_database("migrated")),
        "DURAK_BUS_URL": bus.url,
        **settings,
    }
    workers = []
    for name in ("one", "other"):
        (folder / name).mkdir()
        workers.append(Program(folder / name, told))
    bus.start()
    try:
        for worker in workers:
            worker.start()
        yield Cluster(*workers)
    finally:
        for worker in workers:
            worker.stop()
        bus.stop()
