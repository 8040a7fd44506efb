"""What an action does: the next state, through the end of the bout where it comes (rules.md 1.3 to 1.5)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, assert_never

from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import Cards, in_deck_order
from durak.errors import IllegalAction
from durak.legal import refusal
from durak.ruleset import HAND_SIZE
from durak.state import Pair, State, clockwise, find_second

if TYPE_CHECKING:
    from dataclasses import replace as changed  # the type checker knows the fields of this one
else:

    def changed(state: State, **changes: Any) -> State:
        """Return the state with some fields changed.

        Does the same as `dataclasses.replace`, in an eighth of the time that a state of so many fields takes
        there; this, and only this, is why State alone has no slots.
        """
        after = object.__new__(State)
        vars(after).update(vars(state), **changes)
        return after


_NO_SEATS: frozenset[Seat] = frozenset()


def apply(state: State, action: Action) -> State:
    """Return the state after a legal action. Raises IllegalAction with the refusal, or NoSuchSeat."""
    refused = refusal(state, action)
    if refused is not None:
        raise IllegalAction(refused)
    return advance(state, action)


def advance(state: State, action: Action) -> State:
    """Return the state after an action that is known to be legal. Checks nothing: for search only."""
    after = carried_out(state, action)
    return _next_bout(after) if after.is_closed else after


def carried_out(state: State, action: Action) -> State:
    """Return the state after a legal action but before the bout closes, if it does. Checks nothing."""
    match action:
        case Attack():
            return _attacked(state, action)
        case Defend():
            return _defended(state, action)
        case Transfer():
            return _transferred(state, action)
        case Take():
            return changed(
                state, taking=True, passed=_NO_SEATS, ply=state.ply + 1, table_ply=state.table_ply + 1
            )
        case Pass():
            return changed(state, passed=state.passed | {action.seat}, ply=state.ply + 1)
        case Swap():
            raise ValueError("the swap is never legal under these rules")
        case _:
            assert_never(action)


# One function per action that moves cards


def _attacked(state: State, attack: Attack) -> State:
    hands, known, emptied = _without(state, attack.seat, attack.cards)
    return changed(
        state,
        hands=hands,
        known=known,
        emptied=emptied,
        table=(*state.table, *map(Pair, attack.cards)),
        joined=_noted(state.joined, attack.seat),
        passed=_NO_SEATS,
        ply=state.ply + 1,
        table_ply=state.table_ply + 1,
    )


def _defended(state: State, defend: Defend) -> State:
    hands, known, emptied = _without(state, defend.seat, (defend.card,))
    covered = Pair(defend.attack, defend.card)
    return changed(
        state,
        hands=hands,
        known=known,
        emptied=emptied,
        table=tuple([covered if pair.attack is defend.attack else pair for pair in state.table]),
        ply=state.ply + 1,
        table_ply=state.table_ply + 1,
    )


def _transferred(state: State, transfer: Transfer) -> State:
    """The defender becomes the main attacker, and the next seat in play has to answer."""
    hands, known, emptied = _without(state, transfer.seat, (transfer.card,))
    main, defender = state.defender, state.next_in_play(state.defender)
    return changed(
        state,
        hands=hands,
        known=known,
        emptied=emptied,
        table=(*state.table, Pair(transfer.card)),
        main=main,
        defender=defender,
        second=find_second(hands, main, defender),
        joined=_noted(state.joined, main),
        passed=_NO_SEATS,
        chain=state.chain + 1,
        ply=state.ply + 1,
        table_ply=state.table_ply + 1,
    )


def _without(
    state: State, seat: Seat, cards: Cards
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], tuple[Seat, ...]]:
    """Return `hands`, `known` and `emptied` after cards left a hand for the table."""
    hand = _less(state.hands[seat], cards)
    known = state.known
    if known[seat]:
        known = _with(known, seat, _less(known[seat], cards))
    return _with(state.hands, seat, hand), known, state.emptied if hand else (*state.emptied, seat)


def _less(cards: Cards, gone: Cards) -> Cards:
    return tuple([card for card in cards if card not in gone])


def _with(sets: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    return (*sets[:seat], cards, *sets[seat + 1 :])


def _noted(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else (*seats, seat)


# The end of a bout, in the order of rules.md 1.5


def _next_bout(state: State) -> State:
    settled = _gone_out(_refilled(_cleared(state)))
    return settled if settled.outcome is not None else _opened(settled, was_taken=state.taking)


def _cleared(state: State) -> State:
    """Step 1: the table goes to the discard, or to the hand of the defender, who all know then holds it."""
    if not state.taking:
        return changed(state, table=(), discarded=True)
    seat, cards = state.defender, table_cards(state.table)
    return changed(
        state,
        table=(),
        hands=_with(state.hands, seat, in_deck_order(state.hands[seat] + cards)),
        known=_with(state.known, seat, in_deck_order(state.known[seat] + cards)),
    )


def table_cards(table: Iterable[Pair]) -> Cards:
    """Return all cards on the table, each attack card followed by its cover."""
    return tuple([card for pair in table for card in (pair.attack, pair.cover) if card is not None])


def _refilled(state: State) -> State:
    """Step 2: each seat draws up to six before the next one does."""
    if not state.stock:
        return state
    hands, known, stock = list(state.hands), list(state.known), state.stock
    for seat in refill_order(state):
        count = max(0, HAND_SIZE - len(hands[seat]))
        drawn, stock = stock[:count], stock[count:]
        if drawn:
            hands[seat] = in_deck_order(hands[seat] + drawn)
        if state.turned_up in drawn:
            known[seat] = in_deck_order((*known[seat], drawn[-1]))
    return changed(state, hands=tuple(hands), known=tuple(known), stock=stock)


def refill_order(state: State) -> tuple[Seat, ...]:
    """Return the seats in the order in which they draw when this bout ends; the defender is always last."""
    order = (state.main, *clockwise(state.main, state.seats))
    if state.rules.refill == "join_order":
        order = (*state.joined, *[seat for seat in order if seat not in state.joined])
    return (*[seat for seat in order if seat != state.defender], state.defender)


def _gone_out(state: State) -> State:
    """Step 3: with the stock gone, whoever holds no card is out, in the order in which the hands ran out.

    This was the last that anybody asked of the bout, so what it remembered is forgotten.
    """
    out = () if state.stock else tuple([seat for seat in state.emptied if not state.hands[seat]])
    return changed(
        state,
        out=state.out + out,
        taking=False,
        passed=_NO_SEATS,
        joined=(),
        emptied=(),
        chain=0,
        shown=(),
    )


def _opened(state: State, was_taken: bool) -> State:
    """Steps 5 and 6: who attacks whom in the next bout."""
    defended = not was_taken and state.is_in_play(state.defender)
    main = state.defender if defended else state.next_in_play(state.defender)
    defender = state.next_in_play(main)
    return changed(
        state,
        main=main,
        defender=defender,
        second=find_second(state.hands, main, defender),
        bout=state.bout + 1,
    )
