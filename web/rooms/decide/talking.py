"""What members say to each other."""

from web.rooms.commands import Say
from web.rooms.events import Event, Said
from web.rooms.refusals import Refused
from web.rooms.room import Room

REACTIONS = ("laugh", "clap", "wow", "sad", "angry", "heart", "hurry", "thanks")
PHRASES = ("hello", "good_luck", "well_played", "oops", "one_moment", "your_turn", "thanks", "bye")
TEXT_LENGTH = 200


def say(room: Room, command: Say, now: float) -> tuple[Event, ...]:
    """Say it to everybody; words of one's own only where the room has a chat, and it is among friends."""
    late, chair = room.latecomer(command.player), room.chair_of(command.player)
    name = late.name if late is not None else None if chair is None else room.chairs[chair].name
    if name is None:
        raise Refused("not_seated")
    if command.say == "text" and (room.options.public or not room.options.chat):
        raise Refused("no_chat")
    if not _is_sayable(command.say, command.what):
        raise Refused("bad_message", {"field": "what"})
    return (Said(now, command.player, name, command.say, command.what),)


def _is_sayable(kind: str, what: str) -> bool:
    match kind:
        case "reaction":
            return what in REACTIONS
        case "phrase":
            return what in PHRASES
        case "text":
            return 1 <= len(what) <= TEXT_LENGTH
        case _:
            return False
