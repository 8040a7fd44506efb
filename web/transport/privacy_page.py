"""The page that says what is stored and for how long. Every span in it is the one that the server goes by."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from web.rooms.masks import UNSAID
from web.transport.bases import public_base
from web.transport.context import Context
from web.transport.identity import COOKIE_SECONDS, guest_of
from web.transport.limits import COUNTED_SECONDS, DEVICE_SECONDS
from web.transport.names import GUEST
from web.transport.spans import DAY, span
from web.transport.templating import LANGUAGE_SECONDS


def privacy_router(context: Context) -> APIRouter:
    """Return the route of the page."""
    router = APIRouter()

    @router.get("/privacy")
    async def privacy(request: Request) -> Response:
        return await privacy_page(request, context)

    return router


async def privacy_page(request: Request, context: Context, notice: str = "", status: int = 200) -> Response:
    """Return the page, for a guest with what he can do; `notice` is a code for why he could not."""
    guest, kept = await guest_of(request, context.players), context.kept
    words = context.pages.language_of(request).translations
    told = {
        "rooms": kept.rooms * DAY,
        "records": kept.records * DAY,
        "guests": kept.guests * DAY,
        "device": DEVICE_SECONDS,
        "counted": COUNTED_SECONDS,
        "cookie": COOKIE_SECONDS,
        "language": LANGUAGE_SECONDS,
    }
    return context.pages.render(
        request,
        "privacy.html",
        status,
        base=public_base(request, context),
        asked_lang=request.query_params.get("lang"),
        guest_name=guest.name if guest else None,
        notice=notice,
        spans={name: span(seconds, words) for name, seconds in told.items()},
        nobody=words.gettext(GUEST),
        unsaid=UNSAID,
    )
