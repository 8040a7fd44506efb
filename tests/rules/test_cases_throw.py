"""Catches: ranks of covers forgotten, room reckoned from the hand as it shrinks or from all cards on the
table, passes that outlive a new card, a bout that waits for a seat without cards. Cases 17 to 37 of the
rules.
"""

import pytest

from durak import (
    PRESETS,
    Refusal,
    Rules,
    Seat,
    check_setup,
    happened,
    parse_action,
    parse_position,
    public_waiting,
    story_for,
    view_for,
)
from tests.rules.table import accepts, after, leads, refuses, under


def test_case_17_ranks_of_covers_count() -> None:
    leads(
        "trump=H hands=9D,KC|TC,JC main=0 def=1 table=7S/9S",
        "0:A:9D",
        to="trump=H hands=KC|TC,JC main=0 def=1 table=7S/9S,9D/-",
    )


def test_case_18_other_ranks_do_not() -> None:
    for trump, card in (("H", "KD"), ("D", "KD")):
        position = f"trump={trump} hands=9D,{card}|TC,JC main=0 def=1 table=7S/9S"
        refuses(position, f"0:A:{card}", "rank_not_on_table", ranks=["7", "9"])


def test_case_19_room_is_reckoned_from_the_hand_at_the_start() -> None:
    position = "trump=H hands=6S,6H,6D,6C,KS|7S,7H,7D,7C main=0 def=1"
    leads(
        position,
        *("0:A:6S", "1:D:6S/7S", "0:A:6H", "1:D:6H/7H", "0:A:6D", "1:D:6D/7D", "0:A:6C"),
        to="trump=H hands=KS|7C main=0 def=1 table=6S/7S,6H/7H,6D/7D,6C/-",
    )


def test_case_20_six_attacks_beaten_close_the_bout() -> None:
    table = "table=6S/7S,6H/7H,7D/9D,9S/TS,TC/QC,TD/-"
    position = f"trump=H hands=8C,KC|8D,AD|KD main=0 def=1 {table}"
    state = after(position, "1:D:TD/AD")
    assert (state.main, state.defender, state.bout) == (1, 2, 3)
    assert [len(hand) for hand in state.hands] == [2, 1, 1]
    assert view_for(state, None).discard == view_for(parse_position(position), None).discard + 12


def test_case_21_covers_take_no_room() -> None:
    state = parse_position("trump=H hands=KC|6S,6H,6D main=0 def=1 table=7S/8S,8D/9D,9C/TC")
    assert (state.base, state.cap, state.room) == (6, 6, 3)


def test_case_22_first_bout_is_capped_at_five() -> None:
    table = "table=6S/7S,6D/7D,7C/8C,8S/9S,9C/-"
    position = f"trump=H stock=AH hands=8D,KC|TC,JC main=0 def=1 bout=1 {table}"
    refuses(position, "0:A:8D", "over_capacity", cap=5, room=0, by="first_cap")
    leads(
        position,
        "1:D:9C/TC",
        to="trump=H hands=8D,KC,AH|JC main=1 def=0 bout=2 discarded=yes known=AH|-",
    )
    expected = Refusal("first_cap_above_limit", {"first_cap": 6, "attack_limit": 5})
    assert check_setup(Rules(first_cap=6, attack_limit=5), 2) == expected


@pytest.mark.parametrize(("scope", "cap"), [("first_bout", 6), ("until_first_discard", 5)])
def test_case_23_the_cap_after_a_first_bout_that_was_taken(scope: str, cap: int) -> None:
    rules = under(first_cap_scope=scope)
    hands = "hands=6S,KS,KD,KC,QC,JC|7S,7D,7C,8S,8D,AC"
    taken = after(f"{rules} trump=H {hands} main=0 def=1 bout=1", "0:A:6S", "1:take", "0:pass")
    assert (taken.bout, taken.discarded, len(taken.hands[1])) == (2, False, 7)
    assert taken.cap == cap


def test_case_23_how_long_the_cap_of_the_beginning_holds() -> None:
    table = "hands=9D,KC|JS,JD table=6S/7S,6D/7D,7C/8C,8S/9S,9C/-"
    for scope in ("first_bout", "until_first_discard"):
        position = f"{under(first_cap_scope=scope)} trump=H {table} main=0 def=1 bout=1"
        refuses(position, "0:A:9D", "over_capacity", cap=5, room=0, by="first_cap")
    position = f"{under(first_cap_scope='until_first_discard')} trump=H {table} main=0 def=1 bout=4"
    accepts(f"{position} discarded=yes", "0:A:9D")
    refuses(f"{position} discarded=no", "0:A:9D", "over_capacity", cap=5, room=0, by="first_cap")
    accepts(f"{under(first_cap=None)} trump=H {table} main=0 def=1 bout=1", "0:A:9D")


