"""Catches: a bot that throws away an endgame it could have solved, gives up a lost one, peeks, or thinks in
vain where there is nothing to choose.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from durak import PRESETS, Seat, State, View, apply, memory_view, new_game, outcome, parse_position
from durak.actions import encode_action
from durak.bots import BOTS, LADDER
from durak.bots.search import candidates
from durak.bots.sense import liking
from durak.bots.solver import Solver, endgame_of
from durak.bots.thinking import ThinkingBot
from tests.bots.test_sight import moments
from tests.rules.redeal import dealt_anew

EXACT = ThinkingBot("exact", playouts=20, nodes=60_000)
HASTY = {
    level: replace(bot, playouts=6) if isinstance(bot, ThinkingBot) else bot
    for level, bot in BOTS.items()
    if level in LADDER
}


def asked(state: State) -> View:
    views = (memory_view(state, Seat(seat)) for seat in range(state.seats))
    return next(view for view in views if view.viewer in view.waiting and view.legal)


def endgames(wanted: int) -> list[View]:
    """Return views of endgames of two in which a plain bot does not know what to do."""
    found: list[View] = []
    for seed in range(1000):
        rng = Random(seed)
        state = new_game(PRESETS["classic"], rng.randbytes(32), [b""] * 2, 2)
        while outcome(state) is None:
            view = asked(state)
            if endgame_of(view) and len(candidates(view)) > 1:
                found.append(view)
                if len(found) == wanted:
                    return found
            state = apply(state, BOTS["casual"].choose(view, rng))
    raise AssertionError("too few endgames")


def test_whoever_solves_never_loses_what_is_won() -> None:
    beaten = 0
    for view in endgames(60):
        end = endgame_of(view)
        assert end is not None
        values = Solver(end.game.setup, 200_000).values(end, candidates(view))
        assert values is not None
        best = max(values.values())
        assert values[EXACT.choose(view, Random(1))] == best
        beaten += values.get(BOTS["steady"].choose(view, Random(1)), best) < best
    assert beaten, "these would not tell a solver from plain sense"


def test_a_lost_endgame_is_played_on() -> None:
    lost = parse_position("trump=H hands=9S,JD|KS,AD,AH main=0 def=1")
    view = memory_view(lost, Seat(0))
    end = endgame_of(view)
    assert end is not None
    values = Solver(end.game.setup, 10_000).values(end, candidates(view))
    assert values is not None
    assert set(values.values()) == {-1}
    ranking = EXACT.think(view, Random(0)).ranking
    assert {action for action, _ in ranking} == set(candidates(view))


@pytest.mark.parametrize("level", LADDER)
def test_no_level_sees_what_it_must_not(level: str) -> None:
    """Deals the hidden cards anew, and expects the same move of the same generator."""
    for seed in range(6):
        rng = Random(seed)
        state = new_game(PRESETS["transfer"], rng.randbytes(32), [b""] * 3, 3)
        while outcome(state) is None and state.bout < 12:
            view = asked(state)
            other = dealt_anew(state, view.viewer, rng, view.beaten_off or ())
            moves = [
                HASTY[level].choose(memory_view(one, view.viewer), Random(seed)) for one in (state, other)
            ]
            assert moves[0] == moves[1]
            state = apply(state, moves[0])


def test_thrift_decides_between_like_moves_while_there_is_a_stock() -> None:
    plain, thrifty = ThinkingBot("plain", playouts=12), ThinkingBot("thrifty", playouts=12, thrift=1e9)
    seen: Counter[bool] = Counter()
    for _, view in moments(150, seed=21):
        if len(view.legal) < 2:
            continue
        done = thrifty.choose(view, Random(1))
        if not view.stock:
            assert done == plain.choose(view, Random(1))
        else:
            liked = liking(view, candidates(view))
            assert liked[done] == max(liked.values()) == 1
            assert min(liked.values()) >= 0
        seen[view.stock > 0] += 1
    assert min(seen.values()) > 10


def test_where_there_is_one_thing_to_do_nobody_thinks() -> None:
    state = parse_position("trump=H stock=JS,9H hands=KC,QC|6S main=0 def=1 table=7S/- bout=3")
    thought = ThinkingBot("slow", playouts=10**9).think(memory_view(state, Seat(1)), Random(0))
    [(action, _)] = thought.ranking
    assert (encode_action(action), thought.playouts) == ("1:take", 0)


def test_while_more_than_two_are_in_less_is_played_out() -> None:
    bot = ThinkingBot("crowded", playouts=40, crowd=10)
    two = parse_position("trump=H stock=JS,9H hands=KC,QC|6S,7D main=0 def=1 bout=3")
    three = parse_position("trump=H stock=JS,9H hands=KC,QC|6S,7D|8D main=0 def=1 bout=3")
    left = parse_position("trump=H hands=KC,QC|6S,7D,8S,9D,JD|- main=0 def=1 out=2 bout=3")
    spent = [bot.think(memory_view(state, Seat(0)), Random(0)).playouts for state in (two, three, left)]
    assert spent == [40, 10, 40]
    assert replace(bot, crowd=None).think(memory_view(three, Seat(0)), Random(0)).playouts == 40
