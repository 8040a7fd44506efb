"""Catches: a deck in bits that disagrees with the cards about what beats what, or what is cheapest."""

import pytest

from durak.bots.bits import deck, lanes, places
from durak.cards import DECKS, Suit
from durak.cardset import beaters, cards_in, set_of

SIZES = sorted(DECKS)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("trump", list(Suit))
@pytest.mark.parametrize("low_trump_beats_ace", [False, True])
def test_what_beats_what_is_as_the_rules_have_it(size: int, trump: Suit, low_trump_beats_ace: bool) -> None:
    order, known = lanes(size, trump), deck(size, low_trump_beats_ace)
    rows = beaters(size, trump, low_trump_beats_ace)
    for place, card in enumerate(order.cards):
        found = order.cards_in(known.beats[place])
        assert set_of(found) == rows[card.place] & set_of(DECKS[size])
        assert {other.rank for other in order.cards_in(known.same_rank[place])} == {card.rank}
        assert known.same_rank[place].bit_count() == 4
        assert known.rank[place] == card.rank - DECKS[size][0].rank
        assert bool(known.trumps >> place & 1) == (card.suit is trump)


@pytest.mark.parametrize("size", SIZES)
def test_the_cheapest_card_is_the_lowest_bit(size: int) -> None:
    order, known = lanes(size, Suit.HEARTS), deck(size)
    ranks = [known.rank[place] for place in places(known.plain)]
    assert ranks == sorted(ranks)
    assert known.plain | known.trumps == known.whole == order.bits(DECKS[size])
    assert min(places(known.trumps)) > max(places(known.plain))
    assert order.cards_in(known.trumps) == tuple(card for card in DECKS[size] if card.suit is Suit.HEARTS)


def test_there_and_back() -> None:
    order = lanes(36, Suit.SPADES)
    some = cards_in(0b1011_0000_0110 << 20)
    assert set(order.cards_in(order.bits(some))) == set(some)
