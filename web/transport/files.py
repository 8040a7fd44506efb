"""What pages load: words and files under addresses that change with their content."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from web.transport.assets import IMMUTABLE
from web.transport.context import Context


def files_router(context: Context) -> APIRouter:
    """Return the routes of the files."""
    router = APIRouter()

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

    return router
