"""Which actions the rules allow (rules.md 1.3).

`refusal` judges one action and gives the reason; `legal_actions` finds the same answers the short way round.
"""

from typing import assert_never

from durak import reasons, repertoire
from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cardset import SAME_RANK, CardSet
from durak.draft import Phase
from durak.errors import Refusal
from durak.seatset import seats_in
from durak.state import State


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
            return reasons.refuse_swap(state, action, phase)
        case _:
            assert_never(action)


def public_waiting(state: State) -> frozenset[Seat]:
    """Return whom the table waits for, by public facts alone.

    Who has passed is not public and does not count. Under `attacker_first` the main attacker's pass is: he
    is waited for until he passes, the others after that.
    """
    match state.phase:
        case Phase.OPEN:
            return frozenset({state.main})
        case Phase.DEFENCE:
            return frozenset({state.defender})
        case Phase.THROW | Phase.TAKING:
            if state.rules.throw_priority == "free":
                return frozenset(state.throwers)
            if state.priority is not None:
                return frozenset({state.main})
            return frozenset(seats_in(state.thrower_set & ~(1 << state.main)))
        case Phase.OVER:
            return frozenset()


def transfer_to(state: State) -> Seat | None:
    """Return whom a transfer with the right card would reach now, laid or shown; None if none is possible."""
    return state.transfer_target if can_transfer(state, show=state.rules.transfer == "show") else None


def can_transfer(state: State, show: bool) -> bool:
    """Tell whether the defender could transfer now, had he the card to lay or to show."""
    rules = state.rules
    if rules.transfer == "off" or state.taking or not state.uncovered_set or state.covered:
        return False
    return not (reasons.transfer_barred(state) or reasons.target_capacity(state, show))


# All that is legal


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every legal action of the seat, in the order of `order_of`. Raises NoSuchSeat."""
    state.check_seat(seat)
    if not state.table:
        return _openings(state) if seat == state.main and state.outcome is None else ()
    if seat != state.defender:
        return _throws(state, seat) if state.thrower_set >> seat & 1 else ()
    return _defences(state) if state.uncovered_set and not state.taking and state.hand_sets[seat] else ()


def _openings(state: State) -> tuple[Action, ...]:
    """All sets of one rank that fit, or single cards without `open_multi`."""
    seat = state.main
    most = state.room if state.rules.open_multi else 1
    found = repertoire.attacks(seat, state.hand_sets[seat], most)
    if state.rules.trump_six_swap and reasons.refuse_swap(state, repertoire.SWAPS[seat], Phase.OPEN) is None:
        found.append(repertoire.SWAPS[seat])
    return tuple(found)


def _throws(state: State, seat: Seat) -> tuple[Action, ...]:
    cards = state.hand_sets[seat] & state.rank_set
    found = repertoire.attacks(seat, cards) if cards and _may_throw(state, seat) else []
    if (state.taking or not state.uncovered_set) and not state.passed_set >> seat & 1:
        found.append(repertoire.PASSES[seat])
    return tuple(found)


def _may_throw(state: State, seat: Seat) -> bool:
    rules = state.rules
    if rules.throw_timing == "after_beaten" and state.uncovered_set and not state.taking:
        return False
    return state.room > 0 and state.priority in (None, seat)


def _defences(state: State) -> tuple[Action, ...]:
    seat = state.defender
    hand = state.hand_sets[seat]
    found: list[Action] = []
    uncovered = state.uncovered_set
    while uncovered:
        attack = uncovered & -uncovered
        uncovered ^= attack
        place = attack.bit_length() - 1
        covers = hand & state.beaters[place]
        if covers:
            row = repertoire.defences(seat, place)
            while covers:
                cover = covers & -covers
                covers ^= cover
                found.append(row[cover.bit_length() - 1])
    if state.rules.transfer != "off":
        found += _transfers(state, hand)
    found.append(repertoire.TAKES[seat])
    return tuple(found)


def _transfers(state: State, hand: CardSet) -> list[Action]:
    found: list[Action] = []
    seat, first = state.defender, state.table[0].attack
    cards = hand & SAME_RANK[first.place]
    if not cards:
        return found
    laid = can_transfer(state, show=False)
    shown = state.rules.transfer == "show" and can_transfer(state, show=True)
    while cards:
        card = cards & -cards
        cards ^= card
        place = card.bit_length() - 1
        if laid:
            found.append(repertoire.TRANSFERS[seat][place])
        if shown and repertoire.SHOWS[seat][place].card.suit is state.trump and not card & state.shown_set:
            found.append(repertoire.SHOWS[seat][place])
    return found
