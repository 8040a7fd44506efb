"""The state of a game (rules.md 1.1), and the questions that every rule asks of it.

A State is a value: nothing changes it, `durak.apply` makes the next one. What can be read off is not kept:
the discard is every card that stands nowhere, phase, capacity and outcome follow from the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from durak.actions import Seat
from durak.cards import Card, Cards, Rank, Suit
from durak.errors import NoSuchSeat
from durak.ruleset import Rules


class Phase(StrEnum):
    """What the table is doing: see the table in rules.md 1.3."""

    OPEN = "open"
    DEFENCE = "defence"
    THROW = "throw"
    TAKING = "taking"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pair:
    """An attack card and the card that covers it, if any."""

    attack: Card
    cover: Card | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one durak, the winners (in finishing order), a draw, or aborted by its room."""

    kind: Literal["durak", "winner", "draw", "aborted"]
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class State:
    """A game at one moment. Sets of cards are tuples in deck order; seats count clockwise from 0.

    rules, trump     the options; the trump suit
    hands            a set of cards per seat
    stock            in the order of drawing, the turned-up trump last
    table            pairs in the order they were laid
    main             the main attacker: who opens; after a transfer who transferred
    defender         the seat attacked
    second           first seat clockwise after the defender that held cards when it became defender, not main
    bout             number of the bout, from 1
    discarded        whether a bout of this game has been beaten off
    taking           whether the defender has announced the take
    passed           who has passed since it was last cleared
    joined           seats in the order of their first attack card in this bout
    emptied          seats whose hand ran out in this bout, in that order
    chain            how many transfers this bout has seen
    shown            the set of trumps shown for a transfer in this bout
    out              who went out, in finishing order
    known            per seat, the cards in its hand that all have seen go there; no rule reads it
    ply, table_ply   how many actions the game has seen; how many changed the table. Not compared

    What others may not see is left out of the repr, for that is how a State gets into a log.
    """

    rules: Rules
    trump: Suit
    hands: tuple[Cards, ...] = field(repr=False)
    stock: Cards = field(repr=False)
    table: tuple[Pair, ...]
    main: Seat
    defender: Seat
    second: Seat | None
    bout: int
    discarded: bool
    taking: bool
    passed: frozenset[Seat] = field(repr=False)
    joined: tuple[Seat, ...]
    emptied: tuple[Seat, ...]
    chain: int
    shown: Cards
    out: tuple[Seat, ...]
    known: tuple[Cards, ...]
    ply: int = field(default=0, compare=False)
    table_ply: int = field(default=0, compare=False)

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.hands)

    @property
    def phase(self) -> Phase:
        """What the table is doing now."""
        if not self.table:
            return Phase.OPEN if self.outcome is None else Phase.OVER
        if self.taking:
            return Phase.TAKING
        for pair in self.table:
            if pair.cover is None:
                return Phase.DEFENCE
        return Phase.THROW

    @property
    def turned_up(self) -> Card | None:
        """The turned-up trump while it is in the stock."""
        return self.stock[-1] if self.stock else None

    @property
    def uncovered(self) -> Cards:
        """Attack cards without a cover, in the order they were laid."""
        return tuple([pair.attack for pair in self.table if pair.cover is None])

    @property
    def ranks_on_table(self) -> set[Rank]:
        """The ranks of all cards on the table, attack cards and covers."""
        ranks = {pair.attack.rank for pair in self.table}
        ranks.update([pair.cover.rank for pair in self.table if pair.cover is not None])
        return ranks

    @property
    def covered(self) -> int:
        """How many pairs have a cover."""
        return len([pair for pair in self.table if pair.cover is not None])

    @property
    def base(self) -> int:
        """The hand the defender had when that seat became defender: only it covers, one card a pair."""
        return len(self.hands[self.defender]) + self.covered

    @property
    def is_first_capped(self) -> bool:
        """Whether the special cap of the first bout holds now (rules.md 1.6)."""
        return self.bout == 1 and self.rules.first_cap is not None

    @property
    def limit(self) -> int | None:
        """The most attack cards that the rules allow in this bout; None if any number."""
        return self.rules.first_cap if self.is_first_capped else self.rules.attack_limit

    @property
    def cap(self) -> int:
        """The most attack cards that this bout can see."""
        limit, base = self.limit, self.base
        return base if limit is None or base < limit else limit

    @property
    def room(self) -> int:
        """How many attack cards may still be added."""
        return self.cap - len(self.table)

    @property
    def throwers(self) -> tuple[Seat, ...]:
        """The seats that may attack in this bout and hold cards, `main` among them, in seat order."""
        return tuple([Seat(seat) for seat, hand in enumerate(self.hands) if hand and seat != self.defender])

    @property
    def is_closed(self) -> bool:
        """Whether the bout ends by itself now (rules.md 1.4), which only public facts decide.

        A defender who has covered all and holds no card leaves no room (rules.md 1.8.5).
        """
        if not self.table or (not self.taking and self.uncovered):
            return False
        return self.room == 0 or self.passed.issuperset(self.throwers)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on; judged only between bouts (rules.md 1.5)."""
        if self.table or self.stock:
            return None
        holders = [Seat(seat) for seat, hand in enumerate(self.hands) if hand]
        if self.rules.end == "first_out":
            is_over = bool(self.out) or len(holders) <= 1
            return Outcome("winner", self.out or self.emptied) if is_over else None
        if len(holders) > 1:
            return None
        return Outcome("durak", (holders[0],)) if holders else Outcome("draw")

    @property
    def transfer_target(self) -> Seat | None:
        """Whom the defender would transfer to by the order of seats; None if no other seat is in play."""
        seat = self.next_in_play(self.defender)
        return None if seat == self.defender else seat

    def is_in_play(self, seat: Seat) -> bool:
        """Tell whether the seat holds a card, or can still draw one."""
        return bool(self.hands[seat]) or (bool(self.stock) and seat not in self.out)

    def next_in_play(self, seat: Seat) -> Seat:
        """Return the first seat clockwise after `seat` that is in play; `seat` itself if no other is."""
        for other in clockwise(seat, self.seats):
            if self.is_in_play(other):
                return other
        return seat

    def check_seat(self, seat: Seat) -> None:
        """Raise NoSuchSeat unless the game has this seat."""
        if not 0 <= seat < len(self.hands):
            raise NoSuchSeat(f"seat {seat} of {self.seats}")


def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the other seats, from the left neighbour round."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))


def find_second(hands: Sequence[Cards], main: Seat, defender: Seat) -> Seat | None:
    """Return the first seat clockwise after the defender with cards; None if that is `main`, or nobody."""
    for seat in clockwise(defender, len(hands)):
        if hands[seat]:
            return None if seat == main else seat
    return None


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    return state.outcome
