"""Why not: the refusals of rules.md 1.9, one kind of action after the other.

Every question is a small function that answers with a Refusal or None, so that a chain of `or` reads as the
order of precedence. Who is absent altogether comes before all of them.
"""

from itertools import pairwise

from durak.actions import Attack, Defend, Pass, Seat, Take, Transfer
from durak.cards import Card, Cards, beats
from durak.errors import Refusal
from durak.state import Pair, Phase, State

# Questions that several kinds of action ask


def absent(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    """Why the seat, or anybody, can do nothing at all."""
    if phase is Phase.OVER:
        return Refusal("game_over")
    if state.hands[seat]:
        return None
    return Refusal("seat_is_out" if seat in state.out else "no_cards")


def _not_held(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    hand = state.hands[seat]
    for card in cards:
        if card not in hand:
            return Refusal("card_not_held", {"card": card.text})
    return None


def _not_an_attacker(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    if phase is Phase.OPEN:
        return None if seat == state.main else Refusal("not_your_turn", {"seat": state.main})
    return Refusal("defender_cannot_throw") if seat == state.defender else None


def _not_the_defender(state: State, seat: Seat) -> Refusal | None:
    return None if seat == state.defender else Refusal("not_your_turn", {"seat": state.defender})


def _taking_already(phase: Phase) -> Refusal | None:
    return Refusal("already_taking") if phase is Phase.TAKING else None


def _wrong_phase(state: State, phase: Phase) -> Refusal:
    uncovered = [card.text for card in state.uncovered]
    return Refusal("wrong_phase", {"phase": phase.value, "uncovered": uncovered})


# Attack: open and throw in


def refuse_attack(state: State, attack: Attack, phase: Phase) -> Refusal | None:
    """Why not open the bout, or throw in."""
    seat, cards = attack.seat, attack.cards
    return (
        _named_twice(cards)
        or _not_held(state, seat, cards)
        or _not_an_attacker(state, seat, phase)
        or _one_card_only(state, cards, phase)
        or (_mixed_ranks(cards) if phase is Phase.OPEN else None)
        or _over_capacity(state, len(cards))
        or (None if phase is Phase.OPEN else _rank_not_on_table(state, cards[0]))
    )


def _named_twice(cards: Cards) -> Refusal | None:
    for card, following in pairwise(cards):
        if card is following:
            return Refusal("duplicate_card", {"card": card.text})
    return None


def _one_card_only(state: State, cards: Cards, phase: Phase) -> Refusal | None:
    opening = phase is Phase.OPEN
    if len(cards) == 1 or (opening and state.rules.open_multi):
        return None
    return Refusal("one_card_only", {"opening": opening})


def _mixed_ranks(cards: Cards) -> Refusal | None:
    return None if cards[0].rank == cards[-1].rank else Refusal("mixed_ranks")


def _over_capacity(state: State, count: int) -> Refusal | None:
    room = state.room
    if count <= room:
        return None
    return Refusal("over_capacity", {"cap": state.cap, "room": room, "by": _what_sets_cap(state)})


def _what_sets_cap(state: State) -> str:
    if state.limit is None or state.base < state.limit:
        return "hand"
    return "first_cap" if state.is_first_capped else "attack_limit"


def _rank_not_on_table(state: State, card: Card) -> Refusal | None:
    ranks = state.ranks_on_table
    if card.rank in ranks:
        return None
    return Refusal("rank_not_on_table", {"ranks": [rank.letter for rank in sorted(ranks)]})


# Defend, take


def refuse_defend(state: State, defend: Defend, phase: Phase) -> Refusal | None:
    """Why not cover that card with this one."""
    return (
        _not_held(state, defend.seat, (defend.card,))
        or _not_the_defender(state, defend.seat)
        or _taking_already(phase)
        or _bad_target(state, defend)
    )


def _bad_target(state: State, defend: Defend) -> Refusal | None:
    pair = _pair_of(state, defend.attack)
    if pair is None:
        return Refusal("no_such_attack", {"attack": defend.attack.text})
    if pair.cover is not None:
        return Refusal("already_beaten", {"attack": pair.attack.text, "cover": pair.cover.text})
    if not beats(defend.card, pair.attack, state.trump):
        facts = {"attack": pair.attack.text, "card": defend.card.text, "trump": state.trump.value}
        return Refusal("does_not_beat", facts)
    return None


def _pair_of(state: State, attack: Card) -> Pair | None:
    return next((pair for pair in state.table if pair.attack is attack), None)


def refuse_take(state: State, take: Take, phase: Phase) -> Refusal | None:
    """Why not give up the defence."""
    return (
        _not_the_defender(state, take.seat)
        or _taking_already(phase)
        or (None if phase is Phase.DEFENCE else Refusal("nothing_to_take"))
    )


# Transfer


def refuse_transfer(state: State, transfer: Transfer, phase: Phase) -> Refusal | None:
    """Why not pass the attack on."""
    return (
        _transfer_off(state, transfer)
        or _not_held(state, transfer.seat, (transfer.card,))
        or _not_the_defender(state, transfer.seat)
        or (_wrong_phase(state, phase) if phase is Phase.OPEN else None)
        or _taking_already(phase)
        or (Refusal("already_beating") if state.covered else None)
        or (Refusal("no_target") if state.transfer_target is None else None)
        or _wrong_rank(state, transfer.card)
        or target_capacity(state)
    )


def _transfer_off(state: State, transfer: Transfer) -> Refusal | None:
    if state.rules.transfer == "on" and not transfer.show:
        return None
    return Refusal("transfer_off", {"show": transfer.show})


def _wrong_rank(state: State, card: Card) -> Refusal | None:
    rank = state.table[0].attack.rank
    return None if card.rank == rank else Refusal("wrong_rank", {"rank": rank.letter})


def target_capacity(state: State) -> Refusal | None:
    """Why not to the next seat: only its hand can be too small, never a limit (rules.md 1.8.3)."""
    seat, needed = state.next_in_play(state.defender), len(state.table) + 1
    held = len(state.hands[seat])
    if needed <= held:
        return None
    return Refusal("target_capacity", {"seat": seat, "cards": held, "needed": needed})


# Pass


def refuse_pass(state: State, action: Pass, phase: Phase) -> Refusal | None:
    """Why not say that there is nothing to add."""
    return (
        _not_an_attacker(state, action.seat, phase)
        or (Refusal("already_passed") if action.seat in state.passed else None)
        or (None if phase in (Phase.THROW, Phase.TAKING) else _wrong_phase(state, phase))
    )
