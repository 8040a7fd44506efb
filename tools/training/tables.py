"""Very many games of two players in lock step, by the real rules (rules.md 1.2 to 1.6).

Moves are what a net chooses among: one card at a time, throw-ins only while every card is beaten or after a
take, and covers for the lowest uncovered card first. Everything else is as in `durak.apply`, and a test
compares the two over whole games. Options that matter with two players and 36 cards: transfer (off or on),
first_cap, attack_limit; hands that run out together are a draw.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from durak.ruleset import HAND_SIZE, Rules
from tools.training.arrays import (
    BEATS,
    CARD_BITS,
    CARDS,
    SAME_RANK,
    TRUMPS,
    Bools,
    Ints,
    counts,
    lowest,
    place_of,
)

# A move is a number: the place of the card to lay, TRANSFER + its place to transfer, or BUTTON (take, pass).
TRANSFER = CARDS
BUTTON = 2 * CARDS
MOVES = BUTTON + 1

DRAWN = 2
"""As a loser: nobody is."""

_DEALT = 2 * HAND_SIZE


@dataclass(slots=True)
class Tables:
    """The games, one a row; sets of cards are bits, `main` is the seat of the main attacker.

    deals     the sums of each deck's first cards: what lies between two of them was drawn
    turned    the turned-up card while it is in the stock, else 0
    hands     by seat; `known` what all have seen go there and not leave
    stock     what is left of it; `drawn` how many cards of the deck have left it
    table     all cards on the table; `open` the attack cards without a cover; `attacks` how many there are
    covered   whether any attack card has a cover
    taking    whether the take is announced
    limit     the most attack cards that the rules allow in this bout
    """

    transfers: bool
    later_limit: int
    deals: Ints
    turned: Ints
    hands: Ints
    known: Ints
    stock: Ints
    drawn: Ints
    main: Ints
    table: Ints
    open: Ints
    attacks: Ints
    covered: Bools
    taking: Bools
    limit: Ints

    @classmethod
    def dealt(cls, rules: Rules, games: int, chance: np.random.Generator) -> Self:
        """Return so many new games. Raises ValueError for rules that this module does not know."""
        check(rules)
        deals = _deals(games, chance)
        hands = np.stack([deals[:, HAND_SIZE], deals[:, _DEALT] - deals[:, HAND_SIZE]], axis=1)
        later_limit = rules.attack_limit or CARDS
        none = np.zeros(games, np.int64)
        return cls(
            transfers=rules.transfer == "on",
            later_limit=later_limit,
            deals=deals,
            turned=deals[:, CARDS] - deals[:, CARDS - 1],
            hands=hands,
            known=np.zeros((games, 2), np.int64),
            stock=deals[:, CARDS] - deals[:, _DEALT],
            drawn=none + _DEALT,
            main=_openers(hands, chance),
            table=none.copy(),
            open=none.copy(),
            attacks=none.copy(),
            covered=none != 0,
            taking=none != 0,
            limit=none + (rules.first_cap or later_limit),
        )

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.main)

    def of(self, rows: Ints | Bools) -> Self:
        """Return some of the games, as copies."""
        some: dict[str, Any] = {name: array[rows] for name, array in self.arrays().items()}
        return replace(self, **some)

    def put(self, rows: Ints, games: Self) -> None:
        """Put other games in the place of some."""
        for name, array in self.arrays().items():
            array[rows] = getattr(games, name)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that goes by row, by name."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: array for name, array in named.items() if isinstance(array, np.ndarray)}

    # Questions

    @property
    def defending(self) -> Bools:
        """Whether the defender is to move."""
        defending: Bools = (self.open != 0) & ~self.taking
        return defending

    @property
    def mover(self) -> Ints:
        """The seat that is to move."""
        return np.where(self.defending, 1 - self.main, self.main)

    def hand(self, seats: Ints) -> Ints:
        """Return the hand of one seat of each game."""
        return self.hands[np.arange(self.games), seats]

    @property
    def room(self) -> Ints:
        """How many attack cards may still be added (rules.md 1.6)."""
        by_hand = counts(self.hand(1 - self.main)) - counts(self.open)
        room: Ints = np.minimum(by_hand, self.limit - self.attacks)
        return room

    @property
    def closed(self) -> Bools:
        """Whether the bout ends by itself now (rules.md 1.4)."""
        nothing_to_add = (self.room == 0) | (self.hand(self.main) == 0)
        closed: Bools = (self.table != 0) & ((self.open == 0) | self.taking) & nothing_to_add
        return closed

    def legal(self) -> tuple[Ints, Ints, Bools]:
        """Return by game: cards that may be laid, cards to transfer with, whether there is a button."""
        hand, attack = self.hand(self.mover), place_of(lowest(self.open))
        throws = np.where(self.room > 0, hand & self._ranks(), 0)
        attacks = np.where(self.table == 0, hand, throws)
        laid = np.where(self.defending, hand & BEATS[attack], attacks)
        return laid, self._transfers(hand & SAME_RANK[attack]), self.table != 0

    def _ranks(self) -> Ints:
        """All cards of the ranks on the table."""
        ranks = np.zeros_like(self.table)
        left = self.table.copy()
        while left.any():
            card = lowest(left)
            left ^= card
            ranks |= SAME_RANK[place_of(card)]
        return ranks

    def _transfers(self, cards: Ints) -> Ints:
        if not self.transfers:
            return np.zeros_like(cards)
        can = self.defending & ~self.covered & (counts(self.hand(self.main)) > self.attacks)
        return np.where(can, cards, 0)

    # What a move does

    def lay(self, moves: Ints) -> Bools:
        """Carry out one move in each game, but not the end of a bout; return whether it has come."""
        rows, mover, defending = np.arange(self.games), self.mover, self.defending
        is_button, is_transfer = moves == BUTTON, (moves >= TRANSFER) & (moves < BUTTON)
        card = np.where(is_button, 0, CARD_BITS[np.where(is_button, 0, moves % TRANSFER)])
        self.hands[rows, mover] &= ~card
        self.known[rows, mover] &= ~card
        self.table |= card
        covers = defending & ~is_button & ~is_transfer
        self.open = np.where(covers, self.open & (self.open - 1), self.open | card)
        self.covered |= covers
        self.attacks += ~is_button & ~covers
        self.taking |= defending & is_button
        self.main = np.where(is_transfer, mover, self.main)
        ended: Bools = (~defending & is_button) | self.closed
        return ended

    def end_bouts(self, rows: Ints) -> Ints:
        """End the bout in some games (rules.md 1.5); return the loser's seat, DRAWN, or -1 if it goes on."""
        attacker = self.main[rows]
        defender = 1 - attacker
        taken = np.where(self.taking[rows], self.table[rows], 0)
        self.hands[rows, defender] |= taken
        self.known[rows, defender] |= taken
        self._refill(rows, attacker)
        self._refill(rows, defender)
        self.main[rows] = np.where(self.taking[rows], attacker, defender)
        self.table[rows] = self.open[rows] = self.attacks[rows] = 0
        self.covered[rows] = self.taking[rows] = False
        self.limit[rows] = self.later_limit
        empty = self.hands[rows] == 0
        loser = np.where(empty.all(axis=1), DRAWN, np.where(empty[:, 0], 1, 0))
        return np.where(empty.any(axis=1) & (self.stock[rows] == 0), loser, -1)

    def _refill(self, rows: Ints, seats: Ints) -> None:
        drawn = self.drawn[rows]
        count = np.clip(HAND_SIZE - counts(self.hands[rows, seats]), 0, CARDS - drawn)
        cards = self.deals[rows, drawn + count] - self.deals[rows, drawn]
        self.hands[rows, seats] |= cards
        self.known[rows, seats] |= cards & self.turned[rows]  # everybody sees who draws that card
        self.turned[rows] &= ~cards
        self.stock[rows] &= ~cards
        self.drawn[rows] = drawn + count


