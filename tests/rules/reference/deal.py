"""The deal of rules.md 1.2: six cards each, the turned-up trump, deals that are void, and who opens."""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence

from tests.rules.reference.cards import HAND, deck_of, height
from tests.rules.reference.game import Game, find_second, next_in_play
from tests.rules.reference.options import Rules


class Chance:
    """The stream of bytes that a secret and the salts give, and fair numbers made of it."""

    def __init__(self, secret: bytes, salts: Sequence[bytes]) -> None:
        head = b"durak-stream-v1\0" + bytes([len(salts)])
        for salt in salts:
            head += len(salt).to_bytes(4, "big") + salt
        self._bytes = self._stream(secret, head)

    @staticmethod
    def _stream(secret: bytes, head: bytes) -> Iterator[int]:
        number = 0
        while True:
            yield from hmac.new(secret, head + number.to_bytes(8, "big"), hashlib.sha256).digest()
            number += 1

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1; bytes beyond the last full round of them do not count."""
        byte = next(self._bytes)
        while byte >= 256 - 256 % count:
            byte = next(self._bytes)
        return byte % count

    def shuffled(self, size: int) -> list[str]:
        """Return a deck in the order in which it is dealt."""
        cards = deck_of(size)
        for last in range(size - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def hands_of(deck: list[str], seats: int) -> list[list[str]]:
    """Return six cards for each seat, dealt one at a time."""
    return [deck[seat : HAND * seats : seats] for seat in range(seats)]


def is_void(rules: Rules, hands: list[list[str]]) -> bool:
    """Tell whether the cards have to be dealt again."""
    for hand in hands:
        suits = [card[1] for card in hand]
        if rules["redeal"] == "five_suit" and any(suits.count(suit) >= 5 for suit in "SHDC"):
            return True
        if rules["redeal"] == "one_colour" and (set(suits) <= set("HD") or set(suits) <= set("SC")):
            return True
    return False


def dealt(rules: Rules, seats: int, chance: Chance, leader: int | None = None) -> Game:
    """Deal until the deal stands, and find who opens."""
    deck = chance.shuffled(rules["deck"])
    while is_void(rules, hands_of(deck, seats)):
        deck = chance.shuffled(rules["deck"])
    return dealt_from(rules, seats, deck, leader, lambda: chance.below(seats))


def dealt_from(
    rules: Rules, seats: int, deck: list[str], leader: int | None, any_seat: Callable[[], int]
) -> Game:
    """Deal this deck; `any_seat` is asked only where chance has to say who opens."""
    hands, rest = hands_of(deck, seats), deck[HAND * seats :]
    known: list[list[str]] = [[] for _ in range(seats)]
    if rest:
        trump, stock = rest[0][1], rest[1:] + rest[:1]
    else:
        trump, stock = deck[-1][1], []
        known[-1].append(deck[-1])
    game = Game(rules, trump, hands, stock, main=0, defender=0, known=known)
    if leader is not None:
        game.main = leader
    elif rules["first_attacker"] == "random":
        game.main = any_seat()
    else:
        game.main = _holder_of_lowest(game, any_seat)
    defender = next_in_play(game, game.main)
    assert defender is not None
    game.defender = defender
    game.second = find_second(game)
    return game


def _holder_of_lowest(game: Game, any_seat: Callable[[], int]) -> int:
    seats = range(len(game.hands))
    trumps = [(height(card), seat) for seat in seats for card in game.hands[seat] if card[1] == game.trump]
    if trumps:
        return min(trumps)[1]
    if game.rules["no_trump_first"] == "random":
        return any_seat()
    if game.rules["no_trump_first"] == "first_seat":
        return 0
    return min((height(card), seat) for seat in seats for card in game.hands[seat])[1]


def next_leader(rules: Rules, seats: int, outcome: tuple[str, list[int]]) -> int | None:
    """Return who opens the next deal of the same people under the same rules; None if the deal says so."""
    if outcome[0] != "durak" or rules["next_deal_first"] == "lowest_trump":
        return None
    seat_round = list(range(seats)) * 3
    durak = outcome[1][0] + seats
    return seat_round[durak - 1] if rules["next_deal_first"] == "under_durak" else seat_round[durak + 1]
