"""How well bots play in a room: a level of the ladder for all, or for one chair, or a mixture."""

from durak.bots import BOTS, LADDER, STAND_IN
from web.rooms.room import Chair

USUAL = "casual"
"""What whoever asks for nothing gets."""

MIXED = "mixed"
"""Not a level: each chair has one of its own."""

OFFERED: tuple[str, ...] = (*LADDER, MIXED)

_BY_CHAIR = ("steady", "relaxed", "sharp", "casual", "master", "counter")
"""Neighbours differ, and the first chair is mostly the host's own."""


def is_known(level: str) -> bool:
    """Tell whether bots may be asked to play like this: also at levels that are no longer offered."""
    return level in BOTS or level == MIXED


def shown(level: str) -> str:
    """Return the level under which bots are shown: a room may name one that there is no more, or not yet."""
    return level if is_known(level) else STAND_IN


def level_at(chair: Chair, number: int, usual: str) -> str:
    """Return the level at which a bot plays in the chair of this number, in a room where `usual` is usual."""
    level = chair.level or usual
    return _BY_CHAIR[number % len(_BY_CHAIR)] if level == MIXED else level
