"""Catches: a deal that would come out otherwise tomorrow, a shuffle that prefers some orders, chance that
somebody could steer, cards dealt to the wrong seats.
"""

import hashlib
from collections import Counter

import pytest

from durak import (
    PRESETS,
    IllegalSetup,
    NoSuchSeat,
    Rules,
    Seat,
    commitment,
    encode_cards,
    encode_position,
    new_game,
)
from durak.cards import DECKS
from durak.deal import shuffled_deck
from tests.rules.documented import Stream

COUNTING = bytes(range(32))
SALTS = [b"Ann", b"Ben", b""]

PINNED = [
    (
        Rules(),
        bytes(32),
        [b"", b""],
        "6C,JS,KH,7S,JD,TD,9D,8S,AC,TS,AH,KC,8C,QC,9H,AS,7H,QS,AD,7D,QH,JH,QD,6S,9S,KS,7C,TH,KD,JC,"
        "9C,6D,8H,8D,TC,6H",
    ),
    (
        Rules(),
        COUNTING,
        SALTS,
        "JC,QS,JH,7H,AH,KC,8H,KS,KH,6D,QC,JS,KD,8S,7S,9H,8C,6S,QH,8D,9C,QD,AS,JD,TD,6H,TC,6C,7C,AC,"
        "AD,TH,9D,7D,TS,9S",
    ),
    (
        Rules(deck=52),
        COUNTING,
        SALTS,
        "8H,7H,4S,AS,6C,KS,QC,2H,3S,5H,9D,7S,4C,AC,4D,2S,TD,2D,3H,2C,3D,7D,JS,TC,QH,5C,TH,AD,JH,8D,"
        "KH,TS,JC,QS,9S,6D,7C,5D,AH,9C,9H,4H,8C,5S,3C,QD,KD,6H,KC,8S,JD,6S",
    ),
    (
        Rules(deck=24),
        COUNTING,
        SALTS,
        "AS,KS,TS,AH,QC,AC,JH,JC,KH,9H,QS,QD,9D,KC,JD,9C,KD,TD,AD,QH,TH,JS,TC,9S",
    ),
]


@pytest.mark.parametrize(("rules", "secret", "salts", "order"), PINNED)
def test_pinned_orders(rules: Rules, secret: bytes, salts: list[bytes], order: str) -> None:
    assert encode_cards(shuffled_deck(rules, secret, salts)) == order


@pytest.mark.parametrize(("rules", "secret", "salts", "order"), PINNED)
def test_the_documented_bytes_give_the_same_orders(
    rules: Rules, secret: bytes, salts: list[bytes], order: str
) -> None:
    """The module's description, followed step by step with nothing of the module."""
    assert ",".join(Stream(secret, salts).shuffled(rules.deck)) == order


def test_a_pinned_deal() -> None:
    state = new_game(PRESETS["classic"], COUNTING, SALTS, 3)
    assert encode_position(state) == (
        "trump=H stock=8D,9C,QD,AS,JD,TD,6H,TC,6C,7C,AC,AD,TH,9D,7D,TS,9S,QH hands=6D,7H,8H,9H,JC,"
        "KD|8S,8C,QS,QC,KS,AH|6S,7S,JS,JH,KH,KC main=0 def=1 bout=1"
    )
    order = shuffled_deck(PRESETS["classic"], COUNTING, SALTS)
    for seat in range(3):
        assert set(state.hands[seat]) == set(order[seat:18:3])
    assert state.turned_up is order[18]
    assert state.stock == (*order[19:], order[18])


def test_salts_are_not_joined_into_one() -> None:
    orders = [
        shuffled_deck(Rules(), COUNTING, salts)
        for salts in ([b"ab", b"c"], [b"a", b"bc"], [b"abc", b""], [b"", b"abc"], [b"abc", b"", b""])
    ]
    assert len(set(orders)) == len(orders)


def test_the_leader_opens_and_changes_no_card() -> None:
    secret = bytes(32)
    by_trump = new_game(PRESETS["classic"], secret, SALTS, 3)
    assert by_trump.main == 1
    for leader in range(3):
        state = new_game(PRESETS["classic"], secret, SALTS, 3, Seat(leader))
        assert (state.main, state.defender, state.second) == (leader, (leader + 1) % 3, (leader + 2) % 3)
        assert (state.hands, state.stock) == (by_trump.hands, by_trump.stock)


def test_every_place_is_equally_likely_for_every_card() -> None:
    """Chi-square over 36 cards x 36 places with 10,800 fixed secrets: 35 x 35 degrees of freedom."""
    deals = 10_800
    counts: Counter[tuple[int, str]] = Counter()
    for number in range(deals):
        order = shuffled_deck(Rules(), number.to_bytes(32, "big"), [b"", b""])
        counts.update((place, card.text) for place, card in enumerate(order))
    expected = deals / 36
    chi_square = sum(
        (counts[place, card.text] - expected) ** 2 / expected for place in range(36) for card in DECKS[36]
    )
    assert 1225 - 4 * (2 * 1225) ** 0.5 < chi_square < 1225 + 4 * (2 * 1225) ** 0.5


def test_commitment() -> None:
    assert commitment(bytes(32)) == hashlib.sha256(b"durak-deal-v1\x00" + bytes(32)).digest()
    assert commitment(bytes(32)).hex() == "60016233d4561dfbce9eee370fc734cdc0dc1f2a0aea56b7fe0f563415c649a9"
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(b"short")


def test_what_the_caller_got_wrong() -> None:
    rules = PRESETS["classic"]
    with pytest.raises(ValueError, match="32 bytes"):
        new_game(rules, bytes(31), [b"", b""], 2)
    with pytest.raises(ValueError, match="3 salts"):
        new_game(rules, bytes(32), SALTS, 2)
    with pytest.raises(NoSuchSeat):
        new_game(rules, bytes(32), SALTS, 3, Seat(3))
    with pytest.raises(IllegalSetup) as caught:
        new_game(Rules(deck=24), bytes(32), [b""] * 5, 5)
    assert caught.value.refusal.code == "deck_too_small"
