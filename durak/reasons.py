"""Why not: the refusals of rules.md 1.9, one kind of action after the other.

Every question is a small function that answers with a Refusal or None, so that a chain of `or` reads as the
order of precedence. Who is absent altogether comes before all of them.
"""

from itertools import pairwise

from durak.actions import Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import Card, Cards
from durak.cardset import lowest_trump
from durak.draft import Pair, Phase
from durak.errors import Refusal
from durak.state import State

# Questions that several kinds of action ask


def absent(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    """Why the seat, or anybody, can do nothing at all."""
    if phase is Phase.OVER:
        return Refusal("game_over")
    if state.hand_sets[seat]:
        return None
    return Refusal("seat_is_out" if seat in state.out else "no_cards")


def _not_held(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    hand = state.hand_sets[seat]
    for card in cards:
        if not card.bit & hand:
            return Refusal("card_not_held", {"card": card.text})
    return None


def _not_an_attacker(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    if phase is Phase.OPEN:
        return None if seat == state.main else Refusal("not_your_turn", {"seat": state.main})
    if seat == state.defender:
        return Refusal("defender_cannot_throw")
    if state.thrower_set >> seat & 1:
        return None
    return Refusal("not_eligible", {"scope": state.rules.throw_in, "seats": list(state.throwers)})


def _not_the_defender(state: State, seat: Seat) -> Refusal | None:
    return None if seat == state.defender else Refusal("not_your_turn", {"seat": state.defender})


def _taking_already(phase: Phase) -> Refusal | None:
    return Refusal("already_taking") if phase is Phase.TAKING else None


def _wrong_phase(state: State, phase: Phase) -> Refusal:
    return Refusal("wrong_phase", {"phase": phase.value, "uncovered": _texts(state.uncovered)})


def _texts(cards: Cards) -> list[str]:
    return [card.text for card in cards]


# Attack: open and throw in


def refuse_attack(state: State, attack: Attack, phase: Phase) -> Refusal | None:
    """Why not open the bout, or throw in."""
    seat, cards = attack.seat, attack.cards
    return (
        _named_twice(cards)
        or _not_held(state, seat, cards)
        or _not_an_attacker(state, seat, phase)
        or _not_his_moment(state, seat, phase)
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


def _not_his_moment(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    if state.priority not in (None, seat):
        return Refusal("attacker_has_priority", {"main": state.main})
    if phase is Phase.DEFENCE and state.rules.throw_timing == "after_beaten":
        return Refusal("uncovered_first", {"uncovered": _texts(state.uncovered)})
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
    if card.bit & state.rank_set:
        return None
    return Refusal("rank_not_on_table", {"ranks": [rank.letter for rank in state.ranks_on_table]})


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
    if not defend.card.bit & state.beaters[pair.attack.place]:
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
    card, show = transfer.card, transfer.show
    return (
        _transfer_off(state, show)
        or _not_held(state, transfer.seat, (card,))
        or _not_the_defender(state, transfer.seat)
        or (_wrong_phase(state, phase) if phase is Phase.OPEN else None)
        or _taking_already(phase)
        or (Refusal("already_beating") if state.covered else None)
        or transfer_barred(state)
        or _wrong_rank(state, card)
        or (_cannot_be_shown(state, card) if show else None)
        or target_capacity(state, show)
    )


def _transfer_off(state: State, show: bool) -> Refusal | None:
    if state.rules.transfer == "show" or (state.rules.transfer == "on" and not show):
        return None
    return Refusal("transfer_off", {"show": show})


def transfer_barred(state: State) -> Refusal | None:
    """Why nobody could transfer in this bout, whatever he held: by the bout, the chain, or the seats."""
    rules = state.rules
    if state.bout == 1 and not rules.transfer_first_bout:
        return Refusal("transfer_first_bout")
    if rules.transfer_max_chain is not None and state.chain >= rules.transfer_max_chain:
        return Refusal("chain_full", {"most": rules.transfer_max_chain})
    return Refusal("no_target") if state.transfer_target is None else None


def _wrong_rank(state: State, card: Card) -> Refusal | None:
    rank = state.table[0].attack.rank
    return None if card.rank == rank else Refusal("wrong_rank", {"rank": rank.letter})


def _cannot_be_shown(state: State, card: Card) -> Refusal | None:
    if card.suit is not state.trump:
        return Refusal("not_a_trump", {"trump": state.trump.value})
    return Refusal("already_shown", {"card": card.text}) if card.bit & state.shown_set else None


def target_capacity(state: State, show: bool) -> Refusal | None:
    """Why not to the next seat: only its hand can be too small, never a limit (rules.md 1.8.3)."""
    seat, needed = state.next_in_play(state.defender), len(state.table) + (not show)
    held = state.hand_sets[seat].bit_count()
    if needed <= held:
        return None
    return Refusal("target_capacity", {"seat": seat, "cards": held, "needed": needed})


# Pass, swap


def refuse_pass(state: State, action: Pass, phase: Phase) -> Refusal | None:
    """Why not say that there is nothing to add."""
    return (
        _not_an_attacker(state, action.seat, phase)
        or (Refusal("already_passed") if state.passed_set >> action.seat & 1 else None)
        or (None if phase in (Phase.THROW, Phase.TAKING) else _wrong_phase(state, phase))
    )


def refuse_swap(state: State, swap: Swap, phase: Phase) -> Refusal | None:
    """Why not change the lowest trump for the turned-up card."""
    if not state.rules.trump_six_swap:
        return Refusal("swap_off")
    return (
        _not_held(state, swap.seat, (lowest_trump(state.rules.deck, state.trump),))
        or (None if swap.seat == state.main else Refusal("not_your_turn", {"seat": state.main}))
        or (None if phase is Phase.OPEN else _wrong_phase(state, phase))
        or (None if state.discarded else Refusal("swap_too_early"))
        or (None if len(state.stock) > 1 else Refusal("swap_too_late", {"stock": len(state.stock)}))
    )
