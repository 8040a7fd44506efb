"""Which of the work that time asks for a process does, where several serve the same rooms.

    all    serves people, and does what is due
    web    serves people, and leaves bots' moves to the processes that are there for them
    bots   serves nobody; looks ahead for what will be due, thinks, and does it

Any of them may act at any time: what two do at once is done once. This only says who begins.
"""

from hashlib import blake2b

from web.rooms.deadlines import BotDue, Due
from web.rooms.ports import RoomId
from web.rooms.workers import Role, Workers

AHEAD_SECONDS = 2.0
"""How far ahead processes for bots look, so that thinking has begun when the moment comes."""

PATIENCE_SECONDS = 5.0
"""How late a bot may be before a process without bots lets the stand-in play."""


class Duties:
    """The duties of the process that is this one of the `workers`."""

    def __init__(self, role: Role, workers: Workers) -> None:
        self._role, self._workers = role, workers

    @property
    def looks_ahead(self) -> bool:
        """Whether it has to find out by itself what will be due, since others change the rooms."""
        return self._role == "bots"

    def includes(self, due: Due, now: float) -> bool:
        """Tell whether to do this when its moment comes."""
        if self._role != "web" or not isinstance(due, BotDue):
            return True
        others = self._workers.of("bots") | self._workers.of("all")
        return not others or now - due.at > PATIENCE_SECONDS

    def is_first(self, room_id: RoomId) -> bool:
        """Tell whether this process is the one, of those for bots, that looks ahead in this room.

        All of them agree, and when one is gone its rooms alone go to others (rendezvous hashing: Thaler and
        Ravishankar 1998).
        """
        bots = self._workers.of("bots") | {self._workers.id}
        return self._workers.id == max(bots, key=lambda worker: _weight(f"{worker} {room_id}"))


def _weight(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=8).digest()
