"""Catches: a position that is read as another one, a default that does not follow from the rest, a text
that is no position and yet accepted, an error that points at the wrong place.
"""

import pytest
from hypothesis import given, settings

from durak import NotationError, encode_position, parse_position
from tests.rules.games import Game, games

many = settings(max_examples=40)

CANONICAL = [
    (
        "trump=H stock=9D,6H hands=7S,8C,KD|9S,AC,6D|7D,TC,QH main=0 def=1 bout=2",
        "trump=H stock=9D,6H hands=7S,8C,KD|6D,9S,AC|7D,TC,QH main=0 def=1",
    ),
    (
        "rules=transfer trump=H stock=- hands=KC|8H,9S|- table=8S/- main=0 def=1 base=2 out=2",
        "rules=transfer trump=H hands=KC|8H,9S|- table=8S/- main=0 def=1 out=2",
    ),
    (
        "rules=transfer trump=H hands=-|KC,AC|8H,9S,TS|- table=7S/-,7D/-,7C/- main=1 def=2 second=3 bout=9 "
        "joined=0,1,3 emptied=0,3 chain=1",
        "rules=transfer trump=H hands=-|KC,AC|8H,9S,TS|- table=7S/-,7D/-,7C/- main=1 def=2 second=3 bout=9 "
        "joined=0,1,3 emptied=0,3 chain=1",
    ),
    (  # every field at its default
        "rules=classic trump=H stock=- hands=KC,QC|9S table=8S/TS main=0 def=1 second=- base=2 bout=2 "
        "discarded=yes taking=no passed=- joined=0 emptied=- chain=0 shown=- out=- known=-",
        "trump=H hands=QC,KC|9S table=8S/TS main=0 def=1",
    ),
    (  # no field at its default
        "known=-|9H,TC|JC def=1 main=0 taking=yes chain=1 shown=9H table=9S/-,9C/-,9D/- joined=2,0,1 bout=3 "
        "discarded=no passed=0 trump=H hands=KC|10C,9H,AC,AD|JC second=- rules=transfer",
        "rules=transfer trump=H hands=KC|9H,TC,AD,AC|JC table=9S/-,9C/-,9D/- main=0 def=1 second=- bout=3 "
        "discarded=no taking=yes passed=0 joined=2,0,1 chain=1 shown=9H known=-|9H,TC|JC",
    ),
    ("trump=H hands=KC|- main=0 def=1 known=-|- out=1", "trump=H hands=KC|- main=0 def=1 out=1"),
    ("trump=H hands=KC|9C main=0 def=1 bout=1", "trump=H hands=KC|9C main=0 def=1 bout=1"),
    (
        "trump=H hands=KC|9C main=0 def=1 bout=1 discarded=yes",
        "trump=H hands=KC|9C main=0 def=1 bout=1 discarded=yes",
    ),
    (  # (built): no cards while there is a stock
        "trump=H stock=6H hands=KC|9C|- main=0 def=1 emptied=2",
        "trump=H stock=6H hands=KC|9C|- main=0 def=1",
    ),
]


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_canonical_form(text: str, canonical: str) -> None:
    assert encode_position(parse_position(text)) == canonical
    assert encode_position(parse_position(canonical)) == canonical
    assert parse_position(canonical) == parse_position(text)


def test_defaults_follow_from_the_rest() -> None:
    state = parse_position("trump=H hands=KC|9C,TC|-|8C|- table=7S/- main=0 def=1")
    assert (state.second, state.joined, state.emptied) == (3, (0,), (2, 4))
    assert (state.bout, state.discarded, state.known) == (2, True, ((),) * 5)
    state = parse_position("trump=H hands=-|KC|9C,TC|- table=7S/- main=1 def=2")
    assert (state.second, state.emptied) == (None, (3, 0))
    assert not parse_position("trump=H hands=KC|9C main=0 def=1 bout=1").discarded


OPEN = "trump=H hands=KC,QC|9S,TS main=0 def=1"
LAID = "trump=H hands=KC,QC|9S,TS table=8S/- main=0 def=1"

