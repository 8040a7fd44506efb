"""Catches: a state that somebody can change, a copy that shares what the next move changes, a field that is
read off once and then left behind.
"""

from dataclasses import fields

import pytest

from durak import PRESETS, apply, parse_action, parse_position
from durak.draft import Draft
from durak.state import State
from tests.rules.games import Game
from tests.rules.table import READ_OFF

MID_BOUT = "rules=transfer trump=H hands=KC|9C,TC|8H,9S|- main=0 def=1 table=7S/8S,7C/- emptied=3"


def test_nothing_can_be_set() -> None:
    state = parse_position(MID_BOUT)
    for field in fields(Draft):
        with pytest.raises(AttributeError, match=f"{field.name} cannot be set"):
            setattr(state, field.name, None)
        with pytest.raises(AttributeError, match=f"{field.name} cannot be deleted"):
            delattr(state, field.name)
    with pytest.raises(AttributeError):
        state.more = 1


def test_a_draft_is_a_whole_copy() -> None:
    state = parse_position(MID_BOUT)
    draft = state.draft()
    assert type(draft) is Draft
    for field in fields(Draft):
        assert getattr(draft, field.name) == getattr(state, field.name), field.name
    draft.bout = 7
    assert state.bout == 2


def test_equal_states_are_equal_whatever_led_to_them() -> None:
    played = apply(parse_position("trump=H hands=7S,KC|9C,TC main=0 def=1"), parse_action("0:A:7S"))
    set_up = parse_position("trump=H hands=KC|9C,TC main=0 def=1 table=7S/-")
    assert (played.ply, set_up.ply) == (1, 0)
    assert played == set_up
    assert hash(played) == hash(set_up)
    assert played != set_up.changed(bout=3)
    assert played != "trump=H"


def test_what_is_read_off_once_is_kept_up_to_date() -> None:
    for seed, preset in enumerate(
        ("classic", "transfer", "deutsch_weitergeben", "durak_online", "pagat", "blitz")
    ):
        for state in Game(preset, 2 + seed % 3, seed).states:
            anew: State = state.changed()
            assert anew == state
            for name in READ_OFF:
                assert getattr(state, name) == getattr(anew, name), (preset, name)


def test_a_seat_whose_hand_ran_out_holds_cards_again_once_it_drew() -> None:
    state = parse_position("trump=H stock=9D,TD,JD,QD,6H hands=7S,KS,KC,AS|9C,TC|7D main=0 def=1 table=7H/8H")
    for action in ("2:A:7D", "1:take", "0:pass"):
        assert 2 in state.emptied or state.hands[2]
        state = apply(state, parse_action(action))
    assert len(state.hands[2]) == 3
    assert state.holder_set == state.changed().holder_set == 0b111


def test_unlike_states_are_told_apart_by_their_hashes() -> None:
    states = Game("transfer", 3, 1).states
    assert len({hash(state) for state in states}) == len(states)


def test_a_state_is_printed_without_what_others_may_not_see() -> None:
    text = repr(parse_position("trump=H stock=9D,6H hands=7S,KC|9C,TC main=0 def=1 known=7S|-"))
    assert text.startswith(
        f"State(rules={PRESETS['classic']!r}, trump=<Suit.HEARTS: 'H'>, table=(), main=0, defender=1,"
    )
    assert text.endswith("out=(), known=((7S,), ()), ply=0, table_ply=0)")
