"""Catches a soak that does not run any more, one that sees no growth, and one that sees no leftovers."""

import json
from pathlib import Path

import pytest

from tests.bench import crowd, soak
from tests.bench.course import Facts


@pytest.mark.parametrize("where", [[], ["--cluster"]])
def test_it_measures_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: list[str]) -> None:
    monkeypatch.setattr(soak, "FIRST_SECONDS", 1.0)
    monkeypatch.setattr(soak, "SETTLED_SECONDS", 0.5)
    monkeypatch.setattr(soak, "IDLE_SECONDS", 1.0)
    monkeypatch.setattr(soak, "LOOK_EVERY_SECONDS", 0.2)
    monkeypatch.setattr(crowd, "STAYS_SECONDS", (0.3, 0.6))
    file = tmp_path / "soak.json"
    status = soak.main(["--minutes", "0.06", "--tables", "2", "--json", str(file), *where])
    found = json.loads(file.read_text("utf-8"))
    figures = {figure["name"]: figure["value"] for figure in found["figures"]}
    assert status == (0 if found["passed"] else 1)
    assert figures["errors"] == 0
    assert figures["people who came"] > figures["rooms that were made"] > 0
    assert "memory grows in ten minutes by" in figures


def facts(at: float, mebibytes: float, tasks: int = 9) -> Facts:
    return Facts(at, 0.0, int(mebibytes * 1024), 1, 5, tasks, 0, [], [], 0)


def test_growth_is_that_after_the_warm_up_of_whoever_grows_most() -> None:
    steady = [facts(at, 80) for at in range(0, 600, 5)]
    growing = [facts(at, 80 + (at < 180) * at + at / 300) for at in range(0, 600, 5)]
    growth, _ = soak._growth([steady, growing], 600)
    assert round(growth.value, 2) == 2
    assert not growth.is_met
    assert soak._growth([steady], 600)[0].is_met


def test_what_is_left_over_is_that_of_the_worst_worker() -> None:
    before = [facts(0, 80), facts(0, 80)]
    _, tasks, _ = soak._left(before, [facts(1, 80, tasks=8), facts(1, 80, tasks=12)])
    assert (tasks.value, tasks.is_met) == (3, False)
