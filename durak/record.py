"""A whole game on one line: `<rules> <version> <secret> <salts> <seats> <leader|-> <actions...>`.

With the rules of its version a record gives every position of the game. It holds the secret, so a record of a
game that is not over must not leave the server.

Whoever kept the commitment that was shown at the deal can `verify` the record of a finished game without
trusting anybody: the secret is the one promised, the salts, his own among them, were added to it, and every
action was legal.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from durak.actions import Action, Seat, encode_action, parse_action, parse_seat
from durak.apply import apply
from durak.deal import SECRET_SIZE, new_game
from durak.deal import commitment as commitment_to
from durak.draft import Outcome
from durak.errors import DurakError, IllegalAction, NotationError, OtherVersion, Refusal
from durak.rules_code import encode_rules, parse_rules
from durak.ruleset import FEWEST_SEATS, MOST_SEATS, RULES_VERSION, Rules
from durak.state import State
from durak.text import parse_number, pieces, within

T = TypeVar("T")

COMMITMENT_SIZE = 32


@dataclass(frozen=True, slots=True)
class Record:
    """What a game is folded from; `version` is the RULES_VERSION it was played under."""

    rules: Rules
    version: int
    secret: bytes = field(repr=False)
    salts: tuple[bytes, ...]
    seats: int
    leader: Seat | None
    actions: tuple[Action, ...]


class IllegalRecord(IllegalAction):
    """The rules refuse action `number` of a record, counted from 1."""

    def __init__(self, number: int, action: Action, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.number = number
        self.action = action

    def __str__(self) -> str:
        return f"action {self.number}, {encode_action(self.action)}: {self.refusal}"

    def __reduce__(self) -> tuple[type["IllegalRecord"], tuple[int, Action, Refusal]]:
        return IllegalRecord, (self.number, self.action, self.refusal)


class WrongSecret(DurakError):
    """The secret of a record is not the one that the commitment promised."""


def replay(record: Record) -> Iterator[State]:
    """Yield the dealt state and the state after each action.

    Raises OtherVersion, IllegalSetup, and IllegalRecord where the rules refuse an action.
    """
    if record.version != RULES_VERSION:
        raise OtherVersion(f"played under version {record.version}, this program plays {RULES_VERSION}")
    state = new_game(record.rules, record.secret, record.salts, record.seats, record.leader)
    yield state
    for number, action in enumerate(record.actions, start=1):
        try:
            state = apply(state, action)
        except IllegalAction as fault:
            raise IllegalRecord(number, action, fault.refusal) from None
        yield state


def verify(line: str, commitment: str | None = None) -> Outcome | None:
    """Check a record and return how its game ended, None if it is not over.

    `commitment` is what was shown at the deal, in hexadecimal; without it nothing speaks for the deal. Raises
    NotationError, WrongSecret, and what `replay` raises.
    """
    record = parse_record(line)
    if commitment is not None and commitment_to(record.secret) != _parse_commitment(commitment):
        raise WrongSecret("the secret is not the one that the commitment promised")
    *_, last = replay(record)
    return last.outcome


def _parse_commitment(text: str) -> bytes:
    promised = _parse_hex(text.lower())
    if len(promised) != COMMITMENT_SIZE:
        raise NotationError(f"a commitment has {COMMITMENT_SIZE} bytes", text)
    return promised


def encode_record(record: Record) -> str:
    """Return the record on one line."""
    return " ".join(
        (
            encode_rules(record.rules),
            str(record.version),
            record.secret.hex(),
            ",".join(salt.hex() or "-" for salt in record.salts),
            str(record.seats),
            "-" if record.leader is None else str(record.leader),
            *map(encode_action, record.actions),
        )
    )


def parse_record(text: str) -> Record:
    """Return the record of a line; whether its actions are legal is for `replay`. Raises NotationError."""
    parts = list(pieces(text, " "))
    if len(parts) < 6:
        raise NotationError("expected rules, version, secret, salts, seats and leader", text, len(text))

    def read(index: int, parse: Callable[[str], T]) -> T:
        place, piece = parts[index]
        with within(text, place):
            return parse(piece)

    rules = read(0, parse_rules)
    version = read(1, partial(parse_number, least=1))
    secret = read(2, _parse_secret)
    seats = read(4, _parse_seats)
    salts = read(3, lambda piece: _parse_salts(piece, seats))
    leader = read(5, lambda piece: _parse_leader(piece, seats))
    actions = tuple(
        read(index, lambda piece: _parse_action_of(piece, seats)) for index in range(6, len(parts))
    )
    return Record(rules, version, secret, salts, seats, leader, actions)


def _parse_secret(text: str) -> bytes:
    secret = _parse_hex(text)
    if len(secret) != SECRET_SIZE:
        raise NotationError(f"a secret has {SECRET_SIZE} bytes", text)
    return secret


def _parse_hex(text: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if found.hex() != text or not found:
        raise NotationError("expected bytes in hexadecimal, in small letters", text)
    return found


def _parse_seats(text: str) -> int:
    seats = parse_number(text)
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise NotationError(f"expected {FEWEST_SEATS} to {MOST_SEATS} seats", text)
    return seats


def _parse_salts(text: str, seats: int) -> tuple[bytes, ...]:
    salts = []
    for place, piece in pieces(text, ","):
        with within(text, place):
            salts.append(b"" if piece == "-" else _parse_hex(piece))
    if len(salts) != seats:
        raise NotationError(f"expected {seats} salts", text)
    return tuple(salts)


def _parse_action_of(text: str, seats: int) -> Action:
    action = parse_action(text)
    if action.seat >= seats:
        raise NotationError("the game has no such seat", text)
    return action


def _parse_leader(text: str, seats: int) -> Seat | None:
    if text == "-":
        return None
    leader = parse_seat(text)
    if leader >= seats:
        raise NotationError("the game has no such seat", text)
    return leader
