"""Matches played by several processes, or by this one. Which of them plays what changes no figure."""

import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from time import perf_counter

from durak.arena.entrants import Entrant, parse_entrant
from durak.arena.match import DealResult, Match, play_deal
from durak.bots import Bot
from durak.errors import DurakError

AHEAD = 3
"""How many deals for each process are given out before the results are back."""


class WorkerDied(DurakError):
    """A process that played is gone."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def results(
    matches: Sequence[Match], bots: Mapping[str, Entrant], jobs: int
) -> Iterator[tuple[int, DealResult]]:
    """Yield the result of each deal with the index of its match, as they come.

    The first deal of all matches is played first, then the second: whoever stops early knows as much of each.
    Raises WorkerDied.
    """
    most = max(match.deals for match in matches)
    todo = (
        (index, deal) for deal in range(most) for index, match in enumerate(matches) if deal < match.deals
    )
    if jobs == 1:
        players = {name: entrant.bot for name, entrant in bots.items()}
        for index, deal in todo:
            yield index, play_deal(matches[index], deal, players, perf_counter)
        return
    hears, tells = get_context("forkserver").Pipe(duplex=False)
    texts = tuple(entrant.text for entrant in bots.values())
    pool = ProcessPoolExecutor(
        jobs, get_context("forkserver"), initializer=_prepare, initargs=(hears, tuple(matches), texts)
    )
    try:
        yield from _by_pool(pool, todo, jobs * AHEAD)
    except BrokenProcessPool:
        raise WorkerDied("a process ended in the middle of a game; --jobs 1 plays in this one") from None
    finally:
        tells.close()
        pool.shutdown(wait=True, cancel_futures=True)
        hears.close()


def _by_pool(
    pool: ProcessPoolExecutor, todo: Iterator[tuple[int, int]], most: int
) -> Iterator[tuple[int, DealResult]]:
    pending: set[Future[tuple[int, DealResult]]] = set()
    for index, deal in todo:
        pending.add(pool.submit(_work, index, deal))
        if len(pending) >= most:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


# In a process that plays


_matches: tuple[Match, ...] = ()
_bots: dict[str, Bot] = {}


def _prepare(hears: Connection, matches: tuple[Match, ...], texts: tuple[str, ...]) -> None:
    """Know what is played, and leave Ctrl-C and the end to the process that gives out the deals."""
    global _matches
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(hears,), daemon=True).start()
    _matches = matches
    _bots.update((entrant.name, entrant.bot) for entrant in map(parse_entrant, texts))


def _end_with(hears: Connection) -> None:
    """End this process, in whatever it does, when the other end of the pipe is closed or gone."""
    hears.poll(None)
    os._exit(0)


def _work(index: int, deal: int) -> tuple[int, DealResult]:
    return index, play_deal(_matches[index], deal, _bots, perf_counter)
