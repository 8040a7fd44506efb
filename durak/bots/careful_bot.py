"""The level `careful`: plain good sense, without memory or search."""

from dataclasses import dataclass
from random import Random

from durak.actions import Action, Attack, Defend
from durak.bots.choices import all_legal, attacks, button, defences, shows, transfers
from durak.cards import DECKS, Card, Rank
from durak.draft import Phase
from durak.view import View


@dataclass(frozen=True, slots=True)
class CarefulBot:
    """Spends cheap cards first; a plain card costs its rank, a trump a whole suit more.

    Swaps when it may, then opens with its cheapest card. While there is a stock it throws in plain cards
    only: up to a king at a defender, up to a jack at one who takes, whose hand they make stronger. When the
    stock is gone it throws in all it can, but gives trumps to one who takes only if it holds nothing else.
    Covers each card as cheaply as it can; takes when it cannot cover all, or when that costs several trumps
    while there is still something to draw. Transfers where a trump need only be shown, or where that is no
    dearer than covering, or instead of taking, but then no trump while there is a stock. Uses no chance:
    ties fall to deck order.
    """

    level: str = "careful"

    def choose(self, view: View, rng: Random) -> Action:  # noqa: ARG002  # other bots have use for it
        """Return a legal action of the view. Raises ValueError if it has none."""
        legal = all_legal(view)
        if view.viewer == view.defender:
            return _answer(view) or legal[0]
        if view.phase is Phase.OPEN:
            return button(view, "swap") or _cheapest_attack(view)
        return _throw_in(view) or button(view, "pass") or _cheapest_attack(view)


def cost(view: View, card: Card) -> int:
    """Return what a card is worth: 0 for the lowest plain card of the deck, trumps after all plain cards."""
    deck = DECKS[view.rules.deck]
    return card.rank - deck[0].rank + (len(deck) // 4 if card.suit is view.trump else 0)


def _cheapest_attack(view: View) -> Attack:
    return min(attacks(view), key=lambda attack: cost(view, attack.cards[0]))


# Attacking

_MOST_TO_DEFENDER = Rank.KING
_MOST_TO_TAKER = Rank.JACK


def _throw_in(view: View) -> Attack | None:
    offers = [attack for attack in attacks(view) if _is_worth_throwing(view, attack.cards[0])]
    return min(offers, key=lambda attack: cost(view, attack.cards[0]), default=None)


def _is_worth_throwing(view: View, card: Card) -> bool:
    to_taker = view.phase is Phase.TAKING
    if card.suit is view.trump:
        has_plain = any(other.suit is not view.trump for other in view.hand)
        return not view.stock and not (to_taker and has_plain)
    return not view.stock or card.rank <= (_MOST_TO_TAKER if to_taker else _MOST_TO_DEFENDER)


# Defending

_MOST_TRUMPS = 1
"""While there is a stock, a defence that costs more trumps than this is given up."""


def _answer(view: View) -> Action | None:
    for shown in shows(view):
        return shown
    covers = _cheapest_covers(view)
    transfer = min(transfers(view), key=lambda transfer: cost(view, transfer.card), default=None)
    if transfer is not None and _is_worth_transferring(view, transfer.card, covers):
        return transfer
    return button(view, "take") if not covers or _is_too_dear(view, covers) else covers[0]


def _cheapest_covers(view: View) -> list[Defend]:
    """A cover for every uncovered card, the one with the fewest ways served first; none if one stays bare."""
    covers: list[Defend] = []
    options: dict[Card, list[Defend]] = {pair.attack: [] for pair in view.table if pair.cover is None}
    for defence in sorted(defences(view), key=lambda defence: cost(view, defence.card)):
        options[defence.attack].append(defence)
    for ways in sorted(options.values(), key=len):
        free = (way for way in ways if all(way.card is not cover.card for cover in covers))
        cover = next(free, None)
        if cover is None:
            return []
        covers.append(cover)
    return covers


def _is_worth_transferring(view: View, card: Card, covers: list[Defend]) -> bool:
    if covers:
        return cost(view, card) <= max(cost(view, cover.card) for cover in covers)
    return card.suit is not view.trump or not view.stock


def _is_too_dear(view: View, covers: list[Defend]) -> bool:
    trumps = [cover.card for cover in covers if cover.card.suit is view.trump]
    return view.stock > 0 and len(trumps) > _MOST_TRUMPS
