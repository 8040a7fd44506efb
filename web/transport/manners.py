"""What a guest can do about another one: never sit with him again, or tell the host of the server."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse

from web.rooms.events import PlayerId
from web.rooms.moderation import Report
from web.rooms.ports import RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.room_view import tag_of
from web.transport.asking import guest_who_asks, read_json
from web.transport.bodies import PersonIn, ReportIn, UnblockIn
from web.transport.context import Context
from web.transport.names import clean_text

SAYINGS_REPORTED = 5


def manners_router(context: Context) -> APIRouter:
    """Return the routes for blocks and reports; whom they mean is said by his tag in a room."""
    router = APIRouter(prefix="/api")

    @router.post("/block")
    async def block(request: Request) -> JSONResponse:
        asked = await read_json(request, context, PersonIn)
        player = await guest_who_asks(request, context)
        other = await _find(context, asked.room, asked.tag)
        if other == player.id:
            raise Refused("bad_message", {"field": "tag"})
        await context.moderation.block(player.id, other, context.clock.now())
        return JSONResponse({})

    @router.delete("/block")
    async def unblock(request: Request) -> JSONResponse:
        asked = await read_json(request, context, UnblockIn)
        player = await guest_who_asks(request, context)
        if (asked.room is None) != (asked.tag is None):
            raise Refused("bad_message", {"field": "tag"})
        other = None
        if asked.room is not None and asked.tag is not None:
            other = await _find(context, asked.room, asked.tag)
        await context.moderation.unblock(player.id, other)
        return JSONResponse({})

    @router.post("/report")
    async def report(request: Request) -> JSONResponse:
        asked = await read_json(request, context, ReportIn)
        player = await guest_who_asks(request, context)
        why = clean_text(asked.why)
        if why is None:
            raise Refused("bad_message", {"field": "why"})
        context.gate.reports.take(player.id)
        other = await _find(context, asked.room, asked.tag)
        room = await context.service.room(RoomId(asked.room))
        told = Report(
            at=context.clock.now(),
            room_id=RoomId(asked.room),
            reporter_id=player.id,
            reporter_name=player.name,
            reported_id=other,
            reported_name=_name_of(room, other),
            why=why,
            said=_said_by(room, other),
        )
        await context.moderation.report(told)
        return JSONResponse({})

    return router


async def _find(context: Context, room: str, tag: str) -> PlayerId:
    """Return who has this tag in the room, or had it lately. Raises NoSuchRoom and Refused."""
    room_id = RoomId(room)
    found = await context.service.newest(room_id)
    known = {*found.members, *found.presence, *found.tally, *(spoken.player for spoken in found.said)}
    for player in known:
        if tag_of(room_id, player) == tag:
            return player
    raise Refused("nobody_there")


def _name_of(room: Room, player: PlayerId) -> str:
    names = [chair.name for chair in room.chairs if chair.player == player]
    names += [late.name for late in room.latecomers if late.player == player]
    names += [spoken.name for spoken in reversed(room.said) if spoken.player == player]
    return next((name for name in names if name), "?")


def _said_by(room: Room, player: PlayerId) -> str:
    said = [spoken.what for spoken in room.said if spoken.player == player]
    return " / ".join(said[-SAYINGS_REPORTED:])
