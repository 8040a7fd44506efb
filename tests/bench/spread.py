"""Many like pieces of work, done by one process or by several, with a bar."""

from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from durak.arena.progress import Bar

Found = TypeVar("Found")

AT_ONCE = 8
"""How many pieces a process is given at a time."""


def spread(do: Callable[[int], Found], numbers: range, jobs: int) -> Iterator[tuple[int, Found]]:
    """Yield each number with what came of it: in order if one process does it all, else as they come.

    `do` must be a function of a module, or a partial of one, for other processes to find it.
    """
    bar = Bar(len(numbers))
    try:
        for done in _done(do, numbers, jobs):
            bar.add(1)
            yield done
    finally:
        bar.close()


def _done(do: Callable[[int], Found], numbers: range, jobs: int) -> Iterator[tuple[int, Found]]:
    work = partial(_numbered, do)
    if jobs == 1:
        yield from map(work, numbers)
        return
    with get_context("forkserver").Pool(jobs) as pool:
        yield from pool.imap_unordered(work, numbers, AT_ONCE)


def _numbered(do: Callable[[int], Found], number: int) -> tuple[int, Found]:
    return number, do(number)
