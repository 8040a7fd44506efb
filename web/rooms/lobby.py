"""What is known of rooms beside their logs, as a port: the ways in, the lobby, and what was forgotten."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from web.rooms.events import OptionsChanged, RoomOpened
from web.rooms.ports import RoomId


@dataclass(frozen=True, slots=True)
class Listed:
    """A room in the lobby: what `summary` says of it, and the language of whoever made it, if known."""

    room_id: RoomId
    listing: Mapping[str, Any]
    language: str | None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A room whose log is gone, since nobody came for long; its last options are left."""

    at: float
    options: RoomOpened | OptionsChanged


class Lobby(Protocol):
    """Finds rooms: by short code, because they are public, or because somebody holds an old link."""

    async def code_of(self, room_id: RoomId) -> str | None:
        """Return the room's short code, made now if it has none; None if there is no such room."""
        ...

    async def room_with(self, code: str) -> RoomId | None:
        """Return the room with this short code; one that was forgotten has none."""
        ...

    async def listed(self, limit: int) -> list[Listed]:
        """Return rooms that the lobby shows, the newest first."""
        ...

    async def count(self) -> int:
        """Return how many rooms there are."""
        ...

    async def set_language(self, room_id: RoomId, language: str) -> None:
        """Note the language of whoever made the room."""
        ...

    async def language_of(self, room_id: RoomId) -> str | None:
        """Return that language, None if it is not known."""
        ...

    async def forgotten(self, room_id: RoomId) -> Forgotten | None:
        """Return what is left of a room that was forgotten; None of any other, or where nothing is left."""
        ...
