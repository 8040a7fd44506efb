"""Catches: a game that ends in mid-bout or never, a seat out before the stock is drawn, a wrong finishing
order, a refill in the wrong order or card by card. Cases 50 to 67 of the rules.
"""

import pytest

from durak import Outcome, Phase, legal_actions, outcome, parse_position, public_waiting, view_for
from tests.rules.table import after, leads, refuses, seats

# Closing, going out, result


def test_case_50_not_over_in_mid_bout() -> None:
    position = "trump=H hands=AS|6H,7C main=0 def=1"
    middle = after(position, "0:A:AS")
    assert outcome(middle) is None
    assert middle.emptied == (0,)
    state = after(position, "0:A:AS", "1:D:AS/6H")
    assert state.out == (0,)
    assert outcome(state) == Outcome("durak", seats(1))


def test_case_51_both_hands_run_out() -> None:
    state = after("trump=H hands=8S|9S main=0 def=1", "0:A:8S", "1:D:8S/9S")
    assert state.phase is Phase.OVER
    assert outcome(state) == Outcome("draw")
    assert state.out == (0, 1)


def test_case_52_the_last_card_is_taken() -> None:
    state = after("trump=H hands=8S|7S main=0 def=1", "0:A:8S", "1:take")
    assert outcome(state) == Outcome("durak", seats(1))
    assert [card.text for card in state.hands[1]] == ["7S", "8S"]


def test_case_53_the_defender_spends_its_last_card() -> None:
    state = after("trump=H hands=8S,KH|9S main=0 def=1", "0:A:8S", "1:D:8S/9S")
    assert outcome(state) == Outcome("durak", seats(0))
    assert state.out == (1,)


def test_case_54_the_lead_of_a_defender_who_went_out() -> None:
    leads(
        "trump=H hands=8S,KC|9S|KD main=0 def=1",
        *("0:A:8S", "1:D:8S/9S"),
        to="trump=H hands=KC|-|KD main=2 def=0 bout=3 out=1",
    )


def test_case_55_built_nobody_out_who_can_draw() -> None:
    leads(
        "trump=H stock=6H hands=8S|9S,7S,7D,7C,TD,TC main=0 def=1",
        *("0:A:8S", "1:D:8S/9S"),
        to="trump=H hands=6H|7S,7D,7C,TD,TC main=1 def=0 bout=3 known=6H|-",
    )


def test_case_56_out_is_judged_after_the_refill() -> None:
    state = after(
        "trump=H stock=9C,9H hands=-|AD main=0 def=1 table=6S/7S,6D/7D,7C/8C,8S/TS,8D/TD,JD/-",
        "1:D:JD/AD",
    )
    assert [card.text for card in state.hands[0]] == ["9H", "9C"]
    assert state.out == (1,)
    assert outcome(state) == Outcome("durak", seats(0))


def test_case_56_built_a_thrower_goes_out_with_the_last_of_the_stock() -> None:
    leads(
        "trump=H stock=9C,9H hands=JS,QS,KS,AS|TC,JC|6D main=0 def=1 table=6S/-",
        *("1:take", "2:A:6D"),
        to="trump=H hands=9H,9C,JS,QS,KS,AS|6S,6D,TC,JC|- main=0 def=1 bout=3 out=2 known=9H|6S,6D|-",
    )


def test_case_57_all_hands_run_out() -> None:
    state = after("trump=H hands=6S|7S,9H|7D main=0 def=1", "0:A:6S", "1:D:6S/7S", "2:A:7D", "1:D:7D/9H")
    assert outcome(state) == Outcome("draw")
    assert state.out == (0, 2, 1)


def test_case_58_finishing_order_is_by_when_the_hand_ran_out() -> None:
    state = after(
        "trump=H hands=6S,6D|7S,7D,7C,KC|6C|KD main=0 def=1",
        *("0:A:6S", "2:A:6C", "0:A:6D", "1:D:6S/7S", "1:D:6C/7C", "1:D:6D/7D", "3:pass"),
    )
    assert state.out == (2, 0)


def test_case_59_first_out_wins() -> None:
    hands = "rules=deutsch trump=H hands=8S,KC|9S|KD main=0 def=1"
    state = after(hands, "0:A:8S", "1:D:8S/9S")
    assert outcome(state) == Outcome("winner", seats(1))
    assert (state.main, state.defender, state.bout) == (0, 1, 2)
    refuses(state, "2:A:KD", "game_over")

    state = after("rules=deutsch trump=H hands=8S|9S|KD main=0 def=1", "0:A:8S", "1:D:8S/9S")
    assert outcome(state) == Outcome("winner", seats(0, 1))


def test_case_60_hidden_helplessness_closes_nothing() -> None:
    thrown = parse_position("trump=H hands=KC|9D,TD|KD main=0 def=1 table=7S/9S")
    assert public_waiting(thrown) == {0, 2}
    assert [str(action) for action in legal_actions(thrown, thrown.main)] == ["Pass(seat=0)"]

    attacked = parse_position("trump=H hands=KC|8D,9D|KD main=0 def=1 table=AS/-")
    assert public_waiting(attacked) == {1}
    assert view_for(attacked, attacked.defender).legal.keys() == {"take"}


# Refill


def test_case_61_main_attacker_first_then_clockwise_defender_last() -> None:
    leads(
        "trump=D stock=6C,6H,7D hands=8S,8H,8D,8C,KS|TC,JC,QC|9S,9H,9D,9C,KC|TS,JS,QS,AS,AC "
        "main=0 def=1 table=7S/AD,7H/KD,7C/QD joined=0,2,3 passed=0,2",
        "3:pass",
        to="trump=D hands=6C,8S,8H,8D,8C,KS|TC,JC,QC|6H,9S,9H,9D,9C,KC|7D,TS,JS,QS,AS,AC "
        "main=1 def=2 bout=3 known=-|-|-|7D",
    )


@pytest.mark.parametrize(("rules", "drawing"), [("classic", (0, 2)), ("deutsch", (0, 3))])
def test_case_62_order_of_joining(rules: str, drawing: tuple[int, int]) -> None:
    state = after(
        f"rules={rules} trump=D stock=6C,6D hands=8S,8H,8D,8C,KS|TC,JC,QC|9S,9H,9D,9C,KC|TS,JS,QS,AS,AC "
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
    refuses(parse_position("trump=H stock=9D,KH hands=6H,9C|TC main=0 def=1"), "0:swap", "swap_off")


def test_case_67_roles_of_the_refill_are_those_of_the_bout_that_ended() -> None:
    leads(
        "trump=H stock=6C,6H hands=KS,KD,KC,AS,AD|9D,TD,JD,QD,AC|TS,JS,QS,9S,TC,JC main=0 def=1 table=7S/8S "
        "passed=2",
        "0:pass",
        to="trump=H hands=6C,KS,KD,KC,AS,AD|6H,9D,TD,JD,QD,AC|9S,TS,TC,JS,JC,QS main=1 def=2 bout=3 "
        "known=-|6H|-",
    )
