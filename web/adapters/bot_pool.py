"""The Thinker of a server: a few processes in which bots think; the event loop never waits for one.

    asked ──▶ threads (as many as processes; who comes too many waits here) ──▶ one process each

A process that dies or does not answer is ended, and another one started in its place: the others think on.
"""

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from queue import LifoQueue
from typing import Any

from web.adapters import bot_process
from web.adapters.bot_line import START_SECONDS, BotLine, Serve
from web.rooms.meter import SILENT, Meter
from web.rooms.ports import NoAnswer

PATIENCE_SECONDS = 2.8
"""How long a bot may think, and how long whoever asks waits for its turn and its answer."""

WAITING_PER_PROCESS = 2
"""With more than so many waiting for each process, whoever asks is better served elsewhere."""


class BotPool:
    """Processes for bots; plain data goes in and out."""

    def __init__(
        self,
        serve: Serve = bot_process.serve,
        patience: float = PATIENCE_SECONDS,
        processes: int | None = None,
        meter: Meter = SILENT,
    ) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._patience, self._meter = patience, meter
        self._lines: LifoQueue[BotLine] = LifoQueue()
        self._all = [BotLine(serve) for _ in range(self.processes)]
        for line in self._all:
            self._lines.put(line)
        self._threads = ThreadPoolExecutor(self.processes, thread_name_prefix="bot")
        self._asked = 0

    def warm(self) -> None:
        """Return when a process is ready, so that no first move waits for it."""
        self._threads.submit(self._ask, "ready", (), START_SECONDS).result()

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        """Return the action text that the bot chooses. Raises NoAnswer."""
        began = time.perf_counter()
        answer: str = await self._answer("choose", level, view, seed)
        self._meter.thought(level, time.perf_counter() - began)
        return answer

    def close(self) -> None:
        """End the processes; whoever still waits for one has no answer."""
        for line in self._all:
            line.close()
        self._threads.shutdown()

    @property
    def pids(self) -> list[int]:
        """The processes that there are now."""
        return [line.pid for line in self._all if line.pid is not None]

    async def _answer(self, task: str, *arguments: Any) -> Any:
        if self._asked > WAITING_PER_PROCESS * self.processes + self.processes:
            raise NoAnswer("too_many")
        self._asked += 1
        try:
            # Not wait_for: on Python 3.11 it swallows a cancellation that comes together with the answer.
            async with asyncio.timeout(self._patience):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, self._ask, task, arguments, self._patience)
        except TimeoutError as late:
            raise NoAnswer("timeout") from late
        finally:
            self._asked -= 1

    def _ask(self, task: str, arguments: tuple[Any, ...], patience: float) -> Any:
        """Ask a process that nobody else asks now, of those the last one asked: it has started surely."""
        line = self._lines.get_nowait()
        try:
            return line.ask(task, arguments, patience)
        finally:
            self._lines.put(line)
