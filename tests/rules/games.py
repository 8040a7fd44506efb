"""Random games to test on: each follows from its preset, its seats and its seed, and prints them."""

from itertools import combinations, pairwise
from random import Random

from hypothesis import strategies as st

from durak import (
    PRESETS,
    RULES_VERSION,
    Action,
    Attack,
    Defend,
    Pass,
    Record,
    Seat,
    State,
    Swap,
    Take,
    Transfer,
    apply,
    legal_actions,
    new_game,
    outcome,
)
from durak.cards import DECKS, Cards

MOST_BOUTS = 60
"""Where a random game is cut; few reach it."""


class Game:
    """A game in which any seat that may act does, in any legal way, until it ends or is cut.

    Its repr is all that it takes to play it again; `states` are the dealt one and the one after each action.
    """

    def __init__(self, preset: str, seats: int, seed: int) -> None:
        rng = Random(seed)
        self.origin = (preset, seats, seed)
        secret, salts = rng.randbytes(32), tuple(rng.randbytes(rng.randrange(4)) for _ in range(seats))
        leader = rng.choice((None, Seat(rng.randrange(seats))))
        self.states = [new_game(PRESETS[preset], secret, salts, seats, leader)]
        actions: list[Action] = []
        while outcome(self.states[-1]) is None and self.states[-1].bout <= MOST_BOUTS:
            offers = [legal_actions(self.states[-1], Seat(seat)) for seat in range(seats)]
            actions.append(rng.choice(rng.choice([offer for offer in offers if offer])))
            self.states.append(apply(self.states[-1], actions[-1]))
        self.record = Record(PRESETS[preset], RULES_VERSION, secret, salts, seats, leader, tuple(actions))

    @property
    def steps(self) -> list[tuple[State, Action, State]]:
        """Every action with the states before and after it."""
        return [
            (before, action, after)
            for (before, after), action in zip(pairwise(self.states), self.record.actions, strict=True)
        ]

    def __repr__(self) -> str:
        return f"Game{self.origin}"


games = st.builds(
    Game,
    preset=st.sampled_from(sorted(PRESETS)),
    seats=st.integers(2, 6),
    seed=st.integers(0, 2**32 - 1),
)
"""Games for Hypothesis."""


def conceivable(state: State, seat: Seat, rng: Random) -> list[Action]:
    """Return what a seat could ask for, sensible or not: every kind of action, with own and foreign cards."""
    hand = state.hands[seat]
    deck = DECKS[state.rules.deck]
    cards = [*hand, *rng.sample(deck, 3)]
    targets = [*(pair.attack for pair in state.table), rng.choice(deck)]
    sets: list[Cards] = [(card,) for card in cards]
    sets += [pair for pair in combinations(hand, 2) if pair[0].rank == pair[1].rank or rng.random() < 0.1]
    sets += [(*pair, rng.choice(deck)) for pair in combinations(hand[:3], 2)]
    return [
        *(Attack(seat, chosen) for chosen in sets),
        *(Defend(seat, attack, card) for attack in targets for card in cards),
        *(Transfer(seat, card, show) for card in cards for show in (False, True)),
        *(Take(seat), Pass(seat), Swap(seat)),
    ]
