"""The state of a game as a value: nothing changes it, `durak.apply` makes the next one, by way of a Draft."""

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, cast

from durak.actions import Seat
from durak.cards import Cards, Suit
from durak.cardset import beaters, same_ranks, set_of
from durak.draft import Draft, Outcome, Pair, table_cards
from durak.ruleset import Rules
from durak.seatset import holders_of, seat_set

_PUBLIC = (
    *("rules", "trump", "hands", "stock", "table", "main", "defender", "second", "bout", "discarded"),
    *("taking", "passed", "joined", "emptied", "chain", "shown", "out", "known", "ply", "table_ply"),
)
"""The fields as `State.of` takes them."""
_COMPARED = (
    *("rules", "trump", "hand_sets", "stock", "table", "main", "defender", "second", "bout", "discarded"),
    *("taking", "passed_set", "joined", "emptied", "chain", "shown_set", "out", "known_sets"),
)
_SHOWN = tuple(name for name in _PUBLIC if name not in ("hands", "stock", "passed"))


class State(Draft):
    """A game at one moment: the fields and questions of Draft, and nothing can be changed.

    What others may not see is left out of the repr, for that is how a State gets into a log.
    """

    __slots__ = ()

    @staticmethod
    def of(
        *,
        rules: Rules,
        trump: Suit,
        hands: Sequence[Cards],
        stock: Cards,
        table: tuple[Pair, ...],
        main: Seat,
        defender: Seat,
        second: Seat | None,
        bout: int,
        discarded: bool,
        taking: bool,
        passed: Iterable[Seat],
        joined: tuple[Seat, ...],
        emptied: tuple[Seat, ...],
        chain: int,
        shown: Cards,
        out: tuple[Seat, ...],
        known: Sequence[Cards],
        ply: int = 0,
        table_ply: int = 0,
    ) -> "State":
        """Return the state with these fields; sets are given as collections of cards and of seats."""
        hand_sets = tuple(map(set_of, hands))
        draft = Draft(
            rules=rules,
            trump=trump,
            hand_sets=hand_sets,
            stock=stock,
            table=table,
            main=main,
            defender=defender,
            second=second,
            bout=bout,
            discarded=discarded,
            taking=taking,
            passed_set=seat_set(passed),
            joined=joined,
            emptied=emptied,
            chain=chain,
            shown_set=set_of(shown),
            out=out,
            known_sets=tuple(map(set_of, known)),
            ply=ply,
            table_ply=table_ply,
            beaters=beaters(rules.deck, trump, rules.low_trump_beats_ace),
            uncovered_set=set_of(pair.attack for pair in table if pair.cover is None),
            rank_set=same_ranks(table_cards(table)),
            holder_set=holders_of(hand_sets),
        )
        return frozen(draft)

    def changed(self, **fields: Any) -> "State":
        """Return the state with some fields as `of` takes them changed: for tests and tools, it is slow."""
        return State.of(**{name: getattr(self, name) for name in _PUBLIC} | fields)

    def draft(self) -> Draft:
        """Return a copy that may be changed. Written out, since every move makes one."""
        copy = object.__new__(Draft)
        copy.rules = self.rules
        copy.trump = self.trump
        copy.hand_sets = self.hand_sets
        copy.stock = self.stock
        copy.table = self.table
        copy.main = self.main
        copy.defender = self.defender
        copy.second = self.second
        copy.bout = self.bout
        copy.discarded = self.discarded
        copy.taking = self.taking
        copy.passed_set = self.passed_set
        copy.joined = self.joined
        copy.emptied = self.emptied
        copy.chain = self.chain
        copy.shown_set = self.shown_set
        copy.out = self.out
        copy.known_sets = self.known_sets
        copy.ply = self.ply
        copy.table_ply = self.table_ply
        copy.beaters = self.beaters
        copy.uncovered_set = self.uncovered_set
        copy.rank_set = self.rank_set
        copy.holder_set = self.holder_set
        return copy

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a State is a value: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a State is a value: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in _COMPARED)

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={getattr(self, name)!r}' for name in _SHOWN)})"


def frozen(draft: Draft) -> State:
    """Return this very object as a State, which nobody can change any more."""
    draft.__class__ = State  # State adds no field, so the two lie alike in memory
    return cast(State, draft)


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    return state.outcome
