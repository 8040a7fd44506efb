"""Catches a ladder that tells other figures than were measured, or a table in the README that is not it."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from durak.__main__ import main as durak
from durak.arena.figures_json import parse_figures
from durak.bots import LADDER
from durak.bots.measured import measured
from tests.program import ROOT
from tools import ladder


def test_each_level_is_better_than_the_one_below() -> None:
    """What is shipped: the worse end of each interval is better than chance."""
    assert [(step.below, step.level) for step in measured()] == list(pairwise(LADDER))
    for step in measured():
        assert step.two.low <= step.two.value <= step.two.high < 0.5
        assert step.four.low <= step.four.value <= step.four.high < 0.25
        assert step.two.deals >= 1000
        assert step.four.deals >= 500
        assert 50 < step.wins < 100


def test_the_readme_has_the_same_figures() -> None:
    told = json.loads(ladder.KEPT.read_text("utf-8"))
    readme = (ROOT / "README.md").read_text("utf-8")
    table = ladder.table_of(measured(), told["commands"])
    assert f"{ladder.BEGIN}\n{table}\n{ladder.END}" in readme


def test_steps_are_read_from_what_the_arena_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    words = ["arena", "relaxed", "casual", "--ladder", "--deals", "20", "--jobs", "1", "--json", str(file)]
    assert durak(words) == 0
    capsys.readouterr()
    run = parse_figures(json.loads(file.read_text("utf-8")))
    (step,) = ladder.steps_of([run])
    two, four = run.matches
    assert (step.level, step.below) == ("casual", "relaxed")
    assert step.two.value == round(two.bots[0].loss_score.value, 4)
    assert (step.two.deals, step.four.deals) == (20, 10)
    assert four.bots[0].share is not None
    assert step.four.value == round(four.bots[0].share.value, 4)
    assert step.wins == round(100 - 100 * step.two.value)


def test_a_run_that_was_stopped_tells_nothing() -> None:
    run = parse_figures(
        {"command": "", "seed": 0, "is_whole": False, "seconds": 1, "matches": [], "ratings": []}
    )
    with pytest.raises(ValueError, match="stopped"):
        list(ladder.steps_of([run]))
    assert ladder.main([]) == 2
