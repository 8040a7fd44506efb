"""Who never wants to sit with whom, and what the host of the server is told about it, as a port."""

from dataclasses import dataclass
from typing import Protocol

from web.rooms.events import PlayerId
from web.rooms.ports import RoomId


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody's complaint about somebody; names and words as they were at that moment."""

    at: float
    room_id: RoomId
    reporter_id: PlayerId
    reporter_name: str
    reported_id: PlayerId
    reported_name: str
    why: str
    said: str


class Moderation(Protocol):
    """Blocks and reports."""

    async def block(self, player: PlayerId, blocked: PlayerId, now: float) -> None:
        """Never seat the two together again; twice is once."""
        ...

    async def unblock(self, player: PlayerId, blocked: PlayerId | None) -> None:
        """Take the player's own block of that one back; None: all his."""
        ...

    async def apart_from(self, player: PlayerId) -> frozenset[PlayerId]:
        """Return all whom the player has blocked, and all who have blocked him."""
        ...

    async def report(self, report: Report) -> None:
        """Keep a report for the host of the server."""
        ...

    async def blocked_at(self, player: PlayerId) -> list[float]:
        """Return when the player blocked whom he still has blocked, the first first; whom is not told."""
        ...

    async def reports_by(self, player: PlayerId) -> list[Report]:
        """Return what the player has reported, the first first."""
        ...

    async def forget(self, player: PlayerId) -> None:
        """Let there be no block and no report by the player, and none of him."""
        ...

    async def reports(self, limit: int) -> list[Report]:
        """Return the newest reports, the newest first."""
        ...
