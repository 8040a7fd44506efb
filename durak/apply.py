"""What an action does: the next state, through the end of the bout where it comes (rules.md 1.3 to 1.5)."""

from typing import assert_never

from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import Card
from durak.cardset import SAME_RANK, lowest_trump, set_of
from durak.draft import Draft, pair_of, table_cards
from durak.errors import IllegalAction
from durak.legal import refusal
from durak.ruleset import HAND_SIZE
from durak.seatset import find_second, round_from
from durak.state import State, frozen


def apply(state: State, action: Action) -> State:
    """Return the state after a legal action. Raises IllegalAction with the refusal, or NoSuchSeat."""
    refused = refusal(state, action)
    if refused is not None:
        raise IllegalAction(refused)
    return advance(state, action)


def advance(state: State, action: Action) -> State:
    """Return the state after an action that is known to be legal. Checks nothing: for search only."""
    after = state.draft()
    _carry_out(after, action)
    if after.is_closed:
        _end_bout(after)
    return frozen(after)


def carried_out(state: State, action: Action) -> State:
    """Return the state after a legal action but before the bout closes, if it does. Checks nothing."""
    after = state.draft()
    _carry_out(after, action)
    return frozen(after)


def _carry_out(draft: Draft, action: Action) -> None:
    draft.ply += 1
    if isinstance(action, Pass):
        draft.passed_set |= 1 << action.seat
        return
    draft.table_ply += 1
    match action:
        case Attack():
            _attack(draft, action)
        case Defend():
            _defend(draft, action)
        case Take():
            draft.taking = True
            draft.passed_set = 0
        case Transfer():
            _transfer(draft, action)
        case Swap():
            _swap(draft)
        case _:
            assert_never(action)


# One function per action that moves cards


def _attack(draft: Draft, attack: Attack) -> None:
    for card in attack.cards:
        _lay(draft, attack.seat, card)


def _lay(draft: Draft, seat: Seat, card: Card) -> None:
    """A card is laid against the defender: to open, thrown in, or to transfer."""
    _leave_hand(draft, seat, card)
    draft.table = (*draft.table, pair_of(card))
    draft.uncovered_set |= card.bit
    draft.rank_set |= SAME_RANK[card.place]
    draft.passed_set = 0
    if seat not in draft.joined:
        draft.joined = (*draft.joined, seat)


def _defend(draft: Draft, defend: Defend) -> None:
    attack, card = defend.attack, defend.card
    _leave_hand(draft, defend.seat, card)
    covered = pair_of(attack, card)
    draft.table = tuple([covered if pair.attack is attack else pair for pair in draft.table])
    draft.uncovered_set ^= attack.bit
    draft.rank_set |= SAME_RANK[card.place]


def _transfer(draft: Draft, transfer: Transfer) -> None:
    """The defender becomes the main attacker, and the next seat in play has to answer."""
    main, defender, card = draft.defender, draft.next_in_play(draft.defender), transfer.card
    if transfer.show:
        draft.shown_set |= card.bit
        draft.known_sets = _with(draft.known_sets, main, draft.known_sets[main] | card.bit)
        draft.passed_set = 0
    else:
        _lay(draft, main, card)
    draft.main, draft.defender = main, defender
    draft.second = find_second(draft.holder_set, draft.seats, main, defender)
    draft.chain += 1


def _swap(draft: Draft) -> None:
    """The lowest trump goes under the stock, and all know where the turned-up card went."""
    seat, low, high = draft.main, lowest_trump(draft.rules.deck, draft.trump), draft.stock[-1]
    draft.stock = (*draft.stock[:-1], low)
    draft.hand_sets = _with(draft.hand_sets, seat, draft.hand_sets[seat] & ~low.bit | high.bit)
    draft.known_sets = _with(draft.known_sets, seat, draft.known_sets[seat] & ~low.bit | high.bit)


def _leave_hand(draft: Draft, seat: Seat, card: Card) -> None:
    hand = draft.hand_sets[seat] ^ card.bit
    draft.hand_sets = _with(draft.hand_sets, seat, hand)
    known = draft.known_sets[seat]
    if known & card.bit:
        draft.known_sets = _with(draft.known_sets, seat, known ^ card.bit)
    if not hand:
        draft.emptied = (*draft.emptied, seat)
        draft.holder_set ^= 1 << seat


def _with(sets: tuple[int, ...], seat: Seat, cards: int) -> tuple[int, ...]:
    return (*sets[:seat], cards, *sets[seat + 1 :])


# The end of a bout, in the order of rules.md 1.5


def _end_bout(draft: Draft) -> None:
    was_taken = draft.taking
    _clear(draft)
    if draft.stock:
        _refill(draft)
    _go_out(draft)
    if draft.outcome is None:
        _open(draft, was_taken)


def _clear(draft: Draft) -> None:
    """Step 1: the table goes to the discard, or to the hand of the defender, who all know then holds it."""
    if draft.taking:
        seat, cards = draft.defender, set_of(table_cards(draft.table))
        draft.hand_sets = _with(draft.hand_sets, seat, draft.hand_sets[seat] | cards)
        draft.known_sets = _with(draft.known_sets, seat, draft.known_sets[seat] | cards)
    else:
        draft.discarded = True
    draft.table = ()
    draft.uncovered_set = draft.rank_set = 0


def _refill(draft: Draft) -> None:
    """Step 2: each seat draws up to six before the next one does."""
    hands, stock = list(draft.hand_sets), draft.stock
    for seat in refill_order(draft):
        count = HAND_SIZE - hands[seat].bit_count()
        if count > 0 and stock:
            drawn, stock = stock[:count], stock[count:]
            hands[seat] |= set_of(drawn)
            draft.holder_set |= 1 << seat
            if not stock:
                known = draft.known_sets[seat] | drawn[-1].bit
                draft.known_sets = _with(draft.known_sets, seat, known)
    draft.hand_sets, draft.stock = tuple(hands), stock


def refill_order(state: Draft) -> tuple[Seat, ...]:
    """Return the seats in the order in which they draw when this bout ends; the defender is always last."""
    refill = state.rules.refill
    first = state.joined[0] if refill == "opener_clockwise" else state.main
    order = round_from(first, state.defender, len(state.hand_sets))
    if refill == "join_order":
        joined = [seat for seat in state.joined if seat != state.defender]
        order = (*joined, *[seat for seat in order if seat not in joined])
    return order


def _go_out(draft: Draft) -> None:
    """Step 3: with the stock gone, whoever holds no card is out, in the order in which the hands ran out.

    This was the last that anybody asked of the bout, so what it remembered is forgotten.
    """
    if draft.emptied and not draft.stock:
        draft.out += tuple([seat for seat in draft.emptied if not draft.hand_sets[seat]])
    draft.taking = False
    draft.passed_set = draft.shown_set = draft.chain = 0
    draft.joined = draft.emptied = ()


def _open(draft: Draft, was_taken: bool) -> None:
    """Steps 5 and 6: who attacks whom in the next bout."""
    defended = not was_taken and draft.is_in_play(draft.defender)
    main = draft.defender if defended else draft.next_in_play(draft.defender)
    draft.main, draft.defender = main, draft.next_in_play(main)
    draft.second = find_second(draft.holder_set, draft.seats, main, draft.defender)
    draft.bout += 1
