"""Short codes that can be said aloud: Crockford's alphabet, which has no two signs that look alike."""

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8


def new_code() -> str:
    """Return a fresh code of 40 random bits. Two rooms with one code are not to be expected, nor allowed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
