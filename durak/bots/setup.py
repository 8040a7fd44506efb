"""Rules and seats, boiled down to what a game in bits asks of them."""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from durak.bots.bits import Bits, Deck, deck
from durak.ruleset import Rules
from durak.seatset import SeatSet

Values: TypeAlias = tuple[float, ...]
"""What a game was worth to each seat: 1 not the durak (or a winner), 0 the durak (or none), 0.5 a draw."""

NO_LIMIT = 99
"""More attack cards than a bout can see."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed for a game of so many seats under some rules; sets of seats are as in `durak.seatset`.

    deck             the deck in bits
    everybody        all seats
    limit            the most attack cards in a bout
    first_limit      the same while the special beginning of a game lasts (rules.md 1.6)
    until_discard    whether that lasts until something has been beaten off; else for the first bout
    transfers        whether there are any; `shows` whether by showing, too
    longest_chain    the most transfers in a bout
    feeds            whether cards may be thrown in after a take
    keeps_joined     whether the order of refilling asks who joined the bout when
    following        by a set of seats, then by seat: its first seat clockwise after this one, or this one if
                     the set holds no other
    rounds           by a set of seats, then by seat: its seats clockwise, beginning with this one
    drawn            what a draw is worth to each seat
    """

    rules: Rules
    seats: int
    deck: Deck
    everybody: SeatSet
    limit: int
    first_limit: int
    until_discard: bool
    transfers: bool
    shows: bool
    longest_chain: int
    feeds: bool
    keeps_joined: bool
    following: tuple[tuple[int, ...], ...]
    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    drawn: Values

    def spared(self, stocked: bool) -> Bits:
        """Return the cards that are not too good to be given away: all but trumps while there is a stock."""
        return self.deck.plain if stocked else self.deck.whole


@cache
def setup_of(rules: Rules, seats: int) -> Setup:
    """Return the setup of so many seats under these rules."""
    limit = rules.attack_limit or NO_LIMIT
    rounds = _rounds(seats)
    return Setup(
        rules=rules,
        seats=seats,
        deck=deck(rules.deck, rules.low_trump_beats_ace),
        everybody=(1 << seats) - 1,
        limit=limit,
        first_limit=rules.first_cap or limit,
        until_discard=rules.first_cap_scope == "until_first_discard",
        transfers=rules.transfer != "off",
        shows=rules.transfer == "show",
        longest_chain=rules.transfer_max_chain or NO_LIMIT,
        feeds=rules.throw_on_take,
        keeps_joined=rules.refill != "attacker_clockwise",
        following=tuple(tuple(_after(seat, order) for seat, order in enumerate(row)) for row in rounds),
        rounds=rounds,
        drawn=(0.5,) * seats,
    )


@cache
def _rounds(seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    clockwise = [[(first + step) % seats for step in range(seats)] for first in range(seats)]
    return tuple(
        tuple(tuple(seat for seat in order if held >> seat & 1) for order in clockwise)
        for held in range(1 << seats)
    )


def _after(seat: int, order: tuple[int, ...]) -> int:
    return next((other for other in order if other != seat), seat)
