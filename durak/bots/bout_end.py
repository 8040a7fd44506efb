"""The end of a bout for a game in bits, in the order of rules.md 1.5."""

from durak.bots.game import Game, scope_of
from durak.bots.setup import Values
from durak.ruleset import HAND_SIZE
from durak.seatset import SeatSet


def end_bout(game: Game) -> SeatSet:
    """Clear the table, refill, see who is out, and open the next bout or judge the game.

    Returns the seats that are in play after it.
    """
    setup, defender, was_taken = game.setup, game.defender, game.taking
    if was_taken:
        game.hands[defender] |= game.table
    else:
        game.discarded = True
    if game.drawn < len(game.stock) - 1:
        _refill(game)
    game.table = game.uncovered = game.ranks = game.shown = 0
    game.laid = game.passed = game.chain = 0
    game.taking, game.joined = False, ()
    holders = in_play = game.holders
    if game.drawn < len(game.stock) - 1:
        in_play = setup.everybody & ~game.out
    else:
        game.out = setup.everybody & ~holders
        game.values = verdict(game, holders)
        if game.values is not None:
            return in_play
    following = setup.following[in_play]
    main = following[defender] if was_taken or not in_play >> defender & 1 else defender
    game.main, game.defender = main, following[main]
    game.scope = scope_of(setup, holders, main, game.defender)
    game.bout += 1
    return in_play


def _refill(game: Game) -> None:
    """Each seat draws up to six before the next one does."""
    hands, stock, drawn = game.hands, game.stock, game.drawn
    last = len(stock) - 1
    for seat in _drawing_order(game):
        need = HAND_SIZE - hands[seat].bit_count()
        if need > 0:
            until = drawn + need if drawn + need < last else last
            hands[seat] |= stock[until] ^ stock[drawn]
            drawn = until
    game.drawn = drawn


def _drawing_order(game: Game) -> tuple[int, ...]:
    """Return who draws before whom; the defender is always last."""
    setup, defender = game.setup, game.defender
    rounds = setup.rounds[setup.everybody & ~(1 << defender)]
    match setup.rules.refill:
        case "attacker_clockwise":
            return (*rounds[game.main], defender)
        case "opener_clockwise":
            return (*rounds[game.joined[0]], defender)
        case "join_order":
            joined = tuple(seat for seat in game.joined if seat != defender)
            return (*joined, *(seat for seat in rounds[game.main] if seat not in joined), defender)


def verdict(game: Game, holders: SeatSet) -> Values | None:
    """Return what the game was worth to each seat, or None if it goes on.

    The stock is gone and the bout over; `holders` are the seats that still hold cards.
    """
    setup = game.setup
    if setup.rules.end == "first_out":
        return tuple(1.0 - (holders >> seat & 1) for seat in range(setup.seats)) if game.out else None
    if holders & (holders - 1):
        return None
    if not holders and setup.rules.draw:
        return setup.drawn
    durak = holders or 1 << game.defender
    return tuple(1.0 - (durak >> seat & 1) for seat in range(setup.seats))
