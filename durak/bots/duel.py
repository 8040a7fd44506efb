"""Playouts when only two seats are in play and nothing can be transferred: the same in a third of the time.

What it plays, and every number that it takes from the dice, is what `durak.bots.playout` would.
"""

from durak.bots.bits import Bits
from durak.bots.bout_end import verdict
from durak.bots.game import Game
from durak.bots.policy import Dice, answer, any_card
from durak.bots.setup import Setup, Values
from durak.cards import DECKS
from durak.ruleset import HAND_SIZE


def duel(game: Game, odd: float, dice: Dice, most_bouts: int) -> Values:
    """Play the game to its end, in place, and return what it was worth to each seat; see `playout`."""
    answer(game, odd, dice)
    setup, drawn, limit = game.setup, game.drawn, game.limit
    one, other, taking, table, ranks = game.main, game.defender, game.taking, game.table, game.ranks
    attack, defence = game.hands[one], game.hands[other]
    room, last = game.room if setup.feeds or not taking else 0, len(game.stock) - 1
    stock = game.stock + _NOTHING_LEFT * game.stock[-1:]
    for _ in range(most_bouts):
        spared = setup.deck.plain if drawn < last else setup.deck.whole
        attack, defence, table, taking = _bout(
            attack, defence, table, ranks, room, taking, spared, setup, odd, dice
        )
        if taking:
            defence |= table
        if drawn < last:
            until = drawn + _NEED[attack.bit_count()]
            attack |= stock[until] ^ stock[drawn]
            drawn = until + _NEED[defence.bit_count()]
            defence |= stock[drawn] ^ stock[until]
        if drawn >= last and not (attack and defence):
            return _judged(game, one, other, attack, defence)
        if not (taking and setup.until_discard):
            limit = setup.limit
        if not taking:
            attack, defence, one, other = defence, attack, other, one
        room = min(limit, defence.bit_count())
        table = ranks = 0
        taking = False
    return setup.drawn


_NOTHING_LEFT = 2 * HAND_SIZE
"""How far two seats can reach beyond the last card of the stock when they refill."""

_NEED = tuple(max(0, HAND_SIZE - held) for held in range(max(DECKS) + 1))
"""By the size of a hand, how many cards it draws."""


def _bout(
    attack: Bits,
    defence: Bits,
    table: Bits,
    ranks: Bits,
    room: int,
    taking: bool,
    spared: Bits,
    setup: Setup,
    odd: float,
    dice: Dice,
) -> tuple[Bits, Bits, Bits, bool]:
    """Play a bout from where nothing waits to be covered; return both hands, the table, and whether taken."""
    beats, same_rank = setup.deck.beats, setup.deck.same_rank
    while room > 0:
        choices = attack & ranks if table else attack
        if odd and choices and dice() < odd:
            choices = any_card(choices, dice, or_none=table != 0)
        elif table:
            choices &= spared
        card = choices & -choices
        if not card:
            break
        room -= 1
        attack ^= card
        table |= card
        place = card.bit_length() - 1
        ranks |= same_rank[place]
        if taking:
            continue
        covers = defence & beats[place]
        cover = any_card(covers, dice, or_none=True) if odd and covers and dice() < odd else covers & -covers
        if cover:
            defence ^= cover
            table |= cover
            ranks |= same_rank[cover.bit_length() - 1]
        else:
            taking, room = True, room * setup.feeds
    return attack, defence, table, taking


def _judged(game: Game, one: int, other: int, attack: Bits, defence: Bits) -> Values:
    """End the game with these hands, its last bout having been one against the other."""
    game.hands[one], game.hands[other], game.defender = attack, defence, other
    holders = game.holders
    game.out = game.setup.everybody & ~holders
    game.values = verdict(game, holders)
    assert game.values is not None
    return game.values
