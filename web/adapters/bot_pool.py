"""The Thinker of a server: a few processes in which bots think; the event loop never waits for one."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from web.adapters import bot_process

PATIENCE_SECONDS = 2.8
"""One second more than a bot's longest pause."""

WAITING_PER_PROCESS = 2
"""With more than so many waiting for each process, whoever asks is better served elsewhere."""


class BotPool:
    """Processes for bots; plain data goes in and out."""

    def __init__(self) -> None:
        self._processes = max(1, (os.cpu_count() or 2) - 1)
        self._pool = self._new_pool()
        self._asked = 0

    def warm(self) -> None:
        """Start the processes and return when the first is ready, so that no first move waits for it."""
        self._pool.submit(bot_process.ready).result()

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        """Return the action text that the bot chooses.

        Raises TimeoutError after 2.8 seconds, or at once if too many are waiting, and OSError when its
        process died; the next call has a new one.
        """
        if self._asked > WAITING_PER_PROCESS * self._processes + self._processes:
            raise TimeoutError("too many bots are waiting to think")
        loop = asyncio.get_running_loop()
        pool = self._pool
        self._asked += 1
        try:
            # Not wait_for: on Python 3.11 it swallows a cancellation that comes together with the answer.
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await loop.run_in_executor(pool, bot_process.choose, level, view, seed)
        except BrokenProcessPool as broken:
            if pool is self._pool:
                self._pool = self._new_pool()
            raise OSError("a bot's process died") from broken
        finally:
            self._asked -= 1

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            max_workers=self._processes,
            mp_context=get_context("forkserver"),
            initializer=bot_process.prepare,
            max_tasks_per_child=1000,
        )
