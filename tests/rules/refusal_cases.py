"""An action for each row of the table of refusals (rules.md 1.9), in a position in which the next rows apply
to it as well, as far as they can go together.
"""

from durak import Fact
from tests.rules.table import under

THROW = "rules=transfer trump=H hands=KC,9D|TC,JC,QC|9C,TD|-|- main=0 def=1 table=7S/9S emptied=3 out=4"
DEFENCE = "rules=transfer trump=H hands=KC,9D|7D,7H,9S|9C,TD main=0 def=1 table=7S/-,7C/8C"
OPEN = "rules=transfer trump=H hands=KC,9D,9H|7D,7H,9S|9C,TD main=0 def=1"

LATE = {"throw_priority": "attacker_first", "throw_timing": "after_beaten"}
FOUR = "trump=H hands=KS,KC|9S,9C|QD,QC|KD,KH main=0 def=1 table=7S/-"
STRICT = f"{under(throw_in='neighbours', **LATE)} {FOUR}"
ALONE = f"{under(throw_in='attacker_only', **LATE)} {FOUR}"
SHOW = f"{under(transfer='show', transfer_first_bout=False, transfer_max_chain=1)} trump=H"
AGAIN = f"{under(transfer='show')} trump=H"
SWAP = f"{under(trump_six_swap=True)} trump=H"

