"""A Meter for Prometheus. Each server has one, with a registry of its own: nothing is shared in a process.

What a label may say is known when the program starts, and each of its values stands in the figures from then
on, as 0: so a rate is right from the first time on, and no name, room or number of ours gets in.

How long bots think is told by level, over all rooms. It depends on what they hold; but whoever may read the
figures may read the database, too, and at the table nobody learns of it: pauses are drawn.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.process_collector import ProcessCollector

from durak.bots import BOTS
from web.rooms.meter import CatchUp, Result

# Of each figure it would be told when it began: with the process, which says so itself.
disable_created_metrics()  # type: ignore[no-untyped-call]

Value = TypeVar("Value")
Count = Callable[[], None]
Observe = Callable[[float], None]

CLOSE_CODES = (1000, 1001, 1005, 1006, 1008, 1009, 1011, 1012, 1013, 4001, 4003, 4004, 4005)
OTHER = "other"
"""What a code counts as that neither the server nor an ordinary browser closes with."""

# Where the goals of the server are, and some steps around them.
ACK_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5)
LAG_SECONDS = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)
DUE_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
BOT_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)


class PrometheusMeter:
    """Counts and times what it is told of; `registry` has the figures, and those of the process.

    Beside what rooms and sockets tell a Meter, it is told of the event loop's lag and of faults of ours.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        # Children are looked up once, here: to count something is then a call and an addition.
        self._answered = self._counts(
            "commands", "Commands of sockets, by how they ended.", "result", get_args(Result)
        )
        self._caught_up = self._counts(
            "catch_ups", "Rooms and browsers that were behind, by who noticed.", "cause", get_args(CatchUp)
        )
        self._closed = self._counts("closes", "Sockets that ended, by code.", "code", (*CLOSE_CODES, OTHER))
        self._thought = self._times_by_level(
            "bot_seconds", "From a question to a bot to its answer, the wait for a process included."
        )
        self.acked: Observe = self._times(
            "ack_seconds", "From a command's arrival until ok or refused was sent, advice aside.", ACK_SECONDS
        )
        self.done_late: Observe = self._times(
            "due_lag_seconds",
            "From when a bot's move or a clock's end was due until it was done.",
            DUE_SECONDS,
        )
        self.lagged: Observe = self._times(
            "loop_lag_seconds", "How late the event loop woke a task, ten times a second.", LAG_SECONDS
        )
        self.conflicted: Count = self._count(
            "cas_conflicts", "Appends that came second, and were decided anew."
        )
        self.let_go: Count = self._count("slow_readers", "Sockets closed because they read too slowly.")
        self.failed: Count = self._count("faults", "Faults of ours: errors written to the log.")

    def answered(self, result: Result) -> None:
        """Note how a command of a socket ended."""
        self._answered[result]()

    def caught_up(self, cause: CatchUp) -> None:
        """Note that a room or a browser was behind."""
        self._caught_up[cause]()

    def thought(self, level: str, seconds: float) -> None:
        """Note how long a bot was waited for until it answered."""
        self._thought[level](seconds)

    def closed(self, code: int) -> None:
        """Note with which code a socket ended; it may be of a stranger's making."""
        self._closed.get(code, self._closed[OTHER])()

    def _count(self, name: str, text: str) -> Count:
        return Counter(f"durak_{name}", text, registry=self.registry).inc

    def _counts(self, name: str, text: str, label: str, values: Iterable[Value]) -> Mapping[Value, Count]:
        family = Counter(f"durak_{name}", text, [label], registry=self.registry)
        return {value: family.labels(value).inc for value in values}

    def _times(self, name: str, text: str, buckets: Sequence[float]) -> Observe:
        return Histogram(f"durak_{name}", text, buckets=buckets, registry=self.registry).observe

    def _times_by_level(self, name: str, text: str) -> Mapping[str, Observe]:
        family = Histogram(f"durak_{name}", text, ["level"], buckets=BOT_SECONDS, registry=self.registry)
        return {level: family.labels(level).observe for level in BOTS}
