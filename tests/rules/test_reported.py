"""Catches: what went wrong in other programs that play Durak. Reports 1 to 19 of the collected bug reports,
those that concern the rules, each on its own small input. Seats A, B, C, D are 0 to 3, diamonds are trumps.

The other half of report 13 (whose clock runs out) is the business of rooms.
"""

from itertools import permutations, product

import pytest

from durak import (
    PRESETS,
    Refusal,
    Rules,
    Seat,
    State,
    apply,
    check_setup,
    encode_action,
    encode_position,
    legal_actions,
    new_game,
    outcome,
    parse_action,
    parse_card,
    parse_position,
    public_waiting,
    refusal,
    view_for,
)
from durak.cards import DECKS
from durak.draft import table_cards
from tests.rules.games import Game
from tests.rules.table import accepts, after, leads, refuses, seats, under

TRANSFER = "rules=transfer trump=D"


def everywhere(state: State) -> list[str]:
    """Return every card that stands in a hand, in the stock or on the table."""
    hands = [card for hand in state.hands for card in hand]
    return sorted(card.text for card in (*hands, *state.stock, *table_cards(state.table)))


def test_report_01_a_neighbour_with_too_few_cards() -> None:
    position = f"{TRANSFER} hands=KC|8C,9S,TS,JS,QS|{{hand}} main=0 def=1 table=8S/-,8H/-"
    two = position.format(hand="7S,7H")
    refuses(two, "1:T:8C", "target_capacity", seat=2, cards=2, needed=3)
    assert view_for(parse_position(two), Seat(1)).transfer_to is None
    accepts(position.format(hand="7S,7H,7C"), "1:T:8C")


def test_report_02_the_transfer_card_leaves_the_hand() -> None:
    position = f"{TRANSFER} hands=AS,AC|9H,KC|TS,JS,QS main=0 def=1 table=9S/-"
    state = after(position, "1:T:9H")
    assert [card.text for card in state.hands[1]] == ["KC"]
    assert everywhere(state) == everywhere(parse_position(position))
    assert len(set(everywhere(state))) == len(everywhere(state))
    refuses(f"{TRANSFER} hands=AS,AC|KC|TS,JS main=0 def=1 table=9S/-", "1:T:9D", "card_not_held", card="9D")


def test_report_03_no_transfer_once_something_is_beaten() -> None:
    position = f"{TRANSFER} hands=KC|9S,8C,JC|7S,7H,7C main=0 def=1 table=8S/-,8H/-"
    accepts(position, "1:T:8C")
    state = after(position, "1:D:8S/9S")
    refuses(state, "1:T:8C", "already_beating")
    assert not [text for text in map(encode_action, legal_actions(state, Seat(1))) if ":T:" in text]


def test_report_04_two_cards_are_transferred_one_by_one() -> None:
    position = f"{TRANSFER} hands=KS,AS|8H,8C,KC|{{hand}} main=0 def=1 table=8S/-"
    three = after(position.format(hand="7S,7H,7C"), "1:T:8H", "1:A:8C")
    assert [str(pair.attack) for pair in three.table] == ["8S", "8H", "8C"]
    assert [card.text for card in three.hands[1]] == ["KC"]
    two = after(position.format(hand="7S,7H"), "1:T:8H")
    refuses(two, "1:A:8C", "over_capacity", cap=2, room=0, by="hand")
    assert [card.text for card in two.hands[1]] == ["8C", "KC"]


@pytest.mark.parametrize("preset", PRESETS)
def test_report_05_one_card_named_twice(preset: str) -> None:
    position = f"rules={preset} trump=D hands=JC,QC|TS,JS,QS main=0 def=1"
    refuses(position, "0:A:JC,JC", "duplicate_card", card="JC")
    refuses(position, "0:A:JC,QC,JC", "duplicate_card", card="JC")