def test_case_24_opening_above_the_hand() -> None:
    position = "trump=H hands=8S,8D,8C,KC|9S,9D main=0 def=1"
    refuses(position, "0:A:8S,8D,8C", "over_capacity", cap=2, room=2, by="hand")
    accepts(position, "0:A:8S,8D")


def test_case_25_openings_of_several_cards() -> None:
    hands = "trump=H hands=8S,8D,KD|9S,9D,TC main=0 def=1"
    refuses(hands, "0:A:8S,KD", "mixed_ranks")
    refuses(hands, "0:A:8S,8S", "duplicate_card", card="8S")
    leads(hands, "0:A:8D,8S", to="trump=H hands=KD|9S,9D,TC main=0 def=1 table=8S/-,8D/-")
    refuses(f"{under(open_multi=False)} {hands}", "0:A:8S,8D", "one_card_only", opening=True)
    accepts(f"{under(open_multi=False)} {hands}", "0:A:8S")


@pytest.mark.parametrize("rules", PRESETS)
def test_case_25_one_card_at_a_time_is_thrown_in(rules: str) -> None:
    throwing = f"rules={rules} trump=H hands=QS,QD,KD|AD,TC,JC|KC main=0 def=1"
    refuses(f"{throwing} table=QC/AC", "0:A:QS,QD", "one_card_only", opening=False)
    refuses(f"{throwing} table=QC/- taking=yes", "0:A:QS,QD", "one_card_only", opening=False)


def test_case_26_throw_before_anything_is_beaten() -> None:
    leads(
        "trump=H hands=KC|9S,9D|7D,KD main=0 def=1 table=7S/-",
        "2:A:7D",
        to="trump=H hands=KC|9S,9D|KD main=0 def=1 table=7S/-,7D/- joined=0,2",
    )


def test_case_26_throw_only_when_everything_is_beaten() -> None:
    position = f"{under(throw_timing='after_beaten')} trump=H hands=7C,KC|9S,9D|7D,KD main=0 def=1 table=7S/-"
    for throw in ("2:A:7D", "0:A:7C"):
        refuses(position, throw, "uncovered_first", uncovered=["7S"])
        accepts(after(position, "1:D:7S/9S"), throw)
        accepts(after(position, "1:take"), throw)
    refuses(after(position, "1:D:7S/9S", "2:A:7D"), "0:A:7C", "uncovered_first", uncovered=["7D"])


def test_case_27_the_defender_cannot_throw() -> None:
    position = "trump=H hands=KC|7C,9S main=0 def=1 table=7S/-"
    for rules in ("rules=classic", "rules=transfer"):
        refuses(f"{rules} {position}", "1:A:7C", "defender_cannot_throw")
    accepts(f"rules=transfer {position.replace('KC', 'KC,KD')}", "1:T:7C")


def test_case_28_neighbours_are_fixed_when_a_seat_becomes_defender() -> None:
    rules = under(throw_in="neighbours")
    position = f"{rules} trump=H hands=KC|9S,9D|7D|7H,KD|7C,KS main=0 def=1 table=7S/-"
    for throw in ("3:A:7H", "4:A:7C"):
        refuses(position, throw, "not_eligible", scope="neighbours", seats=[0, 2])
    state = leads(
        position,
        "2:A:7D",
        to=f"{rules} trump=H hands=KC|9S,9D|-|7H,KD|7C,KS main=0 def=1 second=2 table=7S/-,7D/- joined=0,2",
    )
    refuses(state, "3:A:7H", "not_eligible", scope="neighbours", seats=[0])


def test_case_28_neighbours_alone_pass_and_are_waited_for() -> None:
    rules = under(throw_in="neighbours")
    state = parse_position(f"{rules} trump=H hands=KC|8C,9D|7D|7H,KD|KS main=0 def=1 table=7S/9S")
    assert public_waiting(state) == {0, 2}
    refuses(state, "3:pass", "not_eligible", scope="neighbours", seats=[0, 2])
    assert after(state, "2:pass", "0:pass").bout == 3


def test_case_29_second_thrower_is_found_past_seats_without_cards() -> None:
    rules = under(throw_in="neighbours")
    position = f"{rules} trump=H hands=KC|9S,9D|-|7H,KD|7C,KS main=0 def=1 table=7S/- out=2"
    assert parse_position(position).second == 3
    accepts(position, "3:A:7H")
    refuses(position, "4:A:7C", "not_eligible", scope="neighbours", seats=[0, 3])
    assert parse_position("trump=H hands=KC|9S,9D main=0 def=1").second is None
    assert parse_position("trump=H hands=KC|9S,9D|- main=0 def=1 out=2").second is None


ATTACKER_FIRST = f"{under(throw_priority='attacker_first')} trump=H"


