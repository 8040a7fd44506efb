"""Catches: a view whose JSON is not what the browser was promised, a card without an answer, a legal
action that is not, a story that tells too much or in the wrong order.
"""

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings

from durak import (
    PRESETS,
    Attack,
    NotationError,
    Outcome,
    Seat,
    encode_view,
    happened,
    legal_actions,
    memory_view,
    new_game,
    order_of,
    parse_action,
    parse_position,
    parse_view,
    refusal,
    story_for,
    view_for,
)
from durak.cards import DECKS
from durak.draft import table_cards
from tests.rules.games import Game, games
from tests.rules.table import after, seats

many = settings(max_examples=50)

TRANSFER = (
    "rules=transfer trump=H stock=JS,9H hands=KC,QC|6S,7D,8S,8H|TC,JC main=0 def=1 table=7S/9S,7C/- bout=3 "
    "known=-|6S|-"
)


def test_a_view_in_full() -> None:
    view = encode_view(view_for(parse_position(TRANSFER), Seat(1)))
    assert view == {
        "rules": "transfer",
        "viewer": 1,
        "phase": "defence",
        "bout": 3,
        "table_ply": 0,
        "trump": "H",
        "turned_up": "9H",
        "last_dealt": None,
        "stock": 2,
        "discard": 23,
        "counts": [2, 4, 2],
        "hand": ["6S", "7D", "8S", "8H"],
        "table": [["7S", "9S"], ["7C", None]],
        "main": 0,
        "defender": 1,
        "second": 2,
        "throwers": [0, 2],
        "priority": None,
        "transfer_to": None,
        "cap": 5,
        "room": 3,
        "waiting": [1],
        "out": [],
        "shown": [],
        "chain": 0,
        "known": [[], ["6S"], []],
        "beaten_off": None,
        "legal": {"8H": ["1:D:7C/8H"], "take": ["1:take"]},
        "why": {
            "6S": {"code": "does_not_beat", "facts": {"attack": "7C", "card": "6S", "trump": "H"}},
            "7D": {"code": "already_beating", "facts": {}},
            "8S": {"code": "does_not_beat", "facts": {"attack": "7C", "card": "8S", "trump": "H"}},
            "pass": {"code": "defender_cannot_throw", "facts": {}},
        },
        "sets": [],
        "outcome": None,
    }


def test_only_a_memory_tells_what_was_beaten_off() -> None:
    state = parse_position(TRANSFER)
    plain, remembered = view_for(state, Seat(1)), memory_view(state, Seat(1))
    assert remembered.beaten_off is not None
    assert len(set(remembered.beaten_off)) == plain.discard
    elsewhere = {*table_cards(state.table), *state.stock, *(card for hand in state.hands for card in hand)}
    assert set(remembered.beaten_off) | elsewhere == set(DECKS[36])
    assert plain == replace(remembered, beaten_off=None)


def test_a_spectator_sees_the_table_alone() -> None:
    view = view_for(parse_position(TRANSFER), None)
    assert (view.viewer, view.hand, view.legal, view.why) == (None, (), {}, {})
    assert (view.counts, view.waiting) == ((2, 4, 2), (1,))


def test_a_card_with_several_uses() -> None:
    state = parse_position("rules=transfer trump=H hands=KC|7H,8S|TC,JC main=0 def=1 table=7S/-")
    view = encode_view(view_for(state, Seat(1)))
    assert view["legal"]["7H"] == ["1:D:7S/7H", "1:T:7H"]
    assert view["transfer_to"] == 2


@pytest.mark.parametrize(
    ("position", "target"),
    [
        ("rules=transfer trump=H hands=KC|7H,8S|TC,JC main=0 def=1 table=7S/-", 2),
        ("rules=transfer trump=H hands=KC,QC|7H,8S|- main=0 def=1 table=7S/- out=2", 0),
        ("trump=H hands=KC|7H,8S|TC,JC main=0 def=1 table=7S/-", None),
        ("rules=transfer trump=H hands=KC|7H,8S|TC main=0 def=1 table=7S/-", None),
        ("rules=T2 trump=H hands=KC|7H,8S|TC main=0 def=1 table=7S/-", 2),
        ("rules=T2 trump=H hands=KC|7H,8S|TC main=0 def=1 table=7S/-,7C/-", None),
        ("rules=transfer trump=H hands=-|7H,8S|- main=0 def=1 table=7S/- out=2", None),
        ("rules=transfer trump=H hands=KC|7H,8S|TC,JC main=0 def=1", None),
        ("rules=transfer trump=H hands=KC|7H|TC,JC,QC main=0 def=1 table=7S/8S,7C/-", None),
        ("rules=transfer trump=H hands=KC|7H,8S|TC,JC main=0 def=1 table=7S/- taking=yes", None),
        ("rules=transfer trump=H hands=KC|- main=0 def=1 out=1", None),
    ],
)
def test_whom_a_transfer_would_reach(position: str, target: int | None) -> None:
    state = parse_position(position)
    assert [view_for(state, viewer).transfer_to for viewer in (Seat(1), None)] == [target] * 2


