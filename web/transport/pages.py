"""The HTML pages, and the files they load. Nothing here changes anything."""

import re
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from durak import PRESETS, most_seats
from durak.bots import BOTS
from web.rooms.ports import NoSuchRoom, Player, RoomId
from web.rooms.room import Room
from web.transport.assets import IMMUTABLE
from web.transport.context import Context
from web.transport.hosts import is_loopback
from web.transport.identity import guest_of
from web.transport.names import any_ready_made
from web.transport.origin import own_base
from web.transport.templating import qr_svg

ROOM_ID = re.compile(r"[A-Za-z0-9_-]{22}")


def pages_router(context: Context) -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter()

    @router.get("/")
    async def home(request: Request) -> Response:
        guest = await guest_of(request, context.players)
        room_id = await context.log.unfinished_room_of(guest.id) if guest else None
        resume_url = f"/r/{room_id}" if room_id else None
        return context.pages.render(
            request,
            "home.html",
            resume_url=resume_url,
            base=_public_base(request, context),
            asked_lang=request.query_params.get("lang"),
            **_choices(request, context, guest),
        )

    @router.get("/r/{room_id}")
    async def room_page(request: Request, room_id: str) -> Response:
        guest = await guest_of(request, context.players)
        choices = _choices(request, context, guest)
        room = await _room(context, room_id)
        if room is None:
            return context.pages.render(request, "gone.html", status=404, **choices)
        base = _invite_base(request, context)
        invite_url = f"{base}/r/{room_id}"
        return context.pages.render(
            request,
            "room.html",
            room_id=room_id,
            room_phase=room.phase,
            base=base,
            invite_url=invite_url,
            qr_svg=qr_svg(invite_url),
            **choices,
        )

    @router.get("/i18n/{name}.{digest}.json")
    async def catalogue(request: Request, name: str, digest: str) -> Response:
        code, _, part = name.partition(".")
        language = context.pages.languages.get(code)
        if language is None:
            return Response(status_code=404)
        words = language.late_words if part == "late" else language.browser_words
        # An older page's address is answered too, but must not be remembered as today's words.
        cache = IMMUTABLE if digest == language.digest else "no-store"
        return words.answer(request, cache)

    @router.get(context.assets.url + "/{path:path}")
    async def asset(request: Request, path: str) -> Response:
        return context.assets.answer(request, path)

    @router.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    return router


def _choices(request: Request, context: Context, guest: Player | None) -> dict[str, Any]:
    words = context.pages.language_of(request).translations
    return {
        "guest_name": guest.name if guest else None,
        "suggested_name": words.gettext(any_ready_made()),
        "presets": {name: most_seats(rules) for name, rules in PRESETS.items()},
        "bot_levels": list(BOTS),
    }


async def _room(context: Context, room_id: str) -> Room | None:
    if not ROOM_ID.fullmatch(room_id):
        return None
    try:
        return await context.service.room(RoomId(room_id))
    except NoSuchRoom:
        return None


def _public_base(request: Request, context: Context) -> str:
    return context.public_url.rstrip("/") if context.public_url else own_base(request)


def _invite_base(request: Request, context: Context) -> str:
    if not context.public_url and context.share_url and is_loopback(request.headers.get("host", "")):
        # "localhost" on a friend's phone would be the phone.
        return context.share_url
    return _public_base(request, context)
