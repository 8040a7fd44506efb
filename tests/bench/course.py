"""Where goals are measured: a server on one core, its clients on another, and the probe between them."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.goals import percentile
from tests.bench.served import PROBE
from tests.bench.site import Visitor
from tests.program import Program

HOST = "127.0.0.1"
SERVED = (sys.executable, "-m", "tests.bench.served")
CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else {0}


@dataclass(frozen=True, slots=True)
class Facts:
    """What the probe tells of the server: when (by a clock of its own), and what it had used by then.

    The lags of its event loop are those since the probe began anew, and so are its bots' searches and the
    count of questions that were left `unanswered`, so that another bot stood in. `files` are all descriptors,
    `rooms` those that somebody watches, 0 if it was not asked to count.
    """

    at: float
    cpu_seconds: float
    rss_kib: int
    sockets: int
    files: int
    tasks: int
    rooms: int
    lags_ms: list[float]
    searches_ms: list[float]
    unanswered: int

    @property
    def lag_p99(self) -> float:
        return percentile(self.lags_ms, 0.99)

    def busy_since(self, earlier: "Facts") -> float:
        """Return how much of one core the server's own process had since then, in percent."""
        return 100 * (self.cpu_seconds - earlier.cpu_seconds) / (self.at - earlier.at)


@dataclass(frozen=True, slots=True)
class Course:
    """A running server."""

    program: Program

    @property
    def port(self) -> int:
        return self.program.port

    async def look(self) -> Facts:
        """Return what the probe tells."""
        return await self._ask(PROBE)

    async def begin(self) -> Facts:
        """Return what the probe tells, and let it watch the event loop until it is asked again."""
        return await self._ask(f"{PROBE}?anew")

    async def count(self) -> Facts:
        """Return what the probe tells when it counts what it must look for in all memory."""
        return await self._ask(f"{PROBE}?count")

    async def _ask(self, path: str) -> Facts:
        return Facts(**json.loads(await Visitor(HOST, self.port, "10.255.0.1").get(path)))

    def faults(self) -> list[str]:
        """Return what the server has logged as a fault of its own."""
        lines = [line for line in self.program.output.splitlines() if line.startswith("{")]
        records = [json.loads(line) for line in lines]
        return [str(line["event"]) for line in records if line["level"] in ("error", "critical")]


def pinned() -> tuple[str, ...]:
    """Return the words that keep a server on its core."""
    return ("--core", str(min(CORES))) if len(CORES) > 1 else ()


@contextmanager
def served(settings: Mapping[str, str], more: Sequence[str] = ()) -> Iterator[Course]:
    """Serve as long as the block lasts, on a core of its own; `more` is for `tests.bench.served`."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder), settings, (*SERVED, *pinned(), *more, "serve"))
        program.start()
        try:
            yield Course(program)
        finally:
            program.stop()


@contextmanager
def servers_core() -> Iterator[None]:
    """Let what is started in this block be on the server's core."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else CORES
    if len(CORES) > 1:
        os.sched_setaffinity(0, {min(CORES)})
    try:
        yield
    finally:
        if len(CORES) > 1:
            os.sched_setaffinity(0, before)


@contextmanager
def clients_core() -> Iterator[None]:
    """Keep the clients off the server's core."""
    if len(CORES) == 1:
        yield
        return
    os.sched_setaffinity(0, {max(CORES)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, CORES)
