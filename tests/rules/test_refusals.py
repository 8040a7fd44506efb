"""Catches: a refusal that is not the first of its table, with other facts, or that somebody may not know.

Each row of the table of refusals (rules.md 1.9) is met by a position in which the next rows apply as
well, as far as they can go together.
"""

import pytest

from durak import Attack, Fact, NoSuchSeat, Seat, legal_actions, parse_position, refusal, view_for
from durak.errors import REFUSALS
from tests.rules.table import refuses

THROW = "rules=transfer trump=H hands=KC,9D|TC,JC,QC|9C,TD|-|- main=0 def=1 table=7S/9S emptied=3 out=4"
DEFENCE = "rules=transfer trump=H hands=KC,9D|7D,7H,9S|9C,TD main=0 def=1 table=7S/-,7C/8C"
OPEN = "rules=transfer trump=H hands=KC,9D,9H|7D,7H,9S|9C,TD main=0 def=1"

PRECEDENCE: list[tuple[str, str, str, dict[str, Fact]]] = [
    # game over before out, out before transfer off, before the card
    ("rules=deutsch trump=H hands=KC|-|9C main=0 def=1 out=1", "1:T:KC", "game_over", {}),
    (THROW, "4:T:KC", "seat_is_out", {}),
    (THROW, "3:S:KC", "no_cards", {}),
    ("trump=H hands=KC|7D|9C main=0 def=1 table=7S/-", "0:T:AC", "transfer_off", {"show": False}),
    (THROW, "0:S:AC", "transfer_off", {"show": True}),
    ("trump=H stock=6H hands=KC|7D|9C main=0 def=1", "1:swap", "swap_off", {}),
    # the card in the hand before the turn
    (OPEN, "1:A:AC,AC", "duplicate_card", {"card": "AC"}),
    (OPEN, "1:A:AC,AD", "card_not_held", {"card": "AD"}),
    (OPEN, "0:A:9D,9C,9H", "card_not_held", {"card": "9C"}),
    (THROW, "0:D:8S/AC", "card_not_held", {"card": "AC"}),
    (THROW, "0:T:AC", "card_not_held", {"card": "AC"}),
    # whose turn before the moment
    (OPEN, "1:A:7D,9S", "not_your_turn", {"seat": 0}),
    (OPEN, "2:A:9C", "not_your_turn", {"seat": 0}),
    (OPEN, "1:pass", "not_your_turn", {"seat": 0}),
    (OPEN, "0:D:7S/9D", "not_your_turn", {"seat": 1}),
    (OPEN, "0:T:9D", "not_your_turn", {"seat": 1}),
    (OPEN, "0:take", "not_your_turn", {"seat": 1}),
    (THROW, "2:T:9C", "not_your_turn", {"seat": 1}),
    (f"{DEFENCE} taking=yes", "2:take", "not_your_turn", {"seat": 1}),
    (DEFENCE, "1:A:7D,7H", "defender_cannot_throw", {}),
    (DEFENCE, "1:pass", "defender_cannot_throw", {}),
    (f"{THROW} passed=0", "0:pass", "already_passed", {}),
    (f"{DEFENCE} taking=yes passed=0", "0:pass", "already_passed", {}),
    # the moment before the bout
    (OPEN, "0:pass", "wrong_phase", {"phase": "open", "uncovered": []}),
    (DEFENCE, "2:pass", "wrong_phase", {"phase": "defence", "uncovered": ["7S"]}),
    (OPEN, "1:T:7D", "wrong_phase", {"phase": "open", "uncovered": []}),
    (f"{DEFENCE} taking=yes", "1:D:9H/9S", "already_taking", {}),
    (f"{DEFENCE} taking=yes", "1:T:9S", "already_taking", {}),
    (f"{DEFENCE} taking=yes", "1:take", "already_taking", {}),
    (OPEN, "1:take", "nothing_to_take", {}),
    (THROW, "1:take", "nothing_to_take", {}),
    # the bout before the card on the table
    (THROW, "2:A:9C,TD", "one_card_only", {"opening": False}),
    (OPEN.replace("transfer", "pengalihan"), "0:A:KC,9D", "one_card_only", {"opening": True}),
    ("trump=H hands=KC,9D|7D main=0 def=1", "0:A:9D,KC", "mixed_ranks", {}),
    (
        "trump=H hands=9H,9D|7D main=0 def=1",
        "0:A:9D,9H",
        "over_capacity",
        {"cap": 1, "room": 1, "by": "hand"},
    ),
    (
        "trump=H hands=KC|TD|7D main=0 def=1 table=6S/7S,6D/8D,6C/8C,8S/9S,9C/TC,9D/-",
        "2:A:7D",
        "over_capacity",
        {"cap": 6, "room": 0, "by": "attack_limit"},
    ),
    (
        "trump=H hands=KC|TS,TD|7D main=0 def=1 bout=1 table=6S/7S,6D/8D,6C/8C,8S/9S,9C/-",
        "0:A:KC",
        "over_capacity",
        {"cap": 5, "room": 0, "by": "first_cap"},
    ),
    (
        "trump=H hands=KC|TS|7D main=0 def=1 table=6S/-",
        "0:A:KC",
        "over_capacity",
        {"cap": 1, "room": 0, "by": "hand"},
    ),
    (THROW, "0:A:KC", "rank_not_on_table", {"ranks": ["7", "9"]}),
    (DEFENCE, "0:A:KC", "rank_not_on_table", {"ranks": ["7", "8"]}),
    (f"{DEFENCE} taking=yes", "0:A:KC", "rank_not_on_table", {"ranks": ["7", "8"]}),
    (DEFENCE, "1:T:9S", "already_beating", {}),
    ("rules=transfer trump=H hands=-|9C,TC main=0 def=1 table=7S/8S,7C/-", "1:T:9C", "already_beating", {}),
    (THROW, "1:T:TC", "already_beating", {}),
    ("rules=transfer trump=H hands=-|9C,TC main=0 def=1 table=7S/-", "1:T:9C", "no_target", {}),
    (
        "rules=transfer trump=H hands=-|9C,TC|KD main=0 def=1 table=7S/-",
        "1:T:9C",
        "wrong_rank",
        {"rank": "7"},
    ),
    (
        "rules=transfer trump=H hands=-|7C,TC|KD main=0 def=1 table=7S/-",
        "1:T:7C",
        "target_capacity",
        {"seat": 2, "cards": 1, "needed": 2},
    ),
    # the card on the table
    (OPEN, "1:D:8C/7D", "no_such_attack", {"attack": "8C"}),
    (DEFENCE, "1:D:8C/7D", "no_such_attack", {"attack": "8C"}),
    (DEFENCE, "1:D:7C/7D", "already_beaten", {"attack": "7C", "cover": "8C"}),
    (DEFENCE, "1:D:7S/7D", "does_not_beat", {"attack": "7S", "card": "7D", "trump": "H"}),
]


@pytest.mark.parametrize(("position", "action", "code", "facts"), PRECEDENCE)
def test_the_first_of_the_table_is_reported(
    position: str, action: str, code: str, facts: dict[str, Fact]
) -> None:
    refuses(position, action, code, **facts)


def test_every_refusal_of_an_action_is_met() -> None:
    of_setups = {"bad_option", "deck_too_small", "first_cap_above_limit"}
    assert {code for _, _, code, _ in PRECEDENCE} == REFUSALS.keys() - of_setups


def test_facts_are_those_of_the_table() -> None:
    for _, _, code, facts in PRECEDENCE:
        assert tuple(facts) == REFUSALS[code]


def test_a_seat_that_is_not_there_is_no_refusal() -> None:
    state = parse_position(OPEN)
    for seat in (Seat(-1), Seat(3)):
        with pytest.raises(NoSuchSeat):
            refusal(state, Attack(seat, state.hands[0][:1]))
        with pytest.raises(NoSuchSeat):
            legal_actions(state, seat)
        with pytest.raises(NoSuchSeat):
            view_for(state, seat)