def check(rules: Rules) -> None:
    """Raise ValueError for rules that these games do not follow."""
    if rules.deck != CARDS or rules.transfer == "show" or rules.end != "last_holder" or not rules.draw:
        raise ValueError("the games in lock step have 36 cards, and the last holder loses")
    if not rules.throw_on_take or rules.first_cap_scope != "first_bout" or not rules.transfer_first_bout:
        raise ValueError("the games in lock step have the usual limits")
    if rules.low_trump_beats_ace or rules.trump_six_swap or rules.transfer_max_chain is not None:
        raise ValueError("the games in lock step have no special cards")


def _deals(games: int, chance: np.random.Generator) -> Ints:
    """Shuffle: any trump as the turned-up card, which is drawn last, and the others before it."""
    turned = chance.integers(CARDS - DECK_RANKS, CARDS, games)
    order = np.argsort(chance.random((games, CARDS - 1)), axis=1)
    order += order >= turned[:, None]
    bits = CARD_BITS[np.concatenate([order, turned[:, None]], axis=1)]
    deals = np.zeros((games, CARDS + 1), np.int64)
    np.cumsum(bits, axis=1, out=deals[:, 1:])
    return deals


DECK_RANKS = CARDS // 4


def _openers(hands: Ints, chance: np.random.Generator) -> Ints:
    """The holder of the lowest trump, or anybody (rules.md 1.2.4)."""
    low = lowest(hands & TRUMPS)
    low = np.where(low == 0, np.int64(1) << CARDS, low)
    anybody = chance.integers(0, 2, len(hands))
    return np.where(low[:, 0] == low[:, 1], anybody, (low[:, 1] < low[:, 0]).astype(np.int64))
