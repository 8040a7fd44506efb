"""Random games played by the engine and by the reference at once, compared at every step.

Called as a program it plays as many as it is told: `python -m tests.rules.reference.beside 5000`; a second
number is the first seed.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from durak import (
    LastDeal,
    Seat,
    apply,
    encode_action,
    encode_position,
    legal_actions,
    new_game,
    next_leader,
    outcome,
    parse_action,
    parse_position,
    refusal,
)
from tests.rules.reference import chance, deal, legal, play, refusals
from tests.rules.reference.game import OVER, phase
from tests.rules.reference.options import Rules
from tests.rules.reference.setups import Setup, setup_of
from tests.rules.reference.text import position_text

MOST_BOUTS = 60
"""Where a random game is cut; few reach it."""

ASKED = 2
"""How many actions are asked for after each one, legal or not, to compare the refusals."""


class Disagreement(AssertionError):
    """The engine and the reference do not say the same. Its text is all that it takes to see that again."""


@dataclass
class Tally:
    """What has come up in the games."""

    games: int = 0
    steps: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    rules: list[Rules] = field(default_factory=list)


def compare(count: int, first_seed: int = 0) -> Tally:
    """Play so many games. Raises Disagreement at the first difference."""
    tally = Tally()
    for seed in range(first_seed, first_seed + count):
        compare_game(setup_of(seed), tally)
    return tally


def compare_game(setup: Setup, tally: Tally, reference_rules: Rules | None = None) -> None:
    """Play one game; the reference may be given other rules. Raises Disagreement."""
    tally.games += 1
    tally.rules.append(setup.rules)
    table, rng = Beside(setup, reference_rules or setup.rules), Random(setup.seed)
    likely = chance.weights(rng)
    while True:
        if setup.vanishing and phase(table.game) != OVER and rng.random() < 0.1:
            table.let_cards_vanish(rng)
        offers = table.agreed_offers()
        tally.refusals.update(table.agreed_refusal(rng) for _ in range(ASKED))
        if not offers or table.game.bout > MOST_BOUTS:
            break
        action = chance.chosen(rng, offers, likely)
        table.apply(action)
        tally.steps += 1
        tally.actions[chance.kind_of(action)] += 1
    table.compare_next_leader()
    tally.ends[table.game.outcome[0] if table.game.outcome else "cut"] += 1


class Beside:
    """A game of the engine with the same game of the reference."""

    def __init__(self, setup: Setup, reference_rules: Rules) -> None:
        self.setup = setup
        leader = None if setup.leader is None else Seat(setup.leader)
        self.state = new_game(setup.engine_rules, setup.secret, setup.salts, setup.seats, leader)
        self.game = deal.dealt(
            reference_rules, setup.seats, deal.Chance(setup.secret, setup.salts), setup.leader
        )
        self.played: list[str] = []

    def apply(self, action: str) -> None:
        """Let both do a legal action."""
        self.played.append(action)
        self.state = apply(self.state, parse_action(action))
        play.apply(self.game, action)

    def let_cards_vanish(self, rng: Random) -> None:
        """Go on from a position that has been set up."""
        self.game = chance.let_cards_vanish(self.game, rng)
        self.played = [f"(from {position_text(self.game)})"]
        self.state = parse_position(position_text(self.game))

    def agreed_offers(self) -> list[list[str]]:
        """Return what each seat that may act may do. Raises Disagreement unless both say the same of all."""
        seats, ended = range(self.setup.seats), outcome(self.state)
        ours = [legal.legal_actions(self.game, seat) for seat in seats]
        theirs = [
            [encode_action(action) for action in legal_actions(self.state, Seat(seat))] for seat in seats
        ]
        self._compare("position", position_text(self.game), encode_position(self.state))
        self._compare("legal actions", ours, theirs)
        self._compare("outcome", self.game.outcome, ended and (ended.kind, list(ended.seats)))
        return [offer for offer in ours if offer]

    def agreed_refusal(self, rng: Random) -> str:
        """Ask for something conceivable and return the code of the answer. Raises Disagreement."""
        action = chance.conceivable(self.game, rng)
        ours, found = refusals.refusal(self.game, action), refusal(self.state, parse_action(action))
        self._compare(f"refusal of {action}", ours, found and (found.code, plain(found.facts)))
        return ours[0] if ours else "legal"

    def compare_next_leader(self) -> None:
        """See that both let the same seat open the next deal. Raises Disagreement."""
        ended, people = outcome(self.state), tuple(range(self.setup.seats))
        if ended is None or self.game.outcome is None:
            return
        last = LastDeal(self.state.rules, people, ended)
        ours = deal.next_leader(self.game.rules, self.setup.seats, self.game.outcome)
        self._compare("next leader", ours, next_leader(last, self.state.rules, people))

    def _compare(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise Disagreement(
                f"{what} of {self.setup} after {' '.join(self.played)}\n"
                f"at {position_text(self.game)}\nreference {ours}\nengine    {theirs}"
            )


def plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts with lists, whatever sequences they come as."""
    return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}


if __name__ == "__main__":
    number, *first = map(int, sys.argv[1:])
    found = compare(number, *first)
    print(f"{found.games} games, {found.steps} actions, no difference")
    print(*(dict(counted) for counted in (found.actions, found.ends, found.refusals)), sep="\n")
