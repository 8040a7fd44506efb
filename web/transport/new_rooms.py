"""Rooms are made here, whoever asks: within the limits, and with what the lobby has to know."""

import secrets

from starlette.requests import Request

from web.rooms.commands import OpenRoom
from web.rooms.ports import CommandId, RoomId
from web.rooms.refusals import Refused
from web.transport.addresses import address_of
from web.transport.context import Context


def new_room_id() -> RoomId:
    """Return an id that nobody can guess: it is the invitation."""
    return RoomId(secrets.token_urlsafe(16))


async def open_room(request: Request, context: Context, room_id: RoomId, command: OpenRoom) -> None:
    """Make the room. Raises Refused, `too_fast` and `busy` among the reasons."""
    context.gate.rooms_of_guest.take(command.player)
    context.gate.rooms_of_address.take(address_of(request))
    if await context.lobby.count() >= context.gate.limits.rooms_at_most:
        raise Refused("busy")
    # A room that was forgotten may be made more than once in its lives.
    command_id = CommandId(f"open:{secrets.token_urlsafe(8)}")
    await context.service.execute(room_id, command, command_id)
    await context.lobby.set_language(room_id, context.pages.language_of(request).code)
