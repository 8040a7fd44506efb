"""Writing to PostgreSQL: a few threads, each with one transaction at a time."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from web.adapters.postgres import patiently
from web.adapters.writing import Result, Work, WriterClosed
from web.rooms.ports import Unavailable


class PostgresWriter:
    """A Writer of several threads."""

    def __init__(self, engine: Engine, threads: int = 4) -> None:
        """Start with no thread; they come as there is work."""
        self._engine = engine
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="postgres-writer")
        self._closing = threading.Lock()
        self._closed = False

    def submit(self, work: Work[Result]) -> Future[Result]:
        """Have `work` done in a transaction of its own, which is begun again once where that helps."""
        with self._closing:
            if self._closed:
                raise WriterClosed("the database is closed")
            return self._threads.submit(patiently, partial(self._once, work))

    def close(self) -> None:
        """Take no more work, finish what is waiting, and return when that is done."""
        with self._closing:
            self._closed = True
        self._threads.shutdown()

    def _once(self, work: Work[Result]) -> Result:
        with self._engine.connect() as connection:
            result = work(connection)
            _commit(connection)
            return result


def _commit(connection: Connection) -> None:
    """Commit. Whatever goes wrong now may go wrong after it was done, so it is not for us to do it again."""
    try:
        connection.commit()
    except SQLAlchemyError as error:
        raise Unavailable("nobody knows whether it was committed") from error
