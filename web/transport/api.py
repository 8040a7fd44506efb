"""What pages ask for outside a socket: to be somebody, to make a room, to go to another device."""

import secrets

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse

from web.rooms.commands import OpenRoom
from web.rooms.first_game import FIRST_DEALS, first_game
from web.rooms.ports import Player, RoomId
from web.rooms.refusals import Refused
from web.rooms.short_codes import DEVICE_LENGTH, new_code, read_code, show_code
from web.transport.addresses import address_of
from web.transport.asking import guest_who_asks, note_visit, read_json
from web.transport.bases import invite_base
from web.transport.bodies import CodeIn, GuestIn, NothingIn, RoomIn
from web.transport.context import Context
from web.transport.identity import give_token, guest_of, new_token, token_hash, token_in
from web.transport.limits import DEVICE_SECONDS
from web.transport.names import AVATARS, clean_name
from web.transport.new_rooms import new_room_id, open_room
from web.transport.templating import qr_path


def api_router(context: Context) -> APIRouter:
    """Return the routes that change something. Each is refused unless it comes as JSON from our own pages."""
    router = APIRouter(prefix="/api")

    @router.post("/guest")
    async def guest(request: Request) -> JSONResponse:
        asked = await read_json(request, context, GuestIn)
        name = clean_name(asked.name)
        if name is None:
            raise Refused("bad_message", {"field": "name"})
        known = await guest_of(request, context.players)
        if known is None:
            return await _welcome(request, context, name, asked.avatar)
        avatar = known.avatar if asked.avatar is None else asked.avatar
        await context.players.change(known.id, name, avatar)
        await note_visit(known, context)
        response = JSONResponse({"name": name, "avatar": avatar})
        # The cookie lasts from his last visit on.
        give_token(request, response, token_in(request) or "")
        return response

    @router.post("/rooms")
    async def rooms(request: Request) -> JSONResponse:
        asked = await read_json(request, context, RoomIn)
        player = await guest_who_asks(request, context)
        room_id = new_room_id()
        await open_room(request, context, room_id, _opening(player, asked))
        return _room_made(room_id)

    @router.post("/first")
    async def first(request: Request) -> JSONResponse:
        await read_json(request, context, NothingIn)
        player = await guest_who_asks(request, context)
        room_id = new_room_id()
        command = first_game(player.id, player.name, player.avatar, secrets.choice(FIRST_DEALS))
        await open_room(request, context, room_id, command)
        return _room_made(room_id)

    @router.post("/device")
    async def device(request: Request) -> JSONResponse:
        await read_json(request, context, NothingIn)
        player = await guest_who_asks(request, context)
        context.gate.codes.take(player.id)
        code = new_code(DEVICE_LENGTH)
        await context.players.offer(player.id, token_hash(code), context.clock.now() + DEVICE_SECONDS)
        shown = show_code(code)
        # In the fragment, which no server, log or referrer gets to see.
        url = f"{invite_base(request, context)}/#device={shown}"
        return JSONResponse({"code": shown, "seconds": DEVICE_SECONDS, "url": url, "qr": qr_path(url)})

    @router.post("/device/take")
    async def take(request: Request) -> JSONResponse:
        asked = await read_json(request, context, CodeIn)
        context.gate.codes.take(address_of(request))
        code, token = read_code(asked.code, DEVICE_LENGTH) or "", new_token()
        player = await context.players.move(token_hash(code), token_hash(token), context.clock.now())
        if player is None:
            raise Refused("no_such_code")
        # The sockets of the device he comes from.
        await context.hub.check_tokens(player.id)
        response = JSONResponse({"name": player.name, "avatar": player.avatar})
        give_token(request, response, token)
        return response

    return router


async def _welcome(request: Request, context: Context, name: str, avatar: int | None) -> JSONResponse:
    context.gate.guests.take(address_of(request))
    token = new_token()
    chosen = secrets.randbelow(AVATARS) if avatar is None else avatar
    await context.players.create(token_hash(token), name, context.clock.now(), chosen)
    response = JSONResponse({"name": name, "avatar": chosen})
    give_token(request, response, token)
    return response


def _opening(player: Player, asked: RoomIn) -> OpenRoom:
    return OpenRoom(
        player=player.id,
        name=player.name,
        avatar=player.avatar,
        rules=asked.rules,
        chairs=asked.chairs,
        bots=asked.bots,
        secret=secrets.token_bytes(32) if asked.play_now else None,
        seen_cards=asked.seen_cards,
        turn_seconds=asked.turn_seconds or None,
        watch=asked.watch,
        public=asked.public,
        chat=asked.chat,
        advice=asked.advice,
        pace=asked.pace,
    )


def _room_made(room_id: RoomId) -> JSONResponse:
    return JSONResponse({"id": room_id, "url": f"/r/{room_id}"}, status_code=201)
