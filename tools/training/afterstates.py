"""The position after each legal move of each game, as the net is told of it (`durak.bots.features`)."""

from dataclasses import dataclass

import numpy as np

from durak.bots import features as f
from durak.bots.bits import PLAIN_SUITS
from durak.ruleset import HAND_SIZE
from tools.training.arrays import CARDS, PLAIN, Bools, Floats, Ints, counts, spread
from tools.training.tables import BUTTON, TRANSFER, Tables

WON, LOST, EVEN = 1.0, 0.0, 0.5


@dataclass(slots=True)
class Choices:
    """All legal moves of some games. `rows` goes by move: which game, counted among those asked for.

    words    by move: the features of the afterstate, in words of 64 bits
    result   by move: what it is worth for the mover if it ends the game, else NaN
    """

    rows: Ints
    moves: Ints
    words: Ints
    result: Floats


def legal_moves(tables: Tables) -> tuple[Ints, Ints]:
    """Return every legal move: the rows of the games, and the moves."""
    laid, transfers, has_button = tables.legal()
    rows, places = np.nonzero(spread(laid, CARDS))
    more_rows, more_places = np.nonzero(spread(transfers, CARDS))
    buttons = np.nonzero(has_button)[0]
    moves = (places, more_places + TRANSFER, np.full(len(buttons), BUTTON))
    return np.concatenate([rows, more_rows, buttons]), np.concatenate(moves)


def choices(tables: Tables, rows: Ints, moves: Ints) -> Choices:
    """Return the afterstates of the moves, each in the game of its row."""
    mover = tables.mover[rows]
    after = tables.of(rows)
    ended = after.lay(moves)
    words, result = _words(after, mover, ended, moves)
    return Choices(rows, moves, words, result)


def _words(after: Tables, me: Ints, ended: Bools, moves: Ints) -> tuple[Ints, Floats]:
    """The features, and the results of games that are over."""
    seen = _seen(after, me)
    _clear(seen, after, me, ended)
    draws_to_me, size_of_them = _refill(seen, after, me, ended)
    seen.draws, seen.their_size = draws_to_me, size_of_them
    seen.stage = _stage(after, me, ended, moves)
    no_stock = ended & (seen.stock == 0)
    won, lost = no_stock & (seen.mine == 0) & (seen.draws == 0), no_stock & (seen.their_size == 0)
    result = np.where(won, np.where(lost, EVEN, WON), np.where(lost, LOST, np.nan)).astype(np.float32)
    return _encoded(seen), result


@dataclass(slots=True)
class _Seen:
    """As in `durak.bots.features.Afterstate`, of many positions."""

    mine: Ints
    exposed: Ints
    theirs: Ints
    unseen: Ints
    table: Ints
    uncovered: Ints
    turned_up: Ints
    stock: Ints
    their_size: Ints
    draws: Ints
    room: Ints
    stage: Ints
    fresh: Bools


def _seen(after: Tables, me: Ints) -> _Seen:
    """As it is before the bout ends, if it does."""
    rows = np.arange(after.games)
    theirs, known = after.hands[rows, 1 - me], after.known[rows, 1 - me]
    return _Seen(
        mine=after.hands[rows, me],
        exposed=after.known[rows, me],
        theirs=known,
        unseen=(theirs & ~known) | (after.stock & ~after.turned),
        table=after.table.copy(),
        uncovered=after.open.copy(),
        turned_up=after.turned.copy(),
        stock=CARDS - after.drawn,
        their_size=counts(theirs),
        draws=np.zeros_like(me),
        room=after.room,
        stage=me,
        fresh=(after.table != 0) & ~after.covered,
    )


def _clear(seen: _Seen, after: Tables, me: Ints, ended: Bools) -> None:
    """Whoever takes gets the table; then there is none."""
    taken = np.where(ended & after.taking, seen.table, 0)
    by_me = after.main != me
    seen.mine |= np.where(by_me, taken, 0)
    seen.exposed |= np.where(by_me, taken, 0)
    seen.theirs |= np.where(by_me, 0, taken)
    seen.their_size += np.where(by_me, 0, counts(taken))
    seen.table = np.where(ended, 0, seen.table)
    seen.uncovered = np.where(ended, 0, seen.uncovered)
    seen.room = np.where(ended, 0, seen.room)
    seen.fresh &= ~ended


