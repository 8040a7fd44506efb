"""Many random games with the checks that cost little: what the tests prove on few games, on very many."""

from collections import Counter
from random import Random

from durak import (
    PRESETS,
    Seat,
    State,
    advance,
    encode_position,
    encode_rules,
    legal_actions,
    most_seats,
    new_game,
    parse_rules,
)
from durak.cardset import same_ranks, set_of
from durak.draft import table_cards
from durak.seatset import holders_of
from tests.rules.games import MOST_BOUTS
from tests.rules.rule_sets import random_rules


def prove(games: int) -> Counter[str]:
    """Play games under presets and random rules by turns; return how they ended, and in how many actions.

    Raises AssertionError with the seed and the position where something is wrong.
    """
    found: Counter[str] = Counter()
    for seed in range(games):
        try:
            _play(seed, found)
        except AssertionError as fault:
            raise AssertionError(f"game {seed}: {fault}") from fault
    return found


def _play(seed: int, found: Counter[str]) -> None:
    rng = Random(seed)
    names = list(PRESETS)
    text = names[seed // 2 % len(names)] if seed % 2 else encode_rules(random_rules(rng))
    rules = parse_rules(text)
    seats = rng.randint(2, most_seats(rules))
    state = new_game(rules, rng.randbytes(32), (b"",) * seats, seats)
    places = tuple(map(Seat, range(seats)))
    everything = standing(state)
    while state.bout <= MOST_BOUTS:
        left = check(state)
        assert not left & ~everything, f"a card came back at {encode_position(state)}"
        everything = left
        actions = [action for seat in places for action in legal_actions(state, seat)]
        if not actions:
            break
        found["actions"] += 1
        state = advance(state, actions[int(rng.random() * len(actions))])
    assert state.outcome is not None or state.bout > MOST_BOUTS, f"nobody can act at {encode_position(state)}"
    assert state.changed() == state, encode_position(state)
    found[state.outcome.kind if state.outcome else "cut"] += 1


def check(state: State) -> int:
    """Check one state, and return its cards that are not in the discard."""
    cards = standing(state)
    on_table = table_cards(state.table)
    number = sum(hand.bit_count() for hand in state.hand_sets) + len(state.stock) + len(on_table)
    sound = (
        number == cards.bit_count()
        and state.holder_set == holders_of(state.hand_sets)
        and state.uncovered_set == set_of(pair.attack for pair in state.table if pair.cover is None)
        and state.rank_set == same_ranks(on_table)
        and not state.is_closed
        and (state.room >= 0 or not state.table)
        and not state.passed_set & ~state.thrower_set
    )
    assert sound, encode_position(state)
    return cards


def standing(state: State) -> int:
    """Return the set of the cards in hands, stock and table."""
    cards = set_of(state.stock) | set_of(table_cards(state.table))
    for hand in state.hand_sets:
        cards |= hand
    return cards
