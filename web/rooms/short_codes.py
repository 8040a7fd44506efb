"""Codes to say aloud and to type: Crockford's alphabet, in which no two signs look alike."""

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ROOM_LENGTH = 8
DEVICE_LENGTH = 12
"""Longer, since it opens more than a room; mostly it is not typed at all, since there is a QR code."""

_GROUP = 4
_READ_AS = str.maketrans("OIL", "011", " -\u2010\u2011\u2012\u2013\u2014_.")


def new_code(length: int) -> str:
    """Return a fresh code of five random bits for each sign."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_code(typed: str, length: int) -> str | None:
    """Return the code as somebody typed it: with small letters, gaps, an O for a zero; None if it is none."""
    code = typed.upper().translate(_READ_AS)
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def show_code(code: str) -> str:
    """Return the code in groups of four, as people read it."""
    return "-".join(code[start : start + _GROUP] for start in range(0, len(code), _GROUP))
