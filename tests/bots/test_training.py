"""Catches: training on other features than the game tells a net, wrong gradients or targets, and a run that
goes another way for having been stopped.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from durak.apply import apply
from durak.bots.features import WORDS, Afterstate, encode
from durak.bots.net import Net
from durak.bots.prospects import prospects
from durak.draft import Phase
from durak.ruleset import PRESETS
from durak.view import memory_view
from tests.bots.test_training_tables import action_of, state_of
from tools.training import __main__ as program
from tools.training import run as run_module
from tools.training.afterstates import choices, legal_moves
from tools.training.arrays import Ints
from tools.training.network import Layers, Learner
from tools.training.opponents import greedy, match, net_player
from tools.training.run import Plan, Run
from tools.training.saving import read_layers, write_weights
from tools.training.selfplay import Pool
from tools.training.tables import DRAWN, Tables

VIEWS = 500  # of each kind of rules


@pytest.mark.parametrize("preset", ["classic", "transfer"])
def test_the_game_tells_and_judges_as_in_training(preset: str, tmp_path: Path) -> None:
    chance, rules = np.random.default_rng(4), PRESETS[preset]
    write_weights(tmp_path / "some.durak", Layers.random((32, 16), chance), {"rules": preset, "games": 0})
    layers = read_layers(tmp_path / "some.durak")
    net = Net((tmp_path / "some.durak").read_bytes(), "some")
    tables = Tables.dealt(rules, 12, chance)
    states = [state_of(tables, row, rules) for row in range(12)]
    views = 0
    while views < VIEWS:
        rows, moves = legal_moves(tables)
        offered = choices(tables, rows, moves)
        logits = layers.logits(offered.words)
        for row, state in enumerate(states):
            view = memory_view(state, state.defender if state.phase is Phase.DEFENCE else state.main)
            after, views = prospects(view), views + 1
            assert len(after) == np.count_nonzero(rows == row)
            for at in np.nonzero(rows == row)[0]:
                action = action_of(state, int(moves[at]))
                prospect = after[action]
                if isinstance(prospect, Afterstate):
                    assert np.isnan(offered.result[at])
                    assert encode(prospect) == as_bits(offered.words[at])
                    judged = net.logits([encode(prospect)])
                    assert judged == [pytest.approx(float(logits[at]), abs=1e-4)]
                else:
                    assert offered.result[at] == prospect
        chosen = (
            greedy(tables)
            if views % 2
            else np.array([chance.choice(moves[rows == r]) for r in range(len(states))])
        )
        states = [apply(state, action_of(state, int(m))) for state, m in zip(states, chosen, strict=True)]
        ended = np.nonzero(tables.lay(chosen))[0]
        over = ended[tables.end_bouts(ended) >= 0]
        tables.put(over, Tables.dealt(rules, len(over), chance))
        for row in over:
            states[row] = state_of(tables, row, rules)


def as_bits(words: Ints) -> int:
    return int.from_bytes(words.astype("<i8").tobytes(), "little")


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    chance = np.random.default_rng(2)
    layers = Layers.random((6, 5), chance)
    layers.biases[0][:] = chance.standard_normal(6)
    words, targets = chance.integers(0, 1 << 40, (20, WORDS)), chance.random(20).astype(np.float32)
    gradient, _ = layers.gradient(words, targets)
    step = 2e-3
    for at in [0, 7, *(-1 - np.arange(45))]:
        there, back = layers.copy(), layers.copy()
        there.flat[at] += step
        back.flat[at] -= step
        slope = (there.gradient(words, targets)[1] - back.gradient(words, targets)[1]) / (2 * step)
        assert gradient[at] == pytest.approx(slope, abs=2e-3)


def test_a_learner_learns_by_heart() -> None:
    chance = np.random.default_rng(3)
    learner = Learner(Layers.random((16, 8), chance), slowness=10)
    words, targets = chance.integers(0, 1 << 40, (50, WORDS)), chance.integers(0, 2, 50).astype(np.float32)
    for _ in range(300):
        learner.learn(words, targets, 1e-2)
    for layers in (learner.layers, learner.average):
        assert ((layers.logits(words) > 0) == (targets == 1)).all()


# What a sample is worth


def pool_of_one_game(best: list[float], seats: list[int], tried: list[bool]) -> Pool:
    pool = Pool(PRESETS["classic"], 1, 20, np.random.default_rng(1))
    count = len(best)
    pool.best[0, :count], pool.seats[0, :count], pool.tried[0, :count] = best, seats, tried
    pool.words[0, :count, 0] = np.arange(count)
    pool.length[0] = count
    return pool


def targets_of(pool: Pool, loser: int, trust: float) -> list[float]:
    samples = pool._harvest(np.array([0]), np.array([loser]), trust)
    assert samples.words[:, 0].tolist() == list(range(len(samples.targets)))
    found: list[float] = samples.targets.tolist()
    return found


def test_the_last_word_of_a_seat_is_the_result_and_earlier_ones_are_mixed_with_its_opinions() -> None:
    pool = pool_of_one_game([0.5, 0.6, 0.7, 0.2], [0, 1, 0, 0], [False] * 4)
    assert targets_of(pool, loser=1, trust=0.5) == pytest.approx([0.5 * 0.7 + 0.5 * (0.1 + 0.5), 0, 0.6, 1])
    assert targets_of(pool, loser=1, trust=1) == [1, 0, 1, 1]
    assert targets_of(pool, loser=DRAWN, trust=1) == [0.5] * 4


def test_whoever_plays_without_end_has_lost() -> None:
    chance = np.random.default_rng(6)
    pool, layers, found = Pool(PRESETS["classic"], 30, 3, chance), Layers.random((8, 4), chance), []
    for _ in range(12):
        samples = pool.step(layers, tries=0, trust=1)
        found += samples.targets.tolist()
        assert (pool.length < 3).all()
    assert found
    assert not any(found)


def test_before_a_move_that_was_tried_only_the_best_counts() -> None:
    pool = pool_of_one_game([0.5, 0.7, 0.2], [0, 0, 0], [False, True, False])
    assert targets_of(pool, loser=0, trust=1) == pytest.approx([0.7, 0, 0])


def test_samples_are_of_decisions_and_carry_the_chosen_afterstate() -> None:
    chance = np.random.default_rng(6)
    pool, layers = Pool(PRESETS["transfer"], 30, 160, chance), Layers.random((8, 4), chance)
    games = samples = 0
    for _ in range(150):
        found = pool.step(layers, tries=0.3, trust=0.9)
        games += found.games
        samples += len(found.targets)
        assert ((found.targets >= 0) & (found.targets <= 1)).all()
    assert games > 10
    assert samples > 15 * games


# Players and runs


def test_a_player_is_as_strong_as_itself_and_swapped_seats_show_it() -> None:
    chance = np.random.default_rng(1)
    player = net_player(Layers.random((8, 4), chance))
    assert match(greedy, greedy, PRESETS["classic"], 30, chance).tolist() == [0.5] * 30
    assert match(player, player, PRESETS["transfer"], 10, chance).mean() == 0.5
    assert match(greedy, player, PRESETS["classic"], 50, chance).mean() < 0.4


@pytest.fixture
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "BATCH", 128)
    monkeypatch.setattr(run_module, "ROUND", 512)


@pytest.mark.usefixtures("small_rounds")
def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    plan = Plan(hidden=(8, 4), pool=48, seed=3)
    straight, stopped = Run(plan), Run(plan)
    for _ in range(2):
        straight.advance()
        stopped.advance()
    stopped.save(tmp_path / "some.state.npz")
    stopped = Run.resumed(tmp_path / "some.state.npz")
    assert (stopped.plan, stopped.games, stopped.loss) == (plan, straight.games, straight.loss)
    straight.loss_to_greedy(5)  # looking changes nothing
    for run in (straight, stopped):
        run.advance()
    assert straight.games == stopped.games
    assert (straight.learner.average.flat == stopped.learner.average.flat).all()
    assert (straight.learner.layers.flat == stopped.learner.layers.flat).all()


def test_a_run_may_begin_with_weights(tmp_path: Path) -> None:
    layers = Layers.random((8, 4), np.random.default_rng(1))
    write_weights(tmp_path / "some.durak", layers, {})
    run = Run(Plan(hidden=(8, 4), pool=2, begin=str(tmp_path / "some.durak")))
    for begun in (run.learner.layers, run.learner.average):
        assert begun.flat == pytest.approx(layers.flat, abs=1e-4)
    run.write_weights(tmp_path / "next.durak", "")
    header = Net((tmp_path / "next.durak").read_bytes(), "next").header
    assert header["begun_with"] == Net((tmp_path / "some.durak").read_bytes(), "some").header


@pytest.mark.usefixtures("small_rounds")
def test_the_weights_say_where_they_come_from(tmp_path: Path) -> None:
    run = Run(Plan(hidden=(8, 4), pool=16, seed=7, rules="transfer"))
    run.games = 123
    run.write_weights(tmp_path / "some.durak", "python -m something")
    header = Net((tmp_path / "some.durak").read_bytes(), "some").header
    expected = {"rules": "transfer", "games": 123, "seed": 7, "command": "python -m something", "seats": 2}
    assert expected.items() <= header.items()


def test_the_program_saves_weights_and_log_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_rounds: None
) -> None:
    monkeypatch.setattr(program, "DEALS", 5)
    words = f"training --folder {tmp_path} --rules transfer --hidden 8 4 --pool 40 --seed 5 --look 0 --games"
    for games in (30, 60):
        monkeypatch.setattr("sys.argv", [*words.split(), str(games)])
        program.main()
    log = [json.loads(line) for line in (tmp_path / "transfer.log.jsonl").read_text().splitlines()]
    counts = [line["games"] for line in log]
    assert counts == sorted(counts)
    assert counts[0] < 60 <= counts[-1]
    assert all(0 <= line["loss_to_greedy"] <= 1 for line in log)
    header = Net((tmp_path / "transfer.durak").read_bytes(), "some").header
    assert header["games"] == counts[-1]
    asked = f"--rules transfer --games {counts[-1]} --seed 5 --pool 40 --hidden 8 4"
    assert header["command"] == f"python -m tools.training {asked}"


def test_a_run_does_not_go_on_by_another_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_rounds: None
) -> None:
    Run(Plan(hidden=(8, 4), pool=4)).save(tmp_path / "classic.state.npz")
    monkeypatch.setattr("sys.argv", f"training --folder {tmp_path} --hidden 8 5 --pool 4".split())
    with pytest.raises(SystemExit, match="hidden=\\(8, 4\\)"):
        program.main()
