"""Moves: what an action does to a game in bits, through the end of the bout where it comes.

A move changes the game that it is given, and checks nothing: it is made from an action that is legal.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, assert_never

from durak.actions import Action, Attack, Defend, Pass, Swap, Take, Transfer
from durak.bots.bits import Bits, Lanes
from durak.bots.bout_end import end_bout
from durak.bots.game import Game, scope_of

Move: TypeAlias = Callable[[Game], None]
"""Changes the game as its action would."""


def move_of(action: Action, lanes: Lanes) -> Move:
    """Return the action as a move, to be made in many games."""
    match action:
        case Attack(seat, cards):
            return partial(_attack, seat=seat, cards=lanes.bits(cards))
        case Defend(seat, attack, card):
            return partial(_defend, seat=seat, attack=lanes.bits([attack]), cover=lanes.bits([card]))
        case Transfer(_, card, show):
            return partial(transfer, card=lanes.bits([card]), show=show)
        case Take():
            return _take
        case Pass(seat):
            return partial(_pass, seat=seat)
        case Swap(seat):
            return partial(_swap, seat=seat)
        case _:
            assert_never(action)


def _attack(game: Game, seat: int, cards: Bits) -> None:
    lay(game, seat, cards)
    _close(game)


def _defend(game: Game, seat: int, attack: Bits, cover: Bits) -> None:
    game.hands[seat] ^= cover
    game.table |= cover
    game.ranks |= game.setup.deck.same_rank[cover.bit_length() - 1]
    game.uncovered ^= attack
    _close(game)


def _take(game: Game) -> None:
    game.taking = True
    game.passed = 0
    _close(game)


def _pass(game: Game, seat: int) -> None:
    game.passed |= 1 << seat
    _close(game)


def _swap(game: Game, seat: int) -> None:
    """The lowest trump goes under the stock, the turned-up card into the hand.

    The lowest trump may have been drawn before, so what was drawn must leave the unions first.
    """
    trumps, drawn = game.setup.deck.trumps, game.stock[game.drawn]
    low = trumps & -trumps
    *others, whole = (union ^ drawn for union in game.stock[game.drawn :])
    game.stock, game.drawn = (*others, others[-1] | low), 0
    game.hands[seat] ^= low | whole ^ others[-1]


# Shared with playouts


def lay(game: Game, seat: int, cards: Bits) -> None:
    """Lay cards of one rank against the defender."""
    game.laid += cards.bit_count()
    game.hands[seat] ^= cards
    game.table |= cards
    game.uncovered |= cards
    game.ranks |= game.setup.deck.same_rank[cards.bit_length() - 1]
    game.passed = 0
    if game.setup.keeps_joined and seat not in game.joined:
        game.joined = (*game.joined, seat)


def transfer(game: Game, card: Bits, show: bool) -> None:
    """Pass the attack on to the next seat in play, by a card that is laid or only shown."""
    main, setup = game.defender, game.setup
    defender = setup.following[game.in_play][main]
    if show:
        game.shown |= card
        game.passed = 0
    else:
        lay(game, main, card)
    game.main, game.defender = main, defender
    game.scope = scope_of(setup, game.holders, main, defender)
    game.chain += 1


def transfers(game: Game) -> tuple[Bits, Bits]:
    """Return the cards with which the defender may transfer now: to lay, and only to show."""
    setup = game.setup
    if not setup.transfers or game.taking or not game.uncovered or game.table != game.uncovered:
        return 0, 0
    cards = game.hands[game.defender] & game.ranks
    if not cards or game.chain >= setup.longest_chain:
        return 0, 0
    if game.bout == 1 and not setup.rules.transfer_first_bout:
        return 0, 0
    target = setup.following[game.in_play][game.defender]
    if target == game.defender:
        return 0, 0
    held = game.hands[target].bit_count()
    shown = cards & setup.deck.trumps & ~game.shown if setup.shows and game.laid <= held else 0
    return cards if game.laid < held else 0, shown


def _close(game: Game) -> None:
    """End the bout if it ends by itself now (rules.md 1.4)."""
    if game.uncovered and not game.taking:
        return
    throwers = game.scope & game.holders & ~game.passed
    if not throwers or game.room <= 0 or (game.taking and not game.setup.feeds):
        end_bout(game)
