"""Catches: games of bots that do not end, or not by the rules; a bench of what bots promise that does not run
any more, or that passes whoever breaks it.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from durak import Action, Pass, Seat, State, View
from durak.bots import BOTS
from tests.bench import blind, endings, exact, solving
from tests.bots.company import company

GAMES = 100


def test_games_in_mixed_company_end_by_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "endings.json"
    assert endings.main(["--games", str(GAMES), "--jobs", "1", "--json", str(file)]) == 0
    assert capsys.readouterr().out.endswith("verdict: passed\n")
    found = json.loads(file.read_text("utf-8"))
    assert (found["games"], found["faults"]) == (GAMES, [])
    assert sum(found["ends"].values()) == GAMES
    assert found["ends"]["decided"] > 0.9 * GAMES
    assert found["choices"] > 50 * GAMES


@dataclass(frozen=True)
class Broken:
    """A bot that does what nobody may, or nothing."""

    level: str
    fails: bool

    def choose(self, view: View, rng: Random) -> Action:  # noqa: ARG002  # it does not think
        if self.fails:
            raise ZeroDivisionError("nothing to divide")
        assert view.viewer is not None
        return Pass(view.defender)


@pytest.mark.parametrize(("fails", "says"), [(True, "exception"), (False, "illegal")])
def test_a_bot_that_does_wrong_is_told_with_its_seed(
    fails: bool, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "careful", Broken("careful", fails))
    seed = next(seed for seed in range(99) if "careful" in company(seed).levels)
    assert endings.main(["--first", str(seed), "--games", "1", "--jobs", "1"]) == 1
    told = capsys.readouterr()
    assert told.out.endswith("FAULTS\n")
    assert f"{company(seed)}: {says} in seat" in told.err


def test_a_game_that_the_engine_breaks_off_is_told_with_its_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(state: State) -> Seat:
        raise AssertionError(f"nobody can act in bout {state.bout}")

    monkeypatch.setattr("durak.arena.game.next_to_act", nobody)
    assert endings.main(["--first", "5", "--games", "1", "--jobs", "1"]) == 1
    told = capsys.readouterr()
    assert "broken off 1" in told.out
    assert f"{company(5)}: Traceback" in told.err


def test_a_game_without_end_is_cut_and_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("durak.arena.game.MOST_BOUTS", 1)
    assert endings.main(["--first", "7", "--games", "2", "--jobs", "1"]) == 0
    assert "drawn after 200 bouts, by seed: 7, 8" in capsys.readouterr().out


def test_the_same_games_are_played_by_several_processes() -> None:
    one, two = (endings.endings(range(20), jobs) for jobs in (1, 2))
    assert (one.games, one.ends, one.choices) == (20, two.ends, two.choices)


def test_what_bots_reckon_with_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "exact.json"
    assert exact.main(["--endgames", "20", "--positions", "25", "--jobs", "1", "--json", str(file)]) == 0
    assert capsys.readouterr().out.endswith("verdict: passed\n")
    found = json.loads(file.read_text("utf-8"))["proofs"]
    assert [proof["name"] for proof in found] == ["solved", "played out", "moves", "playouts", "candidates"]
    assert all(proof["looked_at"] >= 15 for proof in found)


@pytest.mark.parametrize(
    ("broken", "number"),
    [("tests.bots.endgames.value_of", 1), ("tests.bots.test_playout.values_of", 3)],
)
def test_what_is_reckoned_wrongly_is_told(
    broken: str, number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken, lambda *_: -2)
    proof = exact.proofs(20, 25)[number]
    found = exact.proved(proof, jobs=1)
    assert found.faults
    assert found.faults[0] in capsys.readouterr().err


def test_whether_bots_peek_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "blind.json"
    words = ["--positions", "40", "--level", "casual", "--jobs", "1", "--json", str(file)]
    assert blind.main(words) == 0
    assert capsys.readouterr().out.endswith("verdict: passed\n")
    (level,) = json.loads(file.read_text("utf-8"))["levels"]
    assert (level["positions"], level["differences"]) == (44, [])


def test_a_bot_with_dice_of_its_own_is_missed_by_nobody(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does depends on more than the view and the dice it was given."""

    @dataclass(frozen=True)
    class Moody:
        level: str = "random"

        def choose(self, view: View, rng: Random) -> Action:  # noqa: ARG002  # that is its fault
            return BOTS["relaxed"].choose(view, own)

    own = Random(1)
    monkeypatch.setitem(BOTS, "random", Moody())
    assert blind.main(["--positions", "40", "--level", "random", "--jobs", "1"]) == 1
    assert "DIFFER" in capsys.readouterr().out


def test_too_few_positions_are_not_enough(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blind, "questions", lambda _seed: [])
    assert blind.main(["--positions", "4", "--level", "casual", "--jobs", "1"]) == 1
    assert capsys.readouterr().out.endswith("verdict: TOO FEW positions: casual\n")
    monkeypatch.setattr(exact, "solved", lambda _seed: (0, None))
    assert exact.proved(exact.proofs(20, 25)[0], jobs=1).faults == ("0 are fewer than 20",)


def test_solvers_are_timed_on_the_same_endgames(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "solving.json"
    # Whether it is fast enough is not for a test to say.
    solving.main(["--games", "8", "--level", "steady", "--jobs", "1", "--json", str(file)])
    assert "verdict: " in capsys.readouterr().out
    found = [solving.Solving(**one) for one in json.loads(file.read_text("utf-8"))["endgames"]]
    assert len(found) > 4
    assert all(one.value == one.study_value for one in found if None not in (one.value, one.study_value))


def test_solvers_that_differ_or_take_too_long_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    good, slow = solving.Solving(9, 0.01, 1, 0.02, 1), solving.Solving(9, 0.3, 1, 0.2, 1)
    assert solving.verdict([good] * 20) == []
    assert solving.verdict([good] * 9 + [slow]) == ["less than 95 % in 100 ms", "slower than the study's"]
    assert solving.verdict([good] * 20 + [solving.Solving(9, 0.01, 1, 0.02, -1)]) == ["the solvers differ"]
    assert solving.verdict([]) == ["TOO FEW endgames"]
    capsys.readouterr()