def test_report_06_a_higher_card_of_another_suit() -> None:
    position = "trump=D hands=AC|KH,6D,AS main=0 def=1 table=7S/-"
    refuses(position, "1:D:7S/KH", "does_not_beat", attack="7S", card="KH", trump="D")
    accepts(position, "1:D:7S/6D")
    accepts(position, "1:D:7S/AS")
    ace = "trump=D hands=AC|KH,6D,AS main=0 def=1 table=AD/-"
    for card in ("6D", "AS", "KH"):
        refuses(ace, f"1:D:AD/{card}", "does_not_beat", attack="AD", card=card, trump="D")


@pytest.mark.parametrize("low_trump", [False, True])
def test_report_06_all_pairs_of_cards(low_trump: bool) -> None:
    letters, rules = "6789TJQKA", under(low_trump_beats_ace=low_trump)
    for card, attack in permutations([card.text for card in DECKS[36]], 2):
        spare = next(text for text in ("6S", "6C", "7C") if text not in (card, attack))
        state = parse_position(f"{rules} trump=D hands={spare}|{card} main=0 def=1 table={attack}/-")
        same, trumps = card[1] == attack[1], card[1] == "D" != attack[1]
        lowest = low_trump and (card, attack) == ("6D", "AD")
        expected = (same and letters.index(card[0]) > letters.index(attack[0])) or trumps or lowest
        assert (refusal(state, parse_action(f"1:D:{attack}/{card}")) is None) == expected, (card, attack)


def test_report_07_a_cover_aimed_at_nothing() -> None:
    position = "trump=D hands=AC|TS,TC main=0 def=1 table=7S/9S,9C/-"
    refuses(position, "1:D:8H/TS", "no_such_attack", attack="8H")
    refuses(position, "1:D:9S/TS", "no_such_attack", attack="9S")
    refuses(position, "1:D:7S/TS", "already_beaten", attack="7S", cover="9S")
    accepts(position, "1:D:9C/TC")


def test_report_08_more_seats_than_cards() -> None:
    assert check_setup(Rules(deck=24), 4) is None
    for count in (5, 6):
        expected = Refusal("deck_too_small", {"deck": 24, "seats": count, "most": 4})
        assert check_setup(Rules(deck=24), count) == expected
    refused = check_setup(Rules(deck=37), 4)
    assert refused is not None
    assert refused.code == "bad_option"


def test_report_09_every_seat_comes_up_when_nobody_holds_a_trump() -> None:
    """Of 10,000 deals of two players about 200 have no trump in a hand, of as many of three about 10."""
    mains: dict[int, list[int]] = {2: [], 3: []}
    for count, number in product(mains, range(10_000)):
        state = new_game(Rules(), number.to_bytes(32, "big"), [b""] * count, count)
        if all(card.suit is not state.trump for hand in state.hands for card in hand):
            mains[count].append(state.main)
    assert (set(mains[2]), set(mains[3])) == ({0, 1}, {0, 1, 2})
    assert len(mains[2]) > 150
    assert abs(mains[2].count(0) - mains[2].count(1)) < 4 * len(mains[2]) ** 0.5


def test_report_09_the_same_secret_gives_the_same_seat() -> None:
    for rules in (Rules(), Rules(first_attacker="random"), Rules(no_trump_first="lowest_card")):
        for number in (20, 74, 354):
            secret = number.to_bytes(32, "big")
            deals = [new_game(rules, secret, [b"", b""], 2) for _ in range(3)]
            assert deals[0] == deals[1] == deals[2]


A, B = "8S,8H,8C,KS", "TC,JC"
C, D = "9S,9H,9C,KH,KC", "TH,JH,QH,AS,AH,AC"


def test_report_10_who_draws_from_a_short_stock() -> None:
    state = leads(
        f"trump=D stock=6S,6H,6C,6D hands={A}|{B}|{C}|{D} main=0 def=1 "
        "table=7S/TS,7H/JD,7C/QD,TD/AD joined=0,2 passed=0,2",
        "3:pass",
        to="trump=D hands=6S,6H,8S,8H,8C,KS|6D,TC,JC|6C,9S,9H,9C,KH,KC|TH,JH,QH,AS,AH,AC "
        "main=1 def=2 bout=3 known=-|6D|-|-",
    )
    assert [len(hand) for hand in state.hands] == [6, 3, 6, 6]


