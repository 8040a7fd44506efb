"""Signs of life: that the process is there, and, for a proxy, that people can be sent to it.

`/api/seen` tells whoever asks how his own request came through the proxies, and nothing of anybody else: by
it `durak doctor` sees, from outside, what is wrong with them.
"""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from web.rooms.readiness import Readiness
from web.transport.addresses import address_of
from web.transport.identity import is_https
from web.transport.leaving import Leaving

NOT_KEPT = {"cache-control": "no-store"}


def signs_router(readiness: Readiness, leaving: Leaving) -> APIRouter:
    """Return the three routes."""
    router = APIRouter()

    @router.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/readyz")
    async def readyz() -> Response:
        if leaving.has_begun:
            return JSONResponse({"status": "leaving", "lack": None}, 503, headers=NOT_KEPT)
        lack = await readiness.lack()
        if lack is not None:
            return JSONResponse({"status": "unready", "lack": lack}, 503, headers=NOT_KEPT)
        status = "degraded" if readiness.is_degraded() else "ok"
        return JSONResponse({"status": status, "lack": None}, headers=NOT_KEPT)

    @router.get("/api/seen")
    async def seen(request: Request) -> Response:
        scheme = "https" if is_https(request) else "http"
        told = {"program": "durak", "scheme": scheme, "host": request.headers.get("host", "")}
        return JSONResponse(told | {"address": address_of(request)}, headers=NOT_KEPT)

    return router
