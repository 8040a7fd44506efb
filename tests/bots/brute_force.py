"""Endgames solved by the real engine, without memory: every legal action of everybody, to the end.

While a card is uncovered both may act. Here the attacker is the faster one: he throws in as much as he likes
before the defender does anything. A game that comes back to the same hands and roles at the beginning of a
bout goes round, and is a draw.
"""

from durak import Action, Phase, Seat, State, advance, legal_actions

_Bouts = frozenset[tuple[object, ...]]


class TooMany(Exception):
    """The game has more lines than anybody would count."""


class BruteForce:
    """Counts the states it looks at, up to `most`."""

    def __init__(self, most: int) -> None:
        self.left = most

    def values(self, state: State, seat: Seat) -> dict[Action, int]:
        """Return what each legal action of the seat is worth to it: 1, 0 or -1."""
        line = frozenset([_bout(state)]) if not state.table else frozenset()
        return {
            action: self.value(advance(state, action), seat, line) for action in legal_actions(state, seat)
        }

    def value(self, state: State, seat: Seat, line: _Bouts = frozenset()) -> int:
        """Return what the game is worth to the seat."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        if state.outcome is not None:
            return value_of(state, seat)
        if not state.table:
            if _bout(state) in line:
                return 0
            line = line | {_bout(state)}
        attackers = {other: legal_actions(state, other) for other in map(Seat, range(state.seats))}
        defences = attackers.pop(state.defender)
        throws = [(other, action) for other, actions in attackers.items() for action in actions]
        best = None
        for other, action in throws:
            found = self.value(advance(state, action), seat, line)
            best = _better(best, found, other == seat)
            if found == (1 if other == seat else -1):
                return found
        if state.phase is not Phase.DEFENCE:
            assert best is not None
            return best
        answer = None
        for action in defences:
            found = self.value(advance(state, action), seat, line)
            answer = _better(answer, found, state.defender == seat)
            if found == (1 if state.defender == seat else -1):
                break
        assert answer is not None
        return answer if best is None else _better(best, answer, state.defender != seat)


def value_of(state: State, seat: Seat) -> int:
    """Return what a game that is over was worth to the seat."""
    assert state.outcome is not None
    if state.outcome.kind == "draw":
        return 0
    return 1 if (seat in state.outcome.seats) == (state.outcome.kind == "winner") else -1


def _better(best: int | None, found: int, is_mine: bool) -> int:
    if best is None:
        return found
    return max(best, found) if is_mine else min(best, found)


def _bout(state: State) -> tuple[object, ...]:
    return (state.hand_sets, state.main, state.discarded)
