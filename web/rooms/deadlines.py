"""When a room needs attention next: the moment at which a bot at its table has thought long enough.

A pause follows from the log alone, so that every worker knows the same moment and none has to be stored with
more than the room's `due_at`. It is drawn from what everybody can see (where the bout stands) and from a
keyed hash of the deal's secret, never from a hand or from how long a search took: its length tells nothing.
"""

from typing import NamedTuple

from durak import Phase, Seat, public_waiting
from web.rooms.chance import draw, draw_bits
from web.rooms.room import Game, Room

THINKING_SECONDS = (0.6, 1.8)
"""A bot's pause before an ordinary move: read as a move, not felt as waiting."""

FILM_SECONDS = 1.2
"""Added before a bout is opened: the cards of the last one are still on their way."""


class BotDue(NamedTuple):
    """A bot has to act, from `at` on."""

    at: float
    seat: Seat


def bots_due(room: Room, pace: float) -> list[BotDue]:
    """Return the bots that the table waits for and that have not passed, the first one first.

    `pace` scales the pauses (1 as people like it, 0 at once). Without a person at the table nobody is due.
    """
    game = room.game
    if game is None or room.phase != "playing" or not room.people:
        return []
    waiting = public_waiting(game.state) - frozenset(game.state.passed)
    due = [
        BotDue(game.changed_at + pace * _pause(game, seat), seat)
        for seat in waiting
        if room.chairs[seat].is_bot
    ]
    return sorted(due)


def due_at(room: Room, pace: float) -> float | None:
    """Return when the room needs attention (seconds since the epoch), None if it waits for people only."""
    due = bots_due(room, pace)
    return due[0].at if due else None


def bot_seed(game: Game, seat: Seat) -> int:
    """Return the seed of the bot's own dice for the move it has to make now: the same on every worker."""
    return draw_bits(game.secret, "bot dice", game.state.table_ply, seat)


def _pause(game: Game, seat: Seat) -> float:
    low, high = THINKING_SECONDS
    film = FILM_SECONDS if game.state.phase is Phase.OPEN else 0.0
    return film + low + draw(game.secret, "bot pause", game.state.table_ply, seat) * (high - low)
