"""What a playout does with each choice: the cheapest thing that makes sense, or now and then anything.

It opens with the cheapest card, covers as cheaply as it can whenever it can cover everything, and throws in
the cheapest card whenever nothing is uncovered, but no trump while there is a stock. It transfers where a
trump need only be shown, or where that costs less than covering, and as a way out where it cannot cover.
With a share `odd` it does anything else that is allowed. All of it is legal under every rule.
"""

from collections.abc import Callable
from typing import TypeAlias

from durak.bots.bits import Bits, Deck
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
    deck, hands = game.setup.deck, game.hands
    while game.uncovered and not game.taking:
        hand = hands[game.defender]
        covers = hand & deck.beats[game.uncovered.bit_length() - 1]
        laid, shown = transfers(game) if game.setup.transfers else (0, 0)
        if odd and (covers or laid or shown) and dice() < odd:
            _answer_oddly(game, covers, laid, shown, dice)
            continue
        spared = laid & game.setup.spared(game.left > 0)
        if shown:
            transfer(game, shown & -shown, show=True)
        elif spared and (not covers or spared & -spared < covers & -covers):
            transfer(game, spared & -spared, show=False)
        else:
            used = _cheapest_covers(hand, game.uncovered, deck)
            if used:
                _cover_all(game, used)
            else:
                game.taking = True
                game.passed = 0


def _answer_oddly(game: Game, covers: Bits, laid: Bits, shown: Bits, dice: Dice) -> None:
    """Cover the dearest card somehow, transfer, or take, each way as likely as the others."""
    ways = [(_cover_dearest, covers), (_transfer_laid, laid), (_transfer_shown, shown)]
    index = int(dice() * (sum(cards.bit_count() for _, cards in ways) + 1))
    for way, cards in ways:
        if index < cards.bit_count():
            for _ in range(index):
                cards &= cards - 1
            way(game, cards & -cards)
            return
        index -= cards.bit_count()
    game.taking = True
    game.passed = 0


def _cover_dearest(game: Game, cover: Bits) -> None:
    game.uncovered ^= 1 << game.uncovered.bit_length() - 1
    _spend(game, cover)


def _transfer_laid(game: Game, card: Bits) -> None:
    transfer(game, card, show=False)


def _transfer_shown(game: Game, card: Bits) -> None:
    transfer(game, card, show=True)


def _cheapest_covers(hand: Bits, uncovered: Bits, deck: Deck) -> Bits:
    """Return a cover for each card, the dearest card served first; none if one stays bare."""
    used = 0
    while uncovered:
        place = uncovered.bit_length() - 1
        covers = hand & ~used & deck.beats[place]
        if not covers:
            return 0
        used |= covers & -covers
        uncovered ^= 1 << place
    return used


def _cover_all(game: Game, used: Bits) -> None:
    game.uncovered = 0
    while used:
        cover = used & -used
        used ^= cover
        _spend(game, cover)


def _spend(game: Game, cover: Bits) -> None:
    game.hands[game.defender] ^= cover
    game.table |= cover
    game.ranks |= game.setup.deck.same_rank[cover.bit_length() - 1]
