"""The way from asyncio to the database's threads and back. No event loop ever waits for a disk."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from sqlalchemy import Engine

from web.adapters.db import is_sqlite, reading
from web.adapters.postgres import patiently
from web.adapters.postgres_writer import PostgresWriter
from web.adapters.sqlite_writer import SqliteWriter
from web.adapters.writing import Result, Work, Writer

MOST_AT_ONCE = 500
"""How many values a statement is given at most; databases have limits of their own."""


class Database:
    """An opened database whose schema is current; every SQL adapter of a process shares one.

    `reads_pending` and `writes_pending` tell how much was asked of it and is not answered yet.
    """

    def __init__(self, engine: Engine, readers: int = 4) -> None:
        """Take the engine over: `aclose` disposes of it."""
        self._engine = engine
        self._reading = reading(engine)
        self._is_sqlite = is_sqlite(engine)
        self._writer: Writer = SqliteWriter(engine) if self._is_sqlite else PostgresWriter(engine)
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="database-reader")
        self.reads_pending = self.writes_pending = 0

    async def read(self, work: Work[Result]) -> Result:
        """Return what `work` reads; it sees every write that was answered before. Raises Unavailable.

        `work` may be asked twice.
        """
        self.reads_pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, partial(self._read, work))
        finally:
            self.reads_pending -= 1

    async def write(self, work: Work[Result]) -> Result:
        """Return what `work` returns, once that is on stable storage; what it raises undoes its writing.

        A caller that is cancelled does not stop work that has begun. Raises WriterClosed, NotCommitted, and
        Unavailable where nobody knows whether it was done.
        """
        self.writes_pending += 1
        try:
            return await asyncio.wrap_future(self._writer.submit(work))
        finally:
            self.writes_pending -= 1

    async def aclose(self) -> None:
        """Refuse further writing, wait until all that was asked for is done and answered, and close."""
        await asyncio.to_thread(self._close)

    def _read(self, work: Work[Result]) -> Result:
        return self._once(work) if self._is_sqlite else patiently(partial(self._once, work))

    def _once(self, work: Work[Result]) -> Result:
        with self._reading.connect() as connection:
            return work(connection)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()
