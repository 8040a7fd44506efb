"""All writing to a SQLite file goes through one thread, which commits many pieces of work at once.

A commit waits for the disk, and SQLite has one writer at a time anyway. So whatever came in during one
commit shares the next: the more is waiting, the less each piece costs.

    BEGIN IMMEDIATE
        SAVEPOINT, work, RELEASE        kept
        SAVEPOINT, work, ROLLBACK TO    failed: told so, the others are not touched
        ...
    COMMIT                              only now is anybody answered

Work that has a commit to itself needs no savepoint: what undoes it undoes nobody else's.
"""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine

from web.adapters.writing import NotCommitted, Result, Work, WriterClosed


@dataclass(frozen=True, slots=True)
class _Job:
    work: Work[Any]
    answer: Future[Any] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class _Outcome:
    job: _Job
    value: Any = None
    error: Exception | None = None

    def tell(self) -> None:
        if self.error is not None:
            self.job.answer.set_exception(self.error)
        else:
            self.job.answer.set_result(self.value)


class SqliteWriter:
    """One thread that does work in the order it comes, in as few commits as it can."""

    def __init__(self, engine: Engine, most_per_commit: int = 256) -> None:
        """Start the thread. More than `most_per_commit` pieces of work wait for the commit after."""
        self._engine = engine
        self._most = most_per_commit
        self._waiting: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        # Not to be waited for at exit: what was not answered was not promised.
        self._thread = threading.Thread(target=self._run, name="sqlite-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work[Result]) -> Future[Result]:
        """Have `work` done, from any thread; the future gets its result after the commit, or what it raised.

        Work that is cancelled before its turn is left out. Raises WriterClosed; the future, NotCommitted.
        """
        job = _Job(work)
        with self._changed:
            if self._closed:
                raise WriterClosed("the database is closed")
            self._waiting.append(job)
            self._changed.notify()
        return job.answer

    def close(self) -> None:
        """Take no more work, finish what is waiting, and return when that is done."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while jobs := self._take():
                wanted = [job for job in jobs if job.answer.set_running_or_notify_cancel()]
                for outcome in _commit(wanted, connection):
                    outcome.tell()

    def _take(self) -> list[_Job]:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), self._most))]


def _commit(jobs: list[_Job], connection: Connection) -> list[_Outcome]:
    if not jobs:
        return []
    try:
        with connection.begin() as transaction:
            if len(jobs) > 1:
                return [_do(job, connection, connection.begin_nested) for job in jobs]
            outcome = _do(jobs[0], connection, nullcontext)
            if outcome.error is not None:
                transaction.rollback()
            return [outcome]
    except Exception as fault:
        # A transaction that could not be committed may still be open there: the next one begins elsewhere.
        connection.invalidate()
        return [_Outcome(job, error=_not_committed(fault)) for job in jobs]


def _do(job: _Job, connection: Connection, apart: Callable[[], AbstractContextManager[object]]) -> _Outcome:
    try:
        with apart():
            outcome = _Outcome(job, job.work(connection))
    except Exception as error:
        outcome = _Outcome(job, error=error)
    # A full disk can make SQLite roll back the whole transaction by itself. What came before is lost then,
    # and what comes after would run, and be kept, outside of any.
    if not connection.connection.driver_connection.in_transaction:  # type: ignore[union-attr]
        raise NotCommitted("the transaction was rolled back midway") from outcome.error
    return outcome


def _not_committed(fault: Exception) -> NotCommitted:
    error = NotCommitted("the database did not take the transaction")
    error.__cause__ = fault
    return error
