"""What every request that changes something has to pass: our own page, JSON that makes sense, a guest."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import HTTPConnection, Request

from web.rooms.ports import Player
from web.rooms.refusals import Refused
from web.transport.addresses import address_of
from web.transport.context import Context
from web.transport.identity import guest_of
from web.transport.origin import is_own_origin

Asked = TypeVar("Asked", bound=BaseModel)

SEEN_SECONDS = 3600.0
"""How exactly it is known when a guest was last here."""


async def read_json(request: Request, context: Context, kind: type[Asked]) -> Asked:
    """Return the JSON body as this message.

    Raises Refused for a foreign page, an address that asks too much, and anything malformed.
    """
    if not is_own_origin(request, context.public_url):
        raise Refused("not_allowed")
    context.gate.requests.take(address_of(request))
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("bad_message", {"field": "content-type"})
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as error:
        place = error.errors(include_url=False, include_input=False)[0]["loc"]
        raise Refused("bad_message", {"field": ".".join(map(str, place)) or "body"}) from None


async def guest_who_asks(connection: HTTPConnection, context: Context) -> Player:
    """Return the guest behind a request that changes something. Raises Refused (`not_a_guest`)."""
    player = await guest_of(connection, context.players)
    if player is None:
        raise Refused("not_a_guest")
    await note_visit(player, context)
    return player


async def note_visit(player: Player, context: Context) -> None:
    """Keep up, roughly, when the guest was last here: whoever stays away for long is forgotten."""
    now = context.clock.now()
    if now - player.seen_at >= SEEN_SECONDS:
        await context.players.seen(player.id, now)
