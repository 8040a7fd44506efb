"""Catches: a command that cannot be typed, figures that hang on how many processes made them."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from durak.__main__ import main
from durak.arena.match import DealResult, Match
from durak.arena.report import columns, markdown
from durak.arena.workers import results
from durak.bots import LADDER
from tests.bots.own_bot import bot_file
from web import cli

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def arena(*words: str, jobs: int = 1) -> int:
    return main(["arena", *words, "--jobs", str(jobs)])


def figures(file: Path) -> dict[str, Any]:
    """Return the figures of a file but for what hangs on the machine."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    del found["seconds"]
    for match in found["matches"]:
        for bot in match["bots"]:
            del bot["ms_mean"], bot["ms_p95"], bot["ms_most"]
    return found


# Figures


def test_any_number_of_processes_gives_the_same_figures(tmp_path: Path) -> None:
    mine = f"{bot_file(tmp_path)}:Own"
    found = []
    for jobs in (1, 2):
        file = tmp_path / f"{jobs}.json"
        assert arena("random", "careful", mine, "--deals", "8", "--json", str(file), jobs=jobs) == 0
        found.append(figures(file))
    assert found[0] == found[1]
    assert [match["line_up"] for match in found[0]["matches"]] == [
        ["random", "careful"],
        ["random", "own"],
        ["careful", "own"],
    ]
    assert {rating["name"] for rating in found[0]["ratings"][0]["bots"]} == {"random", "careful", "own"}


def test_another_seed_gives_other_figures(tmp_path: Path) -> None:
    found = []
    for seed in ("0", "1"):
        file = tmp_path / f"{seed}.json"
        assert arena("random", "random", "--deals", "5", "--seed", seed, "--json", str(file)) == 0
        found.append(figures(file)["matches"][0]["bots"])
    assert found[0] != found[1]


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("careful", "random", "--seats", "3", "--rules", "transfer", "--deals", "2") == 0
    out = capsys.readouterr().out
    head, names, first, second, faults, _, rated, *_ = out.splitlines()
    assert head == "careful against random and random: transfer, 2 deals, 6 games"
    assert names.split()[:6] == ["bot", "seats", "games", "losses", "draws", "loss-score"]
    assert first.split()[:3] == ["careful", "1", "6"]
    assert second.split()[:3] == ["random", "2", "12"]
    assert faults == "0 illegal actions, 0 exceptions, 0 games drawn after 200 bouts"
    assert rated == "Ratings with 3 seats, transfer; 400 points are ten to one:"
    assert max(map(len, out.splitlines())) < 140


def test_a_level_that_plays_games_out_tells_how_many(tmp_path: Path) -> None:
    file = tmp_path / "counter.json"
    assert arena("counter", "careful", "--deals", "1", "--json", str(file)) == 0
    counter, careful = figures(file)["matches"][0]["bots"]
    # Where there is one thing to do it makes none, and rounding leaves some of 300 over.
    assert 30 < counter["playouts"] <= 300
    assert careful["playouts"] is None


def test_a_ladder_as_markdown_now_and_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.json"
    assert arena("random", "careful", "--ladder", "--deals", "2", "--markdown", "--json", str(file)) == 0
    printed = capsys.readouterr().out
    command, _, head, rule, first, *_ = printed.splitlines()
    assert command == "`durak arena random careful --ladder --rules classic --deals 2 --seed 0`"
    assert head.startswith("| bot | against | rules | deals | loss-score | 95 % |")
    assert rule.count("|") == head.count("|") == first.count("|")
    assert first.startswith("| careful | random | classic | 2 |")
    assert "| careful | 3 random | classic | 1 |" in printed
    assert main(["arena", "--read", str(file), "--markdown"]) == 0
    assert capsys.readouterr().out == printed


def test_without_names_the_ladder_is_that_of_the_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Match] = []

    def none(matches: Sequence[Match], *given: Any) -> Iterator[tuple[int, DealResult]]:
        asked.extend(matches)
        yield from ()

    monkeypatch.setattr("durak.arena.command.results", none)
    assert arena("--ladder", "--rules", "transfer", "--deals", "500") == 0
    pairs = [(upper, lower) for lower, upper in pairwise(LADDER)]
    assert [match.line_up for match in asked] == [
        *pairs,
        *((upper, lower, lower, lower) for upper, lower in pairs),
    ]
    assert [match.deals for match in asked] == [500] * len(pairs) + [250] * len(pairs)


