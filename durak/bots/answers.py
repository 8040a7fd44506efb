"""What the search of `durak.bots.bouts` asks, what it remembers, and what can be answered at a glance.

All is known: two seats hold cards, and there is no stock. A position is a handful of whole numbers, and its
value is that of its attacker: 1 he gets rid of his cards and the other does not, -1 the other way round, 0 a
draw, or a game that goes round without end. Arguments come in this order and always mean the same:

    attacker, defender   their hands
    table, ranks         all cards on the table; all cards of the ranks on the table
    uncovered            the attack cards without a cover
    room                 how many attack cards may still be added
    ask                  what is asked, and what else counts: the bits below

An answer is a value, but only as good as the question: where it meets the goal the true value is at least
that, else at most that. So most moves need not be looked at. 1 and -1 are exact whatever was asked.
"""

from typing import TypeAlias

from durak.bots.bits import PLAIN_SUITS, Bits, places
from durak.bots.setup import Setup

Value: TypeAlias = int
Key: TypeAlias = tuple[Bits, Bits, int]

UNKNOWN = 2
"""Instead of a value: it takes a search."""

GOAL = 1
"""The goal, 1: does the attacker win? 0: does he not lose?"""
CAPPED = 2
"""Nothing has been beaten off yet, and the cap of the beginning holds until then."""
SHARED = 4
"""If both hands run out both win (end=first_out): it counts for the attacker; without, for the defender."""
FIRST_BOUT = 8
"""This is the first bout of the game."""
SHOWN = 16
"""The trump of the rank on the table has been shown."""
CHAIN = 32
"""One transfer in this bout; the bits from here up are their number, as far as there is a limit to it."""

BEYOND_THE_BOUT = GOAL | SHARED
TAKEN = BEYOND_THE_BOUT | CAPPED
"""What still counts in the next bout, when all was beaten off, and when it was taken."""

# What a table of answers holds: an exact value, or one of these, which are the question's goal plus two.
AT_LEAST_A_DRAW = 2
AT_MOST_A_DRAW = 3
NOTHING = 4
"""At a glance there is nothing to see."""


class OutOfNodes(Exception):
    """The search has opened as many bouts as it may."""


