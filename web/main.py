"""The application: routes and middleware around the parts that the wiring has built."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from web.resources import STATIC
from web.rooms.ports import RoomId
from web.settings import Settings
from web.transport.api import api_router
from web.transport.context import Context
from web.transport.errors import install_error_answers
from web.transport.middleware import BoundedBodies, KnownHosts, SecurityHeaders
from web.transport.pages import IMMUTABLE, pages_router
from web.transport.play_socket import play_socket
from web.wiring import Server


def create_app(settings: Settings) -> FastAPI:
    """Return the application of one server; several can live in one process. Raises CannotOpen."""
    server = Server(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = FastAPI(
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, public_url=settings.public_url),
            Middleware(BoundedBodies),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )
    _add_routes(app, server.context)
    return app


def _add_routes(app: FastAPI, context: Context) -> None:
    install_error_answers(app, context.pages)
    app.include_router(pages_router(context))
    app.include_router(api_router(context))
    app.mount(context.pages.static_url, _ImmutableFiles(directory=STATIC))

    @app.websocket("/ws/{room_id}")
    async def play(socket: WebSocket, room_id: str) -> None:
        await play_socket(context, socket, RoomId(room_id))


class _ImmutableFiles(StaticFiles):
    """Files whose address changes with their content, so that a browser never asks twice."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = IMMUTABLE
        return response
