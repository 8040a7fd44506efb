"""What a playout does with each choice: the cheapest thing that makes sense, or now and then anything.

It opens with the cheapest card, covers as cheaply as it can whenever it can cover everything, and throws in
the cheapest card whenever nothing is uncovered, but no trump while there is a stock. It transfers where a
trump need only be shown, or where that costs less than covering, and as a way out where it cannot cover.
With a share `odd` it does anything else that is allowed. All of it is legal under every rule.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from durak.bots.bits import Bits
from durak.bots.game import Game
from durak.bots.moves import lay, transfer, transfers

Dice: TypeAlias = Callable[[], float]
"""Returns a number from 0 to below 1, as `Random.random` does."""


def any_card(cards: Bits, dice: Dice, or_none: bool) -> Bits:
    """Return one of the cards by chance, or none, which then is as likely as each card."""
    for _ in range(int(dice() * (cards.bit_count() + or_none))):
        cards &= cards - 1
    return cards & -cards


def open_bout(game: Game, odd: float, dice: Dice) -> None:
    """Have the main attacker lay the first card."""
    hand = game.hands[game.main]
    card = any_card(hand, dice, or_none=False) if odd and dice() < odd else hand & -hand
    lay(game, game.main, card)


def answer(game: Game, odd: float, dice: Dice) -> None:
    """Have the defender transfer, cover all that is uncovered, or take; after a transfer, the next one."""
    setup, hands = game.setup, game.hands
    while game.uncovered and not game.taking:
        hand = hands[game.defender]
        covers = hand & setup.deck.beats[game.uncovered.bit_length() - 1]
        laid, shown = transfers(game) if setup.transfers and hand & game.ranks else (0, 0)
        if odd and (covers or laid or shown) and dice() < odd:
            _answer_oddly(game, covers, laid, shown, dice)
        elif not (laid or shown) or not _transferred(game, covers, laid, shown):
            _cover_all_or_take(game, covers)


def _answer_oddly(game: Game, covers: Bits, laid: Bits, shown: Bits, dice: Dice) -> None:
    """Cover the dearest card somehow, transfer, or take, each way as likely as the others."""
    ways = (
        (_cover_dearest, covers),
        (partial(transfer, show=False), laid),
        (partial(transfer, show=True), shown),
    )
    index = int(dice() * (sum(cards.bit_count() for _, cards in ways) + 1))
    for way, cards in ways:
        if index < cards.bit_count():
            for _ in range(index):
                cards &= cards - 1
            way(game, cards & -cards)
            return
        index -= cards.bit_count()
    _take(game)


def _transferred(game: Game, covers: Bits, laid: Bits, shown: Bits) -> bool:
    """Transfer if that is cheap; return whether it was. `covers` cover the dearest card."""
    if shown:
        transfer(game, shown & -shown, show=True)
        return True
    laid &= game.setup.spared(game.left > 0)
    laid &= -laid
    if laid and (not covers or laid < covers & -covers):
        transfer(game, laid, show=False)
        return True
    return False


def _cover_dearest(game: Game, cover: Bits) -> None:
    game.uncovered ^= 1 << game.uncovered.bit_length() - 1
    _spend(game, cover)


def _cover_all_or_take(game: Game, covers: Bits) -> None:
    uncovered = game.uncovered
    several = uncovered & (uncovered - 1)
    used = _cheapest_covers(game) if several else covers & -covers
    if not used:
        _take(game)
        return
    game.uncovered = 0
    while used:
        cover = used & -used
        used ^= cover
        _spend(game, cover)


def _cheapest_covers(game: Game) -> Bits:
    """Return a cover for each uncovered card, the dearest served first; none at all if one stays bare."""
    hand, uncovered, beats, used = game.hands[game.defender], game.uncovered, game.setup.deck.beats, 0
    while uncovered:
        place = uncovered.bit_length() - 1
        covers = hand & ~used & beats[place]
        if not covers:
            return 0
        used |= covers & -covers
        uncovered ^= 1 << place
    return used


def _spend(game: Game, cover: Bits) -> None:
    game.hands[game.defender] ^= cover
    game.table |= cover
    game.ranks |= game.setup.deck.same_rank[cover.bit_length() - 1]


def _take(game: Game) -> None:
    game.taking = True
    game.passed = 0
