"""The HTML pages. Nothing here changes anything."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from durak import PRESETS, most_seats
from durak.bots.measured import measured
from web.rooms.levels import OFFERED, USUAL
from web.rooms.ports import NoSuchRoom, Player, RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.short_codes import show_code
from web.rooms.summary import Summary, summary
from web.transport.bases import invite_base, public_base
from web.transport.context import Context
from web.transport.doors import lobby_rooms, room_by_code
from web.transport.fields import ROOM_ID
from web.transport.identity import give_token, guest_of, token_in
from web.transport.names import AVATARS, READY_MADE, any_ready_made
from web.transport.templating import qr_svg


def pages_router(context: Context) -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter()

    @router.get("/")
    async def home(request: Request) -> Response:
        guest = await guest_of(request, context.players)
        room_id = await context.log.unfinished_room_of(guest.id) if guest else None
        page = context.pages.render(
            request,
            "home.html",
            resume_url=f"/r/{room_id}" if room_id else None,
            base=public_base(request, context),
            asked_lang=request.query_params.get("lang"),
            **_choices(request, context, guest),
        )
        return _welcomed(request, page, guest)

    @router.get("/r/{room_id}")
    async def room_page(request: Request, room_id: str) -> Response:
        guest = await guest_of(request, context.players)
        room = await _room(context, room_id)
        if room is None or _is_unwelcome(room, guest):
            return await _shut(request, context, guest, room_id, room)
        base = invite_base(request, context)
        invite_url = f"{base}/r/{room_id}"
        usual = await context.lobby.language_of(RoomId(room_id))
        code = show_code(await context.lobby.code_of(RoomId(room_id)) or "")
        page = context.pages.render(
            request,
            "room.html",
            usual=usual,
            room_id=room_id,
            room_phase=room.phase,
            is_host=guest is not None and guest.id == room.host,
            short_code=code,
            card=_card(request, context, summary(room), usual),
            base=base,
            invite_url=invite_url,
            short_url=f"{base}/j/{code}",
            **_choices(request, context, guest, usual),
        )
        return _welcomed(request, page, guest)

    @router.get("/r/{room_id}/qr.svg")
    async def qr(request: Request, room_id: str) -> Response:
        # The address as it was asked for, whatever is there: a page shows the picture only when it is wanted.
        found = ROOM_ID.fullmatch(room_id)
        if found is None:
            return Response(status_code=404)
        drawn = qr_svg(f"{invite_base(request, context)}/r/{room_id}")
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    @router.get("/j/{code}")
    async def join(request: Request, code: str) -> Response:
        try:
            room_id = await room_by_code(request, context, code)
        except Refused:
            return await _dead_end(request, context, "too_fast", 429)
        if room_id is None:
            return await _dead_end(request, context, "code", 404)
        return RedirectResponse(f"/r/{room_id}", 303, headers={"cache-control": "no-store"})

    @router.get("/lobby")
    async def lobby(request: Request) -> Response:
        guest = await guest_of(request, context.players)
        rooms = await lobby_rooms(request, context)
        choices = _choices(request, context, guest)
        page = context.pages.render(request, "lobby.html", rooms=rooms, **choices)
        return _welcomed(request, page, guest)

    return router


def _choices(
    request: Request, context: Context, guest: Player | None, usual: str | None = None
) -> dict[str, Any]:
    words, number = context.pages.language_of(request, usual).translations, any_ready_made()
    return {
        "guest_name": guest.name if guest else None,
        "guest_avatar": guest.avatar if guest else None,
        "suggested_name": words.gettext(READY_MADE[number]),
        "suggested_avatar": number,
        "avatars": AVATARS,
        "presets": {name: most_seats(rules) for name, rules in PRESETS.items()},
        "bot_levels": OFFERED,
        "usual_level": USUAL,
        "measured": measured(),
    }


def _welcomed(request: Request, page: Response, guest: Player | None) -> Response:
    """Return a page after which a guest's cookie lasts from today on; nobody becomes a guest by one."""
    if guest is not None:
        give_token(request, page, token_in(request) or "")
    return page


def _card(request: Request, context: Context, facts: Summary, usual: str | None) -> dict[str, Any]:
    """Return what a preview of the invitation may say: facts for words, and no names but the host's."""
    language = context.pages.language_of(request, usual)
    return {
        "rules": facts.rules,
        "rules_name": context.pages.rules_name(language, facts.rules),
        "chairs": facts.chairs,
        "free": facts.free,
        "phase": facts.phase,
        "host": facts.host,
    }


def _is_unwelcome(room: Room, guest: Player | None) -> bool:
    """Tell whether the host has sent the guest away for good: he may not even watch."""
    return guest is not None and room.removed.get(guest.id) is False


async def _shut(
    request: Request, context: Context, guest: Player | None, room_id: str, room: Room | None
) -> Response:
    """Say why a link leads to no table, and how one is made, if it can be the same one, by one tap."""
    if room is not None:
        return await _dead_end(request, context, "not_allowed", 403)
    known = ROOM_ID.fullmatch(room_id)
    forgotten = await context.lobby.forgotten(RoomId(room_id)) if known else None
    if forgotten is None:
        return await _dead_end(request, context, "room", 404)
    usual = await context.lobby.language_of(RoomId(room_id))
    rules = forgotten.options.rules
    old = {
        "rules": rules,
        "rules_name": context.pages.rules_name(context.pages.language_of(request, usual), rules),
        "chairs": forgotten.options.chairs,
        "turn_seconds": forgotten.options.turn_seconds,
    }
    facts = {"why": "forgotten", "old": old, "room_id": room_id, "again_url": f"/api/rooms/{room_id}/again"}
    choices = _choices(request, context, guest, usual)
    return context.pages.render(request, "gone.html", 410, usual, **facts, **choices)


async def _dead_end(request: Request, context: Context, why: str, status: int) -> Response:
    facts = {"why": why, "old": None, "room_id": None, "again_url": None}
    choices = _choices(request, context, await guest_of(request, context.players))
    return context.pages.render(request, "gone.html", status, **facts, **choices)


async def _room(context: Context, room_id: str) -> Room | None:
    if not ROOM_ID.fullmatch(room_id):
        return None
    try:
        # The log itself is asked: a room that is still in memory may have been forgotten.
        return await context.service.newest(RoomId(room_id))
    except NoSuchRoom:
        return None
