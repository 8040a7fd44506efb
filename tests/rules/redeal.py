"""States that look the same to one viewer: what he must not see is dealt anew.

What a viewer cannot see here includes the discard, which a view only counts.
"""

from collections.abc import Iterable
from random import Random

from durak import Card, Phase, Seat, State
from durak.cards import DECKS, Cards, in_deck_order
from durak.draft import table_cards


def viewers(state: State) -> list[Seat | None]:
    """Return every seat and a spectator."""
    return [*map(Seat, range(state.seats)), None]


def dealt_anew(
    state: State, viewer: Seat | None, rng: Random, fixed: Iterable[Card] = (), *, same_passes: bool = False
) -> State:
    """Return a state with the cards exchanged that the viewer cannot see, and with other passes of others.

    `fixed` are further cards that stay where they are.
    """
    own = () if viewer is None else state.hands[viewer]
    turned_up = () if state.turned_up is None else (state.turned_up,)
    known = (card for cards in state.known for card in cards)
    staying = {*fixed, *own, *known, *table_cards(state.table), *turned_up}
    hidden = [card for card in DECKS[state.rules.deck] if card not in staying]
    rng.shuffle(hidden)

    def exchanged(cards: Cards) -> Cards:
        return tuple(card if card in staying else hidden.pop() for card in cards)

    return state.changed(
        stock=exchanged(state.stock),
        hands=tuple(in_deck_order(exchanged(hand)) for hand in state.hands),
        passed=state.passed if same_passes else other_passes(state, viewer, rng),
    )


def other_passes(state: State, viewer: Seat | None, rng: Random) -> frozenset[Seat]:
    """Return any passes that do not close the bout; those that the viewer knows of stay as they are.

    He knows of his own, and under `attacker_first` of the main attacker's (rules.md 1.3).
    """
    if state.phase not in (Phase.THROW, Phase.TAKING):
        return state.passed
    seen = {viewer} if state.rules.throw_priority == "free" else {viewer, state.main}
    hidden = [seat for seat in state.throwers if seat not in seen and rng.random() < 0.5]
    passed = frozenset(hidden) | (state.passed & seen)
    return state.passed if passed == set(state.throwers) else passed
