"""Catches: a position that is read under other rules than its own: another deck, other throwers, another cap,
a cover that beats only here. Also what shown and swapped cards leave behind in a position.
"""

import pytest

from durak import NotationError, encode_position, outcome, parse_position
from tests.rules.table import after, leads, seats, under

SHOW = under(transfer="show")
NEIGHBOURS = under(throw_in="neighbours")
ALONE = under(throw_in="attacker_only")
LOW = under(low_trump_beats_ace=True)
SWAP = under(trump_six_swap=True)

CANONICAL = [
    # a code is written as the name of its preset
    ("rules=T1 trump=H hands=KC|9C main=0 def=1", "rules=transfer trump=H hands=KC|9C main=0 def=1"),
    ("rules=D24 trump=H hands=KC|9C main=0 def=1", "rules=blitz trump=H hands=KC|9C main=0 def=1"),
    ("rules=T2 trump=H hands=KC|9C main=0 def=1", "rules=T2 trump=H hands=KC|9C main=0 def=1"),
    # other decks
    (
        "rules=D52 trump=H stock=2H hands=3S,2S|KC,10C main=0 def=1",
        "rules=D52 trump=H stock=2H hands=2S,3S|TC,KC main=0 def=1",
    ),
    # shown, chain, known
    (
        "known=-|7H|- shown=7H chain=1 joined=0 table=7S/- def=2 main=1 hands=KC|9C,7H|TC trump=H rules=T2",
        "rules=T2 trump=H hands=KC|7H,9C|TC table=7S/- main=1 def=2 joined=0 chain=1 shown=7H known=-|7H|-",
    ),
    (
        "rules=T2 trump=H hands=KC|7H,9C|TC,8D table=7S/-,7D/- main=0 def=1 joined=2,1,0 chain=3 shown=9H,7H",
        "rules=T2 trump=H hands=KC|7H,9C|8D,TC table=7S/-,7D/- main=0 def=1 joined=2,1,0 chain=3 shown=7H,9H",
    ),
    # after a swap the lowest trump is turned up
    (
        "rules=V1 trump=H stock=9D,6H hands=KH,9C|TC,JC main=0 def=1 bout=3 known=KH|-",
        "rules=V1 trump=H stock=9D,6H hands=9C,KH|TC,JC main=0 def=1 bout=3 known=KH|-",
    ),
    # the second thrower stays when its hand runs out; who ran out first is not the seat after main
    (
        "rules=I1 trump=H hands=KC|9S,9D|-|KD|- main=0 def=1 second=2 table=7S/-,7D/- joined=0,2 emptied=4,2",
        "rules=I1 trump=H hands=KC|9S,9D|-|KD|- table=7S/-,7D/- main=0 def=1 second=2 joined=0,2 emptied=4,2",
    ),
    (
        "rules=I1 trump=H hands=KC|9S,9D|-|KD|- main=0 def=1 table=7S/- emptied=2,4 second=3 joined=0",
        "rules=I1 trump=H hands=KC|9S,9D|-|KD|- table=7S/- main=0 def=1",
    ),
    # a cover by the lowest trump
    (
        "rules=U1 trump=H hands=KC|9S,9D table=AH/6H main=0 def=1",
        "rules=U1 trump=H hands=KC|9S,9D table=AH/6H main=0 def=1",
    ),
    # under attacker_only and neighbours the others are not asked
    (
        "rules=I2 trump=H hands=KC|9S,9D|JC table=7S/8S main=0 def=1 passed=-",
        "rules=I2 trump=H hands=KC|9S,9D|JC table=7S/8S main=0 def=1",
    ),
    (
        "rules=I1 trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=2",
        "rules=I1 trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=2",
    ),
    (
        "rules=P1 trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=0,3",
        "rules=P1 trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=0,3",
    ),
    # discarded is asked by the cap
    (
        "rules=S1 trump=H hands=KC|9S,9D main=0 def=1 bout=4 discarded=no",
        "rules=S1 trump=H hands=KC|9S,9D main=0 def=1 bout=4 discarded=no",
    ),
]


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_canonical_form(text: str, canonical: str) -> None:
    assert encode_position(parse_position(text)) == canonical
    assert encode_position(parse_position(canonical)) == canonical
    assert parse_position(canonical) == parse_position(text)


