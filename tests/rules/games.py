"""Random games to test on: each follows from its rules, its seats and its seed, and prints them."""

from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from durak import (
    RULES_VERSION,
    Action,
    Record,
    Seat,
    State,
    apply,
    encode_rules,
    legal_actions,
    most_seats,
    new_game,
    outcome,
    parse_rules,
)
from tests.rules.rule_sets import playable_rules

MOST_BOUTS = 60
"""Where a random game is cut; few reach it."""


class Game:
    """A game in which any seat that may act does, in any legal way, until it ends or is cut.

    Its repr is all that it takes to play it again, the rules being a preset's name or a rules code; `states`
    are the dealt one and the one after each action.
    """

    def __init__(self, rules: str, seats: int, seed: int) -> None:
        rng = Random(seed)
        self.origin = (rules, seats, seed)
        secret, salts = rng.randbytes(32), tuple(rng.randbytes(rng.randrange(4)) for _ in range(seats))
        leader = rng.choice((None, Seat(rng.randrange(seats))))
        self.states = [new_game(parse_rules(rules), secret, salts, seats, leader)]
        actions: list[Action] = []
        while outcome(self.states[-1]) is None and self.states[-1].bout <= MOST_BOUTS:
            offers = [legal_actions(self.states[-1], Seat(seat)) for seat in range(seats)]
            actions.append(rng.choice(rng.choice([offer for offer in offers if offer])))
            self.states.append(apply(self.states[-1], actions[-1]))
        self.record = Record(parse_rules(rules), RULES_VERSION, secret, salts, seats, leader, tuple(actions))

    @property
    def steps(self) -> list[tuple[State, Action, State]]:
        """Every action with the states before and after it."""
        return [
            (before, action, after)
            for (before, after), action in zip(pairwise(self.states), self.record.actions, strict=True)
        ]

    def __repr__(self) -> str:
        return f"Game{self.origin}"


games = playable_rules.flatmap(
    lambda rules: st.builds(
        Game,
        rules=st.just(encode_rules(rules)),
        seats=st.integers(2, most_seats(rules)),
        seed=st.integers(0, 2**32 - 1),
    )
)
"""Games under presets and random rules, for Hypothesis."""
