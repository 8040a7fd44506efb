"""What a server tells of its own work, as a port: how often, how long, how late; never who, where or what.

No verb takes a room, a player, a seat or a card, and every word that one takes is of a short list known
beforehand. Still the figures are for the host alone: on a server with one game, "one more command" may be a
pass that nobody was to see.
"""

from collections.abc import Mapping
from typing import Literal, Protocol

from durak.errors import REFUSALS

Result = Literal[
    "ok",
    "rules",
    "room",
    "stale",
    "busy",
    "too_fast",
    "bad_message",
    "no_such_room",
    "unavailable",
    "fault",
]
"""How a command ended: accepted; refused by the rules, by the room, or for one of four reasons that tell
of the server or of the program at the other end; not answered, since there is no such room, since the
database is away, or by a fault of ours."""

CatchUp = Literal["news", "gap", "sweep", "resume", "lost"]
"""Why something older was brought up to date. Rooms watched here: by `news`; by looking at all of them where
the bus told of a `gap`; by the `sweep`, since no news came. Browsers: one that came back (`resume`), and one
that noticed that a view of it was `lost`."""

_BY_THEMSELVES: Mapping[str, Result] = {
    "stale": "stale",
    "busy": "busy",
    "too_fast": "too_fast",
    "bad_message": "bad_message",
}


def result_of(code: str) -> Result:
    """Return the result as which a refusal of this code counts."""
    return _BY_THEMSELVES.get(code, "rules" if code in REFUSALS else "room")


class Meter(Protocol):
    """Takes note of what happens. Called on the way of every move: never waits, never raises."""

    def answered(self, result: Result) -> None:
        """Note how a command of a socket ended."""
        ...

    def acked(self, seconds: float) -> None:
        """Note how long after it was received a command's `ok` or `refused` was sent."""
        ...

    def conflicted(self) -> None:
        """Note that the log did not take an append, because somebody was faster."""
        ...

    def caught_up(self, cause: CatchUp) -> None:
        """Note that a room or a browser was behind."""
        ...

    def done_late(self, seconds: float) -> None:
        """Note how long after its moment something due was done."""
        ...

    def thought(self, level: str, seconds: float) -> None:
        """Note how long a bot was waited for until it answered; `level` is one of `BOTS`."""
        ...

    def closed(self, code: int) -> None:
        """Note with which code a socket ended, whoever closed it."""
        ...

    def let_go(self) -> None:
        """Note that a socket was closed because it read too slowly."""
        ...


class Silent:
    """A Meter that notes nothing, for a server that nobody asks."""

    def answered(self, _result: Result) -> None:
        """Note nothing."""

    def acked(self, _seconds: float) -> None:
        """Note nothing."""

    def conflicted(self) -> None:
        """Note nothing."""

    def caught_up(self, _cause: CatchUp) -> None:
        """Note nothing."""

    def done_late(self, _seconds: float) -> None:
        """Note nothing."""

    def thought(self, _level: str, _seconds: float) -> None:
        """Note nothing."""

    def closed(self, _code: int) -> None:
        """Note nothing."""

    def let_go(self) -> None:
        """Note nothing."""


SILENT: Meter = Silent()
