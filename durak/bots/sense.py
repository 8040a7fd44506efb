"""Plain good sense: what each action costs, and bots that mostly do the cheapest.

Nothing is remembered and nothing looked ahead: only the own hand and the table count, as for somebody who
plays for fun. A card costs its rank, a trump a whole suit more; taking and stopping have prices of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from durak.actions import Action, Attack, Defend, Swap, Take, Transfer
from durak.bots.bits import Bits, Deck, deck, lanes
from durak.bots.choices import all_legal
from durak.draft import Phase
from durak.view import View

NEVER = 1000.0
"""The price of what makes no sense, however much else costs."""

TRANSFER_BONUS = 2.0
"""How much more a transfer is worth than a cover with the same card: the attack is somebody else's now."""

SET_BONUS = 0.5
"""What each further card of an opening is worth where it could not be thrown in after a take."""

DEAR = 2
"""Of what costs so many suits more than the cheapest, plain sense thinks nothing at all."""


@dataclass(frozen=True, slots=True)
class SensibleBot:
    """Does the cheapest thing, or one that costs little more: the likelihood of each falls with its price.

    temper      how many ranks dearer an action must be to be e times less likely; 0: always the cheapest
    take_price  what taking costs, in suits: a player who is easily frightened takes where he could cover
    stop_price  what it costs, in suits, to throw in no more while there is a stock
    is_hasty    whether it may open with several cards, though it could wait and throw the others in
    """

    level: str
    temper: float = 0.0
    take_price: float = 3.0
    stop_price: float = 1.0
    is_hasty: bool = False

    def choose(self, view: View, rng: Random) -> Action:
        """Return a legal action of the view. Raises ValueError if it has none."""
        actions = [*all_legal(view), *view.sets]
        prices = self.prices(view, actions)
        best = min(prices)
        if not self.temper:
            return actions[prices.index(best)]
        return rng.choices(actions, [exp((best - price) / self.temper) for price in prices])[0]

    def prices(self, view: View, actions: Sequence[Action]) -> list[float]:
        """Return what each action costs, in ranks."""
        scales = _Scales(view, self.take_price, self.stop_price, self.is_hasty)
        return [scales.price(action) for action in actions]


def liking(view: View, actions: Sequence[Action]) -> dict[Action, float]:
    """Return how plain sense likes some legal actions: 1 the cheapest, 0 what is too dear."""
    prices = SensibleBot("").prices(view, actions)
    best, most = min(prices), DEAR * deck(view.rules.deck).ranks
    return {action: 1 - min(price - best, most) / most for action, price in zip(actions, prices, strict=True)}


class _Scales:
    """Weighs the actions of one view."""

    def __init__(self, view: View, take_price: float, stop_price: float, is_hasty: bool) -> None:
        self._view, self._deck = view, deck(view.rules.deck, view.rules.low_trump_beats_ace)
        self._lanes = lanes(view.rules.deck, view.trump)
        self._take_price, self._stop_price = take_price * self._deck.ranks, stop_price * self._deck.ranks
        self._waits = view.rules.throw_on_take and not is_hasty
        uncovered = [pair.attack for pair in view.table if pair.cover is None]
        self._uncovered = self._lanes.bits(uncovered)
        self._hand = self._lanes.bits(view.hand)
        self._can_cover = _can_cover(self._hand, self._uncovered, self._deck)

    def price(self, action: Action) -> float:
        match action:
            case Attack(_, cards):
                return self._attack(self._lanes.bits(cards))
            case Defend():
                return self._defend(action)
            case Transfer():
                return 0.0 if action.show else self._cost(self._lanes.bits([action.card])) - TRANSFER_BONUS
            case Take():
                return self._take_price
            case Swap():
                return -1.0
            case _:
                return self._stop_price if self._view.stock else self._take_price

    def _attack(self, cards: Bits) -> float:
        # What could be laid at once can be thrown in later, when more is known; so can what could be thrown
        # in before the first card is covered. Only where nothing goes along with a take it may be too late.
        others = cards.bit_count() - 1
        if self._view.phase is Phase.DEFENCE or (others and self._waits):
            return NEVER
        return self._cost(cards) - (0 if self._view.rules.throw_on_take else others * SET_BONUS)

    def _defend(self, action: Defend) -> float:
        # Covering one card of a table that cannot be covered gives a card away for nothing.
        if not self._can_cover:
            return NEVER
        dearest = 1 << self._uncovered.bit_length() - 1
        if self._lanes.bits([action.attack]) != dearest:
            return NEVER
        card = self._lanes.bits([action.card])
        rest = _can_cover(self._hand ^ card, self._uncovered ^ dearest, self._deck)
        return self._cost(card) if rest else NEVER

    def _cost(self, card: Bits) -> float:
        place = card.bit_length() - 1
        return self._deck.rank[place] + (self._deck.ranks if card & self._deck.trumps else 0)


def _can_cover(hand: Bits, uncovered: Bits, known: Deck) -> bool:
    """Tell whether the hand covers all these cards, the dearest served first by the cheapest cover."""
    while uncovered:
        place = uncovered.bit_length() - 1
        covers = hand & known.beats[place]
        if not covers:
            return False
        hand ^= covers & -covers
        uncovered ^= 1 << place
    return True
