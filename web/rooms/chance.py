"""What a room draws by lot beside the deal: from a keyed hash of the deal's secret, one key for each purpose.

So every worker draws the same, nothing has to be stored, and what is drawn tells nothing about the cards.
"""

import hmac


def draw(secret: bytes, purpose: str, *facts: int) -> float:
    """Return a number from 0 to below 1 that is as good as random, and the same for the same arguments."""
    return draw_bits(secret, purpose, *facts) / 2**64


def draw_bits(secret: bytes, purpose: str, *facts: int) -> int:
    """Return 64 bits that are as good as random, and the same for the same arguments."""
    message = "\0".join((f"durak-{purpose}-v1", *map(str, facts))).encode()
    return int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")


def bot_name_number(secret: bytes) -> int:
    """Return where to begin in the list of bots' names: who comes to the table differs from deal to deal."""
    return draw_bits(secret, "bot names")
