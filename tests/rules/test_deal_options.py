"""Catches: a void deal that is played, a redeal that begins the stream again or goes on from the shuffled
deck, a first attacker that somebody could steer, an option that overrules the seat which has to lead.
"""

from itertools import product
from typing import Any

import pytest

from durak import PRESETS, Rules, Seat, State, encode_cards, encode_position, new_game
from durak.deal import shuffled_deck
from tests.rules.documented import RANKS, Stream, dealt_hands, is_void, opener, trump_of
from tests.rules.table import under

COUNTING = bytes(range(32))
SALTS = [b"Ann", b"Ben", b""]

NO_TRUMP_IN_TWO_HANDS = [20, 74, 99, 162, 257, 326, 354, 365]
NO_TRUMP_IN_THREE_HANDS = [1134, 1719, 2154, 3595, 5629, 5980, 6829, 7449]

VOID = [60, 110, 116, 180, 695]
"""With some number of seats and cards a hand of these has five cards of a suit, which is rare."""


def deal(rules: Rules, number: int, seats: int, leader: int | None = None) -> State:
    """Deal from a secret that is a number, without salts."""
    salts = [b""] * seats
    return new_game(rules, number.to_bytes(32, "big"), salts, seats, None if leader is None else Seat(leader))


def texts(state: State) -> list[list[str]]:
    """Return the hands as texts."""
    return [[card.text for card in hand] for hand in state.hands]


# All of it against the description

WAYS = list(
    product(
        ["lowest_trump", "random"],
        ["random", "lowest_card", "first_seat"],
        ["off", "five_suit", "one_colour"],
    )
)


@pytest.mark.parametrize(("first", "no_trump", "redeal"), WAYS)
@pytest.mark.parametrize(("deck", "seats"), [(36, 2), (24, 2), (24, 4), (36, 6), (52, 3)])
def test_the_documented_steps_give_the_same_deals(
    deck: int, seats: int, first: str, no_trump: str, redeal: str
) -> None:
    rules = Rules(deck=deck, first_attacker=first, no_trump_first=no_trump, redeal=redeal)  # type: ignore[arg-type]
    voids = 0
    for number in (*range(60), *NO_TRUMP_IN_TWO_HANDS, *VOID):
        stream = Stream(number.to_bytes(32, "big"), [b""] * seats)
        cards = stream.shuffled(deck)
        while is_void(redeal, dealt_hands(cards, seats)):
            cards, voids = stream.shuffled(deck), voids + 1
        state = deal(rules, number, seats)
        assert [set(hand) for hand in texts(state)] == [set(hand) for hand in dealt_hands(cards, seats)]
        rest = cards[6 * seats :]
        assert [card.text for card in state.stock] == rest[1:] + rest[:1]
        assert state.trump == trump_of(cards, seats)
        assert state.main == opener(stream, cards, seats, first, no_trump)
        assert state.defender == (state.main + 1) % seats
    assert (voids > 0) == (redeal != "off")


# Redeals

PINNED_REDEALS = [
    (
        {"redeal": "five_suit"},
        36,
        2,
        "trump=S stock=KD,KC,QC,TC,7H,QH,9D,QS,7D,QD,6S,7S,JH,AD,8D,TS,8H,6H,6C,AS,KS,JS,KH,8S "
        "hands=8C,9S,TH,JD,AH,AC|6D,7C,9H,9C,TD,JC main=0 def=1 bout=1",
    ),
    (
        {"redeal": "one_colour", "deck": 24},
        18,
        4,
        "trump=H hands=9C,TS,TC,KH,KC,AC|TD,JC,QS,QH,QD,AD|9S,9H,JD,KS,AS,AH|9D,TH,JS,JH,QC,KD "
        "main=2 def=3 bout=1 known=-|-|-|JH",
    ),
    (
        {"redeal": "five_suit", "deck": 52},
        1201,
        6,
        "trump=D stock=3S,5C,JD,2C,JC,5H,JH,TC,9H,JS,8S,7S,TS,7D,6H,8D hands=2D,3C,6C,7H,9D,QC|"
        "4S,5D,6D,8H,8C,QD|3H,3D,AS,AH,AD,AC|4H,5S,7C,9S,QS,KD|2H,4D,6S,TH,KS,KH|2S,4C,9C,TD,QH,KC "
        "main=0 def=1 bout=1",
    ),
    (
        {"redeal": "one_colour"},
        1300,
        6,
        "trump=C hands=6D,7H,8D,TD,JS,JD|7S,8C,TC,JH,QS,AC|6S,7D,9S,JC,QH,KS|6H,8H,TH,QC,KH,AD|"
        "9D,9C,QD,KD,KC,AS|6C,7C,8S,9H,TS,AH main=5 def=0 bout=1 known=-|-|-|-|-|6C",
    ),
]


@pytest.mark.parametrize(("options", "number", "seats", "position"), PINNED_REDEALS)
def test_pinned_redeals(options: dict[str, Any], number: int, seats: int, position: str) -> None:
    """In these the first one to three deals are void."""
    state = deal(Rules(**options), number, seats)
    assert encode_position(state) == f"{under(**options)} {position}"
    usual = deal(Rules(**{**options, "redeal": "off"}), number, seats)
    assert is_void(str(options["redeal"]), texts(usual))


