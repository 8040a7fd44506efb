"""The page about the bots: who they are, and how strong they were measured to be."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from durak.bots import LADDER
from durak.bots.measured import commands, measured
from web.transport.bases import public_base
from web.transport.context import Context


def bots_router(context: Context) -> APIRouter:
    """Return the route of the page."""
    router = APIRouter()

    @router.get("/bots")
    async def bots(request: Request) -> Response:
        return context.pages.render(
            request,
            "bots.html",
            base=public_base(request, context),
            asked_lang=request.query_params.get("lang"),
            levels=LADDER,
            measured=measured(),
            commands=commands(),
        )

    return router
