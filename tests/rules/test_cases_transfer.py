"""Catches: a transfer past the target's hand, after a beat, to a seat that is not in play or to oneself,
roles that do not move with it. Cases 68 to 86 of the rules.
"""

from durak import parse_position, public_waiting
from tests.rules.table import accepts, after, leads, refuses, under


def test_case_68_roles_move_with_a_transfer() -> None:
    position = "rules=transfer trump=H hands=KC|7D,8D,9D|TC,JC,QC,KD main=0 def=1 table=7S/-"
    state = leads(
        position,
        "1:T:7D",
        to="rules=transfer trump=H hands=KC|8D,9D|TC,JC,QC,KD main=1 def=2 table=7S/-,7D/- "
        "joined=0,1 chain=1",
    )
    assert state.base == 4
    refuses(position, "1:T:8D", "wrong_rank", rank="7")
    refuses(position.replace("transfer", "classic"), "1:T:7D", "transfer_off", show=False)


def test_case_69_no_transfer_after_a_beat() -> None:
    beaten = "rules=transfer trump=H hands=KC|7D,8D|TC,JC main=0 def=1 table=7S/9S"
    refuses(beaten, "1:T:7D", "already_beating")
    refuses(beaten.replace("7S/9S", "7S/9S,9D/-"), "1:T:7D", "already_beating")


def test_case_70_target_needs_a_card_for_each_attack() -> None:
    position = "rules=transfer trump=H hands=KC|7D,8S|TC,JC main=0 def=1 table=7S/-,7C/-"
    refuses(position, "1:T:7D", "target_capacity", seat=2, cards=2, needed=3)
    accepts(position, "1:D:7S/8S")
    accepts(position, "1:take")


def test_case_71_two_players_send_it_back() -> None:
    position = "rules=transfer trump=H hands=7S,KD,QD|7D,9C main=0 def=1"
    leads(
        position,
        *("0:A:7S", "1:T:7D"),
        to="rules=transfer trump=H hands=KD,QD|9C main=1 def=0 table=7S/-,7D/- joined=0,1 chain=1",
    )
    small = after("rules=transfer trump=H hands=7S,KD|7D,9C main=0 def=1", "0:A:7S")
    refuses(small, "1:T:7D", "target_capacity", seat=0, cards=1, needed=2)


def test_case_72_nobody_left_to_transfer_to() -> None:
    state = after("rules=transfer trump=H hands=7S|7D,9C main=0 def=1", "0:A:7S")
    refuses(state, "1:T:7D", "no_target")


ROUND = (
    "rules=transfer trump=H {stock}hands=7S,8D,8S,9S,9D,KC|7D,TC,TD,JC,JD,QC|7C,QD,QS,KD,KS,AC main=0 def=1"
)


def test_case_73_a_transfer_all_the_way_round() -> None:
    state = leads(
        ROUND.format(stock=""),
        *("0:A:7S", "1:T:7D", "2:T:7C"),
        to="rules=transfer trump=H hands=8S,8D,9S,9D,KC|TD,TC,JD,JC,QC|QS,QD,KS,KD,AC main=2 def=0 "
        "table=7S/-,7D/-,7C/- joined=0,1,2 chain=2",
    )
    assert state.base == 5
    refuses(state, "0:A:8S", "defender_cannot_throw")


def test_case_73_the_chain_may_have_an_end() -> None:
    once = ROUND.format(stock="").replace("rules=transfer", under("transfer", transfer_max_chain=1))
    refuses(after(once, "0:A:7S", "1:T:7D"), "2:T:7C", "chain_full", most=1)
    twice = ROUND.format(stock="").replace("rules=transfer", under("transfer", transfer_max_chain=2))
    accepts(after(twice, "0:A:7S", "1:T:7D"), "2:T:7C")
    refuses(after(twice, "0:A:7S", "1:T:7D", "2:T:7C"), "0:T:8S", "chain_full", most=2)


def test_case_74_refill_after_transfers() -> None:
    actions = ("0:A:7S", "1:T:7D", "2:T:7C", "0:take", "1:pass", "2:pass")
    position = ROUND.format(stock="stock=8C,6H ")
    leads(
        position,
        *actions,
        to="rules=transfer trump=H hands=7S,7D,7C,8S,8D,9S,9D,KC|6H,TD,TC,JD,JC,QC|8C,QS,QD,KS,KD,AC "
        "main=1 def=2 bout=3 known=7S,7D,7C|6H|-",
    )
    for refill in ("opener_clockwise", "join_order"):
        rules = under("transfer", refill=refill)
        leads(
            position.replace("rules=transfer", rules),
            *actions,
            to=f"{rules} trump=H hands=7S,7D,7C,8S,8D,9S,9D,KC|8C,TD,TC,JD,JC,QC|6H,QS,QD,KS,KD,AC "
            "main=1 def=2 bout=3 known=7S,7D,7C|-|6H",
        )


