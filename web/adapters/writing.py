"""What a database's writers have in common: given work, they do it in threads, and tell how it ended."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from web.rooms.ports import Unavailable

Result = TypeVar("Result")
Work = Callable[[Connection], Result]


class WriterClosed(Unavailable):
    """The writer takes no more work."""


class NotCommitted(Unavailable):
    """The database refused the transaction this work was part of; nothing of it is stored."""


class Writer(Protocol):
    """Does work in transactions; from any thread."""

    def submit(self, work: Work[Result]) -> Future[Result]:
        """Have `work` done; the future gets its result after the commit, or what it raised.

        Work that is cancelled before its turn is left out. Raises WriterClosed; the future, NotCommitted, or
        Unavailable where nobody knows whether it was committed.
        """
        ...

    def close(self) -> None:
        """Take no more work, finish what is waiting, and return when that is done."""
        ...