PRECEDENCE: list[tuple[str, str, str, dict[str, Fact]]] = [
    # game over before out, out before transfer off, before the card
    ("rules=deutsch trump=H hands=KC|-|9C main=0 def=1 out=1", "1:T:KC", "game_over", {}),
    (THROW, "4:T:KC", "seat_is_out", {}),
    (THROW, "3:S:KC", "no_cards", {}),
    ("trump=H hands=KC|7D|9C main=0 def=1 table=7S/-", "0:T:AC", "transfer_off", {"show": False}),
    (THROW, "0:S:AC", "transfer_off", {"show": True}),
    ("trump=H stock=KH hands=6H|7D|9C main=0 def=1 discarded=no", "0:swap", "swap_off", {}),
    ("trump=H stock=6H hands=KC|7D|9C main=0 def=1", "1:swap", "swap_off", {}),
    # the card in the hand before the turn
    (OPEN, "1:A:AC,AC", "duplicate_card", {"card": "AC"}),
    (OPEN, "1:A:AC,AD", "card_not_held", {"card": "AD"}),
    (OPEN, "0:A:9D,9C,9H", "card_not_held", {"card": "9C"}),
    (THROW, "0:D:8S/AC", "card_not_held", {"card": "AC"}),
    (THROW, "0:T:AC", "card_not_held", {"card": "AC"}),
    (f"{SWAP} hands=KC,9D|7D main=0 def=1 stock=KH discarded=no", "1:swap", "card_not_held", {"card": "6H"}),
    (f"{SWAP} hands=KC,9D|7D main=0 def=1 table=7S/-", "1:swap", "card_not_held", {"card": "6H"}),
    # whose turn before the moment
    (OPEN, "1:A:7D,9S", "not_your_turn", {"seat": 0}),
    (OPEN, "2:A:9C", "not_your_turn", {"seat": 0}),
    (OPEN, "1:pass", "not_your_turn", {"seat": 0}),
    (OPEN, "0:D:7S/9D", "not_your_turn", {"seat": 1}),
    (OPEN, "0:T:9D", "not_your_turn", {"seat": 1}),
    (OPEN, "0:take", "not_your_turn", {"seat": 1}),
    (THROW, "2:T:9C", "not_your_turn", {"seat": 1}),
    (f"{DEFENCE} taking=yes", "2:take", "not_your_turn", {"seat": 1}),
    (f"{SWAP} hands=KC,9D|6H main=0 def=1 stock=KH discarded=no", "1:swap", "not_your_turn", {"seat": 0}),
    (f"{SWAP} hands=KC,9D|6H main=0 def=1 table=7S/-", "1:swap", "not_your_turn", {"seat": 0}),
    (DEFENCE, "1:A:7D,7H", "defender_cannot_throw", {}),
    (STRICT, "1:A:9S,9C", "defender_cannot_throw", {}),
    (STRICT, "3:A:KD,KH", "not_eligible", {"scope": "neighbours", "seats": [0, 2]}),
    (STRICT, "3:pass", "not_eligible", {"scope": "neighbours", "seats": [0, 2]}),
    (ALONE, "2:A:QD,QC", "not_eligible", {"scope": "attacker_only", "seats": [0]}),
    (DEFENCE, "1:pass", "defender_cannot_throw", {}),
    (f"{THROW} passed=0", "0:pass", "already_passed", {}),
    (f"{DEFENCE} taking=yes passed=0", "0:pass", "already_passed", {}),
    # the moment before the bout
    (OPEN, "0:pass", "wrong_phase", {"phase": "open", "uncovered": []}),
    (DEFENCE, "2:pass", "wrong_phase", {"phase": "defence", "uncovered": ["7S"]}),
    (OPEN, "1:T:7D", "wrong_phase", {"phase": "open", "uncovered": []}),
    (
        f"{SHOW} hands=KC|7D,9S|TC main=0 def=1 bout=1",
        "1:S:9S",
        "wrong_phase",
        {"phase": "open", "uncovered": []},
    ),
    (
        f"{SWAP} hands=6H,9D|7D,9H main=0 def=1 table=7S/-",
        "0:swap",
        "wrong_phase",
        {"phase": "defence", "uncovered": ["7S"]},
    ),
    (
        f"{SWAP} hands=6H,9D|7D,9H main=0 def=1 table=7S/9S",
        "0:swap",
        "wrong_phase",
        {"phase": "throw", "uncovered": []},
    ),
    (f"{DEFENCE} taking=yes", "1:D:9H/9S", "already_taking", {}),
    (f"{DEFENCE} taking=yes", "1:T:9S", "already_taking", {}),
    (f"{DEFENCE} taking=yes", "1:take", "already_taking", {}),
    (OPEN, "1:take", "nothing_to_take", {}),
    (THROW, "1:take", "nothing_to_take", {}),
    # whose throw and when, before what is thrown
    (STRICT, "2:A:QD,QC", "attacker_has_priority", {"main": 0}),
    (f"{STRICT} taking=yes", "2:A:QD,QC", "attacker_has_priority", {"main": 0}),
    (STRICT, "0:A:KS,KC", "uncovered_first", {"uncovered": ["7S"]}),
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
    (f"{SHOW} hands=-|9C,8H main=0 def=1 table=7S/8S,7C/- bout=1 chain=1", "1:S:9C", "already_beating", {}),
    (f"{SHOW} hands=-|9C,TC main=0 def=1 table=7S/- bout=1 chain=1", "1:S:9C", "transfer_first_bout", {}),
    (f"{SHOW} hands=-|9C,TC main=0 def=1 table=7S/- chain=1", "1:S:9C", "chain_full", {"most": 1}),
    (f"{SHOW} hands=-|9C,TC main=0 def=1 table=7S/-", "1:S:9C", "no_target", {}),
    ("rules=transfer trump=H hands=-|9C,TC main=0 def=1 table=7S/-", "1:T:9C", "no_target", {}),
    (
        f"{SHOW} hands=KC|9C,TC main=0 def=1 table=7S/-,7D/-",
        "1:S:9C",
        "wrong_rank",
        {"rank": "7"},
    ),
    (f"{SHOW} hands=KC|7C,TC main=0 def=1 table=7S/-,7D/-", "1:S:7C", "not_a_trump", {"trump": "H"}),
    (
        f"{AGAIN} hands=KC|7H,TC main=0 def=1 table=7S/-,7D/- chain=2 shown=7H",
        "1:S:7H",
        "already_shown",
        {"card": "7H"},
    ),
    (
        f"{SHOW} hands=KC|7H,TC main=0 def=1 table=7S/-,7D/-",
        "1:S:7H",
        "target_capacity",
        {"seat": 0, "cards": 1, "needed": 2},
    ),
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
    # the swap
    (f"{SWAP} stock=KH hands=6H,9D|7D main=0 def=1 discarded=no", "0:swap", "swap_too_early", {}),
    (f"{SWAP} hands=6H,9D|7D main=0 def=1 bout=1", "0:swap", "swap_too_early", {}),
    (f"{SWAP} stock=KH hands=6H,9D|7D main=0 def=1", "0:swap", "swap_too_late", {"stock": 1}),
    (f"{SWAP} hands=6H,9D|7D main=0 def=1", "0:swap", "swap_too_late", {"stock": 0}),
]

