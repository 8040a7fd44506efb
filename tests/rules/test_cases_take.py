"""Catches: a taker fed beyond the cap, a take with nothing to take or taken back, a lead that goes to the
taker, a taker who draws. Cases 38 to 49 of the rules.
"""

import pytest

from tests.rules.table import after, leads, refuses, under


def test_case_38_the_taker_gets_covers_and_throws_too() -> None:
    position = "trump=H hands=8C,KC|9C,AD main=0 def=1 table=6S/8S,8D/-"
    leads(
        position,
        *("1:take", "0:pass"),
        to="trump=H hands=8C,KC|6S,8S,8D,9C,AD main=0 def=1 bout=3 discarded=yes known=-|6S,8S,8D",
    )
    leads(
        position,
        *("1:take", "0:A:8C"),
        to="trump=H hands=KC|6S,8S,8D,8C,9C,AD main=0 def=1 bout=3 known=-|6S,8S,8D,8C",
    )


def test_case_39_the_cap_holds_for_a_taker() -> None:
    position = "trump=H hands=6H,6D,6C,KD|9C,AD,TD|KC,QC main=0 def=1 table=6S/-"
    state = leads(
        position,
        *("1:take", "0:A:6D", "0:A:6C"),
        to="trump=H hands=6H,KD|6S,6D,6C,9C,TD,AD|QC,KC main=2 def=0 bout=3 known=-|6S,6D,6C|-",
    )
    refuses(state, "0:A:6H", "not_your_turn", seat=2)


def test_case_40_one_card_taken_by_one_card() -> None:
    leads(
        "trump=H hands=6D,KC|9C|6C,KD main=0 def=1 table=6S/-",
        "1:take",
        to="trump=H hands=6D,KC|6S,9C|6C,KD main=2 def=0 bout=3 known=-|6S|-",
    )


def test_case_41_no_room_after_the_cap_though_the_hand_grows() -> None:
    leads(
        "trump=H hands=6H,KC|9C main=0 def=1 table=6S/7S,6D/7D,7C/8C,6C/-",
        "1:take",
        to="trump=H hands=KC,6H|6S,6D,6C,7S,7D,7C,8C,9C main=0 def=1 bout=3 known=-|6S,6D,6C,7S,7D,7C,8C",
    )


def test_case_42_nothing_to_take() -> None:
    refuses("trump=H hands=KC|9C,9D main=0 def=1 table=6S/7S", "1:take", "nothing_to_take")
    refuses("trump=H hands=KC|9C,9D main=0 def=1", "1:take", "nothing_to_take")


def test_case_43_a_take_stands() -> None:
    position = "trump=H hands=KC|7S,9D main=0 def=1 table=6S/- taking=yes"
    refuses(position, "1:D:6S/7S", "already_taking")
    refuses(position, "1:take", "already_taking")
    refuses(after(position.replace(" taking=yes", ""), "1:take"), "1:D:6S/7S", "already_taking")


def test_case_44_a_new_card_voids_passes_while_taking() -> None:
    position = "trump=H hands=KC|7S,9D,TD|6D,KD main=0 def=1 table=6S/- taking=yes"
    state = leads(
        position,
        *("0:pass", "2:A:6D"),
        to="trump=H hands=KC|7S,9D,TD|KD main=0 def=1 table=6S/-,6D/- taking=yes joined=0,2",
    )
    assert state.passed == frozenset()
    leads(
        position,
        *("0:pass", "2:A:6D", "2:pass"),
        to="trump=H hands=KC|7S,9D,TD|KD main=0 def=1 table=6S/-,6D/- taking=yes joined=0,2 passed=2",
    )


@pytest.mark.parametrize("last", ["0:pass", "2:pass"])
def test_case_44_both_must_pass_again(last: str) -> None:
    position = "trump=H hands=KC|7S,9D,TD|6D,KD main=0 def=1 table=6S/- taking=yes"
    again = ("2:pass", "0:pass") if last == "0:pass" else ("0:pass", "2:pass")
    leads(
        position,
        *("0:pass", "2:A:6D", *again),
        to="trump=H hands=KC|6S,6D,7S,9D,TD|KD main=2 def=0 bout=3 known=-|6S,6D|-",
    )


def test_case_45_no_throwing_in_after_a_take() -> None:
    rules = under(throw_on_take=False)
    state = leads(
        f"{rules} trump=H hands=6D,KC|9C,9D,TC|6C,KD main=0 def=1 table=6S/-",
        "1:take",
        to=f"{rules} trump=H hands=6D,KC|6S,9D,9C,TC|6C,KD main=2 def=0 bout=3 known=-|6S|-",
    )
    refuses(state, "0:A:6D", "not_your_turn", seat=2)


def test_case_46_two_players_same_attacker() -> None:
    leads(
        "trump=H hands=KC|9C,9D main=0 def=1 table=6S/-",
        *("1:take", "0:pass"),
        to="trump=H hands=KC|6S,9D,9C main=0 def=1 bout=3 known=-|6S",
    )


def test_case_47_three_players_next_attacker() -> None:
    leads(
        "trump=H hands=KC|9C,9D|TC main=0 def=1 table=6S/-",
        *("1:take", "0:pass", "2:pass"),
        to="trump=H hands=KC|6S,9D,9C|TC main=2 def=0 bout=3 known=-|6S|-",
    )


def test_case_48_the_lead_skips_a_seat_that_went_out() -> None:
    leads(
        "trump=H hands=KC|9C,9D|6D main=0 def=1 table=6S/-",
        *("1:take", "2:A:6D"),
        to="trump=H hands=KC|6S,6D,9D,9C|- main=0 def=1 bout=3 out=2 known=-|6S,6D|-",
    )


def test_case_49_the_taker_does_not_draw() -> None:
    leads(
        "trump=H stock=JS,QS,6H hands=KC,KD,AC,AD,TC|9C,9D,8C,8D,7C,7D main=0 def=1 table=6S/-",
        *("1:take", "0:pass"),
        to="trump=H stock=QS,6H hands=KC,KD,AC,AD,TC,JS|6S,7D,7C,8D,8C,9D,9C main=0 def=1 bout=3 known=-|6S",
    )
