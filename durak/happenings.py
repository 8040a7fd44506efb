"""The story of an action: what all can see happen, and the few things that only one seat sees.

A Happening here is complete, hidden cards included; only `durak.view.story_for` may show it to anybody.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.apply import carried_out, refill_order
from durak.cards import Card, Cards
from durak.draft import Outcome, table_cards
from durak.state import State


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game began."""

    main: Seat
    defender: Seat


@dataclass(frozen=True, slots=True)
class Attacked:
    """A seat opened the bout, or threw in."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Defended:
    """The defender covered a card."""

    seat: Seat
    attack: Card
    card: Card


@dataclass(frozen=True, slots=True)
class Transferred:
    """The defender passed the attack on to the seat `to`."""

    seat: Seat
    card: Card
    show: bool
    to: Seat


@dataclass(frozen=True, slots=True)
class TakeAnnounced:
    """The defender gave up; the cards stay on the table until the bout ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed: `public` if all may know, else it is for the seat itself until the bout closes."""

    seat: Seat
    public: bool


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat laid `card`, the lowest trump, under the stock and took the `turned_up` card."""

    seat: Seat
    card: Card
    turned_up: Card


@dataclass(frozen=True, slots=True)
class BeatenOff:
    """All cards on the table went to the discard."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Taken:
    """All cards on the table went to the defender's hand."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Refilled:
    """A seat drew `cards`, in that order; the last of them may be the `turned_up` trump, which all know."""

    seat: Seat
    cards: Cards
    turned_up: Card | None


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat is out, as number `place` of the finishing order, from 1."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class BoutBegan:
    """The next bout began."""

    bout: int
    main: Seat
    defender: Seat


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended."""

    outcome: Outcome


Happening: TypeAlias = (
    Dealt
    | Attacked
    | Defended
    | Transferred
    | TakeAnnounced
    | Passed
    | Swapped
    | BeatenOff
    | Taken
    | Refilled
    | WentOut
    | BoutBegan
    | GameOver
)


def dealt(state: State) -> tuple[Happening, ...]:
    """Return the story of the deal that led to `state`."""
    return (Dealt(state.main, state.defender),)


def happened(before: State, action: Action, after: State) -> tuple[Happening, ...]:
    """Return the story of a legal action, which led from `before` to `after`."""
    deed = _deed(before, action, after)
    if after.table or isinstance(action, Swap):
        return (deed,)
    return (deed, *_end_of_bout(carried_out(before, action), after))


def _deed(before: State, action: Action, after: State) -> Happening:
    match action:
        case Attack(seat, cards):
            return Attacked(seat, cards)
        case Defend(seat, attack, card):
            return Defended(seat, attack, card)
        case Transfer(seat, card, show):
            return Transferred(seat, card, show, after.defender)
        case Take(seat):
            return TakeAnnounced(seat)
        case Pass(seat):
            return Passed(seat, public=seat == before.priority)
        case Swap(seat):
            return Swapped(seat, after.stock[-1], before.stock[-1])
        case _:
            assert_never(action)


def _end_of_bout(last: State, after: State) -> Iterator[Happening]:
    """Tell how the bout whose final table is `last` ended, in the order of rules.md 1.5."""
    cards = table_cards(last.table)
    yield Taken(last.defender, cards) if last.taking else BeatenOff(cards)
    for seat in refill_order(last):
        drawn = tuple(card for card in last.stock if card.bit & after.hand_sets[seat])
        if drawn:
            yield Refilled(seat, drawn, last.turned_up if last.turned_up in drawn else None)
    for place, seat in enumerate(after.out[len(last.out) :], start=len(last.out) + 1):
        yield WentOut(seat, place)
    if after.outcome is not None:
        yield GameOver(after.outcome)
    else:
        yield BoutBegan(after.bout, after.main, after.defender)