def test_report_10_the_taker_draws_nothing() -> None:
    state = after(
        f"trump=D stock=6S,6H,6C,6D hands={A}|{B}|{C}|{D},JS,QS main=0 def=1 "
        "table=7S/TS,7H/JD,7C/QD,TD/- taking=yes joined=0,2 passed=0,2",
        "3:pass",
    )
    assert [len(hand) for hand in state.hands] == [6, 9, 6, 8]
    assert [card.text for card in state.stock] == ["6D"]


def test_report_11_the_last_card_is_taken() -> None:
    state = after("trump=D hands=KS|7H,8H|- main=0 def=1 out=2", "0:A:KS", "1:take")
    assert outcome(state) is not None
    assert outcome(state) == outcome(parse_position(encode_position(state)))
    assert (state.phase, state.out, public_waiting(state)) == ("over", (2, 0), frozenset())
    assert (view_for(state, None).outcome, state.bout) == (outcome(state), 2)
    refuses(state, "1:A:7H", "game_over")


def test_report_12_nobody_needs_to_say_that_he_is_done() -> None:
    last = "trump=D hands=9C,KC|9S main=0 def=1 table=6H/9H,8S/-"
    assert (after(last, "1:D:8S/9S").bout, after(last, "1:D:8S/9S").out) == (2, (1,))
    assert after(last.replace("KC|9S", "KC|9S|KH"), "1:D:8S/9S").main == 2
    six = "table=6S/7S,6H/7H,7C/9C,9H/TH,TS/JS,JH/-"
    full = after(f"trump=D hands=JC,KC|QH,QS,QC|KH main=0 def=1 {six}", "1:D:JH/QH")
    assert (full.bout, full.main, full.table) == (3, 1, ())


def test_report_13_an_announced_take_is_fed_and_loses_the_lead() -> None:
    position = "trump=D hands=9C,KC|TC,JC,QC|7C,KH main=0 def=1 table=7S/9S,7H/-"
    taking = after(position, "1:take")
    accepts(taking, "2:A:7C")
    accepts(taking, "0:A:9C")
    state = after(taking, "2:A:7C", "0:pass", "2:pass")
    assert [card.text for card in state.hands[1]] == ["7S", "7H", "7C", "9S", "TC", "JC", "QC"]
    assert (state.main, state.defender) == (2, 0)
    assert view_for(state, None).discard == view_for(parse_position(position), None).discard


def test_report_14_no_moment_in_which_the_taker_leads() -> None:
    """One action is one change: the last pass leads straight to the next attack."""
    taking = after("trump=D hands=9C,KC|TC,JC|KH,QH main=0 def=1 table=7S/-", "1:take", "0:pass")
    assert (taking.main, taking.defender, taking.phase) == (0, 1, "taking")
    state = after(taking, "2:pass")
    assert (state.main, state.defender, state.phase) == (2, 0, "open")
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        view = view_for(state, viewer)
        assert (view.main, view.defender, view.waiting, view.table) == (2, 0, (2,), ())
    refuses(state, "1:A:TC", "not_your_turn", seat=2)


def test_report_15_a_new_card_voids_all_passes_and_the_bout_still_ends() -> None:
    position = "trump=D hands=9C,KC|TC,JC,QC|7C,7H,AS|KH,QH main=0 def=1 table=7S/- taking=yes"
    state = after(position, "0:pass", "3:pass", "2:A:7C")
    assert state.passed == frozenset()
    assert public_waiting(state) == {0, 2, 3}
    closed = after(state, "2:pass", "3:pass", "0:pass")
    assert (closed.bout, closed.main, len(closed.hands[1])) == (3, 2, 5)


@pytest.mark.parametrize("rules", ["classic", "durak_online", "pagat", "deutsch_weitergeben"])
def test_report_15_a_take_ends_within_its_bound(rules: str) -> None:
    for seed in range(25):
        game, left = Game(rules, 2 + seed % 5, seed), -1
        for before, _, state in game.steps:
            left = (before.room + 1) * before.seats if state.taking and not before.taking else left - 1
            assert left >= 0 or not state.taking


