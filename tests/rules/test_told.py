"""Catches a sentence about the rules that is not true: each is shown by an example, on the engine.

An example has the name of the sentence's key in `durak.describe.LINES`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from durak import PRESETS, Card, Outcome, State, describe, new_game, parse_action, parse_position
from durak.describe import LINES
from durak.legal import legal_actions
from durak.session import LastDeal, next_leader
from tests.rules.table import after, seats, under

EXAMPLES: dict[str, Callable[[], None]] = {}


def shows(example: Callable[[], None]) -> Callable[[], None]:
    """Keep an example by its name."""
    EXAMPLES[example.__name__] = example
    return example


def may(position: str | State, action: str) -> bool:
    """Tell whether an action is legal."""
    state = parse_position(position) if isinstance(position, str) else position
    asked = parse_action(action)
    return asked in legal_actions(state, asked.seat)


def dealt(count: int, players: int = 2, **options: Any) -> Iterator[State]:
    """Yield so many deals by these rules."""
    for number in range(count):
        secret = number.to_bytes(32, "big")
        yield new_game(replace(PRESETS["classic"], **options), secret, (b"",) * players, players)


def lowest(cards: list[Card]) -> int:
    return min(card.rank for card in cards)


def trumps(state: State, seat: int) -> list[Card]:
    return [card for card in state.hands[seat] if card.suit is state.trump]


def everybody_passes(state: State) -> State:
    """Let all who can pass do so until the bout is over."""
    bout = state.bout
    while state.bout == bout and state.outcome is None:
        passing = [f"{seat}:pass" for seat in range(state.seats) if may(state, f"{seat}:pass")]
        state = after(state, passing[0])
    return state


# The deck and the deal


@shows
def deck() -> None:
    for size, letter in ((24, "9"), (36, "6"), (52, "2")):
        [state] = dealt(1, deck=size)
        cards = [*state.stock, *(card for hand in state.hands for card in hand)]
        assert len(set(cards)) == size
        assert str(min(cards, key=lambda card: card.rank))[0] == letter
        told = next(line for line in describe(state.rules) if line.key == "deck")
        assert dict(told.facts) == {"cards": size, "lowest": letter}


@shows
def redeal_off() -> None:
    assert any(most_of_a_suit(state) >= 5 for state in dealt(100, 6))
    assert any(has_one_colour(state) for state in dealt(100, 6))


@shows
def redeal_five_suit() -> None:
    assert not any(most_of_a_suit(state) >= 5 for state in dealt(100, 6, redeal="five_suit"))


@shows
def redeal_one_colour() -> None:
    assert not any(has_one_colour(state) for state in dealt(100, 6, redeal="one_colour"))


def most_of_a_suit(state: State) -> int:
    return max(sum(card.suit is one.suit for card in hand) for hand in state.hands for one in hand)


def has_one_colour(state: State) -> bool:
    return any(len({str(card)[1] in "HD" for card in hand}) == 1 for hand in state.hands)


@shows
def first_attacker_lowest_trump() -> None:
    for state in dealt(50, 3):
        held = [card for seat in range(3) for card in trumps(state, seat)]
        if held:
            assert lowest(held) in [card.rank for card in trumps(state, state.main)]


@shows
def first_attacker_random() -> None:
    deals = list(dealt(50, 3, first_attacker="random"))
    assert {state.main for state in deals} == {0, 1, 2}
    assert any(not trumps(state, state.main) for state in deals)


def without_trumps(**options: Any) -> list[State]:
    found = [state for state in dealt(1500, **options) if not trumps(state, 0) and not trumps(state, 1)]
    assert len(found) > 8
    return found


@shows
def no_trump_first_random() -> None:
    assert {state.main for state in without_trumps()} == {0, 1}


@shows
def no_trump_first_lowest_card() -> None:
    for state in without_trumps(no_trump_first="lowest_card"):
        assert lowest([*state.hands[state.main]]) == lowest([*state.hands[0], *state.hands[1]])


@shows
def no_trump_first_first_seat() -> None:
    assert {state.main for state in without_trumps(no_trump_first="first_seat")} == {0}


def leader_after(durak: int, **options: Any) -> int | None:
    rules = replace(PRESETS["classic"], **options)
    return next_leader(
        LastDeal(rules, ("a", "b", "c"), Outcome("durak", seats(durak))), rules, ("a", "b", "c")
    )


@shows
def next_deal_first_lowest_trump() -> None:
    assert leader_after(1, next_deal_first="lowest_trump") is None


@shows
def next_deal_first_under_durak() -> None:
    leader = leader_after(1, next_deal_first="under_durak")
    assert leader is not None
    rules = replace(PRESETS["classic"], next_deal_first="under_durak")
    assert new_game(rules, bytes(32), (b"",) * 3, 3, leader=seats(leader)[0]).defender == 1


@shows
def next_deal_first_from_durak() -> None:
    assert leader_after(1, next_deal_first="from_durak") == 2


# Attacking

PAIR = "trump=H hands=7S,7D,KC|8S,9S,TS main=0 def=1"
FOUR_SEATS = "trump=H hands=7H,KS|8S,9S,KC|7D,AC|7C,AD main=0 def=1 table=7S/-"
FIVE_LIE = "trump=H hands=9D,KC|TS,JC,QC main=0 def=1 table=6S/7S,7D/8D,8S/9S,9C/TC,TD/-"
SIX_LIE = "trump=H hands=9D,KC|TS,JC,QC main=0 def=1 table=6S/7S,7D/8D,8S/9S,9C/TC,TD/JD,8C/-"
COVERED = "trump=H hands=7D,KS|9S,KC|7C,AD main=0 def=1 table=7S/8S"


@shows
def open_multi_yes() -> None:
    assert may(f"{under(open_multi=True)} {PAIR}", "0:A:7S,7D")


@shows
def open_multi_no() -> None:
    assert not may(f"{under(open_multi=False)} {PAIR}", "0:A:7S,7D")
    assert may(f"{under(open_multi=False)} {PAIR}", "0:A:7S")


@shows
def attack_limit() -> None:
    for limit in (4, 5, 6, 7):
        rules = under(attack_limit=limit, first_cap=None)
        assert limit == 4 or may(f"{rules} {FIVE_LIE}", "0:A:9D") == (limit > 5)
        assert limit < 6 or may(f"{rules} {SIX_LIE}", "0:A:9D") == (limit > 6)
    assert not may(f"{under()} trump=H hands=7D,KC|8S main=0 def=1 table=7S/-", "0:A:7D")


@shows
def attack_limit_none() -> None:
    rules = under(attack_limit=None)
    assert may(f"{rules} {SIX_LIE}", "0:A:9D")
    assert not may(f"{rules} trump=H hands=7D,KC|8S main=0 def=1 table=7S/-", "0:A:7D")


@shows
def first_cap_first_bout() -> None:
    rules = under(first_cap=5, first_cap_scope="first_bout")
    assert not may(f"{rules} {FIVE_LIE} bout=1", "0:A:9D")
    assert may(f"{rules} {FIVE_LIE} bout=2", "0:A:9D")


@shows
def first_cap_until_first_discard() -> None:
    rules = under(first_cap=5, first_cap_scope="until_first_discard")
    assert not may(f"{rules} {FIVE_LIE} bout=3 discarded=no", "0:A:9D")
    assert may(f"{rules} {FIVE_LIE} bout=3 discarded=yes", "0:A:9D")


@shows
def first_cap_none() -> None:
    assert may(f"{under(first_cap=None)} {FIVE_LIE} bout=1", "0:A:9D")


@shows
def throw_in_all() -> None:
    position = f"{under(throw_in='all')} {FOUR_SEATS}"
    assert [may(position, action) for action in ("0:A:7H", "2:A:7D", "3:A:7C")] == [True, True, True]


@shows
def throw_in_neighbours() -> None:
    position = f"{under(throw_in='neighbours')} {FOUR_SEATS}"
    assert [may(position, action) for action in ("0:A:7H", "2:A:7D", "3:A:7C")] == [True, True, False]


@shows
def throw_in_attacker_only() -> None:
    position = f"{under(throw_in='attacker_only')} {FOUR_SEATS}"
    assert [may(position, action) for action in ("0:A:7H", "2:A:7D", "3:A:7C")] == [True, False, False]


@shows
def throw_timing_anytime() -> None:
    assert may(f"{under(throw_timing='anytime')} {FOUR_SEATS}", "0:A:7H")


@shows
def throw_timing_after_beaten() -> None:
    position = f"{under(throw_timing='after_beaten')} {FOUR_SEATS}"
    assert not may(position, "0:A:7H")
    assert may(after(position, "1:D:7S/8S"), "0:A:7H")
    assert may(after(position, "1:take"), "0:A:7H")


@shows
def throw_priority_free() -> None:
    position = f"{under(throw_priority='free')} {COVERED}"
    assert may(position, "0:A:7D")
    assert may(position, "2:A:7C")


@shows
def throw_priority_attacker_first() -> None:
    position = f"{under(throw_priority='attacker_first')} {COVERED}"
    assert may(position, "0:A:7D")
    assert not may(position, "2:A:7C")
    assert may(after(position, "0:pass"), "2:A:7C")


@shows
def throw_on_take_yes() -> None:
    taken = after(f"{under(throw_on_take=True)} {FOUR_SEATS}", "1:take", "0:A:7H")
    assert parse_action("0:A:7H").cards[0] in everybody_passes(taken).hands[1]  # type: ignore[union-attr]


@shows
def throw_on_take_no() -> None:
    state = after(f"{under(throw_on_take=False)} {FOUR_SEATS}", "1:take")
    assert (state.bout, len(state.hands[1])) == (3, 4)


# Defending

TO_TRANSFER = "trump=H hands=KC,AC,QC|7D,7H,8C|KD,AD main=0 def=1 table=7S/-"


@shows
def transfer_off() -> None:
    assert not may(f"{under(transfer='off')} {TO_TRANSFER}", "1:T:7D")


@shows
def transfer_on() -> None:
    position = f"{under(transfer='on')} {TO_TRANSFER}"
    state = after(position, "1:T:7D")
    assert (state.defender, len(state.table)) == (2, 2)
    assert not may(position, "1:S:7H")


@shows
def transfer_show() -> None:
    position = f"{under(transfer='show')} {TO_TRANSFER}"
    state = after(position, "1:S:7H")
    assert (state.defender, len(state.table), len(state.hands[1])) == (2, 1, 3)
    assert may(position, "1:T:7D")


@shows
def transfer_first_bout_yes() -> None:
    assert may(f"{under(transfer='on', transfer_first_bout=True)} {TO_TRANSFER} bout=1", "1:T:7D")


@shows
def transfer_first_bout_no() -> None:
    rules = under(transfer="on", transfer_first_bout=False)
    assert not may(f"{rules} {TO_TRANSFER} bout=1", "1:T:7D")
    assert may(f"{rules} {TO_TRANSFER} bout=2", "1:T:7D")


@shows
def transfer_max_chain() -> None:
    for most in (1, 2):
        rules = under(transfer="on", transfer_max_chain=most)
        assert may(f"{rules} {TO_TRANSFER} chain={most - 1}", "1:T:7D")
        assert not may(f"{rules} {TO_TRANSFER} chain={most}", "1:T:7D")


@shows
def transfer_max_chain_none() -> None:
    assert may(f"{under(transfer='on', transfer_max_chain=None)} {TO_TRANSFER} chain=3", "1:T:7D")


ACE_LIES = "trump=H hands=KC,QC|6H,8S main=0 def=1 table=AH/-"


@shows
def low_trump_beats_ace_yes() -> None:
    assert may(f"{under(low_trump_beats_ace=True)} {ACE_LIES}", "1:D:AH/6H")


@shows
def low_trump_beats_ace_no() -> None:
    assert not may(f"{under(low_trump_beats_ace=False)} {ACE_LIES}", "1:D:AH/6H")


TO_SWAP = "trump=H stock=9C,KH hands=6H,8S|9S,TS main=0 def=1"


@shows
def trump_six_swap_yes() -> None:
    rules = under(trump_six_swap=True)
    state = after(f"{rules} {TO_SWAP} discarded=yes", "0:swap")
    assert str(state.stock[-1]) == "6H"
    assert "KH" in map(str, state.hands[0])
    assert not may(f"{rules} {TO_SWAP} discarded=no", "0:swap")
    assert not may(after(f"{rules} {TO_SWAP} discarded=yes", "0:A:8S"), "0:swap")


@shows
def trump_six_swap_no() -> None:
    assert not may(f"{under(trump_six_swap=False)} {TO_SWAP} discarded=yes", "0:swap")


# Ending a bout, and the game

HANDS = "hands=6S,9S,TS,JS,9H|6D,9D,TD,JD,QD|6C,9C,TC,JC,QC|KD,AD,KC,AC,TH"
TO_REFILL = f"trump=H stock=AS,KS,QS,6H {HANDS} table=7S/8S,7D/8D"


def drawing_order(rules: str, bout: str) -> list[int]:
    """Who draws first, second, third, last; each needs one card."""
    state = everybody_passes(parse_position(f"{rules} {TO_REFILL} {bout}"))
    held = {str(card): seat for seat in range(4) for card in state.hands[seat]}
    return [held[card] for card in ("AS", "KS", "QS", "6H")]


@shows
def refill_attacker_clockwise() -> None:
    rules = under(transfer="on", refill="attacker_clockwise")
    assert drawing_order(rules, "main=0 def=1 joined=0,3,2") == [0, 2, 3, 1]
    assert drawing_order(rules, "main=1 def=2 joined=0,1 chain=1") == [1, 3, 0, 2]


@shows
def refill_join_order() -> None:
    assert drawing_order(under(refill="join_order"), "main=0 def=1 joined=0,3,2") == [0, 3, 2, 1]


@shows
def refill_opener_clockwise() -> None:
    rules = under(transfer="on", refill="opener_clockwise")
    assert drawing_order(rules, "main=1 def=2 joined=0,1 chain=1") == [0, 1, 3, 2]


@shows
def end_last_holder() -> None:
    state = after(f"{under(end='last_holder')} trump=H hands=7S|6C,9C main=0 def=1", "0:A:7S", "1:take")
    assert state.outcome == Outcome("durak", seats(1))


@shows
def end_first_out() -> None:
    three = f"{under(end='first_out')} trump=H hands=7S|6C,9C|KD,AD main=0 def=1"
    assert everybody_passes(after(three, "0:A:7S", "1:take")).outcome == Outcome("winner", seats(0))


LAST_TWO = "trump=H hands=7S|8S main=0 def=1"


@shows
def draw_yes() -> None:
    state = after(f"{under(draw=True)} {LAST_TWO}", "0:A:7S", "1:D:7S/8S")
    assert state.outcome is not None
    assert state.outcome.kind == "draw"


@shows
def draw_no() -> None:
    state = after(f"{under(draw=False)} {LAST_TWO}", "0:A:7S", "1:D:7S/8S")
    assert state.outcome == Outcome("durak", seats(1))


@pytest.mark.parametrize("key", LINES)
def test_what_is_said_of_the_rules_is_true(key: str) -> None:
    EXAMPLES[key]()


def test_there_is_an_example_for_nothing_else() -> None:
    assert set(EXAMPLES) == set(LINES)