def test_the_same_words_by_the_command_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", "careful", "random", "--deals", "1", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("careful against random: classic, 1 deal, 2 games\n")


def test_columns_stand_under_each_other() -> None:
    assert columns(("bot", "n"), [("a", "10"), ("longer", "7")]) == ["bot      n", "a       10", "longer   7"]
    assert markdown(("bot", "n"), [("a", "10")]) == ["| bot | n |", "| --- | ---: |", "| a | 10 |"]


def test_faults_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = bot_file(tmp_path, "if self.asked == 3: return None\n        if self.asked == 4: 1 / 0")
    assert arena(f"{file}:Own", "random", "--deals", "2") == 0
    out = capsys.readouterr().out
    assert "1 illegal action, 1 exception, 0 games drawn after 200 bouts\n" in out
    assert "steady stood in for own 2 times:\n" in out
    assert "  own, deal 0, rotation 0, seat 0, bout " in out
    assert "None, which is no action" in out
    assert "ZeroDivisionError: division by zero (own.py, line 15)" in out


# The example of the README


def test_the_bot_of_the_readme_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    section = README[README.index("### A bot of your own") :]
    found = re.search(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert found is not None
    assert len(found[1].splitlines()) <= 40
    file = tmp_path / "miser.py"
    file.write_text(found[1], encoding="utf-8")
    (command,) = re.findall(r"`python -m durak (arena miser.py:Miser .*?)`", section)
    words = command.replace("miser.py", str(file)).replace("--deals 100", "--deals 30").split()
    assert main([*words, "--jobs", "1", "--json", str(tmp_path / "found.json")]) == 0
    (match,) = figures(tmp_path / "found.json")["matches"]
    assert match["faults"] == []
    assert match["bots"][0]["loss_score"]["low"] < 0.5 < match["bots"][0]["loss_score"]["high"]
    assert capsys.readouterr().err == ""


# What is not understood


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["clever", "random"], "There is no bot 'clever'"),
        (["careful"], "Name two bots or more, not 1."),
        (
            ["careful", "random", "random", "--seats", "4"],
            "Name two bots, or one for each of the 4 seats, not 3.",
        ),
        (["careful", "random", "--seats", "5", "--rules", "blitz"], "24 cards"),
        (["careful", "random", "--rules", "poker"], "Not understood"),
        (["--read", "nowhere.json"], "nowhere.json: No such file"),
        (["careful", "random", "--deals", "1", "--json", "no/where.json"], "where.json: No such file"),
    ],
)
def test_what_is_not_understood_is_said_in_a_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*words) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5"])
def test_counts_are_whole_numbers_from_one(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "careful", "random", f"--deals={text}"])
    assert "is not a whole number from 1" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", '{"command": "durak arena"}', '{"matches": [3]}', "null"])
def test_what_is_no_run_is_not_read(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.json"
    file.write_text(text, encoding="utf-8")
    assert main(["arena", "--read", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


# The end, sooner or later


def test_what_is_known_when_it_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*given: Any) -> Iterator[tuple[int, DealResult]]:
        some = results(*given)
        yield from (next(some) for _ in range(7))
        raise KeyboardInterrupt

    monkeypatch.setattr("durak.arena.command.results", stopped)
    file = tmp_path / "part.json"
    assert arena("random", "careful", "--ladder", "--deals", "90", "--json", str(file)) == 130
    found = figures(file)
    assert not found["is_whole"]
    assert [match["deals"] for match in found["matches"]] == [4, 3]
    assert capsys.readouterr().out.endswith("This is not the whole run: it was stopped.\n")


def test_a_run_that_is_stopped_at_once_knows_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = bot_file(tmp_path, "raise KeyboardInterrupt")
    assert arena(f"{file}:Own", "random") == 130
    assert capsys.readouterr().out == "This is not the whole run: it was stopped.\n"


def test_control_c_ends_the_program_with_what_it_knows(tmp_path: Path) -> None:
    """A bot presses it after some games, in the process that is there first."""
    once = f"open({str(tmp_path / 'pressed')!r}, 'x').close()"
    file = bot_file(tmp_path, f"import os; self.asked < 300 or {once} or os.killpg(0, 2)")
    done = subprocess.run(
        [sys.executable, "-m", "durak", "arena", f"{file}:Own", "random", "--deals", "100000", "--jobs", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background of a shell has it ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        timeout=60,
        check=False,
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("own against random: classic, ")
    assert done.stdout.endswith("it was stopped.\n")
