"""Sets of seats as whole numbers, and the order round the table."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from durak.actions import Seat
from durak.cardset import CardSet

SeatSet: TypeAlias = int
"""Bit n says whether seat n is in it."""


@cache
def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return the other seats, from the left neighbour round."""
    return tuple(Seat((seat + step) % seats) for step in range(1, seats))


@cache
def round_from(first: Seat, last: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats clockwise from `first`, but `last` after all others."""
    return (*[seat for seat in (first, *clockwise(first, seats)) if seat != last], last)


@cache
def seats_in(seats: SeatSet) -> tuple[Seat, ...]:
    """Return the seats of a set in ascending order."""
    return tuple(Seat(seat) for seat in range(seats.bit_length()) if seats >> seat & 1)


def seat_set(seats: Iterable[int]) -> SeatSet:
    """Return the set of some seats."""
    return sum(1 << seat for seat in seats)


def holders_of(hand_sets: Sequence[CardSet]) -> SeatSet:
    """Return the seats that hold cards."""
    return sum(1 << seat for seat, hand in enumerate(hand_sets) if hand)


def find_second(holder_set: SeatSet, seats: int, main: Seat, defender: Seat) -> Seat | None:
    """Return the first seat clockwise after the defender with cards; None if that is `main`, or nobody."""
    for seat in clockwise(defender, seats):
        if holder_set >> seat & 1:
            return None if seat == main else seat
    return None
