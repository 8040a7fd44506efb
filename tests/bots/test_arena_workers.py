"""Catches: a bot that is not the one that was named, processes that are left over, or gone unnoticed."""

import json
import re
import sys
from pathlib import Path

import pytest

from durak.__main__ import main
from durak.arena.entrants import NoSuchBot, entrants, parse_entrant
from durak.arena.match import Match
from durak.arena.progress import Bar, progress
from durak.arena.workers import WorkerDied, results
from durak.ruleset import PRESETS
from tests.bots.own_bot import bot_file

# Who may enter


def test_a_bot_of_a_file_is_made_with_what_is_said(tmp_path: Path) -> None:
    file = bot_file(tmp_path)
    plain = parse_entrant(f"{file}:Own")
    assert (plain.name, vars(plain.bot)) == ("own", {"level": "own", "greed": 1, "asked": 0})
    told = parse_entrant(f"{file}:Own,name=glutton,greed=2.5")
    assert (told.name, vars(told.bot)["greed"]) == ("glutton,name=glutton,greed=2.5", 2.5)
    assert list(entrants([f"{file}:Own", "careful", f"{file}:Own"])) == ["own", "careful"]


def test_a_file_with_the_name_of_a_library_takes_nothing_from_it(tmp_path: Path) -> None:
    file = bot_file(tmp_path).rename(tmp_path / "json.py")
    assert parse_entrant(f"{file}:Own").name == "own"
    assert sys.modules["json"] is json


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("clever", "there is no bot 'clever', only random, careful"),
        ("nowhere.py:Own", "FileNotFoundError"),
        ("own.py", "there is no bot"),
        ("own.py:Other", "AttributeError"),
        ("own.py:Own,taste=1", "TypeError"),
        ("own.py:Own,name=3", "is no bot: it needs a name"),
        ("own.py:View", "TypeError"),
    ],
)
def test_who_cannot_enter_is_told_why(text: str, why: str, tmp_path: Path) -> None:
    bot_file(tmp_path)
    with pytest.raises(NoSuchBot, match=re.escape(why)):
        parse_entrant(text.replace("own.py", str(tmp_path / "own.py")))


def test_a_file_is_named_as_it_was_where_a_sentence_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    for text in ("own.py:Own,taste=1", "own.py:Own,name=3"):
        assert main(["arena", text, "careful"]) == 2
        assert text in capsys.readouterr().err


def test_two_bots_need_two_names(tmp_path: Path) -> None:
    file = bot_file(tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace('"own"', '"careful"'), encoding="utf-8")
    with pytest.raises(NoSuchBot, match="the same level, careful"):
        entrants([f"{file}:Own", "careful"])


# Who plays


MATCH = Match(PRESETS["classic"], ("own", "random"), 50, 0)


def test_processes_end_with_whoever_stops_even_in_mid_thought(tmp_path: Path) -> None:
    """The second game of each process never ends."""
    file = bot_file(tmp_path, "import time; time.sleep(9999 if self.asked > 150 else 0)")
    some = results([MATCH], entrants([f"{file}:Own", "random"]), jobs=2)
    _, first = next(some)
    assert first.tallies["own"].games == 2
    some.close()  # type: ignore[attr-defined]  # it is a generator


def test_a_process_that_dies_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = bot_file(tmp_path, "import os; os._exit(1)")
    with pytest.raises(WorkerDied):
        list(results([MATCH], entrants([f"{file}:Own", "random"]), jobs=2))
    assert main(["arena", f"{file}:Own", "random", "--jobs", "2"]) == 2
    assert "ended in the middle of a game" in capsys.readouterr().err


# The bar


def test_the_bar() -> None:
    assert progress(45, 90, 30.0) == "[###############...............] 45 of 90 games, 1.5/s, 0:30 left"
    assert progress(90, 90, 0.0) == "[##############################] 90 of 90 games, 0.0/s, 0:00 left"


@pytest.mark.parametrize("on_terminal", [True, False])
def test_the_bar_is_shown(
    on_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: on_terminal)
    now = iter([0.0, 0.1, 40.0, 40.1])
    monkeypatch.setattr("durak.arena.progress.monotonic", lambda: next(now))
    bar = Bar(10)
    for _ in range(3):
        bar.add(2)
    bar.close()
    err = capsys.readouterr().err
    assert err.count("4 of 10 games") == err.count(" games") == 1
    assert err.count("\r") == (3 if on_terminal else 0)
