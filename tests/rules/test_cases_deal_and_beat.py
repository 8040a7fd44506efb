"""Catches: trumps or ranks compared by their letters, the turned-up card counted as held, a cover that
does not beat, covers forced into an order or aimed at a wrong pair. Cases 1 to 16 of the rules.
"""

from collections.abc import Callable, Iterator
from itertools import permutations

import pytest

from durak import PRESETS, Refusal, Rules, Seat, State, Suit, check_setup, new_game, parse_card
from durak.cards import DECKS
from durak.cardset import beaters
from durak.deal import shuffled_deck
from tests.rules.table import accepts, after, leads, refuses, under


def deals(seats: int, most: int = 20_000) -> Iterator[State]:
    """Yield deals from secrets counted upwards."""
    for number in range(most):
        yield new_game(PRESETS["classic"], number.to_bytes(32, "big"), [b""] * seats, seats)


def a_deal(seats: int, fits: Callable[[State], bool]) -> State:
    """Return the first deal that fits, or fail."""
    return next(state for state in deals(seats) if fits(state))


def lowest_trumps(state: State) -> list[str | None]:
    """Return the lowest trump of each hand as the letter of its rank."""
    trumps = [[card for card in hand if card.suit is state.trump] for hand in state.hands]
    return [cards[0].rank.letter if cards else None for cards in trumps]


def test_case_01_deck_and_seats() -> None:
    rules, secret, salts = PRESETS["pengalihan"], bytes(32), [b""] * 6
    state = new_game(rules, secret, salts, 6)
    last = shuffled_deck(rules, secret, salts)[-1]
    assert [len(hand) for hand in state.hands] == [6] * 6
    assert state.stock == ()
    assert state.turned_up is None
    assert last in state.hands[5]
    assert (state.trump, state.known[5]) == (last.suit, (last,))

    assert check_setup(Rules(deck=24), 4) is None
    for seats in (5, 6):
        expected = Refusal("deck_too_small", {"deck": 24, "seats": seats, "most": 4})
        assert check_setup(Rules(deck=24), seats) == expected
    expected = Refusal("bad_option", {"option": "deck", "value": 37, "allowed": [36, 24, 52]})
    assert check_setup(Rules(deck=37), 2) == expected

    state = new_game(PRESETS["blitz"], secret, salts[:4], 4)
    assert [len(hand) for hand in state.hands] == [6] * 4
    assert (state.stock, [card.suit for card in state.known[3]]) == ((), [state.trump])


def test_case_01_out_in_the_first_bout() -> None:
    leads(
        "rules=pengalihan trump=H hands=8S|9S,7C|KC main=0 def=1 bout=1",
        *("0:A:8S", "1:D:8S/9S", "2:pass"),
        to="rules=pengalihan trump=H hands=-|7C|KC main=1 def=2 bout=2 out=0",
    )


def test_case_02_ten_is_below_jack() -> None:
    state = a_deal(2, lambda state: lowest_trumps(state) == ["J", "T"])
    assert state.main == 1
    state = a_deal(2, lambda state: lowest_trumps(state) == ["T", "J"])
    assert state.main == 0


def test_case_03_turned_up_card_is_in_no_hand() -> None:
    six = parse_card("6H")
    state = a_deal(2, lambda state: state.turned_up is six and lowest_trumps(state) == ["8", "7"])
    assert (state.main, state.defender) == (1, 0)


def test_case_04_a_lone_ace_of_trumps_opens() -> None:
    state = a_deal(3, lambda state: lowest_trumps(state) == [None, None, "A"])
    assert (state.main, state.defender) == (2, 0)


def test_case_05_nobody_holds_a_trump() -> None:
    for seats, most in ((2, 1_000), (3, 12_000)):
        found = [state for state in deals(seats, most) if not any(lowest_trumps(state))]
        assert {state.main for state in found} == set(range(seats))
        again = [state for state in deals(seats, most) if not any(lowest_trumps(state))]
        assert again == found


def test_case_06_any_card_opens() -> None:
    king = parse_card("KC")
    state = a_deal(
        2, lambda state: state.main == 1 and king in state.hands[1] and state.trump is not Suit.CLUBS
    )
    accepts(state, "1:A:KC")


def test_case_07_trump_beats_plain_ace() -> None:
    leads(
        "trump=H hands=KC,AC|6H,9D main=0 def=1 table=AS/-",
        "1:D:AS/6H",
        to="trump=H hands=KC,AC|9D main=0 def=1 table=AS/6H",
    )


def test_case_08_plain_card_does_not_beat_a_trump() -> None:
    position = "trump=H hands=KC|AS,9D main=0 def=1 table=7H/-"
    refuses(position, "1:D:7H/AS", "does_not_beat", attack="7H", card="AS", trump="H")