def test_case_30_the_main_attacker_throws_first() -> None:
    position = f"{ATTACKER_FIRST} hands=KC,9H|TC,JC,QH|9D,9C,KD main=0 def=1 table=7S/9S"
    before = parse_position(position)
    refuses(before, "2:A:9D", "attacker_has_priority", main=0)
    assert (view_for(before, None).priority, view_for(before, None).waiting) == (0, (0,))

    passed = after(position, "0:pass")
    told = happened(before, parse_action("0:pass"), passed)
    for viewer in (None, Seat(1), Seat(2)):
        assert story_for(told, viewer) == ({"kind": "pass", "seat": 0},)
        view = view_for(passed, viewer)
        assert (view.priority, view.waiting) == (None, (2,))

    state = after(position, "0:pass", "2:A:9D")
    assert (state.passed, view_for(state, None).priority) == (frozenset(), 0)
    refuses(state, "2:A:9C", "attacker_has_priority", main=0)
    accepts(state, "0:A:9H")
    covered = after(state, "1:D:9D/QH")
    refuses(covered, "2:A:9C", "attacker_has_priority", main=0)
    accepts(after(covered, "0:pass"), "2:A:9C")


def test_case_30_priority_holds_while_taking() -> None:
    position = f"{ATTACKER_FIRST} hands=KC|TC,JC|7D,KD main=0 def=1 table=7S/-"
    refuses(position, "2:A:7D", "attacker_has_priority", main=0)
    taking = after(position, "1:take")
    refuses(taking, "2:A:7D", "attacker_has_priority", main=0)
    accepts(after(taking, "0:pass"), "2:A:7D")


def test_case_31_a_main_attacker_without_cards_has_no_priority() -> None:
    position = f"{ATTACKER_FIRST} hands=9S|TS,JC|9D,KD main=0 def=1"
    state = after(position, "0:A:9S")
    assert (view_for(state, None).priority, view_for(state, None).waiting) == (None, (1,))
    accepts(state, "2:A:9D")
    accepts(after(state, "1:D:9S/TS"), "2:A:9D")


def test_case_32_one_room_for_two_throws() -> None:
    position = "trump=H hands=9C,KC|TC|9D,KD main=0 def=1 table=7S/9S"
    state = after(position, "0:A:9C")
    refuses(state, "2:A:9D", "over_capacity", cap=2, room=0, by="hand")
    assert [card.text for card in state.hands[2]] == ["9D", "KD"]


def test_case_33_nothing_to_finish_while_a_card_is_bare() -> None:
    position = "trump=H hands=KC|9S,9D main=0 def=1 table=7S/-"
    refuses(position, "0:pass", "wrong_phase", phase="defence", uncovered=["7S"])


def test_case_34_a_new_card_voids_passes() -> None:
    position = "trump=H hands=QD|QH,KS,KC|9D main=0 def=1 table=7S/9S"
    refuses(after(position, "0:pass"), "0:pass", "already_passed")
    leads(
        position,
        *("0:pass", "2:A:9D", "1:D:9D/QH", "0:A:QD"),
        to="trump=H hands=-|KS,KC|- main=0 def=1 second=2 table=7S/9S,9D/QH,QD/- joined=0,2 emptied=2,0",
    )


def test_case_35_the_last_pass_closes_the_bout() -> None:
    position = "trump=H hands=KC,QC|8C,9D|9C,KD main=0 def=1 table=7S/9S passed=0"
    state = leads(position, "2:pass", to="trump=H hands=KC,QC|8C,9D|9C,KD main=1 def=2 bout=3")
    refuses(state, "0:A:KC", "not_your_turn", seat=1)
    refuses(state, "2:A:9C", "not_your_turn", seat=1)


def test_case_36_nobody_waits_for_a_seat_without_cards() -> None:
    position = "trump=H hands=KC,QC|TC,JC,AD|9D main=0 def=1 table=7S/9S"
    state = after(position, "2:A:9D", "1:D:9D/AD")
    refuses(state, "2:pass", "no_cards")
    assert public_waiting(state) == {0}
    assert after(position, "2:A:9D", "1:D:9D/AD", "0:pass").out == (2,)

    taking = after(position, "2:A:9D", "1:take")
    refuses(taking, "2:pass", "no_cards")
    assert public_waiting(taking) == {0}
    assert after(position, "2:A:9D", "1:take", "0:pass").out == (2,)


def test_case_37_built_attacker_without_cards_and_a_stock() -> None:
    leads(
        "trump=H stock=TC,9D,6H hands=-|8S,KC,QC main=0 def=1 table=6S/-",
        "1:D:6S/8S",
        to="trump=H hands=9D,TC,6H|QC,KC main=1 def=0 bout=3 known=6H|-",
    )
