"""The same search where a game can go round: with transfers, cards may go back and forth for ever.

Such a game counts as a draw, so a bout that opens with the same hands as an earlier one of the same line need
not be looked at again. But what was found out that way holds only as long as the earlier bout is undecided.
Such an answer is a guess. It is kept with the bouts that it leans on, and forgotten when one of them turns
out otherwise. A guess is always "at least a draw" or "at most a draw": a win rests on games that end.
"""

from durak.bots.answers import GOAL, Key, Value
from durak.bots.bits import Bits
from durak.bots.bouts import Bouts
from durak.bots.setup import Setup

LONGEST = 48
"""A line of more bouts is not followed: what lies beyond is taken for a draw, as a guess."""
BEYOND = 1
"""What such a guess leans on, along with the bouts of the line, whose bits are the higher ones."""


class Rounds(Bouts):
    """Answers under rules with transfers. A set of bouts of the line is a whole number, a bit for each."""

    def __init__(self, setup: Setup, nodes: int) -> None:
        """Open no more than so many bouts; later questions may be given more."""
        super().__init__(setup, nodes)
        self._line: dict[Key, int] = {}
        self._leaning = 0
        self._guesses: dict[Key, int] = {}
        self._trail: list[Key] = []

    def is_guess(self, value: Value) -> bool:
        """Tell whether an answer to a whole question leans on what lies beyond the longest line."""
        return value == 0 and self._leaning != 0

    def finish(self) -> None:
        """End a question, answered or not, and forget all that is still a guess."""
        for key in self._guesses:
            self.leads.pop(key, None)
        self._guesses.clear()
        self._trail.clear()
        self._line.clear()
        self._leaning = 0

    # An answer leans on what its own search leaned on, or on what it leaned on when it was remembered.

    def lead(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer for a bout to be opened; both hold cards."""
        before, self._leaning = self._leaning, 0
        value = super().lead(attacker, defender, ask)
        self._leaning = before if value else before | self._leaning
        return value

    def glance(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer from memory or at a glance, or return UNKNOWN."""
        value = super().glance(attacker, defender, ask)
        if value == 0:
            self._leaning |= self._guesses.get((attacker, defender, ask | GOAL), 0)
        return value

    def open(self, attacker: Bits, defender: Bits, ask: int) -> Value:
        """Answer for a bout to be opened: a draw if the line has been here before."""
        here = (attacker, defender, ask)
        bout = self._line.get(here, BEYOND if len(self._line) == LONGEST else 0)
        if bout:
            self._leaning |= bout
            return 0
        bout, begin = 2 << len(self._line), len(self._trail)
        self._line[here] = bout
        value = super().open(attacker, defender, ask)
        del self._line[here]
        self._leaning = 0 if value else self._leaning & ~bout
        self._settle(begin, bout, value == (1 if ask & GOAL else -1))
        return value

    def _settle(self, begin: int, bout: int, is_wrong: bool) -> None:
        """A bout is decided, and so are the guesses made since it began that leaned on it alone."""
        recent = dict.fromkeys(self._trail[begin:])
        del self._trail[begin:]
        for key in recent:
            leaning = self._guesses.pop(key, 0)
            if leaning & bout:
                if is_wrong:
                    self.leads.pop(key, None)
                    continue
                leaning = leaning & ~bout | self._leaning
            if leaning:
                self._guesses[key] = leaning
                self._trail.append(key)

    def keep(self, key: Key, value: Value, goal: int) -> None:
        """Remember an answer, as a guess if it is one."""
        if self._guesses.pop(key, 0):
            self.leads.pop(key, None)
        super().keep(key, value, goal)
        if not value and self._leaning:
            self._guesses[key] = self._leaning
            self._trail.append(key)
