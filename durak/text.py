"""Reading text piece by piece without losing the place, so that every error can point at its fault."""

from collections.abc import Iterator
from contextlib import contextmanager

from durak.errors import NotationError


def pieces(text: str, separator: str) -> Iterator[tuple[int, str]]:
    """Yield each piece between separators with the index at which it begins."""
    place = 0
    for piece in text.split(separator):
        yield place, piece
        place += len(piece) + len(separator)


@contextmanager
def within(text: str, place: int) -> Iterator[None]:
    """Tell faults found in a piece of `text` that begins at `place` as faults of the whole text."""
    try:
        yield
    except NotationError as fault:
        raise NotationError(fault.reason, text, place + fault.place) from None


def parse_number(text: str, least: int = 0) -> int:
    """Return a whole number written plainly, without sign or leading zeros. Raises NotationError."""
    plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    if not plain or str(int(text)) != text or int(text) < least:
        raise NotationError(f"expected a whole number from {least}", text)
    return int(text)


_MOST_DIGITS = 9
