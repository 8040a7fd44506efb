"""What pages load: words and files under addresses that change with their content; and signs of life.

`/healthz` says that the process is there; `/readyz`, for a proxy, that people can be sent to it.
"""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from web.transport.assets import IMMUTABLE
from web.transport.context import Context

NOT_KEPT = {"cache-control": "no-store"}


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

    @router.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/readyz")
    async def readyz() -> Response:
        lack = await context.readiness.lack()
        if lack is not None:
            return JSONResponse({"status": "unready", "lack": lack}, 503, headers=NOT_KEPT)
        status = "degraded" if context.readiness.is_degraded() else "ok"
        return JSONResponse({"status": status, "lack": None}, headers=NOT_KEPT)

    return router
