"""Who stands in a room's log in the place of somebody who is to be forgotten.

The log of a room is its truth, and is never shortened: an event that names him stays where it is and says the
same of somebody who is nobody. So what it folds to is the same, too, but for his id, name, face and words.
"""

from dataclasses import dataclass, replace
from typing import Any

from web.rooms.events import Event, PlayerId, Said

UNSAID = "…"
"""What is left of words of his own. Reactions and phrases are anybody's, and stay."""

PLAIN_FACE = 0


@dataclass(frozen=True, slots=True)
class Mask:
    """Puts `nobody`, an id that no one has, in place of `player`, and `name` in place of his names."""

    player: PlayerId
    nobody: PlayerId
    name: str


def masked(event: Event, mask: Mask) -> Event:
    """Return the event as it is told from now on; one that does not name the player is the same."""
    changes: dict[str, Any] = {
        field: mask.nobody for field in ("player", "host") if getattr(event, field, None) == mask.player
    }
    if not changes:
        return event
    if hasattr(event, "name"):
        changes["name"] = mask.name
    if hasattr(event, "avatar"):
        changes["avatar"] = PLAIN_FACE
    if isinstance(event, Said) and event.say == "text":
        changes["what"] = UNSAID
    return replace(event, **changes)


def masked_id(command_id: str, mask: Mask) -> str:
    """Return a command's id without the player's in front of it."""
    own = f"{mask.player}:"
    return f"{mask.nobody}:{command_id.removeprefix(own)}" if command_id.startswith(own) else command_id
