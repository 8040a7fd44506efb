"""Every action made once, by seat and card: making them anew would be a third of the cost of a move.

Whoever lists actions takes them from here. Actions that somebody else makes are equal to these.
"""

from functools import cache

from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import DECKS, Cards
from durak.cardset import SAME_RANK, CardSet, cards_in
from durak.ruleset import MOST_SEATS

_DECK = DECKS[52]
_SEATS = tuple(map(Seat, range(MOST_SEATS)))
CARDS_OF_A_RANK = 4

TAKES = tuple(map(Take, _SEATS))
PASSES = tuple(map(Pass, _SEATS))
SWAPS = tuple(map(Swap, _SEATS))
TRANSFERS = tuple(tuple(Transfer(seat, card) for card in _DECK) for seat in _SEATS)
SHOWS = tuple(tuple(Transfer(seat, card, show=True) for card in _DECK) for seat in _SEATS)
"""By seat, then (for transfers) by the place of the card."""


@cache
def defences(seat: Seat, attack: int) -> tuple[Defend, ...]:
    """Return the defences of a seat against the card of that place, by the place of the cover."""
    return tuple(Defend(seat, _DECK[attack], card) for card in _DECK)


def attacks(seat: Seat, cards: CardSet, most: int = 1) -> list[Action]:
    """Return every attack with one to `most` of the cards, all of one rank, in the order of `order_of`."""
    found: list[Action] = []
    if most > CARDS_OF_A_RANK:
        most = CARDS_OF_A_RANK
    while cards:
        equals = cards & SAME_RANK[(cards & -cards).bit_length() - 1]
        found += _attacks_of_a_rank(seat, equals, most)
        cards ^= equals
    return found


@cache
def _attacks_of_a_rank(seat: Seat, equals: CardSet, most: int) -> tuple[Attack, ...]:
    return tuple(Attack(seat, cards) for cards in _subsets(cards_in(equals), most))


def _subsets(cards: Cards, most: int) -> tuple[Cards, ...]:
    """Return every set of one to `most` of the cards of one rank; sets that begin alike stand together."""
    return tuple(
        (card, *others)
        for index, card in enumerate(cards)
        for others in ((), *(_subsets(cards[index + 1 :], most - 1) if most > 1 else ()))
    )
