"""What a room remembers of its story, unredacted: what happened in its game, and beside it.

Only `web.rooms.room_view` may show it to anybody.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from durak import Happening, Seat
from web.rooms.events import PlayerId
from web.rooms.ports import Version

STORY_KEPT = 48
"""How many steps of the story a room remembers: more than a browser can fall behind and still want a film."""

SAID_KEPT = 30
"""How much of what was said a room remembers, for who comes later."""


@dataclass(frozen=True, slots=True)
class ClockActed:
    """A player's time was over; what the server did for him follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BotCame:
    """A bot plays for a player from now on."""

    seat: Seat
    why: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """The player plays for himself again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Joined:
    """A bot's seat in the running game is a player's now."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class TookBack:
    """The game is back where it was before the player's last action."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Somebody said something; `chair` is where he sat, None for a latecomer."""

    player: PlayerId
    name: str
    chair: int | None
    say: str
    what: str


RoomStep = ClockActed | BotCame | CameBack | Joined | TookBack | Spoken


@dataclass(frozen=True, slots=True)
class Told:
    """One step of the story, and the version that told it: an action's happenings, or what the room did."""

    version: Version
    what: tuple[Happening, ...] | RoomStep


def room_steps(story: Iterable[Told]) -> tuple[Told, ...]:
    """Return the story without its games: a seat of the next one is somebody else's."""
    return tuple(told for told in story if not isinstance(told.what, tuple))
