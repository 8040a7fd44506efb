"""boardgame.io's server as a process of its own, with a small card game and its matches."""

import asyncio
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from tests.bench.course import CORES, HOST
from tests.bench.party import AT_ONCE, in_turns
from tests.bench.peer.match import Match
from tests.bench.peer.room import PATIENCE_SECONDS
from tests.bench.site import NotAnswered, Visitor
from tests.program import free_port
from tools import node

HERE = Path(__file__).resolve().parent
INSTALLED = HERE / "node_modules" / "boardgame.io" / "package.json"
MATCHES, LOG = "matches", "output.log"
"""Beside each other in the folder of a server."""


SAID_LINES, SAID = 10, 200
"""How much is told of what the peer says: before it dies it says whole files of code."""


class NotInstalled(Exception):
    """The peer is not there; the message says how it gets there."""


def version() -> str:
    """Return which boardgame.io is installed. Raises NotInstalled."""
    if not INSTALLED.exists():
        raise NotInstalled("boardgame.io is not installed: `make bench-peer` brings it from npm.")
    return str(json.loads(INSTALLED.read_text("utf-8"))["version"])


class Theirs:
    """The peer's server with its matches."""

    def __init__(self, pid: int, port: int, folder: Path, rng: Random) -> None:
        self.pid, self.port, self.folder = pid, port, folder
        self.rooms: list[Match] = []
        self._rng = rng

    async def open(self, rooms: int, *, packed: bool) -> None:
        self.rooms = [Match(self.port, Random(self._rng.random()), packed=packed) for _ in range(rooms)]
        await in_turns(AT_ONCE, [match.open for match in self.rooms])

    def moves(self) -> int:
        """Return the sum of the numbers of all states: each is one more than the one before."""
        return sum(match.state_id for match in self.rooms)

    def stood_in(self) -> int:
        """Return 0: it has no bots to think for."""
        return 0

    def faults(self) -> list[str]:
        """Return the last of what the server has said: in production it says nothing but errors."""
        lines = (self.folder / LOG).read_text("utf-8", errors="replace").splitlines()
        return [line[:SAID] for line in lines[-SAID_LINES:]]

    async def close(self) -> None:
        await asyncio.gather(*(match.close() for match in self.rooms))


@contextmanager
def theirs(rng: Random, *, in_files: bool) -> Iterator[Theirs]:
    """Serve as long as the block lasts, on a core of its own, from files or from memory."""
    version()
    with tempfile.TemporaryDirectory() as name:
        port, folder = free_port(), Path(name)
        environment = {**os.environ, "NODE_ENV": "production"}
        environment.pop("FLATFILE_DIR", None)
        if in_files:
            environment["FLATFILE_DIR"] = str(folder / MATCHES)
        with _started(port, environment, folder / LOG) as process:
            _wait_for(process, port, folder / LOG)
            yield Theirs(process.pid, port, folder, rng)


@contextmanager
def _started(port: int, environment: Mapping[str, str], log: Path) -> Iterator["subprocess.Popen[bytes]"]:
    program = node.find(with_npm=False)
    if program is None:
        raise NotInstalled(node.ADVICE)
    here = os.sched_getaffinity(0)
    # All its threads have to be there, so it begins there.
    os.sched_setaffinity(0, {min(CORES)})
    try:
        with log.open("wb") as output:
            process = subprocess.Popen(
                [program, "server.js", str(port)],
                cwd=HERE,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    finally:
        os.sched_setaffinity(0, here)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _wait_for(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    give_up_at = time.monotonic() + PATIENCE_SECONDS
    while True:
        with suppress(OSError, NotAnswered):
            asyncio.run(Visitor(HOST, port, HOST).get("/games"))
            return
        assert process.poll() is None, log.read_text("utf-8")
        assert time.monotonic() < give_up_at, "boardgame.io does not answer"
        time.sleep(0.05)
