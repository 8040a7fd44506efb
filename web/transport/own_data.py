"""What is known of a guest, as a file for him; and the end of it."""

import orjson
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from web.rooms.refusals import Refused
from web.transport.addresses import address_of
from web.transport.asking import read_json
from web.transport.bodies import NothingIn
from web.transport.context import Context
from web.transport.identity import guest_of, take_token
from web.transport.names import GUEST
from web.transport.privacy_page import privacy_page
from web.transport.templating import LANGUAGE_COOKIE

FILE_NAME = "durak-data.json"


def own_data_router(context: Context) -> APIRouter:
    """Return the routes. A link leads to the export, so what goes wrong there is said in a page."""
    router = APIRouter(prefix="/api/me")

    @router.get("/export")
    async def export(request: Request) -> Response:
        is_followed = "text/html" in request.headers.get("accept", "")
        guest = await guest_of(request, context.players)
        if guest is None and is_followed:
            return RedirectResponse("/privacy", 303, headers={"cache-control": "no-store"})
        if guest is None:
            raise Refused("not_a_guest")
        if not context.gate.own_data.takes_one(address_of(request)):
            if is_followed:
                return await privacy_page(request, context, "too_fast", 429)
            raise Refused("too_fast")
        known = orjson.dumps(await context.own_data.export(guest), option=orjson.OPT_INDENT_2)
        headers = {
            "content-disposition": f'attachment; filename="{FILE_NAME}"',
            "cache-control": "no-store",
        }
        return Response(known, media_type="application/json", headers=headers)

    @router.delete("")
    async def forget(request: Request) -> JSONResponse:
        await read_json(request, context, NothingIn)
        guest = await guest_of(request, context.players)
        if guest is None:
            # Perhaps the answer was lost on its way the first time.
            return _without_cookies(request, JSONResponse({"code": "not_a_guest", "facts": {}}, 401))
        context.gate.own_data.take(address_of(request))
        words = context.pages.language_of(request).translations
        await context.own_data.forget(guest.id, words.gettext(GUEST))
        # His sockets, in this tab or another one.
        await context.hub.check_tokens(guest.id)
        return _without_cookies(request, JSONResponse({}))

    return router


def _without_cookies(request: Request, response: JSONResponse) -> JSONResponse:
    take_token(request, response)
    response.delete_cookie(LANGUAGE_COOKIE, samesite="lax")
    return response
