"""Which actions the rules allow (rules.md 1.3).

`refusal` judges one action and gives the reason; `legal_actions` finds the same answers the short way round.
"""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import assert_never

from durak import reasons
from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import Cards, beats, in_deck_order
from durak.errors import Refusal
from durak.state import Phase, State


def refusal(state: State, action: Action) -> Refusal | None:
    """Return why the action is not allowed now, or None if it is. Raises NoSuchSeat."""
    state.check_seat(action.seat)
    phase = state.phase
    absent = reasons.absent(state, action.seat, phase)
    if absent is not None:
        return absent
    match action:
        case Attack():
            return reasons.refuse_attack(state, action, phase)
        case Defend():
            return reasons.refuse_defend(state, action, phase)
        case Transfer():
            return reasons.refuse_transfer(state, action, phase)
        case Take():
            return reasons.refuse_take(state, action, phase)
        case Pass():
            return reasons.refuse_pass(state, action, phase)
        case Swap():
            return Refusal("swap_off")
        case _:
            assert_never(action)


def public_waiting(state: State) -> frozenset[Seat]:
    """Return whom the table waits for, by public facts alone: who has passed does not count."""
    match state.phase:
        case Phase.OPEN:
            return frozenset({state.main})
        case Phase.DEFENCE:
            return frozenset({state.defender})
        case Phase.THROW | Phase.TAKING:
            return frozenset(state.throwers)
        case Phase.OVER:
            return frozenset()


def transfer_to(state: State) -> Seat | None:
    """Return whom a transfer with a card of the right rank would reach now, or None if none is possible."""
    if state.rules.transfer == "off" or state.phase is not Phase.DEFENCE or state.covered:
        return None
    target = state.transfer_target
    return None if target is None or reasons.target_capacity(state) else target


# All that is legal


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every legal action of the seat, in the order of `order_of`. Raises NoSuchSeat."""
    state.check_seat(seat)
    phase = state.phase
    if phase is Phase.OVER or not state.hands[seat]:
        return ()
    if phase is Phase.OPEN:
        return tuple(_openings(state)) if seat == state.main else ()
    if seat != state.defender:
        return tuple(_throws(state, seat, phase))
    return tuple(_defences(state)) if phase is Phase.DEFENCE else ()


def _openings(state: State) -> Iterator[Action]:
    """All sets of one rank that fit, or single cards without `open_multi`."""
    most = state.room if state.rules.open_multi else 1
    for _, equals in groupby(state.hands[state.main], key=_rank):
        for cards in _subsets(tuple(equals), most):
            yield Attack(state.main, cards)


_rank = attrgetter("rank")


@cache
def _subsets(cards: Cards, most: int) -> tuple[Cards, ...]:
    """Return every set of one to `most` of the cards of one rank; sets that begin alike stand together."""
    return tuple(
        (card, *others)
        for index, card in enumerate(cards)
        for others in ((), *(_subsets(cards[index + 1 :], most - 1) if most > 1 else ()))
    )


def _throws(state: State, seat: Seat, phase: Phase) -> Iterator[Action]:
    if state.room > 0:
        ranks = state.ranks_on_table
        for card in state.hands[seat]:
            if card.rank in ranks:
                yield Attack(seat, (card,))
    if phase is not Phase.DEFENCE and seat not in state.passed:
        yield Pass(seat)


def _defences(state: State) -> Iterator[Action]:
    seat, trump = state.defender, state.trump
    hand = state.hands[seat]
    for attack in in_deck_order(state.uncovered):
        for card in hand:
            if beats(card, attack, trump):
                yield Defend(seat, attack, card)
    if transfer_to(state) is not None:
        rank = state.table[0].attack.rank
        for card in hand:
            if card.rank == rank:
                yield Transfer(seat, card)
    yield Take(seat)
