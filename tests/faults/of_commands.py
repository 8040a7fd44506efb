"""Commands: what was answered, what was refused, and what is there."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from tests.faults.ledger import Ledger, doer_of
from tests.faults.violation import Violation
from tests.faults.witness import Asked, Witness
from web.rooms.damage import Entry
from web.rooms.events import ActionTaken, PlayerId
from web.rooms.ports import RoomId

Commands = Mapping[tuple[RoomId, str], Asked]


def player_of(ledger: Ledger, witness: Witness) -> PlayerId | None:
    """Return who looked through this browser, as the server calls him."""
    if witness.cookie is None:
        return None
    return ledger.players.get(hashlib.sha256(witness.cookie.encode()).digest())


def of_commands(ledger: Ledger, witnesses: Sequence[Witness]) -> Iterator[Violation]:
    """Yield which promises of an answer were not kept, and which commands nobody gave."""
    asked: dict[tuple[RoomId, str], Asked] = {}
    for witness in witnesses:
        player = player_of(ledger, witness)
        asked |= {(RoomId(witness.room), f"{player}:{one.id}"): one for one in witness.asked.values()}
    there: Counter[tuple[RoomId, str]] = Counter()
    yield from _of_what_is_there(ledger, asked, there)
    for (room, command_id), one in asked.items():
        times, name = there[room, command_id], f"{one.kind} {one.action or ''}".strip()
        if one.oks and not times:
            yield Violation("lost", room, f"{name} was answered and is not there")
        if times > 1:
            yield Violation("twice", room, f"{name} is there {times} times")
        if times and one.is_refused_for_good:
            yield Violation("refused", room, f"{name} was refused and is there")


def _of_what_is_there(
    ledger: Ledger, asked: Commands, there: Counter[tuple[RoomId, str]]
) -> Iterator[Violation]:
    """Count the commands of players, and yield those that are not as they were asked for."""
    players = frozenset(ledger.players.values())
    for room, entries in ledger.entries.items():
        for number, group in groupby(entries, key=lambda entry: entry.version):
            parts = list(group)
            command_id = parts[0].command_id
            if command_id is None or doer_of(command_id, players) is None:
                continue
            there[room, command_id] += 1
            one = asked.get((room, command_id))
            if one is None:
                yield Violation("unasked", room, f"version {number} is of nobody's asking")
            elif one.action is not None and one.action not in _actions(parts):
                yield Violation("lost", room, f"version {number} is not the action that was asked for")


def _actions(parts: Iterable[Entry]) -> list[str]:
    events = (json.loads(entry.body) for entry in parts)
    return [event["action"] for event in events if event["kind"] == ActionTaken.__name__]