def test_case_09_other_plain_suit_does_not_beat() -> None:
    position = "trump=H hands=KC|AC,9D main=0 def=1 table=7S/-"
    refuses(position, "1:D:7S/AC", "does_not_beat", attack="7S", card="AC", trump="H")


def test_case_10_nothing_beats_the_ace_of_trumps() -> None:
    position = "trump=H hands=KC|6H,KH main=0 def=1 table=AH/-"
    refuses(position, "1:D:AH/KH", "does_not_beat", attack="AH", card="KH", trump="H")
    refuses(position, "1:D:AH/6H", "does_not_beat", attack="AH", card="6H", trump="H")


@pytest.mark.parametrize(
    ("deck", "lowest", "others"), [(36, "6H", "7H,KH"), (24, "9H", "TH,KH"), (52, "2H", "3H,6H")]
)
def test_case_10_unless_the_lowest_trump_beats_it(deck: int, lowest: str, others: str) -> None:
    rules = under(deck=deck, low_trump_beats_ace=True)
    position = f"{rules} trump=H hands=KC|{lowest},{others},9S main=0 def=1 table=AH/-"
    leads(
        position,
        f"1:D:AH/{lowest}",
        to=f"{rules} trump=H hands=KC|{others},9S main=0 def=1 table=AH/{lowest}",
    )
    for card in (*others.split(","), "9S"):
        refuses(position, f"1:D:AH/{card}", "does_not_beat", attack="AH", card=card, trump="H")


def test_case_10_the_lowest_trump_beats_no_other_trump() -> None:
    rules = under(low_trump_beats_ace=True)
    position = f"{rules} trump=H hands=KC|6H,6S,9S main=0 def=1 table=KH/-"
    refuses(position, "1:D:KH/6H", "does_not_beat", attack="KH", card="6H", trump="H")
    position = f"{rules} trump=H hands=KC|6S,9S main=0 def=1 table=AS/-"
    refuses(position, "1:D:AS/6S", "does_not_beat", attack="AS", card="6S", trump="H")
    accepts(f"{rules} trump=H hands=KC|AH,9S main=0 def=1 table=6H/-", "1:D:6H/AH")


def test_case_11_no_duty_to_follow_suit() -> None:
    leads(
        "trump=H hands=KC|9S,6H main=0 def=1 table=7S/-",
        "1:D:7S/6H",
        to="trump=H hands=KC|9S main=0 def=1 table=7S/6H",
    )


def test_case_12_equal_rank_beats_only_as_a_trump() -> None:
    position = "trump=H hands=KC|7D,7H main=0 def=1 table=7S/-"
    refuses(position, "1:D:7S/7D", "does_not_beat", attack="7S", card="7D", trump="H")
    accepts(position, "1:D:7S/7H")


def test_what_beats_what_for_every_two_cards() -> None:
    letters = "23456789TJQKA"
    for trump in Suit:
        for card, attack in permutations(map(str, DECKS[52]), 2):
            higher = letters.index(card[0]) > letters.index(attack[0])
            expected = higher if card[1] == attack[1] else card[1] == trump.value
            beating = beaters(36, trump, False)[parse_card(attack).place]
            assert bool(parse_card(card).bit & beating) == expected


def test_case_13_the_action_names_beating_or_transferring() -> None:
    position = "rules=transfer trump=H hands=KC,AC,KD|7H,9D main=0 def=1 table=7S/-"
    leads(
        position,
        "1:D:7S/7H",
        to="rules=transfer trump=H hands=KC,AC,KD|9D main=0 def=1 table=7S/7H",
    )
    leads(
        position,
        "1:T:7H",
        to="rules=transfer trump=H hands=KC,AC,KD|9D main=1 def=0 table=7S/-,7H/- joined=0,1 chain=1",
    )


def test_case_14_covers_in_any_order() -> None:
    leads(
        "trump=H hands=KC|8D,9S main=0 def=1 table=7S/-,7D/-",
        "1:D:7D/8D",
        to="trump=H hands=KC|9S main=0 def=1 table=7S/-,7D/8D",
    )


def test_case_15_a_cover_names_a_bare_attack_card() -> None:
    position = "trump=H hands=KC|8D,TS main=0 def=1 table=7S/9S,7D/-"
    refuses(position, "1:D:7S/TS", "already_beaten", attack="7S", cover="9S")
    refuses(position, "1:D:7C/TS", "no_such_attack", attack="7C")
    refuses(position, "1:D:9S/TS", "no_such_attack", attack="9S")


def test_case_16_ten_beats_nine() -> None:
    state = after("trump=H hands=KC|TS,9D main=0 def=1 table=9S/-", "1:D:9S/10S")
    assert state.table[0].cover is parse_card("TS")
    assert state.phase == "throw"
    assert state.throwers == (Seat(0),)
