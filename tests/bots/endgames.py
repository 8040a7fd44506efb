"""Random endgames to test on, under presets and random rules, each from its seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from durak import (
    PRESETS,
    Action,
    Phase,
    Rules,
    Seat,
    State,
    advance,
    encode_position,
    legal_actions,
    memory_view,
)
from durak.bots.setup import setup_of
from durak.bots.solver import Endgame, Solved, Solver, endgame_of
from durak.cards import DECKS, Suit, in_deck_order
from tests.bots.brute_force import BruteForce, value_of
from tests.rules.rule_sets import random_rules

FEW_CARDS = 8
SOME_CARDS = 12
MOST_STATES = 100_000
MOST_NODES = 20_000
MOST_ACTIONS = 400
SLOW = 0.3
"""How often the other seat throws in before a defender acts, if it can."""


@dataclass(frozen=True)
class Moment:
    """An endgame as one of its seats sees it, with the true state."""

    seed: int
    state: State
    seat: Seat
    endgame: Endgame

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seat may do."""
        return legal_actions(self.state, self.seat)

    def solver(self, most_nodes: int = MOST_NODES) -> Solver:
        """Return a new solver for its rules."""
        return Solver(setup_of(self.state.rules, self.state.seats), most_nodes)

    def __str__(self) -> str:
        return f"seed {self.seed}: {encode_position(self.state)} seat {self.seat}"


def moments(first: int, count: int, most_cards: int) -> Iterator[Moment]:
    """Yield the endgames of so many seeds, with at most so many cards."""
    for seed in range(first, first + count):
        yield moment(seed, most_cards)


def moment(seed: int, most_cards: int) -> Moment:
    """Return the endgame of a seed: dealt at random, and played on at random into the middle of a bout."""
    rng = Random(seed)
    rules = rng.choice(list(PRESETS.values())) if rng.random() < 0.35 else random_rules(rng)
    while True:
        state, steps = dealt(rng, rules, most_cards), rng.randrange(7)
        while state.outcome is None:
            found = _seen(seed, state, rng) if steps <= 0 else None
            if found is not None:
                return found
            offers = [action for seat in range(state.seats) for action in legal_actions(state, Seat(seat))]
            state, steps = advance(state, rng.choice(offers)), steps - 1


def _seen(seed: int, state: State, rng: Random) -> Moment | None:
    seats = [seat for seat in map(Seat, range(state.seats)) if legal_actions(state, seat)]
    seat = rng.choice(seats)
    endgame = endgame_of(memory_view(state, seat))
    return None if endgame is None else Moment(seed, state, seat, endgame)


def dealt(rng: Random, rules: Rules, most_cards: int) -> State:
    """Return a state of two or three hands and no stock; half of the time of four ranks only."""
    seats = rng.choice((2, 2, 2, 3))
    deck = list(DECKS[rules.deck])
    if rng.random() < 0.5:
        ranks = rng.sample(sorted({card.rank for card in deck}), k=4)
        deck = [card for card in deck if card.rank in ranks]
    cards = rng.sample(deck, rng.randint(seats, min(most_cards, len(deck))))
    cuts = [0, *sorted(rng.sample(range(1, len(cards)), seats - 1)), len(cards)]
    hands = [in_deck_order(cards[begin:end]) for begin, end in pairwise(cuts)]
    return State.of(
        rules=rules,
        trump=rng.choice(list(Suit)),
        hands=hands,
        stock=(),
        table=(),
        main=Seat(0),
        defender=Seat(1),
        second=Seat(2) if seats > 2 else None,
        bout=rng.choice((1, 2, 2)),
        discarded=rng.random() < 0.6,
        taking=False,
        passed=(),
        joined=(),
        emptied=(),
        chain=0,
        shown=(),
        out=(),
        known=[()] * seats,
    )


def differences(one: Moment) -> str | None:
    """Return where solver and brute force disagree, or None. Raises TooMany."""
    expected = BruteForce(MOST_STATES).values(one.state, one.seat)
    found = one.solver().values(one.endgame, one.actions)
    solved = one.solver().solve(one.endgame, one.actions)
    if found != expected:
        return f"{one}\nexpected {expected}\nfound    {found}"
    if solved is None or solved.value != max(expected.values()) or expected[solved.action] != solved.value:
        return f"{one}\nexpected {expected}\nsolved as {solved}"
    return None


def played_out(one: Moment) -> str | None:
    """Play the solver's moves by the rules of the engine, against chance: does the seat's value ever fall?

    While something is uncovered an attacker may wait, but is never too slow, as a defender may be.
    """
    rng, solver, state, worth = Random(one.seed), one.solver(), one.state, -1
    for _ in range(MOST_ACTIONS):
        if state.outcome is not None:
            break
        mine, others = (legal_actions(state, seat) for seat in (one.seat, one.endgame.other))
        action = rng.choice(others) if others else None
        is_slow = others and one.seat == state.defender and rng.random() < SLOW
        if mine and not is_slow:
            solved = _solved(solver, state, one.seat)
            if solved is None:
                return None
            may_wait = state.phase is Phase.DEFENCE and one.seat != state.defender
            if solved.value >= worth:
                action, worth = solved.action, solved.value
            elif not may_wait:
                return f"{one}\nworth {worth}, but {solved} at {encode_position(state)}"
        assert action is not None
        state = advance(state, action)
    if state.outcome is None or value_of(state, one.seat) >= worth:
        return None
    return f"{one}\nworth {worth}, but {state.outcome}"


def _solved(solver: Solver, state: State, seat: Seat) -> Solved | None:
    endgame = endgame_of(memory_view(state, seat))
    assert endgame is not None
    return solver.solve(endgame, legal_actions(state, seat))