def test_case_75_the_target_is_past_seats_that_are_out() -> None:
    leads(
        "rules=transfer trump=H hands=KC,QC|7D,9C|- main=0 def=1 table=7S/- out=2",
        "1:T:7D",
        to="rules=transfer trump=H hands=QC,KC|9C|- main=1 def=0 table=7S/-,7D/- joined=0,1 chain=1 out=2",
    )


def test_case_75_built_a_seat_that_can_still_draw_is_not_passed_over() -> None:
    position = "rules=transfer trump=H stock=6H hands=KC,QC|7D,9C|- main=0 def=1 table=7S/-"
    refuses(position, "1:T:7D", "target_capacity", seat=2, cards=0, needed=2)


def test_case_76_the_target_is_past_hands_that_ran_out() -> None:
    leads(
        "rules=transfer trump=H hands=7S|7D,9C,TC,JC|7C,KC main=0 def=1",
        *("0:A:7S", "1:T:7D", "2:T:7C"),
        to="rules=transfer trump=H hands=-|9C,TC,JC|KC main=2 def=1 table=7S/-,7D/-,7C/- "
        "joined=0,1,2 chain=2",
    )


def test_case_77_a_transferrer_without_cards_stays_main() -> None:
    position = "rules=transfer trump=H hands=7S,KC|7D|8S,8D,9C main=0 def=1"
    state = leads(
        position,
        *("0:A:7S", "1:T:7D"),
        to="rules=transfer trump=H hands=KC|-|8S,8D,9C main=1 def=2 table=7S/-,7D/- joined=0,1 chain=1",
    )
    assert state.emptied == (1,)
    leads(
        position,
        *("0:A:7S", "1:T:7D", "2:D:7S/8S", "2:D:7D/8D", "0:pass"),
        to="rules=transfer trump=H hands=KC|-|9C main=2 def=0 bout=3 out=1",
    )


def test_case_78_the_target_counts_its_cards_after_its_own_throw() -> None:
    hands = "rules=transfer trump=H hands=KC|7D,9C|{hand} main=0 def=1 table=7S/-"
    three = after(hands.format(hand="7C,TC,JC,QC"), "2:A:7C")
    accepts(three, "1:T:7D")
    two = after(hands.format(hand="7C,TC,JC"), "2:A:7C")
    refuses(two, "1:T:7D", "target_capacity", seat=2, cards=2, needed=3)


def test_case_79_no_transfer_after_the_take() -> None:
    position = "rules=transfer trump=H hands=KC|7D,9C|TC,JC main=0 def=1 table=7S/- taking=yes"
    refuses(position, "1:T:7D", "already_taking")


def test_case_80_transfer_one_and_throw_the_other() -> None:
    hands = "rules=transfer trump=H hands=KC|7D,7C,9C|{hand} main=0 def=1 table=7S/-"
    accepts(after(hands.format(hand="TC,JC,QC"), "1:T:7D"), "1:A:7C")
    full = after(hands.format(hand="TC,JC"), "1:T:7D")
    refuses(full, "1:A:7C", "over_capacity", cap=2, room=0, by="hand")
    assert [card.text for card in full.hands[1]] == ["7C", "9C"]


def test_case_81_neighbours_are_found_anew() -> None:
    rules = under("transfer", throw_in="neighbours")
    hands = "hands=7H,KC|7D,7C,9C|TC,JC,QC,AC|JD,KD|KS"
    state = after(f"{rules} trump=H {hands} main=0 def=1 table=7S/-", "1:T:7D")
    assert (state.main, state.defender, state.second) == (1, 2, 3)
    refuses(state, "0:A:7H", "not_eligible", scope="neighbours", seats=[1, 3])
    refuses(state, "4:A:KS", "not_eligible", scope="neighbours", seats=[1, 3])
    accepts(state, "1:A:7C")
    refuses(state, "3:A:KD", "rank_not_on_table", ranks=["7"])


def test_case_82_next_attack_after_a_transfer() -> None:
    position = "rules=transfer trump=H hands=KC|7D,9C|8S,8D,QC|KD main=0 def=1 table=7S/-"
    passes = ("0:pass", "1:pass", "3:pass")
    beaten = after(position, "1:T:7D", "2:D:7S/8S", "2:D:7D/8D", *passes)
    assert (beaten.main, beaten.defender) == (2, 3)
    taken = after(position, "1:T:7D", "2:take", *passes)
    assert (taken.main, taken.defender) == (3, 0)


