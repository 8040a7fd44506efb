"""Catches: a measurement of the bots that does not run any more, or that calls a weak one strong."""

import json
from pathlib import Path

import pytest

from durak.arena.entrants import entrants
from durak.bots import LADDER
from tests.bench.strength import Contest, contests, main, played


def test_a_step_up_is_met_and_a_step_down_is_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.strength.LADDER", ("random", "careful", "random"))
    file = tmp_path / "strength.json"
    words = ["--goal", "B1", "--goal", "B2", "--deals", "30", "--jobs", "1", "--json", str(file)]
    assert main(words) == 1
    out = capsys.readouterr().out
    verdicts = [line.split()[-1] for line in out.splitlines() if "at worst" in line]
    assert verdicts == ["met", "MISSED", "met", "MISSED"]
    assert out.endswith("verdict: 2 MISSED\n")
    found = json.loads(file.read_text("utf-8"))
    assert not found["passed"]
    assert [match["line_up"] for match in found["matches"]][1:3] == [
        ["random", "careful"],
        ["careful", "random", "random", "random"],
    ]


def test_every_goal_has_its_contests() -> None:
    found = contests(1000)
    steps = len(LADDER) - 1
    assert [contest.goal for contest in found] == ["B1"] * steps + ["B2"] * steps + ["B3"] * 3 + ["B4"] * 4
    assert [contest.most for contest in found if contest.goal == "B3"] == [10, 26, 45]
    for contest in found:
        assert contest.deals == {"B1": 1000, "B4": 100}.get(contest.goal, 500)
        assert len(entrants([contest.first, contest.others])) == 2


def test_a_third_of_a_fair_share_is_asked_of_the_strongest() -> None:
    contest = Contest("B4", "careful", "random", 3, 6, 100 / 9)
    share, choice, faults = contest.measured(played(contest, jobs=1))
    assert share.name == "careful against 2 random: durak"
    assert share.most == pytest.approx(11.1, abs=0.1)
    assert (choice.unit, faults.value) == ("ms", 0)
