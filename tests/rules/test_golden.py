"""Catches: any change of what a player gets to see that nobody meant. See `tests/rules/golden.py`."""

import re
from pathlib import Path

import pytest

from durak import PRESETS, outcome, preset_name, replay
from tests.rules.golden import FOLDER, path_of, record_in, written_out


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_golden_game_that_ends(preset: str) -> None:
    record = record_in(path_of(preset).read_text("utf-8"))
    assert preset_name(record.rules) == preset
    *_, last = replay(record)
    assert outcome(last) is not None


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: str(path.stem))
def test_golden_games_come_out_as_they_are_written(path: Path) -> None:
    text = path.read_text("utf-8")
    found = written_out(record_in(text)).splitlines()
    assert found == text.splitlines(), "renew with: python -m tests.rules.golden"


def test_the_golden_games_tell_every_kind_of_story() -> None:
    """But the swap, which no preset has."""
    told = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.txt"))
    assert set(re.findall(r"hears? {kind:(\w+)", told)) == {
        *("deal", "attack", "defend", "transfer", "take", "pass", "beaten_off", "taken"),
        *("refill", "out", "bout", "over"),
    }


def test_golden_games_are_of_a_size_to_be_read() -> None:
    assert all(path.stat().st_size < 60_000 for path in FOLDER.glob("*.txt"))
