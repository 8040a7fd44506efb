"""Playouts: a game in bits, played to its end by a cheap policy, to learn what a position is worth.

This is where bots spend their time: hence sets of cards as whole numbers, few calls, and local names.
"""

from durak.bots.bits import Bits
from durak.bots.bout_end import end_bout
from durak.bots.duel import duel
from durak.bots.game import Game
from durak.bots.policy import Dice, answer, any_card, open_bout
from durak.bots.setup import Values

MOST_BOUTS = 100
"""A playout that sees so many bouts is called a draw: taking and transferring can go round for ever."""


def playout(game: Game, odd: float, dice: Dice) -> Values:
    """Play the game to its end, in place, and return what it was worth to each seat.

    `odd` is the share of choices that are left to chance.
    """
    setup = game.setup
    in_play = game.in_play
    for _ in range(MOST_BOUTS):
        if game.values is not None:
            return game.values
        if in_play.bit_count() == 2 and not setup.transfers and (setup.seats == 2 or not game.table):
            return duel(game, odd, dice, MOST_BOUTS)
        if not game.table:
            open_bout(game, odd, dice)
        answer(game, odd, dice)
        _throw_in(game, odd, dice)
        in_play = end_bout(game)
    return game.values or setup.drawn


def _throw_in(game: Game, odd: float, dice: Dice) -> None:
    """Throw in, and cover each card at once, until nobody adds one; whoever passed is asked again then."""
    setup, hands, defender, taking = game.setup, game.hands, game.defender, game.taking
    beats, same_rank, spared = setup.deck.beats, setup.deck.same_rank, setup.spared(game.left > 0)
    table, ranks = game.table, game.ranks
    attackers = setup.rounds[game.scope][game.main]
    asked = setup.rounds[game.scope & ~game.passed][game.main]
    room = game.room if setup.feeds or not taking else 0
    while room > 0:
        room -= 1
        seat, card = _thrown(hands, asked, ranks, spared, odd, dice)
        if not card:
            break
        asked = attackers
        hands[seat] ^= card
        table |= card
        place = card.bit_length() - 1
        ranks |= same_rank[place]
        if setup.keeps_joined and seat not in game.joined:
            game.joined = (*game.joined, seat)
        if taking:
            continue
        covers = hands[defender] & beats[place]
        cover = any_card(covers, dice, or_none=True) if odd and covers and dice() < odd else covers & -covers
        if cover:
            hands[defender] ^= cover
            table |= cover
            ranks |= same_rank[cover.bit_length() - 1]
        else:
            taking = True
            room *= setup.feeds
    game.table, game.taking = table, taking


def _thrown(
    hands: list[Bits], asked: tuple[int, ...], ranks: Bits, spared: Bits, odd: float, dice: Dice
) -> tuple[int, Bits]:
    """Return the first of the seats that throws in, and its card, which is none if nobody does."""
    for seat in asked:
        choices = hands[seat] & ranks
        if choices:
            if odd and dice() < odd:
                card = any_card(choices, dice, or_none=True)
            else:
                card = choices & spared
                card &= -card
            if card:
                return seat, card
    return -1, 0
