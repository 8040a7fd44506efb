"""What pages ask for outside a socket: to be somebody, and to make a room."""

import secrets
from typing import TypeVar

from fastapi import APIRouter
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse

from web.rooms.commands import OpenRoom
from web.rooms.ports import CommandId, RoomId
from web.rooms.refusals import Refused
from web.transport.context import Context
from web.transport.identity import give_token, guest_of, new_token, token_hash, token_in
from web.transport.messages import GuestIn, RoomIn
from web.transport.names import clean_name
from web.transport.origin import is_own_origin

Asked = TypeVar("Asked", bound=BaseModel)


def api_router(context: Context) -> APIRouter:
    """Return the routes that change something. Each is refused unless it comes as JSON from our own pages."""
    router = APIRouter(prefix="/api")

    @router.post("/guest")
    async def guest(request: Request) -> JSONResponse:
        asked = await _read(request, context, GuestIn)
        name = clean_name(asked.name)
        if name is None:
            raise Refused("bad_message", {"field": "name"})
        known = await guest_of(request, context.players)
        response = JSONResponse({"name": name})
        if known is not None:
            await context.players.change(known.id, name, known.avatar)
            # The cookie lasts from his last visit on.
            give_token(request, response, token_in(request) or "")
            return response
        token = new_token()
        await context.players.create(token_hash(token), name, context.clock.now())
        give_token(request, response, token)
        return response

    @router.post("/rooms")
    async def rooms(request: Request) -> JSONResponse:
        asked = await _read(request, context, RoomIn)
        player = await guest_of(request, context.players)
        if player is None:
            raise Refused("not_a_guest")
        room_id = RoomId(secrets.token_urlsafe(16))
        secret = secrets.token_bytes(32) if asked.play_now else None
        command = OpenRoom(
            player.id, player.name, asked.rules, asked.chairs, asked.bots, secret, asked.seen_cards
        )
        await context.service.execute(room_id, command, CommandId(f"open:{room_id}"))
        return JSONResponse({"id": room_id, "url": f"/r/{room_id}"}, status_code=201)

    return router


async def _read(request: Request, context: Context, kind: type[Asked]) -> Asked:
    """Return the JSON body as this message; raises Refused for a foreign page or anything malformed."""
    if not is_own_origin(request, context.public_url):
        raise Refused("not_allowed")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("bad_message", {"field": "content-type"})
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as error:
        place = error.errors(include_url=False, include_input=False)[0]["loc"]
        raise Refused("bad_message", {"field": ".".join(map(str, place)) or "body"}) from None
