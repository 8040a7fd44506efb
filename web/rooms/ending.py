"""When a game of a room has come to its end."""

from web.rooms.game import Game
from web.rooms.room import Room


def finished_game(before: Room, after: Room) -> Game | None:
    """Return the game that ended between these two moments of a room, None if none did."""
    was_over = before.game is not None and before.game.outcome is not None
    is_over = after.game is not None and after.game.outcome is not None
    return after.game if is_over and not was_over else None
