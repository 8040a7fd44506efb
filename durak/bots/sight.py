"""What a seat sees, in bits, and games that it could be: the hidden cards dealt by chance.

Everything is read from a View, so nothing hidden can get in. Counted are the cards that everybody could
remember: those beaten off, which only a `memory_view` tells, and those known to be in a hand. A player who
forgets has a view with fewer of them (`dataclasses.replace(view, beaten_off=..., known=...)`): what it has
forgotten it takes for unseen, and may deal to anybody.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, chain
from random import Random

from durak.bots.bits import Bits, Lanes, lanes, places
from durak.bots.game import Game, scope_of
from durak.bots.setup import Setup, setup_of
from durak.cards import Card
from durak.draft import Phase, table_cards
from durak.seatset import SeatSet, seat_set
from durak.view import View


@dataclass(frozen=True, slots=True)
class Sight:
    """A view in bits.

    lanes      which card is which bit
    seat       the viewer's
    known      per seat, the cards that it is known to hold: all of them for the viewer
    hidden     per seat, how many more it holds
    unseen     the cards that may be anywhere, a set of one each, the cheapest first: in a hidden place, or
               beaten off and forgotten
    stock      how many cards it holds; `turned_up` the trump under it, or 0
    game       the game as far as it is seen: hands hold what is known of them, and the stock nothing
    """

    lanes: Lanes
    seat: int
    known: tuple[Bits, ...]
    hidden: tuple[int, ...]
    unseen: tuple[Bits, ...]
    stock: int
    turned_up: Bits
    game: Game


def sight_of(view: View) -> Sight:
    """Return what the viewer sees, in bits. Raises ValueError for a spectator, who plays no cards."""
    if view.viewer is None:
        raise ValueError("a spectator has no cards to think about")
    setup, order = setup_of(view.rules, len(view.counts)), lanes(view.rules.deck, view.trump)
    hand = order.bits(view.hand)
    known = tuple(hand if seat == view.viewer else order.bits(cards) for seat, cards in enumerate(view.known))
    turned_up = order.bits(_one(view.turned_up))
    seen = order.bits(chain(view.beaten_off or (), table_cards(view.table))) | turned_up | _union(known)
    return Sight(
        lanes=order,
        seat=view.viewer,
        known=known,
        hidden=tuple(count - cards.bit_count() for count, cards in zip(view.counts, known, strict=True)),
        unseen=tuple(1 << place for place in places(setup.deck.whole & ~seen)),
        stock=view.stock,
        turned_up=turned_up,
        game=_game_seen(view, setup, order, known),
    )


def deal(sight: Sight, rng: Random) -> Game:
    """Return a game that the viewer could be in: the unseen cards dealt by chance, all deals alike."""
    dice = rng.random
    cards = sorted(sight.unseen, key=lambda _: dice())  # half the price of a shuffle
    game, dealt = sight.game.copy(), 0
    for seat, count in enumerate(sight.hidden):
        if count:
            game.hands[seat] += sum(cards[dealt : dealt + count])
            dealt += count
    if sight.stock:
        drawn = cards[dealt : dealt + sight.stock - 1]
        game.stock = tuple(accumulate((*drawn, sight.turned_up), initial=0))
    return game


def _one(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


def _union(sets: Iterable[Bits]) -> Bits:
    found = 0
    for cards in sets:
        found |= cards
    return found


def _game_seen(view: View, setup: Setup, order: Lanes, known: tuple[Bits, ...]) -> Game:
    table = order.bits(table_cards(view.table))
    first = view.main if view.second is None else view.second
    return Game(
        setup=setup,
        hands=list(known),
        stock=(0,),
        drawn=0,
        table=table,
        uncovered=order.bits(pair.attack for pair in view.table if pair.cover is None),
        ranks=_union(setup.deck.same_rank[place] for place in places(table)),
        laid=len(view.table),
        main=view.main,
        defender=view.defender,
        scope=scope_of(setup, 1 << first, view.main, view.defender),
        bout=view.bout,
        discarded=view.discard > 0,
        taking=view.phase is Phase.TAKING,
        passed=_passed(view),
        joined=_joined(view, setup),
        chain=view.chain,
        shown=order.bits(view.shown),
        out=seat_set(view.out),
    )


def _passed(view: View) -> SeatSet:
    """Who has passed, as far as it is seen: the viewer, and the main attacker where his pass is public.

    Of the others it is supposed that they may still act.
    """
    if view.phase not in (Phase.THROW, Phase.TAKING):
        return 0
    passed = {seat for seat in view.throwers if seat == view.viewer and "pass" not in view.legal}
    if view.rules.throw_priority == "attacker_first" and view.priority is None and view.counts[view.main]:
        passed.add(view.main)
    return seat_set(passed)


def _joined(view: View, setup: Setup) -> tuple[int, ...]:
    """Who joined the bout in which order, as far as it is seen: its opener, then who transferred.

    Who has thrown in is not in a view. It matters only for who draws before whom, and only while there is a
    stock; then every seat is in play, so a chain of transfers went round seat by seat.
    """
    if not setup.keeps_joined or not view.table:
        return ()
    seats = setup.seats
    return tuple(dict.fromkeys((view.main - step) % seats for step in range(view.chain, -1, -1)))
