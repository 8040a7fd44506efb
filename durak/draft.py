"""What there is to know of a game at one moment (rules.md 1.1), and the questions that every rule asks of it.

What can be read off is not kept, except where every move asks for it: the discard is every card that stands
nowhere, phase, capacity and outcome follow from the rest. Sets of cards and of seats are whole numbers
inside, for speed, and tuples in deck order to whoever asks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

from durak.actions import Seat
from durak.cards import Card, Cards, Rank, Suit
from durak.cardset import CardSet, cards_in
from durak.errors import NoSuchSeat
from durak.ruleset import Rules
from durak.seatset import SeatSet, clockwise, seats_in


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


@cache
def pair_of(attack: Card, cover: Card | None = None) -> Pair:
    """Return the pair of two cards, made once."""
    return Pair(attack, cover)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one durak, the winners (in finishing order), a draw, or aborted by its room."""

    kind: Literal["durak", "winner", "draw", "aborted"]
    seats: tuple[Seat, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Draft:
    """A State in the making, which `durak.apply` may still change; `frozen` turns it into one for good.

    rules, trump     the options; the trump suit
    hand_sets        a set of cards per seat
    stock            in the order of drawing, the turned-up trump last
    table            pairs in the order they were laid
    main             the main attacker: who opens; after a transfer who transferred
    defender         the seat attacked
    second           first seat clockwise after the defender that held cards when it became defender, not main
    bout             number of the bout, from 1
    discarded        whether a bout of this game has been beaten off
    taking           whether the defender has announced the take
    passed_set       who has passed since it was last cleared
    joined           seats in the order of their first attack card in this bout
    emptied          seats whose hand ran out in this bout, in that order
    chain            how many transfers this bout has seen
    shown_set        the trumps shown for a transfer in this bout
    out              who went out, in finishing order
    known_sets       per seat, the cards in its hand that all have seen go there; no rule reads it
    ply, table_ply   how many actions the game has seen; how many changed the table. Not compared

    Read off once, since every move asks for it, and never compared either:

    beaters          by the place of an attack card, the cards that beat it under these rules
    uncovered_set    the attack cards without a cover
    rank_set         all cards of the ranks on the table
    holder_set       the seats that hold cards
    """

    rules: Rules
    trump: Suit
    hand_sets: tuple[CardSet, ...]
    stock: Cards
    table: tuple[Pair, ...]
    main: Seat
    defender: Seat
    second: Seat | None
    bout: int
    discarded: bool
    taking: bool
    passed_set: SeatSet
    joined: tuple[Seat, ...]
    emptied: tuple[Seat, ...]
    chain: int
    shown_set: CardSet
    out: tuple[Seat, ...]
    known_sets: tuple[CardSet, ...]
    ply: int
    table_ply: int
    beaters: tuple[CardSet, ...]
    uncovered_set: CardSet
    rank_set: CardSet
    holder_set: SeatSet

    # Cards

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return len(self.hand_sets)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """A set of cards per seat."""
        return tuple(map(cards_in, self.hand_sets))

    @property
    def known(self) -> tuple[Cards, ...]:
        """Per seat, the cards in its hand that all have seen go there."""
        return tuple(map(cards_in, self.known_sets))

    @property
    def shown(self) -> Cards:
        """The trumps shown for a transfer in this bout."""
        return cards_in(self.shown_set)

    @property
    def turned_up(self) -> Card | None:
        """The turned-up trump while it is in the stock."""
        return self.stock[-1] if self.stock else None

    # The table

    @property
    def phase(self) -> Phase:
        """What the table is doing now."""
        if not self.table:
            return Phase.OPEN if self.outcome is None else Phase.OVER
        if self.taking:
            return Phase.TAKING
        return Phase.DEFENCE if self.uncovered_set else Phase.THROW

    @property
    def uncovered(self) -> Cards:
        """Attack cards without a cover, in the order they were laid."""
        return tuple([pair.attack for pair in self.table if pair.cover is None])

    @property
    def ranks_on_table(self) -> tuple[Rank, ...]:
        """The ranks of all cards on the table, attack cards and covers, from the lowest."""
        return tuple([card.rank for card in cards_in(self.rank_set)[::4]])

    @property
    def covered(self) -> int:
        """How many pairs have a cover."""
        return len(self.table) - self.uncovered_set.bit_count()

    @property
    def base(self) -> int:
        """The hand the defender had when that seat became defender: only it covers, one card a pair."""
        return self.hand_sets[self.defender].bit_count() + self.covered

    @property
    def is_first_capped(self) -> bool:
        """Whether the special cap at the beginning of a game holds now (rules.md 1.6)."""
        rules = self.rules
        if rules.first_cap is None:
            return False
        return not self.discarded if rules.first_cap_scope == "until_first_discard" else self.bout == 1

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
        """How many attack cards may still be added: `cap` less those on the table.

        Reckoned from the cards in hand and still to beat, which is the same (rules.md 1.6) and quicker.
        """
        by_hand = self.hand_sets[self.defender].bit_count() - self.uncovered_set.bit_count()
        limit = self.limit
        return by_hand if limit is None else min(by_hand, limit - len(self.table))

    # Seats

    @property
    def passed(self) -> frozenset[Seat]:
        """Who has passed since it was last cleared."""
        return frozenset(seats_in(self.passed_set))

    @property
    def thrower_set(self) -> SeatSet:
        """The seats that may attack in this bout and hold cards (the scope of rules.md 1.3)."""
        throw_in = self.rules.throw_in
        if throw_in == "all":
            return self.holder_set & ~(1 << self.defender)
        scope = 1 << self.main
        if throw_in == "neighbours" and self.second is not None:
            scope |= 1 << self.second
        return self.holder_set & scope

    @property
    def throwers(self) -> tuple[Seat, ...]:
        """The seats that may attack in this bout and hold cards, `main` among them, in seat order."""
        return seats_in(self.thrower_set)

    @property
    def priority(self) -> Seat | None:
        """The main attacker while he alone may throw in, under `attacker_first` (rules.md 1.3)."""
        if self.rules.throw_priority == "free" or not self.table:
            return None
        main = 1 << self.main
        return self.main if self.holder_set & main and not self.passed_set & main else None

    @property
    def transfer_target(self) -> Seat | None:
        """Whom the defender would transfer to by the order of seats; None if no other seat is in play."""
        seat = self.next_in_play(self.defender)
        return None if seat == self.defender else seat

    def is_in_play(self, seat: Seat) -> bool:
        """Tell whether the seat holds a card, or can still draw one."""
        return bool(self.holder_set >> seat & 1 or (self.stock and seat not in self.out))

    def next_in_play(self, seat: Seat) -> Seat:
        """Return the first seat clockwise after `seat` that is in play; `seat` itself if no other is."""
        for other in clockwise(seat, len(self.hand_sets)):
            if self.is_in_play(other):
                return other
        return seat

    def check_seat(self, seat: Seat) -> None:
        """Raise NoSuchSeat unless the game has this seat."""
        if not 0 <= seat < len(self.hand_sets):
            raise NoSuchSeat(f"seat {seat} of {self.seats}")

    # Ends

    @property
    def is_closed(self) -> bool:
        """Whether the bout ends by itself now (rules.md 1.4), which only public facts decide.

        A defender who has covered all and holds no card leaves no room (rules.md 1.8.5).
        """
        if not self.table or (self.uncovered_set and not self.taking):
            return False
        if self.taking and not self.rules.throw_on_take:
            return True
        return not self.thrower_set & ~self.passed_set or self.room == 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on; judged only between bouts (rules.md 1.5)."""
        if self.table or self.stock:
            return None
        holders = self.holder_set.bit_count()
        if self.rules.end == "first_out":
            return Outcome("winner", self.out or self.emptied) if self.out or holders <= 1 else None
        if holders > 1:
            return None
        if holders == 1:
            return Outcome("durak", seats_in(self.holder_set))
        return Outcome("draw") if self.rules.draw else Outcome("durak", (self.defender,))


def table_cards(table: Iterable[Pair]) -> Cards:
    """Return all cards on the table, each attack card followed by its cover."""
    return tuple([card for pair in table for card in (pair.attack, pair.cover) if card is not None])
