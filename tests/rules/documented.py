"""The deal as `durak.deal` describes it, followed step by step with nothing of that module.

Cards are their texts; a deck is a list of them in deck order.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

RANKS = "23456789TJQKA"
COLOURS = ({"S", "C"}, {"H", "D"})


class Stream:
    """The numbers of chance of one game, from its beginning."""

    def __init__(self, secret: bytes, salts: Sequence[bytes]) -> None:
        head = b"durak-stream-v1\x00" + len(salts).to_bytes(1, "big")
        head += b"".join(len(salt).to_bytes(4, "big") + salt for salt in salts)
        self._bytes = self._all_bytes(secret, head)

    @staticmethod
    def _all_bytes(secret: bytes, head: bytes) -> Iterator[int]:
        for counter in range(2**20):
            yield from hmac.new(secret, head + counter.to_bytes(8, "big"), hashlib.sha256).digest()

    def below(self, n: int) -> int:
        byte = next(self._bytes)
        while byte >= 256 // n * n:
            byte = next(self._bytes)
        return byte % n

    def shuffled(self, size: int) -> list[str]:
        cards = [rank + suit for rank in RANKS for suit in "SHDC"][52 - size :]
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def dealt_hands(cards: Sequence[str], seats: int) -> list[list[str]]:
    """Return the cards of each seat, in the order in which it got them."""
    return [list(cards[seat : 6 * seats : seats]) for seat in range(seats)]


def trump_of(cards: Sequence[str], seats: int) -> str:
    """Return the trump suit: of the first card that nobody got, or of the last one."""
    return (cards[6 * seats] if len(cards) > 6 * seats else cards[-1])[1]


def is_void(redeal: str, hands: Sequence[Sequence[str]]) -> bool:
    """Tell whether the deal does not count."""
    suits = [[card[1] for card in hand] for hand in hands]
    if redeal == "five_suit":
        return any(hand.count(suit) >= 5 for hand in suits for suit in "SHDC")
    if redeal == "one_colour":
        return any(set(hand) <= colour for hand in suits for colour in COLOURS)
    return False


def opener(stream: Stream, cards: Sequence[str], seats: int, first_attacker: str, no_trump_first: str) -> int:
    """Return the seat that opens a deal without a leader."""
    hands, trump = dealt_hands(cards, seats), trump_of(cards, seats)
    if first_attacker == "random":
        return stream.below(seats)
    held = [(RANKS.index(card[0]), seat, card[1]) for seat in range(seats) for card in hands[seat]]
    trumps = [(rank, seat) for rank, seat, suit in held if suit == trump]
    if trumps:
        return min(trumps)[1]
    if no_trump_first == "random":
        return stream.below(seats)
    return min(held)[1] if no_trump_first == "lowest_card" else 0