class Answers:
    """What is known about one table's rules, and what can be seen at a glance.

    nodes   how many more bouts the search may open, or add to before the defender acts
    leads   answers for bouts to be opened, by attacker, defender and ask, with GOAL set
    flip    what of `ask` changes when the two change places; `link` what a transfer adds to it
    several whether it can matter that cards are laid before the defender has answered the first
    hasty   whether it always can, since a take ends the bout at once
    below   by place: the cards that a trump of this place beats
    lanes   the cards of each plain suit

    Bouts that have begun are not remembered: to play them out again is cheaper than to look them up.
    """

    def __init__(self, setup: Setup, nodes: int) -> None:
        """Open no more than so many bouts; later questions may be given more."""
        rules, deck = setup.rules, setup.deck
        self.setup, self.nodes = setup, nodes
        self.transfers, self.feeds = setup.transfers, setup.feeds
        self.link = CHAIN if rules.transfer_max_chain else 0
        self.beats, self.same_rank = deck.beats, deck.same_rank
        self.trumps = deck.trumps
        self.below = tuple(deck.plain | (1 << place) - 1 for place in range(deck.size + 1))
        self.lanes = tuple(
            sum(1 << PLAIN_SUITS * rank + suit for rank in range(deck.ranks)) for suit in range(PLAIN_SUITS)
        )
        self.flip = GOAL | (SHARED if rules.end == "first_out" else 0)
        self.anytime = rules.throw_timing == "anytime"
        self.hasty = self.anytime and not setup.feeds
        self.low_beats_ace = rules.low_trump_beats_ace
        self.several = (self.anytime or rules.open_multi) and (setup.transfers or not setup.feeds)
        self.leads: dict[Key, int] = {}

    def keep(self, key: Key, value: Value, goal: int) -> None:
        """Remember an answer, along with what was known before."""
        if value == 0 and self.leads.get(key) != AT_MOST_A_DRAW - goal:
            value = AT_LEAST_A_DRAW + goal
        self.leads[key] = value

    def glance(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer for a bout to be opened from memory or at a glance, or return UNKNOWN."""
        key = (attacker, defender, ask | GOAL)
        found = self.leads.get(key)
        if found is None:
            if attacker & (attacker - 1):
                found = self.foreseen(attacker, defender)
            elif defender & (defender - 1) or not defender & self.beats[attacker.bit_length() - 1]:
                found = 1
            else:
                found = self.both_out(ask)
            self.leads[key] = found
        if found < AT_LEAST_A_DRAW:
            return found
        return 0 if found == AT_LEAST_A_DRAW + (ask & GOAL) else UNKNOWN

    def foreseen(self, attacker: Bits, defender: Bits) -> int:
        """Return 1 or -1 where a bout to be opened decides the game for sure, else NOTHING."""
        if self.low_beats_ace:
            return NOTHING
        weak = self.weak(attacker, defender)
        if not weak or not weak & ~self.same_rank[weak.bit_length() - 1]:
            return 1 if self.is_won(attacker, defender, weak) else NOTHING
        return -1 if not self.transfers and self.is_lost(attacker, defender) else NOTHING

    def weak(self, hand: Bits, other: Bits) -> Bits:
        """Return the cards of a hand that a card of the other one beats."""
        trumps = other & self.trumps
        if trumps:
            return hand & self.below[trumps.bit_length() - 1]
        found = 0
        for lane in self.lanes:
            above = other & lane
            if above:
                found |= hand & lane & (1 << above.bit_length() - 1) - 1
        return found

    def is_won(self, attacker: Bits, defender: Bits, weak: Bits) -> bool:
        """Tell whether the attacker wins by opening first with what cannot be covered, then with the rest.

        That rest, `weak`, is one card, or cards of one rank, fewer than the defender then holds. He has to
        take all the others, from the lowest up, so that none of them covers a later one; where there are
        transfers none may have the rank of a later one. It does not hold where the lowest trump beats the
        ace.
        """
        if self.transfers and self.share_a_rank(attacker, defender):
            return False
        return not weak & (weak - 1) or defender.bit_count() + attacker.bit_count() > 2 * weak.bit_count()

    def is_lost(self, attacker: Bits, defender: Bits) -> bool:
        """Tell whether the defender wins by covering all with trumps, and then in the way of `is_won`.

        These trumps are higher than all that the attacker holds. There must be one for each card that he can
        open with and throw in, and cards must be left to him then: two of them, if the defender may be left
        with just one card, and that can be covered.
        """
        masters = defender & self.trumps & ~self.below[(attacker & self.trumps).bit_length()]
        if not masters:
            return False
        weak = self.weak(defender, attacker)
        if weak & (weak - 1):
            return False
        attacks, enough = self.most_attacks(attacker, masters), masters.bit_count()
        if masters == defender and attacks > enough:
            attacks = enough
        left = attacker.bit_count() - attacks
        return attacks <= enough and left > (1 if weak and attacks == enough else 0)

    def most_attacks(self, attacker: Bits, covers: Bits) -> int:
        """Return with how many cards he can open and throw in, if no other covers are laid than these."""
        same_rank, thrown, most = self.same_rank, 0, 0
        while covers:
            ranks = same_rank[covers.bit_length() - 1]
            covers &= ~ranks
            thrown |= attacker & ranks
        others = attacker ^ thrown
        while others:
            opened = others & same_rank[others.bit_length() - 1]
            others ^= opened
            if opened.bit_count() > most:
                most = opened.bit_count()
        return most + thrown.bit_count()

    def share_a_rank(self, attacker: Bits, defender: Bits) -> bool:
        """Tell whether a card of the attacker has the rank of another one, or of one of the defender's."""
        others = defender
        for place in places(attacker):
            if others & self.same_rank[place]:
                return True
            others |= 1 << place
        return False

    def both_out(self, ask: int) -> Value:
        """Return the value when both hands have run out."""
        if self.flip & SHARED:
            return 1 if ask & SHARED else -1
        return 0 if self.setup.rules.draw else 1

    def cap(self, defender: Bits, ask: int) -> int:
        """Return how many attack cards a bout can see against this hand."""
        setup = self.setup
        limit = setup.first_limit if ask & (CAPPED | FIRST_BOUT) else setup.limit
        held = defender.bit_count()
        return held if held < limit else limit

    def is_guess(self, value: Value) -> bool:  # noqa: ARG002  # where a game goes round it depends on it
        """Tell whether an answer to a whole question may still turn out otherwise: here none does."""
        return False

    def finish(self) -> None:
        """End a question, answered or not: here nothing is left open."""
