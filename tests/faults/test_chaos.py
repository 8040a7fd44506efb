"""Catches a chaos test that does not run any more, and a control run in which nothing goes wrong."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.bench import chaos, many_workers
from tests.bench.many_workers import ManyWorkers
from tests.bench.one_server import OneServer

SOME_COMMANDS = 5
KINDS = 13
"""How many things go wrong with several workers."""


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """People who do not think, and nobody who waits long for what is due."""
    monkeypatch.setattr(chaos, "HABITS", replace(chaos.HABITS, thinks=(0.0, 0.2), taps_twice=0.5))
    monkeypatch.setattr(OneServer, "every_seconds", 1.5)
    monkeypatch.setattr(ManyWorkers, "every_seconds", 1.0)
    # Whatever goes wrong for long.
    monkeypatch.setattr(many_workers, "FOR_LONG_SECONDS", 1.0)
    monkeypatch.setattr(many_workers, "CUT_OFF_SECONDS", 1.0)
    monkeypatch.setattr(many_workers, "BETWEEN_SECONDS", (0.5, 1.0))
    monkeypatch.setattr(chaos, "QUIET_SECONDS", 1.0)


def test_it_does_harm_finds_nothing_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chaos.json"
    words = ["--seconds", "3", "--rooms", "4", "--control", "0", "--seed", "1", "--json", str(file)]
    assert chaos.main(["--workers", "1", *words]) == 0, capsys.readouterr().out
    (found,) = json.loads(file.read_text("utf-8"))["runs"]
    assert found["violations"] == {}
    assert found["faults"]["kill -9"] == 1
    assert found["counts"]["answered ok"] > SOME_COMMANDS
    assert "verdict: passed" in capsys.readouterr().out


def test_it_does_so_to_several_workers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chaos.json"
    words = ["--seconds", "5", "--rooms", "4", "--control", "0", "--seed", "1", "--json", str(file)]
    assert chaos.main(["--workers", "2", *words]) == 0, capsys.readouterr().out
    (found,) = json.loads(file.read_text("utf-8"))["runs"]
    assert (found["workers"], found["violations"]) == (2, {})
    assert found["counts"]["answered ok"] > SOME_COMMANDS
    assert {"kill -9", "PostgreSQL crash", "NATS kill"} & found["faults"].keys()


async def test_several_workers_suffer_all_there_is() -> None:
    stage = ManyWorkers(3, {}, Random(1), guarded=True)
    downfalls = stage.downfalls()
    names = {next(downfalls).__name__ for _ in range(KINDS)}
    assert len(names) == KINDS
    assert next(downfalls).__name__ in names


def test_without_guards_rooms_are_corrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two commands have to meet, so a slow machine may need more than one try."""
    monkeypatch.setattr(chaos, "HABITS", replace(chaos.HABITS, taps_twice=1.0))
    assert any(chaos.is_passed([chaos.run(3, 6, seed, guarded=False)]) for seed in range(3))


@pytest.mark.parametrize(
    ("guarded", "violations", "passed"),
    [
        (True, {}, True),
        (True, {"stale": 1}, False),
        (False, {"illegal": 1, "stale": 5}, True),
        (False, {"hand": 1}, True),
        (False, {"stale": 5}, False),
        (False, {}, False),
    ],
)
def test_what_passes(guarded: bool, violations: dict[str, int], passed: bool) -> None:
    assert chaos.is_passed([chaos.Report(1, 1, guarded, violations=violations)]) is passed