REFUSED = [
    # the rules come first, and their fault has its place
    ("trump=H hands=KC|9C main=0 def=1 rules=Q1", "trump=H hands=KC|9C main=0 def=1 rules=^"),
    ("rules=T2T2 trump=H hands=KC|9C main=0 def=1", "rules=T2^"),
    ("rules=T2D24 trump=H hands=KC|9C main=0 def=1", "rules=T2^"),
    ("rules=T0 trump=H hands=KC|9C main=0 def=1", "rules=T^"),
    ("rules= trump=H hands=KC|9C main=0 def=1", "rules=^"),
    # the deck of the rules
    ("rules=blitz trump=H hands=KC|8C main=0 def=1", "rules=blitz trump=H hands=KC|^"),
    ("rules=blitz trump=H hands=9S|TS|JS|QS|KS main=0 def=1", "rules=blitz trump=H hands=^"),
    ("rules=D24T2 trump=H hands=KC|9C,TC main=0 def=1 table=9S/- shown=6H", "shown=^"),
    ("rules=D24 trump=H hands=KC|9C,TC main=0 def=1 stock=6H", "stock=^"),
    ("trump=H hands=KC|5C main=0 def=1", "trump=H hands=KC|^"),
    # covers
    ("trump=H hands=KC|9S,9D table=AH/6H main=0 def=1", "table=AH/^"),
    (f"{LOW} trump=H hands=KC|9S,9D table=AH/7H main=0 def=1", "table=AH/^"),
    (f"{LOW} trump=H hands=KC|9S,9D table=KH/6H main=0 def=1", "table=KH/^"),
    (f"{LOW} trump=H hands=KC|9S,9D table=AS/6S main=0 def=1", "table=AS/^"),
    (
        f"{under(deck=52, low_trump_beats_ace=True)} trump=H hands=KC|9S table=AH/6H main=0 def=1",
        "table=AH/^",
    ),
    # more attack cards than the cap of these rules
    (
        f"{under(attack_limit=4, first_cap=4)} trump=H hands=KC|TC,JC "
        "table=6S/7S,6D/7D,6C/7C,7H/8H,8S/- main=0 def=1",
        "table=^",
    ),
    (
        f"{under(first_cap_scope='until_first_discard')} trump=H hands=KC|TC,JC bout=4 discarded=no "
        "table=6S/7S,6D/7D,6C/7C,7H/8H,8S/9S,9C/- main=0 def=1",
        "table=^",
    ),
    # whoever may not throw cannot have passed
    (f"{NEIGHBOURS} trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=3", "passed=^"),
    (f"{NEIGHBOURS} trump=H hands=KC|9S,9D|JC|QC table=7S/- taking=yes main=0 def=1 passed=3", "passed=^"),
    (f"{NEIGHBOURS} trump=H hands=KC|9S,9D|-|QC second=2 table=7S/8S main=0 def=1 passed=3", "passed=^"),
    (f"{ALONE} trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=2", "passed=^"),
    # a bout that would have closed
    (f"{NEIGHBOURS} trump=H hands=KC|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=0,2", "table=^"),
    (f"{NEIGHBOURS} trump=H hands=-|9S,9D|JC|QC table=7S/8S main=0 def=1 passed=2", "table=^"),
    (f"{NEIGHBOURS} trump=H hands=-|9S,9D|-|QC second=2 table=7S/8S main=0 def=1", "table=^"),
    (f"{ALONE} trump=H hands=KC|9S,9D|JC table=7S/8S main=0 def=1 passed=0", "table=^"),
    (f"{ALONE} trump=H hands=-|9S,9D|JC table=7S/- taking=yes main=0 def=1", "table=^"),
    (f"{under(throw_on_take=False)} trump=H hands=KC|9S,9D|JC table=7S/- taking=yes main=0 def=1", "table=^"),
    # known
    (f"{SWAP} trump=H stock=9D,6H hands=KH,9C|TC,JC main=0 def=1 known=6H|-", "known=^"),
    (
        f"{SHOW} trump=H hands=KC|9C,JC|TC,8D table=7S/- main=1 def=2 chain=1 shown=7H known=-|7H|-",
        "known=-|^",
    ),
    # shown
    (f"{SHOW} trump=H hands=KC|9C,JC main=0 def=1 shown=7H", "shown=^"),
    (f"{SHOW} trump=H hands=KC|9C,JC main=0 def=1 chain=1", "chain=^"),
    (f"{SHOW} trump=H hands=KC|9C,JC table=7S/- main=0 def=1 shown=7D", "shown=^"),
]


