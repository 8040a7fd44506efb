"""L6: the event loop never waits for a bot, however many of them think, and however hard.

People play among themselves, then at most tables against a master while the other looks on, by turns on one
server: what the searches cost the loop is the difference. Bots and server share one core here, so only the
system's scheduler keeps them apart.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from tests.bench.course import served
from tests.bench.goals import Measured, percentile
from tests.bench.steady import PEOPLE, Phase, play

WITH_MASTER = replace(PEOPLE, people=1, watchers=1, bots="master")
"""As many sockets and views as with two people."""
SETTINGS = {"DURAK_BOT_PACE": "2.5"}
"""And about as many moves."""
SEARCHES_PER_SECOND = 6.0


def measure(rooms: int, masters: int, seconds: float, turns: int, seed: int) -> list[Measured]:
    """Measure L6: so many turns of both, and of all turns the median."""
    quiet: list[Phase] = []
    loud: list[Phase] = []
    with served(SETTINGS) as course:
        for turn in range(turns):
            for phases, plan, name in ((quiet, PEOPLE, "people only"), (loud, WITH_MASTER, "with masters")):
                plans = [PEOPLE] * (rooms - masters) + [plan] * masters
                label = f"L6, {name}, turn {turn + 1} of {turns}"
                phases.append(asyncio.run(play(course, plans, seconds, seed + turn, label)))
        faults = course.faults()
    return list(_figures(quiet, loud, faults))


def _figures(quiet: Sequence[Phase], loud: Sequence[Phase], faults: Sequence[str]) -> list[Measured]:
    calm, busy = (median(phase.after.lag_p99 for phase in phases) for phases in (quiet, loud))
    searches = [ms for phase in loud for ms in phase.after.searches_ms]
    unanswered = sum(phase.after.unanswered for phase in loud)
    seconds = sum(phase.seconds for phase in loud)
    return [
        Measured("L6", "lag of the event loop, 99th percentile, people only", calm, "ms"),
        Measured("L6", "the same while masters think", busy, "ms", most=round(calm + 3, 2)),
        Measured("L6", "searches", len(searches) / seconds, "/s", least=SEARCHES_PER_SECOND),
        Measured("L6", "answer of a master, median", percentile(searches, 0.5), "ms"),
        Measured("L6", "the same, 99th percentile", percentile(searches, 0.99), "ms"),
        Measured("L6", "moves of masters that another level had to make", unanswered / seconds, "/s"),
        Measured("L6", "moves of people only", _moves(quiet), "/s"),
        Measured("L6", "moves of people and masters", _moves(loud), "/s"),
        Measured("L6", "errors", len(faults) + sum(phase.broken for phase in (*quiet, *loud)), "", 0),
    ]


def _moves(phases: Sequence[Phase]) -> float:
    return sum(phase.moves for phase in phases) / sum(phase.seconds for phase in phases)