def _refill(seen: _Seen, after: Tables, me: Ints, ended: Bools) -> tuple[Ints, Ints]:
    """Let both draw, the attacker first; return the unknown cards for me, and the size of their hand."""
    attacking = after.main == me
    sizes = counts(seen.mine), seen.their_size
    wanted = [np.where(ended, np.maximum(HAND_SIZE - size, 0), 0) for size in sizes]
    first = np.minimum(np.where(attacking, wanted[0], wanted[1]), seen.stock)
    second = np.minimum(np.where(attacking, wanted[1], wanted[0]), seen.stock - first)
    to_me, to_them = np.where(attacking, first, second), np.where(attacking, second, first)
    last = np.where((seen.stock > 0) & (first + second == seen.stock), seen.turned_up, 0)
    last_is_mine = attacking == (second == 0)
    seen.stock = seen.stock - first - second
    mine = np.where(last_is_mine, last, 0)
    seen.mine |= mine
    seen.exposed |= mine
    seen.theirs |= last ^ mine
    seen.turned_up = seen.turned_up & ~last
    return to_me - (mine != 0), sizes[1] + to_them


def _stage(after: Tables, me: Ints, ended: Bools, moves: Ints) -> Ints:
    """Where the move leads; who attacks in `after` is the attacker of the bout that goes on, or ended."""
    attacking = after.main == me
    i_lead = attacking == after.taking
    over = np.where(i_lead, f.Stage.LEADING, f.Stage.ATTACKED_NEXT)
    attacked = np.where(after.taking, f.Stage.FED, f.Stage.ATTACKED)
    covered = np.where(after.open == 0, f.Stage.COVERED, f.Stage.COVERED_SOME)
    answered = np.where(moves == BUTTON, f.Stage.TAKING, covered)
    return np.where(ended, over, np.where(attacking, attacked, answered)).astype(np.int64)


def _encoded(seen: _Seen) -> Ints:
    """The bits of `durak.bots.features.encode`, word by word."""
    mine, theirs = seen.mine & PLAIN, seen.theirs & PLAIN
    others = seen.unseen | seen.theirs | seen.turned_up
    plain_others = others & PLAIN
    my_size = counts(seen.mine) + seen.draws
    hidden = seen.their_size - counts(seen.theirs)
    _, pairs, triples = ranks_held(seen.mine)
    groups = (
        (f.MINE, seen.mine),
        (f.TABLE_RANKS, ranks_held(seen.table)[0]),
        (f.TURNED_UP, seen.turned_up >> PLAIN_SUITS * f.RANKS),
        (f.ROOM, _one_of(seen.room) >> 1),
        (f.FRESH, seen.fresh.astype(np.int64)),
        (f.THEIRS, seen.theirs),
        (f.STOCK, _one_of(seen.stock)),
        (f.UNSEEN, seen.unseen),
        (f.MY_SIZE, _one_of(my_size, f.MOST_SIZE)),
        (f.THEIR_SIZE, _one_of(seen.their_size, f.MOST_SIZE)),
        (f.TABLE, seen.table),
        (f.HIDDEN, _one_of(hidden, f.MOST_HIDDEN)),
        (f.DRAWS, _one_of(seen.draws) >> 1),
        (f.STAGE, _one_of(seen.stage)),
        (f.MY_TRUMPS, _one_of(counts(seen.mine & ~PLAIN), f.MOST_TRUMPS)),
        (f.OPEN, seen.uncovered),
        (f.OTHER_TRUMPS, _one_of(counts(others & ~PLAIN))),
        (f.PAIRS, pairs),
        (f.TRIPLES, triples),
        (f.EXPOSED, seen.exposed),
        (f.UNCOVERABLE, plain_others & ~below(mine)),
        (f.MASTERS, mine & ~below(plain_others)),
        (f.DEAD_RANKS, f.RANK_BITS & ~ranks_held(others)[0]),
        (f.THREATENED, mine & below(theirs)),
    )
    words = np.zeros((len(seen.mine), f.WORDS), np.int64)
    for start, bits in groups:
        words[:, start // 64] |= bits << start % 64
    return words


def _one_of(number: Ints, most: int = 62) -> Ints:
    return np.int64(1) << np.minimum(number, most)


def below(plain: Ints) -> Ints:
    """Return the plain cards that are lower than one of these of the same suit."""
    lower = plain >> PLAIN_SUITS
    lower |= lower >> PLAIN_SUITS
    lower |= lower >> 2 * PLAIN_SUITS
    return lower | lower >> 4 * PLAIN_SUITS


_AT_LEAST: Ints = np.array(f.AT_LEAST, dtype=np.int64)


def ranks_held(cards: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the ranks of which each set has at least one, two, three cards, as bits."""
    low = _AT_LEAST[cards & f.CHUNK_BITS]
    middle = _AT_LEAST[cards >> f.CHUNK & f.CHUNK_BITS]
    high = _AT_LEAST[cards >> 2 * f.CHUNK & f.CHUNK_BITS]
    one, two, three = (low | middle << 3 | high << 6).T
    trumps = cards >> PLAIN_SUITS * f.RANKS
    return one | trumps, two | (one & trumps), three | (two & trumps)