@pytest.mark.parametrize(
    ("position", "viewer", "key", "code"),
    [
        ("trump=H hands=KC,QC|9S,TS main=0 def=1", 1, "9S", "not_your_turn"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1", 1, "take", "nothing_to_take"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1", 1, "pass", "not_your_turn"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1", 0, "pass", "wrong_phase"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1", 0, "take", "not_your_turn"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1 table=7S/8S", 1, "9S", "defender_cannot_throw"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1 table=7S/8S", 0, "KC", "rank_not_on_table"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1 table=7S/-", 0, "pass", "wrong_phase"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1 table=7S/-", 0, "KC", "rank_not_on_table"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1 table=7S/- taking=yes", 1, "9S", "already_taking"),
        ("trump=H hands=KC,QC|9S,TS main=0 def=1 table=7S/- taking=yes", 1, "take", "already_taking"),
        ("trump=H hands=KC|9S,TS|AC main=0 def=1 table=7S/8S passed=0", 0, "pass", "already_passed"),
        (
            "rules=transfer trump=H hands=KC,QC|7D,TS main=0 def=1 table=7S/9S,7C/-",
            1,
            "7D",
            "already_beating",
        ),
        ("rules=transfer trump=H hands=KC|7D,TS main=0 def=1 table=7S/-,7C/-", 1, "7D", "target_capacity"),
        ("rules=transfer trump=H hands=KC,QC|7D,TS main=0 def=1 table=7S/9S,9C/-", 1, "TS", "does_not_beat"),
        ("trump=H hands=KC,QC|7D,TS main=0 def=1 table=7S/-", 1, "7D", "does_not_beat"),
        ("trump=H hands=KC,QC|- main=0 def=1 out=1", 0, "KC", "game_over"),
        ("trump=H hands=KC,QC|9S|- main=0 def=1 out=2", 2, "pass", "seat_is_out"),
        ("trump=H hands=KC,QC|9S,TS|- main=0 def=1 table=7S/8S", 2, "take", "no_cards"),
    ],
)
def test_why_not(position: str, viewer: int, key: str, code: str) -> None:
    view = view_for(parse_position(position), Seat(viewer))
    assert key not in view.legal
    assert view.why[key].code == code


def test_when_the_game_is_over_nobody_is_waited_for() -> None:
    view = encode_view(view_for(parse_position("trump=H hands=KC|- main=0 def=1 out=1"), Seat(0)))
    assert (view["phase"], view["outcome"]) == ("over", {"kind": "durak", "seat": 0})
    assert (view["waiting"], view["throwers"], view["legal"]) == ([], [], {})
    winners = view_for(parse_position("rules=deutsch trump=H hands=KC,QC|-|- main=0 def=1 out=2,1"), None)
    assert winners.outcome == Outcome("winner", seats(2, 1))
    assert encode_view(winners)["outcome"] == {"kind": "winner", "seats": [2, 1]}


@many
@given(game=games)
def test_every_card_and_button_has_its_answer(game: Game) -> None:
    for state in game.states:
        for number in range(state.seats):
            seat = Seat(number)
            view = view_for(state, seat)
            keys = {card.text for card in state.hands[seat]} | {"take", "pass"}
            keys |= {"swap"} if state.rules.trump_six_swap else set()
            assert view.legal.keys() | view.why.keys() == keys
            assert not view.legal.keys() & view.why.keys()
            assert all(len(action.cards) > 1 for action in view.sets)
            listed = [action for actions in (*view.legal.values(), view.sets) for action in actions]
            assert sorted(listed, key=order_of) == list(legal_actions(state, seat))
            assert all(refusal(state, action) is None for action in listed)
            if seat != state.defender or not state.uncovered:
                laid = {card.text: refusal(state, Attack(seat, (card,))) for card in state.hands[seat]}
                assert {key: why for key, why in view.why.items() if key in laid} == {
                    key: why for key, why in laid.items() if key not in view.legal
                }


@many
@given(game=games)
def test_views_are_read_as_they_were_written(game: Game) -> None:
    for state in game.states[:: max(1, len(game.states) // 20)]:
        for viewer in (*map(Seat, range(state.seats)), None):
            view = view_for(state, viewer)
            text = json.dumps(encode_view(view))
            assert parse_view(json.loads(text)) == view
            assert json.dumps(encode_view(parse_view(json.loads(text)))) == text
            assert len(text) < 4096


def test_a_view_travels_to_another_process() -> None:
    view = view_for(parse_position(TRANSFER), Seat(1))
    sent = pickle.loads(pickle.dumps(view))  # noqa: S301  # our own bytes
    assert sent == view
    assert sent.hand[0] is view.hand[0]


@pytest.mark.parametrize(
    "change", [{"trump": "X"}, {"hand": ["9X"]}, {"phase": "asleep"}, {"table": [["7S"]]}]
)
def test_no_view(change: dict[str, object]) -> None:
    data = encode_view(view_for(parse_position(TRANSFER), Seat(1)))
    with pytest.raises(NotationError):
        parse_view({**data, **change})
    del data["bout"]
    with pytest.raises(NotationError):
        parse_view(data)


# Stories


def story(position: str, text: str, viewer: int | None) -> list[dict[str, object]]:
    """Return what a viewer hears of one action."""
    before, action = parse_position(position), parse_action(text)
    seat = None if viewer is None else Seat(viewer)
    return list(story_for(happened(before, action, after(position, text)), seat))


def test_stories_of_one_action() -> None:
    laid = "rules=transfer trump=H hands=KC,QC|7H,8S|TC,JC main=0 def=1 table=7S/-"
    opening = "trump=H hands=KC,QC,KD|9S,TS,JS main=0 def=1"
    assert story(opening, "0:A:KD,KC", 1) == [{"kind": "attack", "seat": 0, "cards": ["KD", "KC"]}]
    assert story(laid, "1:D:7S/8S", 0) == [{"kind": "defend", "seat": 1, "attack": "7S", "card": "8S"}]
    assert story(laid, "1:T:7H", None) == [
        {"kind": "transfer", "seat": 1, "card": "7H", "show": False, "to": 2}
    ]
    assert story(laid, "1:take", 2) == [{"kind": "take", "seat": 1}]


def test_the_story_of_a_bout_beaten_off() -> None:
    position = "trump=H stock=JS,9H hands=KC,QC,KD,QD,KS|TC,JC,TD,JD,6S|9C main=0 def=1 table=7S/8S passed=2"
    told = [
        {"kind": "beaten_off", "cards": ["7S", "8S"]},
        {"kind": "refill", "seat": 0, "count": 1, "cards": ["JS"]},
        {"kind": "refill", "seat": 2, "count": 1, "cards": ["9H"]},
        {"kind": "bout", "bout": 3, "main": 1, "defender": 2},
    ]
    assert story(position, "0:pass", 0) == [{"kind": "pass", "seat": 0}, *told]
    told[1] = {"kind": "refill", "seat": 0, "count": 1, "cards": [None]}
    assert story(position, "0:pass", None) == told
    assert story(position, "0:pass", 2) == told


def test_the_story_of_a_take() -> None:
    position = "trump=H stock=JS,QS,9H hands=KC,QC,KD,QD|TC,JC,TD,JD,6S|9C main=0 def=1 table=7S/8S,8D/-"
    state = after(position, "1:take", "2:pass")
    told = story_for(
        happened(state, parse_action("0:pass"), after(position, "1:take", "2:pass", "0:pass")), None
    )
    assert list(told) == [
        {"kind": "taken", "seat": 1, "cards": ["7S", "8S", "8D"]},
        {"kind": "refill", "seat": 0, "count": 2, "cards": [None, None]},
        {"kind": "refill", "seat": 2, "count": 1, "cards": ["9H"]},
        {"kind": "bout", "bout": 3, "main": 2, "defender": 0},
    ]


def test_the_story_of_the_end() -> None:
    position = "trump=H hands=8C|KC|9S|- main=1 def=2 table=8S/- out=3"
    assert story(position, "2:D:8S/9S", 0) == [
        {"kind": "defend", "seat": 2, "attack": "8S", "card": "9S"},
        {"kind": "beaten_off", "cards": ["8S", "9S"]},
        {"kind": "out", "seat": 2, "place": 2},
        {"kind": "bout", "bout": 3, "main": 0, "defender": 1},
    ]
    assert story("trump=H hands=-|9S,KC main=0 def=1 table=8S/-", "1:D:8S/9S", None)[1:] == [
        {"kind": "beaten_off", "cards": ["8S", "9S"]},
        {"kind": "out", "seat": 0, "place": 1},
        {"kind": "over", "outcome": {"kind": "durak", "seat": 1}},
    ]
    assert story("trump=H hands=-|9S main=0 def=1 table=8S/-", "1:D:8S/9S", None)[-1] == {
        "kind": "over",
        "outcome": {"kind": "draw"},
    }


def test_the_card_that_gave_trumps_in_a_deal_of_the_whole_deck_is_shown_in_the_first_bout() -> None:
    """Rules 1.2.3: it stays in the last seat's hand, and all have seen it there."""
    state = new_game(PRESETS["classic"], bytes(range(32)), [b""] * 6, 6)
    (card,) = state.known[-1]
    for viewer in (None, Seat(0), Seat(5)):
        assert view_for(state, viewer).last_dealt is card
    assert view_for(new_game(PRESETS["classic"], bytes(range(32)), [b""] * 5, 5), None).last_dealt is None
    assert view_for(state.changed(bout=2), None).last_dealt is None