def test_report_16_actions_out_of_their_moment() -> None:
    position = "trump=D hands=9C,KC|TC,JC|KH,QH main=0 def=1"
    refuses(position, "0:pass", "wrong_phase", phase="open", uncovered=[])
    refuses(position, "1:take", "nothing_to_take")
    refuses(position, "2:A:KH", "not_your_turn", seat=0)
    over = "trump=D hands=9C,KC|-|- main=0 def=1 out=1,2"
    deeds = ("A:9C", "A:9C,KC", "D:9C/KC", "T:9C", "S:9C", "take", "pass", "swap")
    for action in (f"{seat}:{deed}" for seat in range(3) for deed in deeds):
        refuses(over, action, "game_over")


NEIGHBOURS = f"{under('transfer', throw_in='neighbours')} trump=D"


def test_report_17_the_neighbour_of_one_who_ran_out_may_not_throw() -> None:
    state = after(f"{NEIGHBOURS} hands=8S|9C,KC,QC|8H,TH|8D,TS main=0 def=1", "0:A:8S")
    refuses(state, "3:A:8D", "not_eligible", scope="neighbours", seats=[2])
    accepts(state, "2:A:8H")


@pytest.mark.parametrize(("hand", "enough"), [("TS,TH,TC", True), ("TS,TH", False)])
def test_report_17_a_transfer_passes_over_one_who_ran_out(hand: str, enough: bool) -> None:
    position = f"{NEIGHBOURS} hands=8S,KS|8C,KC,QC|8H|{hand} main=0 def=1"
    state = after(position, "0:A:8S", "2:A:8H")
    assert view_for(state, None).transfer_to == (3 if enough else None)
    if not enough:
        refuses(state, "1:T:8C", "target_capacity", seat=3, cards=2, needed=3)
        return
    state = after(state, "1:T:8C")
    assert (state.main, state.defender, state.second) == (1, 3, 0)
    assert state.throwers == seats(0, 1)
    refuses(state, "2:pass", "no_cards")


@pytest.mark.parametrize("rules", PRESETS)
def test_report_18_no_card_is_doubled_or_lost_at_the_end_of_a_bout(rules: str) -> None:
    for seed in range(12):
        game = Game(rules, 2 if seed < 6 else 3, seed)
        deck = game.record.rules.deck
        for before, _, state in game.steps:
            cards = everywhere(state)
            assert len(set(cards)) == len(cards) <= deck
            gone = len(everywhere(before)) - len(cards)
            if gone:
                assert not before.taking
                assert gone == 2 * len(before.table)


@pytest.mark.parametrize("throw_in", ["all", "neighbours", "attacker_only"])
@pytest.mark.parametrize("transfer", ["off", "on", "show"])
def test_report_19_options_do_not_switch_each_other(throw_in: str, transfer: str) -> None:
    rules = under(throw_in=throw_in, transfer=transfer)
    state = after(f"{rules} trump=D hands=7S,KS|7C,KC,QC|7H,TH|TS,JS main=0 def=1", "0:A:7S")
    offers = [[encode_action(action) for action in legal_actions(state, Seat(seat))] for seat in (1, 2)]
    assert ("2:A:7H" in offers[1]) == (throw_in != "attacker_only")
    assert ("1:T:7C" in offers[0]) == (transfer != "off")


@pytest.mark.parametrize("throw_in", ["all", "neighbours", "attacker_only"])
def test_report_19_two_players(throw_in: str) -> None:
    rules = under("transfer", throw_in=throw_in)
    state = after(f"{rules} trump=D hands=7S,7H,KS|7C,KC,QC main=0 def=1", "0:A:7S")
    accepts(state, "0:A:7H")
    accepts(state, "1:T:7C")
    assert apply(state, parse_action("1:T:7C")).defender == 0
    short = after(f"{rules} trump=D hands=7S,KS|7C,KC,QC main=0 def=1", "0:A:7S")
    refuses(short, "1:T:7C", "target_capacity", seat=0, cards=1, needed=2)
    assert parse_card("7C") in short.hands[1]
