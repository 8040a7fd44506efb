"""How somebody is forgotten in a room: he gets up as anybody does, and a mask takes his place in its log."""

from web.rooms.commands import Forget, Leave
from web.rooms.decide.seating import leave
from web.rooms.events import Departed, Event, PlayerForgotten
from web.rooms.likeness import told_apart
from web.rooms.masks import Mask
from web.rooms.room import Room


def forget(room: Room, command: Forget, now: float) -> tuple[Event, ...]:
    """Leave whatever he has here; nothing plays for him any more."""
    player = command.player
    left = leave(room, Leave(player), now) if player in room.members else ()
    session = room.session_of(player)
    departed = () if session is None else (Departed(now, player, session),)
    return (*left, *departed, PlayerForgotten(now))


def mask_for(room: Room, command: Forget) -> Mask:
    """Return the mask that takes his place here, called like nobody else whom the room remembers."""
    people = [(chair.player, chair.name) for chair in room.chairs]
    people += [(late.player, late.name) for late in room.latecomers]
    people += [(spoken.player, spoken.name) for spoken in room.said]
    people += [(sitter.player, sitter.name) for sitter in room.game.sitters] if room.game else []
    others = {name for player, name in people if name and player != command.player}
    return Mask(command.player, command.nobody, told_apart(command.name, others))
