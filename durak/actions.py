"""What a seat can do in a game, and its text.

An action may be illegal: whether it is allowed now is for `durak.legal` to say. The text forms:

    0:A:7S,7H    seat 0 attacks, or throws in (one card)
    1:D:7H/9H    seat 1 covers 7H with 9H
    1:T:7S       seat 1 transfers with 7S
    1:S:7D       seat 1 transfers by showing the trump 7D
    1:take       2:pass       0:swap
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NewType, TypeAlias, assert_never

from durak.cards import Card, Cards, encode_cards, in_deck_order, parse_card, parse_cards
from durak.errors import NotationError
from durak.ruleset import MOST_SEATS
from durak.text import parse_number, within

Seat = NewType("Seat", int)
"""Index of a place in one game, clockwise from 0."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Open the bout or throw in; `cards` is a set, kept in deck order. Raises ValueError for no card."""

    seat: Seat
    cards: Cards

    def __post_init__(self) -> None:
        if len(self.cards) > 1:
            object.__setattr__(self, "cards", in_deck_order(self.cards))
        elif not self.cards:
            raise ValueError("an attack has a card")


@dataclass(frozen=True, slots=True)
class Defend:
    """Cover the attack card `attack` with `card`."""

    seat: Seat
    attack: Card
    card: Card


@dataclass(frozen=True, slots=True)
class Transfer:
    """Pass the attack on with a card of its rank: laid down, or with `show` a trump shown and kept."""

    seat: Seat
    card: Card
    show: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """Give up the defence: all cards on the table will go to this hand when the bout ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Have nothing more to add for now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Change the lowest trump for the turned-up card."""

    seat: Seat


Action: TypeAlias = Attack | Defend | Transfer | Take | Pass | Swap

_KINDS: tuple[type[Action], ...] = (Attack, Defend, Transfer, Take, Pass, Swap)


def cards_of(action: Action) -> Cards:
    """Return the cards that the action names out of the seat's own hand."""
    match action:
        case Attack():
            return action.cards
        case Defend() | Transfer():
            return (action.card,)
        case Take() | Pass() | Swap():
            return ()
        case _:
            assert_never(action)


def order_of(action: Action) -> tuple[int, ...]:
    """Return the sort key of the total order: by seat, kind, attack card, own cards, shown last."""
    attack = (action.attack.place,) if isinstance(action, Defend) else ()
    shown = isinstance(action, Transfer) and action.show
    own = tuple(card.place for card in cards_of(action))
    return (action.seat, _KINDS.index(type(action)), *attack, *own, shown)


def encode_action(action: Action) -> str:
    """Return the one text of the action."""
    match action:
        case Attack():
            return f"{action.seat}:A:{encode_cards(action.cards)}"
        case Defend():
            return f"{action.seat}:D:{action.attack}/{action.card}"
        case Transfer():
            return f"{action.seat}:{'S' if action.show else 'T'}:{action.card}"
        case Take():
            return f"{action.seat}:take"
        case Pass():
            return f"{action.seat}:pass"
        case Swap():
            return f"{action.seat}:swap"
        case _:
            assert_never(action)


@lru_cache(maxsize=10_000)
def parse_action(text: str) -> Action:
    """Return the action of a text; the cards of an attack may stand in any order. Raises NotationError."""
    seat_text, colon, rest = text.partition(":")
    with within(text, 0):
        seat = parse_seat(seat_text)
    start = len(seat_text) + len(colon)
    with within(text, start):
        return _parse_deed(seat, rest)


def _parse_deed(seat: Seat, text: str) -> Action:
    match text.split(":"):
        case ["take"]:
            return Take(seat)
        case ["pass"]:
            return Pass(seat)
        case ["swap"]:
            return Swap(seat)
        case [letter, cards] if letter in ("A", "D", "T", "S"):
            with within(text, len("A:")):
                return _parse_play(seat, letter, cards)
        case _:
            raise NotationError("expected take, pass, swap, A:, D:, T: or S:", text)


def _parse_play(seat: Seat, letter: str, text: str) -> Action:
    match letter:
        case "A":
            cards = parse_cards(text)
            if not cards:
                raise NotationError("an attack has a card", text)
            return Attack(seat, cards)
        case "D":
            return Defend(seat, *parse_cover(text))
        case _:
            return Transfer(seat, parse_card(text), show=letter == "S")


def parse_cover(text: str) -> tuple[Card, Card]:
    """Return attack card and cover of `7H/9H`. Raises NotationError."""
    attack, slash, cover = text.partition("/")
    with within(text, 0):
        attacking = parse_card(attack)
    with within(text, len(attack) + len(slash)):
        return attacking, parse_card(cover)


def parse_seat(text: str) -> Seat:
    """Return a seat that some game has. Raises NotationError."""
    seat = parse_number(text)
    if seat >= MOST_SEATS:
        raise NotationError("no game has such a seat", text)
    return Seat(seat)
