"""Was every promise kept? What clients saw and were promised, against what the server has written down.

    file      SQLite finds nothing to complain of
    versions  a room's versions are 1, 2, 3 and so on, and so are the parts of each
    illegal   every event can have happened after those before it, told again from the deal
    cards     every card of the deck is in one place
    record    a finished game is kept as a record that leads to the same end, and no other one is
    lost      what was answered with `ok` is in the log, as the command of that player, with that action
    twice     no command is there more than once
    refused   what was refused each time it was sent is not there
    unasked   nothing is there in a player's name that he did not ask for
    leak      no byte of a view shows a card that its viewer may not know
    hand      a view shows the hand, the table and the counts that the log had then
    stale     no browser is further behind in what is due to it than the bound, while its connection is sound
              and its server could know; one that never comes back is found by the chaos test itself
    worker    found there, too: one that never came back

A room whose log cannot be true is not looked at any further: nobody can say what its views should have been.
"""

from collections.abc import Iterator, Sequence

from tests.faults.ledger import Ledger
from tests.faults.of_commands import of_commands, player_of
from tests.faults.of_logs import Told, of_log, of_records
from tests.faults.of_views import Looking
from tests.faults.violation import Violation
from tests.faults.witness import Witness
from web.rooms.ports import RoomId
from web.transport.hub import SWEEP_SECONDS

BOUND_SECONDS = 1.3 * SWEEP_SECONDS + 1.5


def violations(
    ledger: Ledger, witnesses: Sequence[Witness], bound: float = BOUND_SECONDS
) -> Iterator[Violation]:
    """Yield everything that is wrong."""
    yield from (Violation("file", "", complaint) for complaint in ledger.complaints)
    told: dict[RoomId, Told] = {}
    for room in sorted(ledger.versions.keys() | ledger.entries.keys()):
        yield from of_log(ledger, room, told)
        if room in told:
            yield from of_records(ledger, room, told[room])
    yield from of_commands(ledger, witnesses)
    for witness in witnesses:
        room = RoomId(witness.room)
        if room in told:
            yield from Looking(told[room], witness, player_of(ledger, witness), bound).violations()
