"""How fast the engine is: random games of two, and views of their positions."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from durak import (
    PRESETS,
    Action,
    Seat,
    State,
    advance,
    apply,
    encode_view,
    legal_actions,
    new_game,
    view_for,
)
from tests.bench.measure import Figure, measured

Step = Callable[[State, Action], State]

PRESETS_MEASURED = ("transfer", "classic")
SEATS = (Seat(0), Seat(1))


def figures(runs: int, games: int) -> Iterator[Figure]:
    """Measure every preset that is asked about most."""
    for preset in PRESETS_MEASURED:
        yield from _games(preset, runs, games)
        yield from _views(preset, runs, games)


def _games(preset: str, runs: int, games: int) -> Iterator[Figure]:
    """Games and actions a second; the deal is not in it, nor anything but listing, choosing and acting."""
    actions = sum(played(state, Random(number), advance) for number, state in enumerate(deals(preset, games)))
    for name, step in (("checked", apply), ("unchecked", advance)):
        times = measured(runs, partial(deals, preset, games), partial(play_all, step=step))
        yield Figure(f"{preset}: games, {name}", "/s", games, times)
        yield Figure(f"{preset}: actions, {name}", "/s", actions, times)


def deals(preset: str, games: int) -> list[State]:
    """Return the same dealt games every time."""
    return [
        new_game(PRESETS[preset], number.to_bytes(32, "big"), (b"", b""), len(SEATS))
        for number in range(games)
    ]


def play_all(states: list[State], step: Step) -> None:
    """Play every game to its end."""
    for number, state in enumerate(states):
        played(state, Random(number), step)


def played(state: State, rng: Random, step: Step) -> int:
    """Play one game, any legal action of anybody being as likely as any other; return how many it took."""
    random, count = rng.random, 0
    while True:
        actions = legal_actions(state, SEATS[0]) + legal_actions(state, SEATS[1])
        if not actions:
            return count
        state = step(state, actions[int(random() * len(actions))])
        count += 1


def _views(preset: str, runs: int, games: int) -> Iterator[Figure]:
    """Microseconds for a view of either seat, of a state that nobody has asked anything yet."""
    met = positions(preset, max(1, games // 20))
    times = measured(runs, lambda: list(map(State.changed, met)), view_all)
    yield Figure(f"{preset}: view_for", "µs", len(SEATS) * len(met), times)
    views = [view_for(state, seat) for state in met for seat in SEATS]
    times = measured(runs, lambda: views, lambda them: list(map(encode_view, them)))
    yield Figure(f"{preset}: encode_view", "µs", len(views), times)


def view_all(states: list[State]) -> None:
    """Make the view of both seats."""
    for state in states:
        for seat in SEATS:
            view_for(state, seat)


def positions(preset: str, games: int) -> list[State]:
    """Return every position of some random games."""
    met: list[State] = []

    def noted(state: State, action: Action) -> State:
        met.append(state)
        return advance(state, action)

    play_all(deals(preset, games), noted)
    return met
