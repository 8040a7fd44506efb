"""A whole game in bits, hidden cards and all, which thinking may change as it goes.

`durak.state` says what each field means; kept is only what the rules still ask about. A game like this is
never the real one: its hidden cards are a guess (`durak.bots.sight`).
"""

from dataclasses import dataclass

from durak.bots.bits import Bits
from durak.bots.setup import Setup, Values
from durak.seatset import SeatSet


@dataclass(slots=True, eq=False)
class Game:
    """One game at one moment. `copy` it before you change it: whatever moves it moves it in place.

    setup      rules and seats
    hands      a set of cards per seat
    stock      by number, the union of so many cards in the order of drawing, 0 first; copies share it
    drawn      how many of them have been drawn
    table      all cards on the table; `uncovered` the attack cards without a cover
    ranks      all cards of the ranks on the table
    laid       how many attack cards
    scope      the seats that may attack in this bout, with or without cards
    passed     who has passed since it was last cleared
    joined     seats in the order of their first attack card in this bout; kept only where a refill asks
    out        who went out
    values     what the game was worth to each seat, or None while it goes on
    """

    setup: Setup
    hands: list[Bits]
    stock: tuple[Bits, ...]
    drawn: int
    table: Bits
    uncovered: Bits
    ranks: Bits
    laid: int
    main: int
    defender: int
    scope: SeatSet
    bout: int
    discarded: bool
    taking: bool
    passed: SeatSet
    joined: tuple[int, ...]
    chain: int
    shown: Bits
    out: SeatSet
    values: Values | None = None

    def copy(self) -> "Game":
        """Return a game that can be played on without changing this one."""
        game = object.__new__(Game)
        game.setup = self.setup
        game.hands = self.hands[:]
        game.stock = self.stock
        game.drawn = self.drawn
        game.table = self.table
        game.uncovered = self.uncovered
        game.ranks = self.ranks
        game.laid = self.laid
        game.main = self.main
        game.defender = self.defender
        game.scope = self.scope
        game.bout = self.bout
        game.discarded = self.discarded
        game.taking = self.taking
        game.passed = self.passed
        game.joined = self.joined
        game.chain = self.chain
        game.shown = self.shown
        game.out = self.out
        game.values = self.values
        return game

    @property
    def left(self) -> int:
        """How many cards the stock holds."""
        return len(self.stock) - 1 - self.drawn

    @property
    def holders(self) -> SeatSet:
        """The seats that hold cards."""
        found, seat = 0, 1
        for hand in self.hands:
            if hand:
                found |= seat
            seat <<= 1
        return found

    @property
    def in_play(self) -> SeatSet:
        """The seats that hold cards, or can still draw some."""
        return self.setup.everybody & ~self.out if self.left else self.holders

    @property
    def limit(self) -> int:
        """The most attack cards that the rules allow in this bout."""
        setup = self.setup
        is_first = not self.discarded if setup.until_discard else self.bout == 1
        return setup.first_limit if is_first else setup.limit

    @property
    def room(self) -> int:
        """How many attack cards may still be added."""
        by_hand = self.hands[self.defender].bit_count() - self.uncovered.bit_count()
        return min(by_hand, self.limit - self.laid)


def scope_of(setup: Setup, holders: SeatSet, main: int, defender: int) -> SeatSet:
    """Return the seats that may attack in a bout of these two, from who holds cards when it begins.

    That is the moment at which the defender becomes it; the rules call it the scope (rules.md 1.3).
    """
    match setup.rules.throw_in:
        case "all":
            return setup.everybody & ~(1 << defender)
        case "neighbours":
            second = setup.following[holders][defender]
            return (1 << main | 1 << second) & ~(1 << defender)
        case "attacker_only":
            return 1 << main
