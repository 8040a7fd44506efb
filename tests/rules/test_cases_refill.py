"""Catches: a refill in the wrong order or card by card, a hand above six that draws, a swap that loses a card
or comes too early or too late. Cases 61 to 67 of the rules.
"""

import pytest

from durak import parse_position, view_for
from tests.rules.table import accepts, after, leads, refuses, under


def test_case_61_main_attacker_first_then_clockwise_defender_last() -> None:
    leads(
        "trump=D stock=6C,6H,7D hands=8S,8H,8D,8C,KS|TC,JC,QC|9S,9H,9D,9C,KC|TS,JS,QS,AS,AC "
        "main=0 def=1 table=7S/AD,7H/KD,7C/QD joined=0,2,3 passed=0,2",
        "3:pass",
        to="trump=D hands=6C,8S,8H,8D,8C,KS|TC,JC,QC|6H,9S,9H,9D,9C,KC|7D,TS,JS,QS,AS,AC "
        "main=1 def=2 bout=3 known=-|-|-|7D",
    )


@pytest.mark.parametrize(
    ("refill", "drawing"),
    [("attacker_clockwise", (0, 2)), ("opener_clockwise", (0, 2)), ("join_order", (0, 3))],
)
def test_case_62_order_of_joining(refill: str, drawing: tuple[int, int]) -> None:
    state = after(
        f"{under(refill=refill)} trump=D stock=6C,6D "
        "hands=8S,8H,8D,8C,KS|TC,JC,QC|9S,9H,9D,9C,KC|TS,JS,QS,AS,AC "
        "main=0 def=1 table=7S/AD,7H/KD,7C/QD joined=0,3,2 passed=0,2",
        "3:pass",
    )
    assert tuple(seat for seat in (0, 2, 3) if len(state.hands[seat]) == 6) == drawing
    assert [card.text for seat in drawing for card in state.hands[seat] if card.rank == 6] == ["6C", "6D"]


def test_case_63_the_defender_draws_last_and_goes_out() -> None:
    leads(
        "trump=H stock=7H hands=KS,AS|JD|KD,AD,KC,AC main=0 def=1 "
        "table=6S/8S,6D/8D,8C/9C,9S/TS,9D/QD,TD/- joined=0,2",
        "1:D:TD/JD",
        to="trump=H hands=7H,KS,AS|-|KD,KC,AD,AC main=2 def=0 bout=3 out=1 known=7H|-|-",
    )


def test_case_64_one_seat_is_filled_before_the_next() -> None:
    leads(
        "trump=H stock=6D,6C,7S,7D,7H hands=KS,AS|JC,QC,KC|JD,QD,KD,AD main=0 def=1 "
        "table=8S/9S,8D/9D,8C/9C joined=0,2 passed=0",
        "2:pass",
        to="trump=H hands=6D,6C,7S,7D,KS,AS|JC,QC,KC|7H,JD,QD,KD,AD main=1 def=2 bout=3 known=-|-|7H",
    )


def test_case_65_a_big_hand_draws_nothing() -> None:
    state = after(
        "trump=H stock=6D,6C,7H hands=KS,AS,KD,AD,QS,QD,JS,JD|JC,QC,KC main=0 def=1 table=8S/9S",
        "0:pass",
    )
    assert [len(hand) for hand in state.hands] == [8, 6]
    assert state.stock == ()


def test_case_66_the_suit_stays_when_the_turned_up_card_is_drawn() -> None:
    position = "trump=H stock=KH hands=9C,TC,JC,QC,KC|6S,7S,8S,9S,TS,JS main=0 def=1 table=6D/7D"
    before, now = parse_position(position), after(position, "0:pass")
    assert (before.turned_up, before.trump) == (before.stock[-1], "H")
    assert (now.turned_up, now.trump) == (None, "H")
    assert view_for(now, None).turned_up is None


SWAP = f"{under(trump_six_swap=True)} trump=H"


def test_case_66_the_lowest_trump_changes_places_with_the_turned_up_card() -> None:
    state = leads(
        f"{SWAP} stock=9D,KH hands=6H,9C|TC,JC main=0 def=1 bout=3",
        "0:swap",
        to=f"{SWAP} stock=9D,6H hands=9C,KH|TC,JC main=0 def=1 bout=3 known=KH|-",
    )
    accepts(state, "0:A:9C")
    refuses(state, "0:pass", "wrong_phase", phase="open", uncovered=[])
    refuses(state, "0:swap", "card_not_held", card="6H")
    small = under(deck=24, trump_six_swap=True)
    accepts(f"{small} trump=H stock=9D,KH hands=9H,9C|TC,JC main=0 def=1", "0:swap")


def test_case_66_when_there_is_no_swap() -> None:
    hands = "hands=6H,9C|TC,JC main=0 def=1 bout=3"
    refuses(f"{SWAP} stock=9D,KH {hands} discarded=no", "0:swap", "swap_too_early")
    refuses(f"{SWAP} stock=KH {hands}", "0:swap", "swap_too_late", stock=1)
    refuses(f"{SWAP} {hands}", "0:swap", "swap_too_late", stock=0)
    refuses(f"trump=H stock=9D,KH {hands}", "0:swap", "swap_off")


def test_case_67_roles_of_the_refill_are_those_of_the_bout_that_ended() -> None:
    leads(
        "trump=H stock=6C,6H hands=KS,KD,KC,AS,AD|9D,TD,JD,QD,AC|TS,JS,QS,9S,TC,JC main=0 def=1 table=7S/8S "
        "passed=2",
        "0:pass",
        to="trump=H hands=6C,KS,KD,KC,AS,AD|6H,9D,TD,JD,QD,AC|9S,TS,TC,JS,JC,QS main=1 def=2 bout=3 "
        "known=-|6H|-",
    )