def test_the_dealt_deck_is_the_last_one() -> None:
    """Whoever checks a deal shuffles as the dealer did, void deals and all."""
    for options, number, seats, _ in PINNED_REDEALS:
        rules, secret = Rules(**options), number.to_bytes(32, "big")  # type: ignore[arg-type]
        order = shuffled_deck(rules, secret, [b""] * seats)
        hands = [set(order[seat : 6 * seats : seats]) for seat in range(seats)]
        assert hands == [set(hand) for hand in deal(rules, number, seats).hands]


@pytest.mark.parametrize("redeal", ["five_suit", "one_colour"])
def test_no_void_deal_is_played(redeal: str) -> None:
    for number in range(150):
        for deck, seats in ((36, 2), (24, 4), (36, 6)):
            state = deal(Rules(deck=deck, redeal=redeal), number, seats)  # type: ignore[arg-type]
            assert not is_void(redeal, texts(state))


def test_a_deal_that_counts_is_dealt_once() -> None:
    for redeal in ("five_suit", "one_colour"):
        state = new_game(Rules(redeal=redeal), COUNTING, SALTS, 3)
        usual = new_game(Rules(), COUNTING, SALTS, 3)
        assert (state.hands, state.stock, state.main) == (usual.hands, usual.stock, usual.main)
    assert encode_cards(shuffled_deck(Rules(redeal="five_suit"), COUNTING, SALTS)) == encode_cards(
        shuffled_deck(Rules(), COUNTING, SALTS)
    )


# The first attacker


@pytest.mark.parametrize(("seats", "main"), [(2, 0), (3, 2), (4, 0), (5, 2), (6, 3)])
def test_pinned_random_openers(seats: int, main: int) -> None:
    rules = Rules(first_attacker="random")
    assert deal(rules, 0, seats).main == main
    assert texts(deal(rules, 0, seats)) == texts(deal(Rules(), 0, seats))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_chance_makes_every_seat_open_equally_often(seats: int) -> None:
    mains = [deal(Rules(first_attacker="random"), number, seats).main for number in range(200)]
    expected = 200 / seats
    spread = 4 * (expected * (1 - 1 / seats)) ** 0.5
    assert all(abs(mains.count(Seat(seat)) - expected) < spread for seat in range(seats))


PINNED_OPENERS = [
    # number, seats, by chance, with the lowest card, the first seat
    (20, 2, 0, 0, 0),
    (74, 2, 1, 0, 0),  # the lowest cards of both are of one rank
    (354, 2, 0, 1, 0),
    (365, 2, 1, 1, 0),
    (1719, 3, 0, 2, 0),
    (3595, 3, 1, 2, 0),
    (5980, 3, 0, 1, 0),  # seats 1 and 2 hold a card of the lowest rank
    (7449, 3, 2, 1, 0),
]


@pytest.mark.parametrize(("number", "seats", "chance", "lowest", "first"), PINNED_OPENERS)
def test_pinned_openers_without_a_trump(
    number: int, seats: int, chance: int, lowest: int, first: int
) -> None:
    assert deal(Rules(no_trump_first="random"), number, seats).main == chance
    assert deal(Rules(no_trump_first="lowest_card"), number, seats).main == lowest
    assert deal(Rules(no_trump_first="first_seat"), number, seats).main == first


@pytest.mark.parametrize(("numbers", "seats"), [(NO_TRUMP_IN_TWO_HANDS, 2), (NO_TRUMP_IN_THREE_HANDS, 3)])
def test_the_lowest_card_is_lowest_by_rank_then_by_seat(numbers: list[int], seats: int) -> None:
    for number in numbers:
        state = deal(Rules(no_trump_first="lowest_card"), number, seats)
        assert all(card.suit is not state.trump for hand in state.hands for card in hand)
        lowest = [min(RANKS.index(card[0]) for card in hand) for hand in texts(state)]
        assert state.main == lowest.index(min(lowest))


def test_while_somebody_holds_a_trump_the_fallback_is_not_asked() -> None:
    for number in range(20):
        mains = {
            deal(Rules(no_trump_first=how), number, 3).main for how in ("random", "lowest_card", "first_seat")
        }
        assert len(mains) == 1


# The leader


@pytest.mark.parametrize(
    "rules",
    [
        Rules(first_attacker="random"),
        Rules(no_trump_first="first_seat"),
        Rules(no_trump_first="lowest_card", redeal="five_suit"),
        Rules(first_attacker="random", redeal="one_colour"),
        PRESETS["pagat"],
    ],
)
def test_a_leader_always_opens_and_changes_no_card(rules: Rules) -> None:
    for number in (0, 7, 36, 74, 354):
        usual = deal(rules, number, 2)
        for leader in (0, 1):
            state = deal(rules, number, 2, leader)
            assert (state.main, state.defender) == (leader, 1 - leader)
            assert (state.hands, state.stock, state.known) == (usual.hands, usual.stock, usual.known)
