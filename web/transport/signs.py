"""Signs of life: that the process is there, and, for a proxy, that people can be sent to it."""

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from web.rooms.readiness import Readiness
from web.transport.leaving import Leaving

NOT_KEPT = {"cache-control": "no-store"}


def signs_router(readiness: Readiness, leaving: Leaving) -> APIRouter:
    """Return the two routes."""
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

    return router
