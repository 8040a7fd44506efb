"""States of the real engine as games in bits, to compare the two."""

from itertools import accumulate, pairwise
from operator import or_

from durak import State
from durak.bots.bits import Lanes, lanes
from durak.bots.game import Game
from durak.bots.setup import setup_of
from durak.cards import Card
from durak.draft import table_cards
from durak.seatset import seat_set


def lanes_of(state: State) -> Lanes:
    """Return which card is which bit in this game."""
    return lanes(state.rules.deck, state.trump)


def game_of(state: State) -> Game:
    """Return the state, hidden cards and all, as a game in bits."""
    order, setup = lanes_of(state), setup_of(state.rules, state.seats)
    table, hands = order.bits(table_cards(state.table)), [order.bits(hand) for hand in state.hands]
    ranks = 0
    for card in order.cards_in(table):
        ranks |= setup.deck.same_rank[order.place[card]]
    return Game(
        setup=setup,
        hands=hands,
        stock=tuple(accumulate((order.bits([card]) for card in state.stock), or_, initial=0)),
        drawn=0,
        table=table,
        uncovered=order.bits(state.uncovered),
        ranks=ranks,
        laid=len(state.table),
        main=state.main,
        defender=state.defender,
        scope=_scope(state),
        bout=state.bout,
        discarded=state.discarded,
        taking=state.taking,
        passed=seat_set(state.passed),
        joined=state.joined if setup.keeps_joined else (),
        chain=state.chain,
        shown=order.bits(state.shown),
        out=seat_set(state.out),
        values=values_of(state),
    )


def _scope(state: State) -> int:
    """Return who may attack in this bout, with or without cards."""
    if state.rules.throw_in == "all":
        return seat_set(seat for seat in range(state.seats) if seat != state.defender)
    second = state.second if state.rules.throw_in == "neighbours" else None
    return seat_set({state.main} if second is None else {state.main, second})


def values_of(state: State) -> tuple[float, ...] | None:
    """Return what the game was worth to each seat, or None while it goes on."""
    outcome, seats = state.outcome, range(state.seats)
    if outcome is None:
        return None
    if outcome.kind == "draw":
        return tuple(0.5 for _ in seats)
    won = outcome.kind == "winner"
    return tuple(float((seat in outcome.seats) == won) for seat in seats)


def stock_of(game: Game, order: Lanes) -> tuple[Card, ...]:
    """Return the cards of the stock in the order of drawing."""
    unions = game.stock[game.drawn :]
    return tuple(order.cards_in(more ^ less)[0] for less, more in pairwise(unions))