REFUSED = [
    # the fields
    ("", "^"),
    (f"{OPEN}  bout=3", "{OPEN} ^"),
    (f" {OPEN}", "^"),
    (f"{OPEN} ", "{OPEN} ^"),
    (f"{OPEN} bouts=3", "{OPEN} ^"),
    (f"{OPEN} bout", "{OPEN} ^"),
    (f"{OPEN} def=1", "{OPEN} ^"),
    ("hands=KC|9S main=0 def=1", "hands=KC|9S main=0 def=1^"),
    (f"rules=chess {OPEN}", "rules=^"),
    ("trump=X hands=KC|9S main=0 def=1", "trump=^"),
    (f"{OPEN} bout=0", "{OPEN} bout=^"),
    (f"{OPEN} bout=02", "{OPEN} bout=^"),
    (f"{OPEN} bout=" + 5000 * "9", "{OPEN} bout=^"),
    (f"{OPEN} discarded=maybe", "{OPEN} discarded=^"),
    (f"{OPEN} chain=-1", "{OPEN} chain=^"),
    # seats
    ("trump=H hands=KC,QC|9S main=0 def=2", "trump=H hands=KC,QC|9S main=0 def=^"),
    ("trump=H hands=KC,QC|9S main=2 def=1", "trump=H hands=KC,QC|9S main=^"),
    ("trump=H hands=KC,QC|9S main=1 def=1", "trump=H hands=KC,QC|9S main=1 def=^"),
    (f"{OPEN} second=2", "{OPEN} second=^"),
    (f"{OPEN} second=0", "{OPEN} second=^"),
    (f"{OPEN} second=1", "{OPEN} second=^"),
    ("trump=H hands=KC main=0 def=1", "trump=H hands=^"),
    ("trump=H hands=6S|7S|8S|9S|TS|JS|QS main=0 def=1", "trump=H hands=^"),
    # cards
    ("trump=H hands=KC,QC|9S,2S main=0 def=1", "trump=H hands=KC,QC|9S,^"),
    ("trump=H hands=KC,QC|9S,KC main=0 def=1", "trump=H hands=KC,QC|9S,^"),
    ("trump=H hands=KC,QC|9S,9S main=0 def=1", "trump=H hands=KC,QC|9S,^"),
    ("trump=H hands=KC,QC||9S main=0 def=1", "trump=H hands=KC,QC|^"),
    (f"stock=KC,6H {OPEN}", "stock=^"),
    (f"stock=6H,7D {OPEN}", "stock=6H,^"),
    # the table
    (f"table=KC/- {OPEN}", "table=^"),
    (f"table=8S/7S {OPEN}", "table=8S/^"),
    (f"table=8S/8D {OPEN}", "table=8S/^"),
    (f"table=8S {OPEN}", "table=^"),
    (f"table=8S/-, {OPEN}", "table=8S/-,^"),
    (f"table=8S/-,8D/-,8C/- {OPEN}", "table=^"),
    (
        "trump=H hands=KC|TC,JC bout=1 table=6S/7S,6D/7D,6C/7C,7H/8H,8S/9S,9C/- main=0 def=1",
        "trump=H hands=KC|TC,JC bout=1 table=^",
    ),
    (f"{LAID} base=3", "{LAID} base=^"),
    (f"{OPEN} taking=yes", "{OPEN} taking=^"),
    (
        "trump=H hands=KC|9S table=8S/TS main=0 def=1 taking=yes",
        "trump=H hands=KC|9S table=8S/TS main=0 def=1 taking=^",
    ),
    # passed
    (f"{OPEN} passed=0", "{OPEN} passed=^"),
    (f"{LAID} passed=0", "{LAID} passed=^"),
    (f"{LAID} taking=yes passed=1", "{LAID} taking=yes passed=^"),
    (
        "trump=H hands=KC|9S,JC|-|QC table=8S/TS main=0 def=1 passed=2",
        "trump=H hands=KC|9S,JC|-|QC table=8S/TS main=0 def=1 passed=^",
    ),
    (
        "trump=H hands=KC|9S,JC|AC|QC table=8S/TS main=0 def=1 passed=3,2",
        "trump=H hands=KC|9S,JC|AC|QC table=8S/TS main=0 def=1 passed=^",
    ),
    # out, emptied
    (f"{OPEN} out=1", "{OPEN} out=^"),
    (
        "stock=6H trump=H hands=KC|9S|- main=0 def=1 out=2",
        "stock=6H trump=H hands=KC|9S|- main=0 def=1 out=^",
    ),
    (
        "trump=H hands=-|9S,JC|KC table=8S/- main=0 def=1 out=0",
        "trump=H hands=-|9S,JC|KC table=8S/- main=0 def=1 out=^",
    ),
    ("trump=H hands=KC|9S|-|- main=0 def=1 out=2,2", "trump=H hands=KC|9S|-|- main=0 def=1 out=2,^"),
    (f"{LAID} emptied=0", "{LAID} emptied=^"),
    (
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 emptied=-",
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 emptied=^",
    ),
    (
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 out=2 emptied=2",
        "trump=H hands=KC|9S,JC|- table=8S/- main=0 def=1 out=2 emptied=^",
    ),
    # joined, chain, shown, known
    (f"{LAID} joined=-", "{LAID} joined=^"),
    (f"{LAID} joined=0,0", "{LAID} joined=0,^"),
    (f"{OPEN} joined=0", "{OPEN} joined=^"),
    (f"{OPEN} chain=1", "{OPEN} chain=^"),
    (f"{OPEN} shown=6H", "{OPEN} shown=^"),
    (f"{LAID} shown=6D", "{LAID} shown=^"),
    (f"{LAID} shown=6H,6H", "{LAID} shown=6H,^"),
    (f"{LAID} known=9S|-", "{LAID} known=^"),
    (f"{LAID} known=KC", "{LAID} known=^"),
    (f"{LAID} known=KC,KC|-", "{LAID} known=KC,^"),
    # no moment of a game
    ("trump=H hands=-|9S|KC main=0 def=1", "trump=H hands=-|9S|KC main=^"),
    ("trump=H hands=9S|-|KC main=0 def=1", "trump=H hands=9S|-|KC main=0 def=^"),
    ("stock=6H trump=H hands=9S|- main=0 def=1", "stock=6H trump=H hands=9S|- main=0 def=^"),
    ("trump=H hands=KC|- table=8S/TS main=0 def=1", "trump=H hands=KC|- table=^"),
    ("trump=H hands=-|KC table=8S/TS main=0 def=1", "trump=H hands=-|KC table=^"),
    ("trump=H hands=KC|9S,JC|AC table=8S/TS main=0 def=1 passed=0,2", "trump=H hands=KC|9S,JC|AC table=^"),
    ("trump=H hands=KC|9S table=8S/- main=0 def=1 taking=yes", "trump=H hands=KC|9S table=^"),
]


@pytest.mark.parametrize(("text", "pointed"), REFUSED)
def test_no_position(text: str, pointed: str) -> None:
    place = pointed.format(OPEN=OPEN, LAID=LAID).index("^")
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert (caught.value.text, caught.value.place) == (text, place), caught.value.reason


@many
@given(game=games)
def test_positions_are_read_as_they_were_written(game: Game) -> None:
    for state in game.states:
        text = encode_position(state)
        assert parse_position(text) == state
        assert encode_position(parse_position(text)) == text
        assert len(text) < 2_000