TOGETHER: dict[str, str] = {
    "game_over": (
        "seat_is_out transfer_off swap_off duplicate_card card_not_held not_your_turn wrong_phase "
        "one_card_only over_capacity no_target not_a_trump no_such_attack"
    ),
    "seat_is_out": (
        "transfer_off swap_off duplicate_card card_not_held not_your_turn not_eligible "
        "wrong_phase already_taking nothing_to_take attacker_has_priority uncovered_first "
        "one_card_only mixed_ranks over_capacity rank_not_on_table already_beating chain_full "
        "no_target wrong_rank not_a_trump already_shown target_capacity no_such_attack "
        "already_beaten does_not_beat swap_too_early swap_too_late"
    ),
    "no_cards": (
        "transfer_off swap_off duplicate_card card_not_held not_your_turn not_eligible "
        "wrong_phase already_taking nothing_to_take attacker_has_priority uncovered_first "
        "one_card_only over_capacity rank_not_on_table already_beating transfer_first_bout "
        "chain_full no_target wrong_rank not_a_trump already_shown target_capacity no_such_attack "
        "already_beaten does_not_beat"
    ),
    "transfer_off": (
        "card_not_held not_your_turn wrong_phase already_taking already_beating "
        "transfer_first_bout chain_full no_target wrong_rank not_a_trump target_capacity"
    ),
    "swap_off": "card_not_held not_your_turn wrong_phase swap_too_early swap_too_late",
    "duplicate_card": (
        "card_not_held not_your_turn defender_cannot_throw not_eligible attacker_has_priority "
        "uncovered_first one_card_only mixed_ranks over_capacity rank_not_on_table"
    ),
    "card_not_held": (
        "not_your_turn defender_cannot_throw not_eligible wrong_phase already_taking "
        "attacker_has_priority uncovered_first one_card_only mixed_ranks over_capacity "
        "rank_not_on_table already_beating transfer_first_bout chain_full no_target wrong_rank "
        "not_a_trump already_shown target_capacity no_such_attack already_beaten does_not_beat "
        "swap_too_early swap_too_late"
    ),
    "not_your_turn": (
        "wrong_phase already_taking nothing_to_take one_card_only mixed_ranks over_capacity "
        "already_beating transfer_first_bout chain_full no_target wrong_rank not_a_trump "
        "already_shown target_capacity no_such_attack already_beaten does_not_beat swap_too_early "
        "swap_too_late"
    ),
    "defender_cannot_throw": (
        "wrong_phase attacker_has_priority uncovered_first one_card_only over_capacity rank_not_on_table"
    ),
    "not_eligible": (
        "wrong_phase attacker_has_priority uncovered_first one_card_only over_capacity rank_not_on_table"
    ),
    "wrong_phase": "transfer_first_bout not_a_trump",
    "already_taking": (
        "transfer_first_bout chain_full wrong_rank not_a_trump already_shown target_capacity "
        "no_such_attack already_beaten"
    ),
    "attacker_has_priority": "uncovered_first one_card_only over_capacity rank_not_on_table",
    "uncovered_first": "one_card_only over_capacity rank_not_on_table",
    "one_card_only": "mixed_ranks over_capacity rank_not_on_table",
    "mixed_ranks": "over_capacity",
    "over_capacity": "rank_not_on_table",
    "already_beating": (
        "transfer_first_bout chain_full no_target wrong_rank not_a_trump already_shown target_capacity"
    ),
    "transfer_first_bout": "chain_full no_target wrong_rank not_a_trump target_capacity",
    "chain_full": "no_target wrong_rank not_a_trump already_shown target_capacity",
    "no_target": "wrong_rank not_a_trump",
    "wrong_rank": "not_a_trump target_capacity",
    "not_a_trump": "target_capacity",
    "already_shown": "target_capacity",
    "swap_too_early": "swap_too_late",
}
"""By code: which others can apply to the same action, and give way to it."""
