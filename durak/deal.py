"""From a secret to a dealt game; the only source of chance in a game.

The stream of chance is the concatenation of HMAC-SHA256(key = secret, message) for counter 0, 1, 2, ...:

    message = "durak-stream-v1\\0"                          16 bytes
              || number of salts                            1 byte
              || for each salt: its length || its bytes     4 bytes big-endian, then as long as said
              || counter                                    8 bytes big-endian

A whole number below n (n at most 256) is the next byte modulo n; bytes from the largest multiple of n up are
skipped, so every number is equally likely. The deck in deck order is shuffled by Fisher-Yates: for i from
the last index down to 1, exchange card i with card number (a number below i + 1). Card k of the shuffled deck
goes to seat k modulo seats, until all have six; the next card is turned up and put under the stock; the
others are drawn in order. If the deal uses the whole deck, its last card gives trumps and stays in the hand.
A redeal shuffles the deck in deck order anew, with the stream going on. Where chance names the opener, it is
a number below seats, drawn next from the same stream.

The commitment is SHA-256("durak-deal-v1\\0" || secret), to be made and shown before any salt is known.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest

from durak.actions import Seat
from durak.cards import DECKS, Card, Cards, Suit, in_deck_order
from durak.errors import IllegalSetup, NoSuchSeat
from durak.ruleset import HAND_SIZE, Rules, check_setup
from durak.seatset import find_second, seat_set
from durak.state import State

SECRET_SIZE = 32
_COMMITMENT = b"durak-deal-v1\0"
_STREAM = b"durak-stream-v1\0"


def commitment(secret: bytes) -> bytes:
    """Return the 32 bytes that bind the dealer to a secret of 32 bytes without telling it."""
    return sha256(_COMMITMENT + _checked(secret)).digest()


def new_game(
    rules: Rules, secret: bytes, salts: Sequence[bytes], seats: int, leader: Seat | None = None
) -> State:
    """Deal a game: secret of 32 bytes, one salt per seat, `leader` opens if given (rules.md 1.2.6).

    Raises IllegalSetup if the rules refuse so many seats, NoSuchSeat for a leader beyond them, ValueError for
    a secret of another size or another number of salts.
    """
    refusal = check_setup(rules, seats)
    if refusal is not None:
        raise IllegalSetup(refusal)
    if leader is not None and not 0 <= leader < seats:
        raise NoSuchSeat(f"leader {leader} of {seats}")
    if len(salts) != seats:
        raise ValueError(f"{len(salts)} salts for {seats} seats")
    chance = _Chance(_checked(secret), salts)
    deck = _playable_deck(rules, chance, seats)
    hands, stock = _dealt_out(deck, seats)
    trump_card = stock[-1] if stock else deck[-1]
    main = leader if leader is not None else _opener(rules, hands, trump_card.suit, chance)
    return _opening(rules, hands, stock, trump_card, main)


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_SIZE:
        raise ValueError(f"a secret has {SECRET_SIZE} bytes, not {len(secret)}")
    return secret


def shuffled_deck(rules: Rules, secret: bytes, salts: Sequence[bytes]) -> Cards:
    """Return the deck in the order in which it is dealt, for proofs and tests. There is a salt per seat."""
    return _playable_deck(rules, _Chance(_checked(secret), salts), len(salts))


class _Chance:
    """The stream of chance of one game, read from its beginning."""

    def __init__(self, secret: bytes, salts: Sequence[bytes]) -> None:
        self._secret = secret
        self._message = _STREAM + bytes([len(salts)]) + b"".join(map(_framed, salts))
        self._bytes = self._stream()

    def _stream(self) -> Iterator[int]:
        counter = 0
        while True:
            yield from digest(self._secret, self._message + counter.to_bytes(8, "big"), "sha256")
            counter += 1

    def below(self, bound: int) -> int:
        """Return the next number of 0 .. bound-1."""
        unbiased = 256 - 256 % bound
        return next(byte for byte in self._bytes if byte < unbiased) % bound

    def shuffled(self, deck: Cards) -> Cards:
        cards = list(deck)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)


def _framed(salt: bytes) -> bytes:
    return len(salt).to_bytes(4, "big") + salt


def _playable_deck(rules: Rules, chance: _Chance, seats: int) -> Cards:
    """Return the first shuffled deck that gives no void deal (rules.md 1.2.7)."""
    while True:
        deck = chance.shuffled(DECKS[rules.deck])
        hands, _ = _dealt_out(deck, seats)
        if not any(_is_void(rules, hand) for hand in hands):
            return deck


def _is_void(rules: Rules, hand: Cards) -> bool:
    suits = [card.suit for card in hand]
    if rules.redeal == "five_suit":
        return max(map(suits.count, Suit)) >= 5
    if rules.redeal == "one_colour":
        return sum(map(suits.count, _RED)) in (0, HAND_SIZE)
    return False


_RED = (Suit.HEARTS, Suit.DIAMONDS)


def _dealt_out(deck: Cards, seats: int) -> tuple[tuple[Cards, ...], Cards]:
    """Return hands and stock; a stock ends with the card that was turned up (rules.md 1.2.2, 1.2.3)."""
    dealt = seats * HAND_SIZE
    hands = tuple(in_deck_order(deck[seat:dealt:seats]) for seat in range(seats))
    return hands, (*deck[dealt + 1 :], *deck[dealt : dealt + 1])


def _opener(rules: Rules, hands: Sequence[Cards], trump: Suit, chance: _Chance) -> Seat:
    """Return who opens a game that has no leader (rules.md 1.2.4)."""
    trumps = [
        (card.place, Seat(seat)) for seat, hand in enumerate(hands) for card in hand if card.suit is trump
    ]
    if rules.first_attacker == "lowest_trump" and trumps:
        return min(trumps)[1]
    if rules.first_attacker == "random" or rules.no_trump_first == "random":
        return Seat(chance.below(len(hands)))
    if rules.no_trump_first == "first_seat":
        return Seat(0)
    return Seat(min((hand[0].rank, seat) for seat, hand in enumerate(hands))[1])


def _opening(rules: Rules, hands: tuple[Cards, ...], stock: Cards, trump_card: Card, main: Seat) -> State:
    """Return the state in which `main` opens the first bout."""
    seats = len(hands)
    defender = Seat((main + 1) % seats)
    known: list[Cards] = [()] * seats
    if not stock:
        known[-1] = (trump_card,)
    return State.of(
        rules=rules,
        trump=trump_card.suit,
        hands=hands,
        stock=stock,
        table=(),
        main=main,
        defender=defender,
        second=find_second(seat_set(range(seats)), seats, main, defender),
        bout=1,
        discarded=False,
        taking=False,
        passed=(),
        joined=(),
        emptied=(),
        chain=0,
        shown=(),
        out=(),
        known=known,
    )
