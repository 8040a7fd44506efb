"""What the room logic needs from the world, as small protocols; `web.adapters` fulfils them.

Each docstring states the promise, races included; one contract suite in `tests/adapters` holds every
implementation to it. Nothing here may know SQLAlchemy, a broker or a web framework.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NewType, Protocol

from web.rooms.events import Event, PlayerId
from web.rooms.masks import Mask

RoomId = NewType("RoomId", str)
Version = NewType("Version", int)
CommandId = NewType("CommandId", str)


class Conflict(Exception):
    """Somebody else appended after the version that was expected; nothing was written."""


class Duplicate(Exception):
    """This command was accepted before; nothing was written now."""

    def __init__(self, version: Version) -> None:
        super().__init__(f"accepted before, as version {version}")
        self.version = version


class NoSuchRoom(Exception):
    """There is no room of that id."""


class Unavailable(Exception):
    """The store could not do this just now, or does not know whether it did: ask again, with the same id."""


Cause = Literal["timeout", "died", "too_many", "failed", "absent"]
"""Why a bot gave no answer: it thought too long, its process died, too many thought already, it raised, or
this process has no bots.
"""


class NoAnswer(Exception):
    """A bot has not answered, or cannot: somebody else must choose. `fault` is the kind of what it raised."""

    def __init__(self, cause: Cause, fault: str = "") -> None:
        super().__init__(f"{cause} {fault}".rstrip())
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Batch:
    """The events that one accepted command caused: version `version` of its room."""

    version: Version
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has come to its end, to be kept apart from the log: its whole record on one line."""

    record: str
    ended_at: float


class EventLog(Protocol):
    """The log of every room, and the only place of truth."""

    async def read(self, room_id: RoomId, after: Version) -> list[Batch]:
        """Return the batches above `after`, in order and without gaps.

        Raises NoSuchRoom. Whatever `append` has returned a version for is in it, on every worker.
        """
        ...

    async def append(
        self,
        room_id: RoomId,
        expected: Version,
        events: Sequence[Event],
        command_id: CommandId,
        due_at: float | None,
        finished: FinishedGame | None = None,
        listing: Mapping[str, Any] | None = None,
        mask: Mask | None = None,
    ) -> Version:
        """Append one command's events as version `expected` + 1 and return that version.

        All or nothing, and on stable storage when it returns: the events, `due_at` (when this room next
        needs attention; seconds since the epoch), the finished game, and what the lobby shows of the room
        from now on, None for nothing. `expected` 0 makes the room; one that was forgotten goes on with the
        version after its last, so that whoever still remembers it never takes the new one for the old. With
        a `mask`, every event and command id of the room, the new ones among them, is as the mask tells it
        from then on; their number and order stay.

        Raises ValueError if there are no events, Unavailable if the store is in trouble, Duplicate if
        `command_id` was accepted in this room before (this is looked at first), Conflict if the room is not
        at `expected` (for 0: if it exists), NoSuchRoom. Of several appends with one `expected`, exactly one
        succeeds.
        """
        ...

    async def accepted(self, room_id: RoomId, command_id: CommandId) -> Version | None:
        """Return the version that this command made in the room, or None if it was never accepted there."""
        ...

    async def versions(self, rooms: Collection[RoomId]) -> Mapping[RoomId, Version]:
        """Return how far each of these rooms has come; one that does not exist is left out."""
        ...

    async def due(self, now: float, limit: int) -> list[RoomId]:
        """Return rooms whose `due_at` is not after `now`, the most overdue first.

        The same room may be handed out to several callers: acting twice is harmless, since what they then
        append carries a derived command id.
        """
        ...

    async def rooms_of(self, player: PlayerId) -> list[RoomId]:
        """Return every room whose log names this player. It may read all logs: nobody keeps who was where."""
        ...

    async def unfinished_room_of(self, player: PlayerId) -> RoomId | None:
        """Return the room with the newest game that is running with this player in a chair."""
        ...


class Bus(Protocol):
    """News of rooms, between workers. Losing some costs latency, never truth."""

    def publish(self, room_id: RoomId, version: Version) -> None:
        """Tell everybody, without waiting, that a room has reached a version. Never raises, never blocks."""
        ...

    def news(self) -> AsyncIterator[tuple[RoomId, Version] | None]:
        """Yield what is published from the call on; None tells of a gap: anything may have happened."""
        ...


class Clock(Protocol):
    """Time, so that tests need not wait for it."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""
        ...


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. The id is the server's own business; the token is nowhere but in a cookie.

    `avatar` is the number of his picture, `seen_at` when he was last known to be here, `made_at` when he came
    first.
    """

    id: PlayerId
    name: str
    avatar: int = 0
    seen_at: float = field(default=0.0, compare=False)
    made_at: float = field(default=0.0, compare=False)


class Players(Protocol):
    """Guests and their tokens; only SHA-256 of a token is ever stored, and of the code that moves one."""

    async def create(self, token_hash: bytes, name: str, now: float, avatar: int = 0) -> Player:
        """Make a guest. `token_hash` is 32 bytes and new."""
        ...

    async def find(self, token_hash: bytes) -> Player | None:
        """Return the guest with this token, or None."""
        ...

    async def change(self, player: PlayerId, name: str, avatar: int) -> None:
        """Give the guest another name and picture; an unknown guest is nobody's fault and changes nothing."""
        ...

    async def seen(self, player: PlayerId, now: float) -> None:
        """Note that the guest is here; whoever is not seen for long is forgotten."""
        ...

    async def offer(self, player: PlayerId, code_hash: bytes, ends_at: float) -> None:
        """Let a code move the guest's token, once and before `ends_at`; an earlier code of his is void."""
        ...

    async def move(self, code_hash: bytes, token_hash: bytes, now: float) -> Player | None:
        """Give the guest who offered this code another token, and return him; the old one opens nothing more.

        None if there is no such code (any more). Of several who use one code at once, exactly one succeeds.
        """
        ...

    async def tokens_of(self, players: Collection[PlayerId]) -> Mapping[PlayerId, bytes]:
        """Return the hash of the token that each of these guests has now; who is gone is left out."""
        ...

    async def forget(self, player: PlayerId) -> None:
        """Let there be no such guest, no token and no code of his; twice is once."""
        ...


class Adviser(Protocol):
    """Where advice is thought of: a place that receives a view and a seed, and never more."""

    async def advise(self, view: bytes, seed: int) -> list[Mapping[str, Any]]:
        """Return the moves worth a thought in this view (`encode_view` as JSON), the best first, as JSON.

        Each has its `action`, the chance of ending as the `durak`, and a `reason`. Raises NoAnswer.
        """
        ...


class Thinker(Protocol):
    """Where bots think: a place that receives a view and a seed, and never more."""

    async def choose(self, level: str, view: bytes, seed: int) -> str:
        """Return the action text that the bot of this level chooses; `view` is `encode_view` as JSON.

        Raises NoAnswer; the caller then thinks for itself. What a fault said stays where it was raised.
        """
        ...
