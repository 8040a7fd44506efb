"""The log by itself: its numbers, its events, its games and their records."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from durak import verify
from tests.faults.ledger import Ledger, doer_of
from tests.faults.retelling import CardsAstray, Illegal, Moment, Retelling
from tests.faults.violation import Violation
from web.rooms.damage import gap_in
from web.rooms.events import GameStarted, PlayerId, parse_event
from web.rooms.evolve import fold
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.room import Room


@dataclass(slots=True)
class Told:
    """A room that could be told: its moments by version, from 1 on, and the server's own fold beside them.

    `ends` has, by version, the deal of the game that ended there.
    """

    moments: list[Moment] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    ends: dict[int, GameStarted] = field(default_factory=dict)

    def may_know(self, index: int, viewer: PlayerId | None) -> int:
        """Return the cards that this viewer may have been told of by then: none while he is shut out."""
        moment, room = self.moments[index], self.rooms[index]
        is_shut_out = room.phase == "playing" and not room.may_watch(viewer)
        return 0 if is_shut_out else moment.may_know(viewer)


def of_log(ledger: Ledger, room: RoomId, told: dict[RoomId, Told]) -> Iterator[Violation]:
    """Yield what is wrong with a room's log; if nothing is, put the room among those that could be told."""
    entries = ledger.entries.get(room, ())
    gap = gap_in(ledger.versions.get(room), entries)
    if gap is not None:
        yield Violation("versions", room, gap[1])
        return
    retelling, folded, so_far = Retelling(), Room(), Told()
    known = frozenset(ledger.players.values())
    for number, parts in groupby(entries, key=lambda entry: entry.version):
        try:
            rows = list(parts)
            events = tuple(parse_event(row.body) for row in rows)
            doer = doer_of(rows[0].command_id, known)
            for event in events:
                retelling.tell(event, doer)
            folded = fold(folded, [Batch(Version(number), events)])
        except Exception as fault:
            kind = "cards" if isinstance(fault, CardsAstray) else "illegal"
            what = str(fault) if isinstance(fault, Illegal | CardsAstray) else repr(fault)
            yield Violation(kind, room, f"version {number}: {what}")
            return
        # Nobody can see what is not committed, and that may take a while.
        at = ledger.committed.get((room, number), events[-1].at)
        _note(so_far, retelling.moment(number, at), folded, retelling.started)
    told[room] = so_far


def _note(so_far: Told, moment: Moment, folded: Room, started: GameStarted | None) -> None:
    before = so_far.moments[-1].state if so_far.moments else None
    was_over = before is None or before.outcome is not None
    is_over = moment.state is not None and moment.state.outcome is not None
    if is_over and not was_over:
        assert started is not None, "what is over was dealt"
        so_far.ends[moment.version] = started
    so_far.moments.append(moment)
    so_far.rooms.append(folded)


def of_records(ledger: Ledger, room: RoomId, told: Told) -> Iterator[Violation]:
    """Yield which games that ended are not kept as they were, and which that are kept did not end."""
    kept = {version: record for (owner, version), record in ledger.records.items() if owner == room}
    for version in sorted(kept.keys() | told.ends.keys()):
        started, record = told.ends.get(version), kept.get(version)
        if started is None or record is None:
            yield Violation("record", room, f"version {version} ends a game, or a game is kept, but not both")
            continue
        state = told.moments[version - 1].state
        try:
            outcome = verify(record, started.commitment)
        except Exception as fault:
            yield Violation("record", room, f"version {version}: {type(fault).__name__}")
            continue
        if state is None or outcome != state.outcome:
            yield Violation("record", room, f"version {version}: the record tells of another end")
