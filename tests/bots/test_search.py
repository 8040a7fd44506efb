"""Catches: a search that plays what is not allowed, misses what wins at once, uses a hidden card, compares
actions unfairly, miscounts its playouts, mixes in advice wrongly, or is no better than plain good sense.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from durak import (
    PRESETS,
    Action,
    Seat,
    encode_action,
    encode_position,
    memory_view,
    outcome,
    parse_action,
    parse_position,
)
from durak.bots import BOTS, search
from durak.bots.playout import playout
from durak.bots.search import candidates, evaluate, playouts_spent
from durak.view import View
from tests.bots.test_bots import loss, played
from tests.bots.test_sight import moments
from tests.rules.redeal import dealt_anew


@dataclass(frozen=True)
class Searcher:
    """A bot that does what looks best after so many playouts."""

    playouts: int
    level: str = "searcher"

    def choose(self, view: View, rng: Random) -> Action:
        return evaluate(view, rng, self.playouts)[0][0]


def view_of(position: str, seat: int) -> View:
    return memory_view(parse_position(position), Seat(seat))


def test_candidates_are_legal_and_there_are_some() -> None:
    for state, view in moments(400, seed=11):
        legal = [action for actions in view.legal.values() for action in actions]
        if not legal:
            with pytest.raises(ValueError, match="no legal action"):
                candidates(view)
            continue
        found = candidates(view)
        assert found
        assert set(found) <= {*legal, *view.sets}, encode_position(state)
        assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("position", "seat", "actions"),
    [
        ("trump=D hands=7S,7H,KC|8S,9H,TC main=0 def=1", 0, ["0:A:7S", "0:A:7H", "0:A:KC"]),
        # nothing goes along with a take, so what is not laid at once may be too late
        (
            "rules=K1 trump=D hands=7S,7H,KC|8S,9H,TC main=0 def=1",
            0,
            ["0:A:7S", "0:A:7H", "0:A:KC", "0:A:7S,7H"],
        ),
        (
            "trump=D hands=KH|9C,TC,8D main=0 def=1 table=8C/-,8S/-",
            1,
            ["1:D:8S/8D", "1:take"],
        ),
        ("trump=D hands=KH|9C,TC main=0 def=1 table=8C/-,8D/-", 1, ["1:take"]),
        ("trump=D hands=KH|9C,9D main=0 def=1 table=8C/-,8D/-", 1, ["1:D:8C/9D", "1:D:8C/9C", "1:take"]),
        (
            "rules=transfer trump=D hands=KH,QH,QS|8H,TC bout=2 main=0 def=1 table=8C/-,8D/-",
            1,
            ["1:T:8H", "1:take"],
        ),
    ],
)
def test_what_is_left_out(position: str, seat: int, actions: list[str]) -> None:
    found = candidates(view_of(position, seat))
    assert [encode_action(action) for action in found] == actions


@pytest.mark.parametrize(
    ("position", "seat", "action", "value"),
    [
        # the ace is taken, and the last card is as good as gone; the seven first would be covered
        ("trump=D hands=7S,AS|8S,9H main=0 def=1", 0, "0:A:AS", 1.0),
        # the last card covers: both are out, a draw; to take is to lose
        ("trump=D hands=-|9S main=0 def=1 table=8S/-", 1, "1:D:8S/9S", 0.5),
        # among three: who gets rid of his last card is safe
        ("trump=D hands=7S|9S,TS,TC|KC,KH,KD,AC main=2 def=0 table=6S/-", 0, "0:D:6S/7S", 1.0),
        # the first one out wins
        ("rules=deutsch trump=D hands=7S|9S,TS|KC,KD main=2 def=0 table=6S/-", 0, "0:D:6S/7S", 1.0),
        # a transfer that nobody can answer
        ("rules=transfer trump=D hands=KC,QC|7H main=0 def=1 table=7S/- bout=3", 1, "1:T:7H", 1.0),
    ],
)
def test_it_finds_what_settles_the_game(position: str, seat: int, action: str, value: float) -> None:
    best, worth = evaluate(view_of(position, seat), Random(1), 60, odd=0.0)[0]
    assert encode_action(best) == action
    assert worth == value


def test_it_weighs_all_candidates_and_says_so() -> None:
    for _, view in moments(60, seed=12):
        if not view.legal:
            continue
        found = evaluate(view, Random(2), 24)
        assert sorted(map(encode_action, dict(found))) == sorted(map(encode_action, candidates(view)))
        assert all(0 <= value <= 1 for _, value in found)
        assert found == evaluate(view, Random(2), 24)


def test_it_knows_how_many_games_it_plays_out(monkeypatch: pytest.MonkeyPatch) -> None:
    games = 0

    def counted(*given: Any) -> tuple[float, ...]:
        nonlocal games
        games += 1
        return playout(*given)

    monkeypatch.setattr(search, "playout", counted)
    seen = set()
    for _, view in moments(120, seed=14):
        if view.legal:
            games, number = 0, len(candidates(view))
            evaluate(view, Random(2), 50)
            assert games == playouts_spent(number, 50)
            seen.add(number)
    assert len(seen) > 5, "these are too much alike to tell"


def test_a_prior_is_mixed_in() -> None:
    view = view_of("trump=D stock=6H,9D hands=7S,KC,AD|8S,9H,TC main=0 def=1", 0)
    plain = dict(evaluate(view, Random(3), 1))
    prior = {action: index / 4 for index, action in enumerate(candidates(view))}
    mixed = dict(evaluate(view, Random(3), 1, prior, weight=3.0))
    assert max(mixed, key=mixed.__getitem__) == parse_action("0:A:AD")
    everything = evaluate(view, Random(3), 300, prior, weight=1e9)
    assert [action for action, _ in everything] == sorted(prior, key=prior.__getitem__, reverse=True)
    assert everything[0][1] == pytest.approx(max(prior.values()))
    assert plain.keys() == mixed.keys() == prior.keys()


def test_no_hidden_card_is_used() -> None:
    rng = Random(5)
    for state, view in moments(60, seed=13):
        if view.legal:
            other = memory_view(dealt_anew(state, view.viewer, rng, view.beaten_off or ()), view.viewer)
            assert evaluate(other, Random(6), 20) == evaluate(view, Random(6), 20), encode_position(state)


def test_it_beats_good_sense_at_two() -> None:
    lost = loss(PRESETS["classic"], Searcher(120), BOTS["careful"], deals=12)
    assert lost < 0.4, f"lost {lost:.1%} of 24 games, deals from seeds 0 to 11"


def test_among_others_of_good_sense_it_is_seldom_the_durak() -> None:
    lost = 0
    for seed in range(12):
        bots = [BOTS["careful"]] * 4
        bots[seed % 4] = Searcher(40)
        found = outcome(played(PRESETS["transfer"], bots, seed)[0])
        assert found is not None
        lost += found.seats == (seed % 4,)
    assert lost < 3, f"{lost} of 12 games, a quarter would be chance; seeds 0 to 11"
