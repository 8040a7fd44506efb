"""Catches: a game that ends in mid-bout or never, a seat out before the stock is drawn, a wrong finishing
order, a bout closed by what only a hand tells. Cases 50 to 60 of the rules.
"""

from dataclasses import replace

import pytest

from durak import PRESETS, Outcome, Phase, legal_actions, outcome, parse_position, public_waiting, view_for
from durak.session import LastDeal, next_leader
from tests.rules.table import after, leads, refuses, seats, under


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
    undrawn = after(f"{under(draw=False)} trump=H hands=8S|9S main=0 def=1", "0:A:8S", "1:D:8S/9S")
    assert undrawn.phase is Phase.OVER
    assert outcome(undrawn) == Outcome("durak", seats(1))


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
    actions = ("0:A:6S", "1:D:6S/7S", "2:A:7D", "1:D:7D/9H")
    state = after("trump=H hands=6S|7S,9H|7D main=0 def=1", *actions)
    assert outcome(state) == Outcome("draw")
    assert state.out == (0, 2, 1)
    undrawn = after(f"{under(draw=False)} trump=H hands=6S|7S,9H|7D main=0 def=1", *actions)
    assert (outcome(undrawn), undrawn.out) == (Outcome("durak", seats(1)), (0, 2, 1))


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


@pytest.mark.parametrize("draw", [True, False])
def test_case_59_all_who_go_out_in_one_bout_win(draw: bool) -> None:
    rules = under(end="first_out", draw=draw, next_deal_first="under_durak")
    state = after(f"{rules} trump=H hands=8S|9S|KD main=0 def=1", "0:A:8S", "1:D:8S/9S")
    found = outcome(state)
    assert found == Outcome("winner", seats(0, 1))
    players = ("Ann", "Ben", "Cem")
    assert next_leader(LastDeal(state.rules, players, found), state.rules, players) is None

    alone = after(f"{rules} trump=H hands=8S|9S main=0 def=1", "0:A:8S", "1:D:8S/9S")
    assert outcome(alone) == Outcome("winner", seats(0, 1))


def test_case_59_next_deal_after_a_first_out_goes_to_the_lowest_trump() -> None:
    rules, players = replace(PRESETS["deutsch"], next_deal_first="from_durak"), ("Ann", "Ben", "Cem")
    assert next_leader(LastDeal(rules, players, Outcome("winner", seats(1))), rules, players) is None


def test_case_60_hidden_helplessness_closes_nothing() -> None:
    thrown = parse_position("trump=H hands=KC|9D,TD|KD main=0 def=1 table=7S/9S")
    assert public_waiting(thrown) == {0, 2}
    assert [str(action) for action in legal_actions(thrown, thrown.main)] == ["Pass(seat=0)"]

    attacked = parse_position("trump=H hands=KC|8D,9D|KD main=0 def=1 table=AS/-")
    assert public_waiting(attacked) == {1}
    assert view_for(attacked, attacked.defender).legal.keys() == {"take"}


def test_case_60_a_main_attacker_with_nothing_to_add_keeps_his_priority_until_he_passes() -> None:
    rules = under(throw_priority="attacker_first")
    position = f"{rules} trump=H hands=KC|9D,TD|9C,KD main=0 def=1 table=7S/9S"
    assert public_waiting(parse_position(position)) == {0}
    refuses(position, "2:A:9C", "attacker_has_priority", main=0)
    passed = after(position, "0:pass")
    assert passed.table
    assert public_waiting(passed) == {2}
