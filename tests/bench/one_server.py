"""One process on SQLite, to which everything happens that can happen to a process."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.bench.course import SERVED, Course
from tests.bench.proxy import Proxy
from tests.faults.ledger import Ledger, read_ledger
from tests.faults.violation import Violation
from tests.faults.witness import Witness
from tests.program import HOST, Program

Downfall = Callable[[], Coroutine[Any, Any, None]]
"""Something that goes wrong with a server, and is over when it returns."""


class OneServer:
    """A server; people come to it through `proxy`. `faults` counts what happened to it."""

    every_seconds = 8.0

    def __init__(self, folder: Path, settings: Mapping[str, str], *, guarded: bool) -> None:
        command = (*SERVED, *(() if guarded else ("--without-guards",)), "serve")
        self._program = Program(folder, settings, command)
        self.proxy = Proxy(HOST, self._program.port)
        self.faults: Counter[str] = Counter()
        self._alone = asyncio.Lock()

    async def __aenter__(self) -> "OneServer":
        await asyncio.to_thread(self._program.start)
        await self.proxy.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.proxy.__aexit__()
        await asyncio.to_thread(self._program.stop)

    def downfalls(self) -> Iterator[Downfall]:
        """Yield, for ever, what goes wrong next."""
        yield from cycle((self._kill, self._restart))

    async def settled(self) -> list[Violation]:
        """Return what has not come back."""
        return []

    def logged(self) -> list[str]:
        """Return what the server called a fault of its own."""
        return Course(self._program).faults()

    async def end(self, _witnesses: Sequence[Witness]) -> Ledger:
        """Return what is written down when all is over."""
        await asyncio.to_thread(self._program.stop)
        return read_ledger(self._program.database)

    async def _kill(self) -> None:
        async with self._alone:
            self.faults["kill -9"] += 1
            await asyncio.to_thread(self._program.kill)
            await asyncio.to_thread(self._program.start)

    async def _restart(self) -> None:
        async with self._alone:
            self.faults["SIGTERM"] += 1
            await asyncio.to_thread(self._program.stop)
            await asyncio.to_thread(self._program.start)
