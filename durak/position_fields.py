"""The fields of a position text, each read at its place: what `durak.position` is made of."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from durak.actions import Seat, parse_seat
from durak.cards import DECKS, Card, Cards, Suit, in_deck_order, parse_card, parse_cards
from durak.cardset import CardSet
from durak.draft import Pair
from durak.errors import NotationError
from durak.ruleset import FEWEST_SEATS
from durak.text import pieces, within

T = TypeVar("T")

REQUIRED = ("trump", "hands", "main", "def")
OPTIONAL = (
    *("rules", "stock", "table", "second", "base", "bout", "discarded", "taking"),
    *("passed", "joined", "emptied", "chain", "shown", "out", "known"),
)


class Fields:
    """The `key=value` fields of a text, each with its place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: dict[str, tuple[int, str]] = {}
        for place, piece in pieces(text, " "):
            name, equals, value = piece.partition("=")
            if not equals or name not in REQUIRED + OPTIONAL:
                raise NotationError("expected a field", text, place)
            if name in self._found:
                raise NotationError(f"a second {name}", text, place)
            self._found[name] = place + len(name) + len(equals), value
        for name in REQUIRED:
            if name not in self._found:
                raise NotationError(f"{name} is missing", text, len(text))

    def must(self, name: str, parse: Callable[[str], T]) -> T:
        """Return the parsed value of a required field."""
        place, value = self._found[name]
        with within(self.text, place):
            return parse(value)

    def read(self, name: str, parse: Callable[[str], T], default: T) -> T:
        """Return the parsed value of a field, or the default where it is left out."""
        return self.must(name, parse) if name in self._found else default

    def fault(self, name: str, reason: str) -> NotationError:
        """Return the error that points at a field, or at the end of the text where it is left out."""
        return NotationError(reason, self.text, self._found.get(name, (len(self.text), ""))[0])


class FreshCards:
    """Reads cards out of a set of cards, each of them once."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._left = set(cards)

    def parse(self, text: str) -> Card:
        """Return the card of a text. Raises NotationError, also for a card that is not there any more."""
        card = parse_card(text)
        if card not in self._left:
            raise NotationError("this card is not there, or was named before", text)
        self._left.remove(card)
        return card


NO_CARDS: Cards = ()
NO_PAIRS: tuple[Pair, ...] = ()
NO_SEATS: tuple[Seat, ...] = ()


def parse_hands(text: str, fresh: FreshCards, most: int) -> tuple[Cards, ...]:
    """Return a set of cards per seat. Raises NotationError."""
    hands = []
    for place, piece in pieces(text, "|"):
        with within(text, place):
            hands.append(in_deck_order(parse_cards(piece, fresh.parse)))
    if not FEWEST_SEATS <= len(hands) <= most:
        raise NotationError(f"expected {FEWEST_SEATS} to {most} hands", text)
    return tuple(hands)


def parse_stock(text: str, fresh: FreshCards, trump: Suit) -> Cards:
    """Return cards in the order of drawing, the last of them a trump. Raises NotationError."""
    stock = parse_cards(text, fresh.parse)
    if stock and stock[-1].suit is not trump:
        raise NotationError("the last card of the stock is no trump", text, text.rfind(",") + 1)
    return stock


def parse_table(text: str, fresh: FreshCards, covers: Sequence[CardSet]) -> tuple[Pair, ...]:
    """Return the pairs in the order they were laid; `covers` as in Draft.beaters. Raises NotationError."""
    table = []
    for place, piece in _pieces_or_none(text):
        with within(text, place):
            table.append(_parse_pair(piece, fresh, covers))
    return tuple(table)


def _parse_pair(text: str, fresh: FreshCards, covers: Sequence[CardSet]) -> Pair:
    attack_text, slash, cover_text = text.partition("/")
    if not slash:
        raise NotationError("expected attack/cover or attack/-", text)
    with within(text, 0):
        attack = fresh.parse(attack_text)
    if cover_text == "-":
        return Pair(attack)
    with within(text, len(attack_text) + 1):
        cover = fresh.parse(cover_text)
        if not cover.bit & covers[attack.place]:
            raise NotationError("this cover does not beat the attack card", cover_text)
    return Pair(attack, cover)


def parse_seat_of(text: str, seats: int) -> Seat:
    """Return a seat of a game that has so many. Raises NotationError."""
    seat = parse_seat(text)
    if seat >= seats:
        raise NotationError("the game has no such seat", text)
    return seat


def parse_seat_or_none(text: str, seats: int) -> Seat | None:
    """Return a seat, or None for `-`. Raises NotationError."""
    return None if text == "-" else parse_seat_of(text, seats)


def parse_seats(text: str, seats: int) -> tuple[Seat, ...]:
    """Return seats joined by commas, each named once. Raises NotationError."""
    found: list[Seat] = []
    for place, piece in _pieces_or_none(text):
        with within(text, place):
            seat = parse_seat_of(piece, seats)
            if seat in found:
                raise NotationError("a seat named twice", piece)
            found.append(seat)
    return tuple(found)


def parse_passed(text: str, seats: int) -> tuple[Seat, ...]:
    """Return seats in ascending order. Raises NotationError."""
    found = parse_seats(text, seats)
    if list(found) != sorted(found):
        raise NotationError("expected seats in ascending order", text)
    return found


def parse_flag(text: str) -> bool:
    """Return whether the text is `yes` rather than `no`. Raises NotationError."""
    if text not in ("yes", "no"):
        raise NotationError("expected yes or no", text)
    return text == "yes"


def parse_set(text: str, deck: int) -> Cards:
    """Return a set of cards that may stand elsewhere too. Raises NotationError."""
    return in_deck_order(parse_cards(text, FreshCards(DECKS[deck]).parse))


def parse_known(text: str, hands: Sequence[Cards]) -> tuple[Cards, ...]:
    """Return a set of known cards per hand; `-` alone means none. Raises NotationError."""
    sets = list(pieces(text, "|"))
    if text == "-":
        return (NO_CARDS,) * len(hands)
    if len(sets) != len(hands):
        raise NotationError(f"expected {len(hands)} sets of known cards", text)
    known = []
    for (place, piece), hand in zip(sets, hands, strict=True):
        with within(text, place):
            known.append(in_deck_order(parse_cards(piece, FreshCards(hand).parse)))
    return tuple(known)


def _pieces_or_none(text: str) -> Iterable[tuple[int, str]]:
    return () if text == "-" else pieces(text, ",")
