"""Catches a measurement that does not run any more, which nobody would notice until it is needed.

No time is asserted here or anywhere; what must hold on any machine is.
"""

import json
from pathlib import Path

import pytest

from tests.bench import apart, fallen, idle, kills, load, offence, outage, rolling, steady, storm, unheard
from tests.bench.goals import Measured, percentile
from tests.bench.offenders import frame
from tests.bench.person import Habits

SMALL = {
    "L1": ["--rooms", "2", "--seconds", "1", "--quiet-seconds", "1"],
    "L3": ["--idle", "8", "--idle-seconds", "0.3"],
    "L5": ["--storm", "8"],
    "L6": ["--rooms-thinking", "2", "--masters", "1", "--thinking-seconds", "1", "--turns", "1"],
    "F5": ["--kills", "1", "--rooms-killed", "2"],
    "F6": ["--offenders", "2", "--rooms-offended", "2", "--offence-seconds", "1.5"],
    "L2": ["--rooms", "3", "--seconds", "2"],
    "F2": ["--deaths", "1", "--rooms-spoilt", "2"],
    "F3": ["--silence", "2", "--rooms-spoilt", "2"],
    "F4": ["--outages", "1", "--rooms-spoilt", "2"],
    "F7": ["--sockets-rolled", "4"],
}
MEASURED = {"L2": {"L2", "L4"}}
"""What else is measured with a goal."""

NAMES = {
    "L1": ("answer to a command, median", "errors", "moves of people and bots in 2 rooms"),
    "L3": ("memory of one of 8 sockets with compression", "all of them idle, without compression"),
    "L5": ("8 sockets dropped at once: the last is back",),
    "L6": ("lag of the event loop, 99th percentile, people only", "the same while masters think", "searches"),
    "F5": ("complaints of SQLite's integrity check", "other promises not kept"),
    "F6": ("2 that never read: gone after", "the server's memory grew by"),
    "L2": ("the other player sees a move, 99th percentile", "processor time of the workers for each move"),
    "F2": ("the same, median", "other promises not kept"),
    "F3": ("NATS dead: answer to a command, 99th percentile", "in a black hole: all is told again after"),
    "F4": ("to a view for everybody, most", "other promises not kept"),
    "F7": ("each socket was closed at least once", "a browser is back, the last"),
}
ALWAYS = ("errors", "lost or doubled", "complaints", "other promises", "each socket")
"""What no machine is too slow for."""


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (steady, offence, apart, unheard):
        monkeypatch.setattr(module, "WARM_UP_SECONDS", 0.1)
    for settled in (idle, storm, rolling):
        monkeypatch.setattr(settled, "SETTLED_SECONDS", 0.1)
    for quiet in (kills, fallen, outage):
        monkeypatch.setattr(quiet, "QUIET_SECONDS", 0.5)
    for played in (fallen, outage):
        monkeypatch.setattr(played, "PLAYED_SECONDS", 0.5)
    monkeypatch.setattr(fallen, "WATCHED_SECONDS", 3.0)
    monkeypatch.setattr(apart, "HABITS", Habits(thinks=(0.1, 0.3)))


@pytest.mark.parametrize("goal", SMALL)
def test_it_measures_and_writes(tmp_path: Path, goal: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "load.json"
    status = load.main(["--goal", goal, *SMALL[goal], "--json", str(file)])
    found = json.loads(file.read_text("utf-8"))
    figures = [Measured(**figure) for figure in found["figures"]]
    assert set(NAMES[goal]) <= {figure.name for figure in figures}
    assert {figure.goal for figure in figures} == MEASURED.get(goal, {goal})
    assert all(figure.is_met for figure in figures if figure.name.startswith(ALWAYS)), figures
    missed = [figure for figure in figures if not figure.is_met]
    assert (status, found["passed"]) == (int(bool(missed)), not missed)
    printed = capsys.readouterr().out
    assert all(figure.name in printed for figure in figures)


def test_percentiles() -> None:
    values = [float(value) for value in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.99), percentile([], 0.5)) == (51, 100, 0)


def test_a_long_message_is_one_frame() -> None:
    assert frame("x" * 5) == b"\x81\x85\0\0\0\0" + b"x" * 5
    assert frame("x" * 300) == b"\x81\xfe\x01\x2c\0\0\0\0" + b"x" * 300
