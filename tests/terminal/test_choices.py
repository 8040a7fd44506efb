"""Catches: a card played otherwise than it was meant, a choice that is offered and cannot be typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak import Seat, View, encode_action, legal_actions, parse_position, refusal, view_for
from durak.terminal.choices import Misread, meant, offers, offers_text, reasons, typed
from durak.terminal.words import numbered_seats
from tests.rules.games import Game, games

OPEN = "trump=H stock=9D,KH hands=6H,7S,7D,TC|8S,9S,AC main=0 def=1 rules=V1"
DEFENCE = "rules=T2 trump=H hands=KC,QC,QD|7D,7H,9S,TS|9C,TD,JC main=0 def=1 table=7S/-,7C/-"
THROW = "trump=H hands=KC,9D|TC,JC,QC|9C,TD main=0 def=1 table=7S/9S"


def seen(position: str, seat: int) -> View:
    return view_for(parse_position(position), Seat(seat))


@pytest.mark.parametrize(
    ("position", "seat", "text", "action"),
    [
        (OPEN, 0, "7S", "0:A:7S"),
        (OPEN, 0, " 7s ", "0:A:7S"),
        (OPEN, 0, "10C", "0:A:TC"),
        (OPEN, 0, "play 10c", "0:A:TC"),
        (OPEN, 0, "7S,7D", "0:A:7S,7D"),
        (OPEN, 0, "7d, 7s,", "0:A:7S,7D"),
        (OPEN, 0, "7D 7S", "0:A:7S,7D"),
        (OPEN, 0, "7S,TC", "0:A:7S,TC"),
        (OPEN, 0, "swap", "0:swap"),
        (OPEN, 0, "1", "0:A:6H"),
        (OPEN, 0, "3", "0:A:7S,7D"),
        (OPEN, 0, "pass", "0:pass"),
        (OPEN, 0, "AC", "0:A:AC"),
        (OPEN, 1, "8S", "1:A:8S"),
        (DEFENCE, 1, "7S/9S", "1:D:7S/9S"),
        (DEFENCE, 1, "7s / 9s", "1:D:7S/9S"),
        (DEFENCE, 1, "7S 9S", "1:D:7S/9S"),
        (DEFENCE, 1, "beat 7S with 9S", "1:D:7S/9S"),
        (DEFENCE, 1, "9S", "1:D:7S/9S"),
        (DEFENCE, 1, "t 7D", "1:T:7D"),
        (DEFENCE, 1, "transfer 7d", "1:T:7D"),
        (DEFENCE, 1, "show 7H", "1:S:7H"),
        (DEFENCE, 1, "s 7D", "1:S:7D"),
        (DEFENCE, 1, "Take", "1:take"),
        (DEFENCE, 1, "t", "1:take"),
        (DEFENCE, 1, "AS", "1:D:7S/AS"),
        (DEFENCE, 0, "7S/KC", "0:D:7S/KC"),
        (THROW, 0, "9D", "0:A:9D"),
        (THROW, 0, "add 9D", "0:A:9D"),
        (THROW, 0, "throw in kc", "0:A:KC"),
        (THROW, 0, "p", "0:pass"),
        (THROW, 0, "done", "0:pass"),
        (THROW, 1, "TC", "1:A:TC"),
    ],
)
def test_what_was_typed_is_understood(position: str, seat: int, text: str, action: str) -> None:
    assert encode_action(meant(text, seen(position, seat))) == action


@pytest.mark.parametrize(
    ("position", "seat", "text", "said"),
    [
        (OPEN, 0, "", "Nothing was typed"),
        (OPEN, 0, ",", "Nothing was typed"),
        (OPEN, 0, "0", "1 to 6"),
        (OPEN, 0, "7", "1 to 6"),
        (OPEN, 0, "9" * 5000, "^9{20} is no card"),
        (OPEN, 0, "\u0669", "1 to 6"),
        (OPEN, 0, "ten of clubs", "ten is no card"),
        (OPEN, 0, "7S 7X", "7x is no card"),
        (OPEN, 0, "take 7S", "take is no card"),
        (DEFENCE, 1, "7H", "7S/7H, 7C/7H, t 7H or show 7H"),
        (DEFENCE, 1, "t 7", "7 is no card"),
        (DEFENCE, 0, "1", "do nothing"),
    ],
)
def test_what_is_no_choice_is_told(position: str, seat: int, text: str, said: str) -> None:
    with pytest.raises(Misread, match=said):
        meant(text, seen(position, seat))


@settings(max_examples=30)
@given(game=games)
def test_whatever_is_offered_can_be_typed_and_is_legal(game: Game) -> None:
    for state in game.states:
        for seat in map(Seat, range(state.seats)):
            view = view_for(state, seat)
            assert offers(view) == legal_actions(state, seat)
            for number, action in enumerate(offers(view), start=1):
                assert meant(str(number), view) == action
                assert meant(typed(action), view) == action or len(view.legal[typed(action)]) > 1
                assert f"{number}:{typed(action)}" in offers_text(view)


@settings(max_examples=300)
@given(text=st.text(st.sampled_from("0123679TJQKAsShHdDcCtp,/ ?ake\u00b2\u0663\x00")))
def test_anything_may_be_typed(text: str) -> None:
    for position in (OPEN, DEFENCE, THROW):
        state = parse_position(position)
        for seat in map(Seat, range(state.seats)):
            try:
                action = meant(text, view_for(state, seat))
            except Misread:
                continue
            assert action.seat == seat
            refusal(state, action)


def test_the_rest_has_its_reasons_once() -> None:
    found = "\n".join(reasons(seen(THROW, 0), numbered_seats(3)))
    assert found.splitlines() == [
        "KC    Only a rank that lies on the table can be added: 7 or 9.",
        "take  That is for seat 1 to do.",
    ]


def test_a_spectator_chooses_nothing() -> None:
    view = view_for(parse_position(OPEN), None)
    assert offers(view) == ()
    with pytest.raises(ValueError, match="spectator"):
        meant("take", view)
