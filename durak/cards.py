"""Cards and their order.

There is one object per card, so cards are compared by identity, and a hand is a tuple of cards in deck order:
rank by rank from the lowest, within a rank spades, hearts, diamonds, clubs. Ranks compare by position, never
by their letters.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from operator import attrgetter
from typing import TypeAlias

from durak.errors import NotationError
from durak.text import pieces, within


class Suit(StrEnum):
    """The four suits, in deck order."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(IntEnum):
    """The thirteen ranks, from the lowest."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as it is written: one character."""
        return _LETTERS[self - 2]


_LETTERS = "23456789TJQKA"
_SUITS = tuple(Suit)
_made: dict[tuple[Rank, Suit], "Card"] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card; `Card(rank, suit)` is always the same object. `place` is its index in the deck of 52."""

    rank: Rank
    suit: Suit
    place: int = field(init=False)
    bit: int = field(init=False)
    text: str = field(init=False)

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        return _made.get((rank, suit)) or _made.setdefault((rank, suit), object.__new__(cls))

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", (self.rank - 2) * 4 + _SUITS.index(self.suit))
        object.__setattr__(self, "bit", 1 << self.place)
        object.__setattr__(self, "text", self.rank.letter + self.suit.value)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)


Cards: TypeAlias = tuple[Card, ...]

_FULL_DECK: Cards = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
_BY_TEXT: Mapping[str, Card] = {card.text: card for card in _FULL_DECK}

DECKS: Mapping[int, Cards] = {size: _FULL_DECK[52 - size :] for size in (24, 36, 52)}
"""The decks that are played with, each in deck order: 24 from the nine, 36 from the six, 52 from the two."""


def in_deck_order(cards: Iterable[Card]) -> Cards:
    """Return the cards sorted into deck order; this is how every set of cards is kept."""
    return tuple(sorted(cards, key=_place))


_place = attrgetter("place")


def parse_suit(text: str) -> Suit:
    """Return the suit of a letter. Raises NotationError."""
    if text not in _SUITS:
        raise NotationError("expected a suit, S, H, D or C", text)
    return Suit(text)


def parse_card(text: str) -> Card:
    """Return the card written as `9H`; `10H` is read as `TH`. Raises NotationError."""
    card = _BY_TEXT.get("T" + text[2:] if text.startswith("10") else text)
    if card is None:
        raise NotationError("expected a card", text)
    return card


def encode_card(card: Card) -> str:
    """Return the two characters of a card: rank, then suit."""
    return card.text


def parse_cards(text: str, parse: Callable[[str], Card] = parse_card) -> Cards:
    """Return a list of cards joined by commas, in the order given; `-` is empty. Raises NotationError.

    `parse` may be a stricter reader of one card.
    """
    cards = []
    if text != "-":
        for place, piece in pieces(text, ","):
            with within(text, place):
                cards.append(parse(piece))
    return tuple(cards)


def encode_cards(cards: Iterable[Card]) -> str:
    """Return the cards joined by commas, `-` when there are none."""
    return ",".join(card.text for card in cards) or "-"
