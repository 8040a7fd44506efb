"""Node counts: how many sequences of legal actions lead on from a position, as chess engines are proved.

`node_counts.txt` holds positions with their counts: of one action, of two, and so on; of the longest ones
also by their first action, which tells where a difference is. Of some positions with few cards it holds the
whole tree instead, by how the game ends. `python -m tests.rules.perft` counts anew, and writes the file only
where the engine and the reference agree on every list of actions along the way.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from durak import (
    Action,
    Card,
    Outcome,
    Seat,
    State,
    advance,
    encode_action,
    encode_position,
    legal_actions,
    parse_position,
)
from tests.rules.reference import play
from tests.rules.reference.game import Game
from tests.rules.reference.legal import legal_actions as reference_actions

FILE = Path(__file__).parent / "node_counts.txt"


@dataclass(frozen=True)
class Pin:
    """A position with its counts: `counts` by length, `first` of the longest by first action; or `ends`."""

    position: str
    counts: tuple[int, ...] = ()
    first: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)


# Counting


def actions_of(state: State) -> list[Action]:
    """Return what anybody may do, seat by seat."""
    return [action for seat in range(state.seats) for action in legal_actions(state, Seat(seat))]


def count(state: State, depth: int) -> int:
    """Return how many sequences of so many actions there are."""
    actions = actions_of(state)
    if depth == 1:
        return len(actions)
    return sum(count(advance(state, action), depth - 1) for action in actions)


def count_by_first(state: State, depth: int) -> dict[str, int]:
    """Return the same number by the first action."""
    return {
        encode_action(action): count(advance(state, action), depth - 1) if depth > 1 else 1
        for action in actions_of(state)
    }


def count_ends(state: State) -> Counter[str]:
    """Walk the whole tree: return how many nodes it has, and how many of them end the game in which way."""
    found: Counter[str] = Counter(nodes=1)
    if state.outcome is not None:
        found[end_text(state.outcome)] += 1
    for action in actions_of(state):
        found += count_ends(advance(state, action))
    return found


def end_text(outcome: Outcome) -> str:
    """Return how a game ended: `durak 1`, `winner 0,2`, `draw`."""
    return " ".join((outcome.kind, ",".join(map(str, outcome.seats)))).strip()


# Beside the reference


def as_reference(state: State) -> Game:
    """Return the same position for the reference, which no game may be over in."""
    return Game(
        rules=asdict(state.rules),
        trump=state.trump.value,
        hands=[texts(hand) for hand in state.hands],
        stock=texts(state.stock),
        main=state.main,
        defender=state.defender,
        second=state.second,
        table=[[pair.attack.text, pair.cover.text if pair.cover else "-"] for pair in state.table],
        bout=state.bout,
        discarded=state.discarded,
        taking=state.taking,
        passed=sorted(state.passed),
        joined=list(state.joined),
        emptied=list(state.emptied),
        chain=state.chain,
        shown=texts(state.shown),
        out=list(state.out),
        known=[texts(known) for known in state.known],
    )


def texts(cards: tuple[Card, ...]) -> list[str]:
    """Return cards as texts."""
    return [card.text for card in cards]


def difference(state: State, depth: int | None) -> str | None:
    """Return where engine and reference first list other actions, within so many actions; None if nowhere."""
    return _difference(state, as_reference(state), depth, ())


def _difference(state: State, game: Game, depth: int | None, path: tuple[str, ...]) -> str | None:
    ours = [encode_action(action) for action in actions_of(state)]
    theirs = [action for seat in range(state.seats) for action in reference_actions(game, seat)]
    if ours != theirs:
        return (
            f"after {' '.join(path) or 'nothing'}\nat {encode_position(state)}\n"
            f"only the engine: {' '.join(sorted(set(ours) - set(theirs))) or '-'}\n"
            f"only the reference: {' '.join(sorted(set(theirs) - set(ours))) or '-'}"
        )
    if depth == 1:
        return None
    for action, text in zip(actions_of(state), ours, strict=True):
        after = replace(game, **deepcopy({**vars(game), "rules": None}) | {"rules": game.rules})
        play.apply(after, text)
        deeper = None if depth is None else depth - 1
        found = _difference(advance(state, action), after, deeper, (*path, text))
        if found is not None:
            return found
    return None


# The file


def parse_pins(text: str) -> Iterator[Pin]:
    """Yield the pins of a file: blocks of a position and indented numbers."""
    for block in text.strip().split("\n\n"):
        position, *lines = block.splitlines()
        named = {name: int(number) for name, number in (line.rsplit(maxsplit=1) for line in lines)}
        numbers = {name.strip(): number for name, number in named.items()}
        if "nodes" in numbers:
            yield Pin(position, ends=numbers)
        else:
            counts = tuple(number for name, number in numbers.items() if name.isdecimal())
            first = {name: number for name, number in numbers.items() if not name.isdecimal()}
            yield Pin(position, counts, first)


def encode_pin(pin: Pin) -> str:
    """Return the block of one pin."""
    lengths = {str(length): number for length, number in enumerate(pin.counts, start=1)}
    numbers = pin.ends or lengths | pin.first
    return "\n".join((pin.position, *(f"  {name} {number}" for name, number in numbers.items())))


def counted_anew(pin: Pin) -> Pin:
    """Return the pin with the numbers that engine and reference agree on. Raises ValueError otherwise."""
    state = parse_position(pin.position)
    depth = None if pin.ends else len(pin.counts)
    found = difference(state, depth)
    if found is not None:
        raise ValueError(found)
    position = encode_position(state)
    if depth is None:
        return Pin(position, ends=dict(sorted(count_ends(state).items())))
    counts = tuple(count(state, length) for length in range(1, depth + 1))
    return Pin(position, counts, count_by_first(state, depth))


def renew() -> None:
    """Count every pin of the file anew."""
    pins = []
    for pin in parse_pins(FILE.read_text("utf-8")):
        pins.append(encode_pin(counted_anew(pin)))
        print(pins[-1].partition("\n")[0])
    FILE.write_text("\n\n".join(pins) + "\n", "utf-8")


if __name__ == "__main__":
    renew()
