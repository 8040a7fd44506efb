"""The ways to a table: a short code, the lobby, a quick match, an old link."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse

from durak import NotationError, encode_rules, most_seats, parse_rules
from web.rooms import pace
from web.rooms.commands import OpenRoom, Sit
from web.rooms.levels import USUAL
from web.rooms.lobby import Listed
from web.rooms.ports import CommandId, NoSuchRoom, Player, RoomId
from web.rooms.refusals import Refused
from web.rooms.short_codes import ROOM_LENGTH, new_code, read_code
from web.transport.addresses import address_of
from web.transport.asking import guest_who_asks, read_json
from web.transport.bodies import CodeIn, NothingIn, QuickIn
from web.transport.context import Context
from web.transport.fields import ROOM_ID
from web.transport.new_rooms import new_room_id, open_room

LISTED_AT_MOST = 100
TRIED_AT_MOST = 10
QUICK_CHAIRS, QUICK_SECONDS, QUICK_RULES = 4, 30, "classic"


def doors_router(context: Context) -> APIRouter:
    """Return the routes that lead to rooms."""
    router = APIRouter(prefix="/api")

    @router.post("/join")
    async def join(request: Request) -> JSONResponse:
        asked = await read_json(request, context, CodeIn)
        room_id = await room_by_code(request, context, asked.code)
        if room_id is None:
            raise Refused("no_such_code")
        return JSONResponse({"url": f"/r/{room_id}"})

    @router.get("/lobby")
    async def lobby(request: Request) -> JSONResponse:
        answer = JSONResponse({"rooms": await lobby_rooms(request, context)})
        answer.headers["cache-control"] = "no-store"
        return answer

    @router.post("/quick")
    async def quick(request: Request) -> JSONResponse:
        asked = await read_json(request, context, QuickIn)
        player = await guest_who_asks(request, context)
        rules = None if asked.rules is None else _canonical(asked.rules)
        room_id = await _seat_anywhere(context, player, rules)
        if room_id is None:
            room_id = new_room_id()
            await open_room(request, context, room_id, _quick_room(player, rules or QUICK_RULES))
        return JSONResponse({"url": f"/r/{room_id}"})

    @router.post("/rooms/{room_id}/again")
    async def again(request: Request, room_id: str) -> JSONResponse:
        await read_json(request, context, NothingIn)
        player = await guest_who_asks(request, context)
        if not ROOM_ID.fullmatch(room_id):
            raise NoSuchRoom(room_id)
        await _make_again(request, context, RoomId(room_id), player)
        return JSONResponse({"url": f"/r/{room_id}"})

    return router


async def room_by_code(request: Request, context: Context, typed: str) -> RoomId | None:
    """Return the room with this short code. Raises Refused (`too_fast`) for whoever tries too many.

    A code that cannot be one is looked up all the same: no answer comes sooner than another.
    """
    context.gate.codes.take(address_of(request))
    return await context.lobby.room_with(read_code(typed, ROOM_LENGTH) or "")


async def lobby_rooms(request: Request, context: Context) -> list[dict[str, Any]]:
    """Return what the lobby shows of each public room: an allow-list, and no names of people."""
    language = context.pages.language_of(request)
    return [
        {
            "url": f"/r/{listed.room_id}",
            "rules": listed.listing["rules"],
            "rules_name": context.pages.rules_name(language, listed.listing["rules"]),
            "chairs": listed.listing["chairs"],
            "free": listed.listing["free"],
            "bots": listed.listing["bots"],
            "phase": listed.listing["phase"],
            "language": listed.language,
            "watch": listed.listing["watch"],
        }
        for listed in await context.lobby.listed(LISTED_AT_MOST)
    ]


async def _seat_anywhere(context: Context, player: Player, rules: str | None) -> RoomId | None:
    """Seat the player at the first public table that will have him, where no game runs if there is one."""
    apart = await context.moderation.apart_from(player.id)
    wanted = [
        listed
        for listed in await context.lobby.listed(LISTED_AT_MOST)
        if listed.listing["free"] and rules in (None, listed.listing["rules"])
    ]
    for listed in sorted(wanted, key=_is_playing)[:TRIED_AT_MOST]:
        sit = Sit(player.id, player.name, None, player.avatar, apart)
        try:
            await context.service.execute(listed.room_id, sit, CommandId(f"quick:{new_code(20)}"))
        except Refused as refused:
            if refused.code == "already_seated":
                return listed.room_id
        except NoSuchRoom:
            continue
        else:
            return listed.room_id
    return None


def _is_playing(listed: Listed) -> bool:
    return bool(listed.listing["phase"] == "playing")


def _canonical(text: str) -> str:
    try:
        return encode_rules(parse_rules(text))
    except NotationError:
        raise Refused("bad_option", {"option": "rules", "value": text}) from None


def _quick_room(player: Player, rules: str) -> OpenRoom:
    return OpenRoom(
        player=player.id,
        name=player.name,
        avatar=player.avatar,
        rules=rules,
        chairs=min(QUICK_CHAIRS, most_seats(parse_rules(rules))),
        bots=USUAL,
        secret=None,
        turn_seconds=QUICK_SECONDS,
        public=True,
    )


async def _make_again(request: Request, context: Context, room_id: RoomId, player: Player) -> None:
    """Make a forgotten room as it was; one that lives, since somebody else was faster, is as good."""
    forgotten = await context.lobby.forgotten(room_id)
    if forgotten is None:
        await context.service.newest(room_id)
        return
    was = forgotten.options
    command = OpenRoom(
        player=player.id,
        name=player.name,
        avatar=player.avatar,
        rules=was.rules,
        chairs=was.chairs,
        bots=was.bots,
        secret=None,
        seen_cards=was.seen_cards,
        turn_seconds=was.turn_seconds,
        watch=was.watch,
        public=was.public,
        chat=was.chat,
        advice=was.advice,
        pace=pace.USUAL if was.pace == pace.TAP else was.pace,
    )
    try:
        await open_room(request, context, room_id, command)
    except Refused:
        if await context.lobby.forgotten(room_id) is not None:
            raise
