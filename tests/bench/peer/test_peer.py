"""Catches a comparison that does not run any more, and one in which the peer does less than it should.

What needs boardgame.io runs where `make bench-peer` has installed it, and is skipped elsewhere. No time is
asserted: that the loads were the same is for a quiet machine to say.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from tests.bench.peer import __main__ as comparison
from tests.bench.peer import rounds, theirs
from tests.bench.peer.cores import spent
from tests.bench.peer.match import PLAYERS, Match
from tests.bench.peer.rounds import IN_FILES, IN_MEMORY, OURS, Load, Outcome, run

SMALL = Load(rooms=2, steady=1.0, flat_out=0.5, warm_up=0.2, every=0.5)
needs_peer = pytest.mark.skipif(
    not theirs.INSTALLED.exists(), reason="boardgame.io is not installed: `make bench-peer` does that"
)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "ENOUGH", 0.0)


def test_ours_is_measured() -> None:
    outcome = run(OURS, SMALL, Random(1))
    assert outcome.flaws == []
    assert 0 < outcome.figures["steady: of them people's"] < outcome.figures["steady: moves a second"]
    assert outcome.figures["flat out: answer, 99th percentile, ms"] > 0
    assert outcome.figures["flat out: bots' processes for a move, ms"] > 0


@needs_peer
def test_both_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "peer.json"
    words = ["--rooms", "2", "--rounds", "1", "--seconds", "1", "--flat-out", "0.5", "--warm-up", "0.2"]
    assert comparison.main([*words, "--every", "0.5", "--json", str(file)]) == 0
    found = json.loads(file.read_text("utf-8"))
    assert (found["passed"], found["boardgame.io"]) == (True, theirs.version())
    for systems in found["figures"].values():
        assert set(systems) == {OURS, IN_FILES, IN_MEMORY}
    moves = found["figures"]["flat out: moves a second"]
    assert all(spread["median"] > 0 for spread in moves.values())
    printed = capsys.readouterr().out
    assert all(figure in printed for figure in found["figures"])
    assert "verdict: comparable" in printed


@needs_peer
def test_a_player_of_the_peer_sees_no_hand_but_his_own() -> None:
    with theirs.theirs(Random(2), in_files=False) as server:

        async def look() -> None:
            match = Match(server.port, Random(2))
            await match.open()
            first, second = (match.seen(player)["G"] for player in PLAYERS)
            assert set(first) == {"trump", "table", "swept", "stock", "counts", "hand"}
            assert (len(first["hand"]), len(second["hand"])) == (6, 6)
            assert not set(first["hand"]) & set(second["hand"])
            await match.close()

        asyncio.run(look())


@needs_peer
def test_the_peer_accepts_only_a_card_in_hand_from_whose_turn_it_is() -> None:
    with theirs.theirs(Random(3), in_files=False) as server:

        async def play() -> None:
            match = Match(server.port, Random(3))
            await match.open()
            first, second = PLAYERS
            hand = match.seen(first)["G"]["hand"]
            await match.say(second, second, "play", match.seen(second)["G"]["hand"][0])
            await match.say(first, first, "play", match.seen(second)["G"]["hand"][0])
            await match.until_a_turn()
            assert await match.move()
            await match.until_a_turn()
            assert match.state_id == 2, "a move of the first player, and one of the bot after him"
            laid = match.seen(first)["G"]["table"]
            assert [lay["by"] for lay in laid] == ["0", "1"]
            assert laid[0]["card"] in hand
            await match.close()

        asyncio.run(play())


@needs_peer
def test_matches_of_the_peer_are_dealt_again_when_all_cards_are_played() -> None:
    with theirs.theirs(Random(4), in_files=False) as server:

        async def play() -> None:
            await server.open(1, packed=True)
            (match,) = server.rooms
            for _ in range(30):
                await match.until_a_turn()
                assert await match.move()
            assert match.state_id > 36
            await server.close()

        asyncio.run(play())
        assert server.faults() == []


@needs_peer
@pytest.mark.parametrize("in_files", [True, False])
def test_the_peer_keeps_matches_where_it_should(in_files: bool) -> None:
    with theirs.theirs(Random(5), in_files=in_files) as server:

        async def play() -> None:
            await server.open(1, packed=False)
            await server.rooms[0].move()
            await server.close()

        asyncio.run(play())
        folder = server.folder / theirs.MATCHES
        # A match has four: the state, the first state, the log, and who plays.
        assert len(list(folder.iterdir()) if folder.exists() else []) == (4 if in_files else 0)


def test_without_the_peer_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(theirs, "INSTALLED", tmp_path / "package.json")
    assert comparison.main([]) == 2
    assert "make bench-peer" in capsys.readouterr().err


def test_what_a_process_starts_is_told_apart_from_itself() -> None:
    work = "sum(range(5 * 10**7)); print(flush=True); input()"
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}])"
    before = getrusage(RUSAGE_CHILDREN)
    with subprocess.Popen(
        [sys.executable, "-c", start],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        found = spent(process.pid)
        process.communicate(b"\n")
    after = getrusage(RUSAGE_CHILDREN)
    in_all = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert found.others > found.server > 0
    assert found.server + found.others < in_all + 0.1, "what others on the machine do is not counted"


def test_rounds_are_told_by_their_median_and_spread() -> None:
    outcomes = [Outcome(name, {"moves": value}, []) for value in (3.0, 1.0, 2.0) for name in rounds.SYSTEMS]
    assert comparison.side_by_side(outcomes)["moves"][OURS] == {"median": 2.0, "least": 1.0, "most": 3.0}
