"""Golden games: one short game per preset, written out with every view at every step.

The files under `golden_games/` are for reading: a change of the rules shows as a difference that a person
can judge. Each step gives the action and the position it led to; then what all hear of it and what
changed in the view of a spectator; then for every seat what it hears besides, and what it sees otherwise
than a spectator. Write them anew with `python -m tests.rules.golden`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from durak import (
    PRESETS,
    RULES_VERSION,
    Action,
    Attack,
    DurakError,
    Record,
    Rules,
    Seat,
    State,
    Transfer,
    apply,
    dealt,
    encode_action,
    encode_position,
    encode_record,
    encode_view,
    happened,
    new_game,
    outcome,
    parse_record,
    replay,
    story_for,
    view_for,
)
from durak.bots import BOTS

FOLDER = Path(__file__).parent / "golden_games"
SEATS = 3
TRIES = 300


def path_of(preset: str) -> Path:
    """Return where the golden game of a preset stands."""
    return FOLDER / f"{preset}.txt"


def shortest_game(rules: Rules) -> Record:
    """Return the shortest of many games between a careful bot and one that plays anything."""
    found = (played(rules, number) for number in range(TRIES))
    return min((record for record in found if record is not None), key=lambda record: len(record.actions))


def played(rules: Rules, number: int) -> Record | None:
    """Play one game, all made of its number; None if it does not show what its rules are about."""
    rng, secret, salts = Random(number), number.to_bytes(32, "big"), (b"",) * SEATS
    state = new_game(rules, secret, salts, SEATS)
    actions: list[Action] = []
    has_transfer = has_second_thrower = False
    while outcome(state) is None and state.bout < 60:
        views = (view_for(state, Seat(seat)) for seat in range(SEATS))
        view = next(view for view in views if view.legal and view.viewer in view.waiting)
        actions.append(BOTS["careful" if view.viewer == 0 else "random"].choose(view, rng))
        has_transfer |= isinstance(actions[-1], Transfer)
        has_second_thrower |= isinstance(actions[-1], Attack) and actions[-1].seat != state.main
        state = apply(state, actions[-1])
    if rules.transfer == "on" and not has_transfer:
        return None
    if rules.throw_priority == "attacker_first" and not has_second_thrower:
        return None
    return Record(rules, RULES_VERSION, secret, salts, SEATS, None, tuple(actions))


def written_out(record: Record) -> str:
    """Return the text of a golden file."""
    return "\n".join(lines_of(record)) + "\n"


def lines_of(record: Record) -> Iterator[str]:
    """Yield the record, then every step: action, position, and what comes of it for the viewers."""
    yield encode_record(record)
    before: State | None = None
    seen: dict[str, str] = {}
    for number, state in enumerate(replay(record)):
        action = record.actions[number - 1] if before is not None else None
        told = dealt(state) if before is None or action is None else happened(before, action, state)
        yield ""
        yield f"{number} {encode_action(action) if action else 'deal'}"
        yield encode_position(state)
        view = readable(encode_view(view_for(state, None)))
        story = [as_json(piece) for piece in story_for(told, None)]
        yield from (f"  all hear {piece}" for piece in story)
        yield f"  all see {differences(view, seen)}"
        for seat in map(Seat, range(state.seats)):
            own_story = [as_json(piece) for piece in story_for(told, seat)]
            yield from (f"  {seat} hears {piece}" for piece in own_story if piece not in story)
            yield f"  {seat} sees {differences(readable(encode_view(view_for(state, seat))), view)}"
        before, seen = state, view


def differences(view: dict[str, str], other: dict[str, str]) -> str:
    """Return the fields of a view that are not the same in the other one."""
    return " ".join(f"{key}={value}" for key, value in view.items() if other.get(key) != value)


def readable(view: dict[str, Any]) -> dict[str, str]:
    """Return the fields of a view as short texts; of `why` the keys by refusal."""
    legal = [text for texts in view["legal"].values() for text in texts]
    why: dict[str, list[str]] = {}
    for key, found in view["why"].items():
        why.setdefault(f"{found['code']}{as_json(found['facts'])}", []).append(key)
    reasons = [f"{reason}:{','.join(keys)}" for reason, keys in why.items()]
    plain = {key: as_json(value) for key, value in view.items() if key not in ("legal", "why")}
    return {**plain, "legal": "|".join(legal), "why": "|".join(reasons)}


def as_json(value: object) -> str:
    """Return JSON on one line."""
    return json.dumps(value, separators=(",", ":")).replace('"', "")


def record_in(text: str) -> Record:
    """Return the record of a golden file."""
    return parse_record(text.partition("\n")[0])


def renew() -> None:
    """Write every golden file anew: the same game as before if the rules still allow it."""
    FOLDER.mkdir(exist_ok=True)
    for name, rules in PRESETS.items():
        path = path_of(name)
        try:
            text = written_out(record_in(path.read_text("utf-8")))
        except (FileNotFoundError, DurakError):
            text = written_out(shortest_game(rules))
        path.write_text(text, "utf-8")
        print(f"{path.name}: {len(text) // 1000} kB")


if __name__ == "__main__":
    renew()
