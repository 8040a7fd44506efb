"""Advice that was given: the room only notes that it was, for the result; what it said is nobody else's."""

from durak import Seat, legal_actions
from web.rooms.commands import Advise
from web.rooms.events import Advised, Event, PlayerId
from web.rooms.refusals import Refused
from web.rooms.room import Room


def advised_seat(room: Room, player: PlayerId) -> Seat:
    """Return the seat for which the player may be advised now. Raises Refused."""
    if room.game is None or room.phase != "playing":
        raise Refused("no_game")
    seat = room.seat_of(player)
    if seat is None:
        raise Refused("not_seated")
    if not room.has_advice:
        raise Refused("advice_off")
    if not legal_actions(room.game.state, seat):
        raise Refused("nothing_to_advise")
    return seat


def is_noted(room: Room, seat: Seat) -> bool:
    """Tell whether the seat has been advised at this state of the table: the same again costs nothing."""
    return room.game is not None and room.game.sitters[seat].hinted_at == room.game.moment


def advise(room: Room, command: Advise, now: float) -> tuple[Event, ...]:
    """Note it, if the table still is as it was when advice was asked for."""
    if room.game is not None and (command.bout, command.table_ply) != room.game.moment:
        raise Refused("stale")
    seat = advised_seat(room, command.player)
    if is_noted(room, seat):
        raise Refused("stale")
    return (Advised(now, seat),)