def test_case_83_no_transfer_in_the_first_bout() -> None:
    hands = "trump=H hands=KC,QC|7D,9C|TC,JC main=0 def=1 table=7S/-"
    rules = under("transfer", transfer_first_bout=False)
    refuses(f"{rules} {hands} bout=1", "1:T:7D", "transfer_first_bout")
    accepts(f"{rules} {hands} bout=2", "1:T:7D")
    accepts(f"{rules} {hands} bout=2 discarded=no", "1:T:7D")
    accepts(f"rules=transfer {hands} bout=1", "1:T:7D")
    showing = under(transfer="show", transfer_first_bout=False)
    refuses(f"{showing} {hands.replace('7D', '7H')} bout=1", "1:S:7H", "transfer_first_bout")


SHOW = under(transfer="show")


def test_case_84_a_trump_is_shown_and_kept() -> None:
    hands = "trump=H hands=KC|7H,7C,9C|TC|8C,8D"
    position = f"{SHOW} {hands} main=0 def=1 table=7S/-"
    leads(
        position,
        "1:S:7H",
        to=f"{SHOW} {hands} main=1 def=2 table=7S/- joined=0 chain=1 shown=7H known=-|7H|-|-",
    )
    refuses(position, "1:T:7C", "target_capacity", seat=2, cards=1, needed=2)
    refuses(position, "1:S:7C", "not_a_trump", trump="H")
    refuses(position.replace(SHOW, "rules=transfer"), "1:S:7H", "transfer_off", show=True)
    refuses(position.replace(SHOW, "rules=classic"), "1:S:7H", "transfer_off", show=True)


def test_case_84_a_shown_trump_needs_a_card_for_each_attack() -> None:
    position = f"{SHOW} trump=H hands=KC|7H,9C|TC|8C main=0 def=1 table=7S/-,7D/-"
    refuses(position, "1:S:7H", "target_capacity", seat=2, cards=1, needed=2)
    refuses(position.replace("7H", "8H"), "1:S:8H", "wrong_rank", rank="7")


def test_case_85_each_trump_is_shown_once() -> None:
    position = f"{SHOW} trump=H hands=7S,7D,KC,QC|7H,9C,TC,JC main=0 def=1"
    state = leads(
        position,
        *("0:A:7S", "1:S:7H", "0:T:7D"),
        to=f"{SHOW} trump=H hands=QC,KC|7H,9C,TC,JC main=0 def=1 table=7S/-,7D/- chain=2 shown=7H known=-|7H",
    )
    refuses(state, "1:S:7H", "already_shown", card="7H")
    accepts(state, "1:D:7S/7H")
    taken = after(state, "1:take", "0:pass")
    assert (taken.shown, taken.chain, taken.bout) == ((), 0, 3)


def test_case_85_built_a_shown_trump_may_still_be_laid_down() -> None:
    position = f"{SHOW} trump=H hands=QC,KC,AC|7H,9C main=0 def=1 table=7S/-,7D/- chain=2 shown=7H known=-|7H"
    leads(
        position,
        "1:T:7H",
        to=f"{SHOW} trump=H hands=QC,KC,AC|9C main=1 def=0 table=7S/-,7D/-,7H/- joined=0,1 chain=3 shown=7H",
    )


def test_case_86_a_trump_transfers_like_any_card() -> None:
    position = "rules=transfer trump=H hands=KC|7H,9C|8H,AS,6H main=0 def=1 table=7S/-"
    state = leads(
        position,
        "1:T:7H",
        to="rules=transfer trump=H hands=KC|9C|6H,8H,AS main=1 def=2 table=7S/-,7H/- joined=0,1 chain=1",
    )
    refuses(state, "2:D:7H/AS", "does_not_beat", attack="7H", card="AS", trump="H")
    refuses(state, "2:D:7H/6H", "does_not_beat", attack="7H", card="6H", trump="H")
    accepts(state, "2:D:7H/8H")
    shown = after(position.replace("rules=transfer", SHOW), "1:T:7H")
    assert (shown.table, shown.hands, shown.shown, shown.joined) == (state.table, state.hands, (), (0, 1))


def test_case_95_two_attack_cards_are_not_a_beaten_one() -> None:
    state = parse_position("rules=transfer trump=H hands=KC|9C|8S,8D main=1 def=2 table=7S/-,7D/- chain=1")
    assert state.phase == "defence"
    assert public_waiting(state) == {2}
    for seat in (0, 1):
        refuses(state, f"{seat}:pass", "wrong_phase", phase="defence", uncovered=["7S", "7D"])
