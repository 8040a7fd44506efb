"""Small words: names of seats and suits, lists, counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

from durak import Card, Seat

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


@dataclass(frozen=True, slots=True)
class Names:
    """What the seats are called in the middle of a sentence; `me`, if any, is spoken to."""

    seats: tuple[str, ...]
    me: Seat | None = None

    def name(self, seat: Seat) -> str:
        """Return the seat's name within a sentence."""
        return "you" if seat == self.me else self.seats[seat]

    def head(self, seat: Seat) -> str:
        """Return the seat's name at the beginning of a sentence or a row."""
        return capital(self.name(seat))

    def does(self, seat: Seat, verb: str) -> str:
        """Return the seat and what it does: `You pass`, `Bot 1 passes`."""
        if seat == self.me:
            return f"You {verb}"
        return f"{self.head(seat)} {_IRREGULAR.get(verb) or verb + ('es' if verb.endswith('s') else 's')}"


_IRREGULAR = {"are": "is", "have": "has"}


def numbered_seats(seats: int) -> Names:
    """Return names for people who look at a game from outside."""
    return Names(tuple(f"seat {seat}" for seat in range(seats)))


def capital(text: str) -> str:
    """Return the text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """Return the number with its noun: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(texts: Iterable[str], last: str = "and") -> str:
    """Return the texts as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, final = texts
    return f"{', '.join(most)} {last} {final}" if most else final


def spaced(cards: Iterable[Card]) -> str:
    """Return the cards beside each other, `-` when there are none."""
    return " ".join(map(str, cards)) or "-"


def rows(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return labelled lines, their texts under each other; a long text goes on below."""
    found = list(pairs)
    width = max((len(label) for label, _ in found), default=0) + 2
    return [line for label, text in found for line in _wrapped(label.ljust(width), text)]


def _wrapped(label: str, text: str) -> list[str]:
    lines = wrap(
        text,
        WIDTH,
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [label.rstrip()]


WIDTH = 100