@pytest.mark.parametrize(("text", "pointed"), REFUSED)
def test_no_position(text: str, pointed: str) -> None:
    """`pointed` is how the text goes on up to the place of the fault."""
    start = text.index(pointed.removesuffix("^"))
    place = start + len(pointed) - 1
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert (caught.value.text, caught.value.place) == (text, place), caught.value.reason


# What is read off


@pytest.mark.parametrize(
    ("position", "kind", "winners"),
    [
        ("trump=H hands=-|- main=0 def=1 out=0,1", "draw", ()),
        (f"{under(draw=False)} trump=H hands=-|- main=0 def=1 out=0,1", "durak", (1,)),
        (f"{under(draw=False)} trump=H hands=-|-|- main=2 def=0 out=2,0,1", "durak", (0,)),
        (f"{under(draw=False)} trump=H hands=-|KC main=0 def=1 out=0", "durak", (1,)),
        (f"{under(draw=False)} trump=H hands=KC|- main=0 def=1 out=1", "durak", (0,)),
        ("rules=deutsch trump=H hands=KC|-|9C main=0 def=1 out=1", "winner", (1,)),
        (f"{under('deutsch', draw=False)} trump=H hands=-|-|9C main=0 def=1 out=1,0", "winner", (1, 0)),
    ],
)
def test_outcomes(position: str, kind: str, winners: tuple[int, ...]) -> None:
    state = parse_position(position)
    found = outcome(state)
    assert found is not None
    assert (state.phase, found.kind, found.seats) == ("over", kind, seats(*winners))
    assert encode_position(state) == position


# What is known of a hand


def test_the_swapped_card_is_known_until_it_is_played() -> None:
    position = f"{SWAP} trump=H stock=9D,KH hands=6H,9C|TC,JC main=0 def=1 bout=3"
    swapped = after(position, "0:swap")
    assert [[card.text for card in cards] for cards in swapped.known] == [["KH"], []]
    assert after(swapped, "0:A:KH").known == ((), ())
    assert [card.text for card in after(swapped, "0:A:9C").known[0]] == ["KH"]


def test_the_swapped_in_trump_is_drawn_like_the_turned_up_card() -> None:
    leads(
        f"{SWAP} trump=H stock=9D,KH hands=6H,9C,AC,AD,QC|TC,JC,TD,JD,QD main=0 def=1 bout=3",
        *("0:swap", "0:A:9C", "1:D:9C/TC", "0:pass"),
        to=f"{SWAP} trump=H hands=9D,6H,AC,AD,QC,KH|JC,TD,JD,QD main=1 def=0 bout=4 known=6H,KH|-",
    )


def test_a_swap_of_a_known_card() -> None:
    """The lowest trump was taken from the table, so all know who holds it, until it goes under the stock."""
    leads(
        f"{SWAP} trump=H stock=9D,KH hands=6H,9C|TC,JC main=0 def=1 bout=3 known=6H,9C|-",
        "0:swap",
        to=f"{SWAP} trump=H stock=9D,6H hands=9C,KH|TC,JC main=0 def=1 bout=3 known=9C,KH|-",
    )


def test_a_shown_card_is_known_until_it_is_played() -> None:
    position = f"{SHOW} trump=H hands=KC,QC|7H,9C|TC,8D main=0 def=1 table=7S/-"
    shown = after(position, "1:S:7H")
    assert [[card.text for card in cards] for cards in shown.known] == [[], ["7H"], []]
    taken = after(shown, "2:take", "0:pass", "1:pass")
    assert [[card.text for card in cards] for cards in taken.known] == [[], ["7H"], ["7S"]]
    assert after(shown, "2:take", "1:A:7H").known[1] == ()
