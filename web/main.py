"""The application: routes and middleware around the parts that the wiring has built."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, WebSocket
from fastapi.telemetry import TelemetryConfig
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from web.rooms.ports import RoomId
from web.settings import Settings
from web.transport.api import api_router
from web.transport.context import Context
from web.transport.errors import install_error_answers
from web.transport.limits import BODY_BYTES
from web.transport.middleware import KnownHosts, SecurityHeaders
from web.transport.pages import pages_router
from web.transport.play_socket import play_socket
from web.wiring import Server

# It would send what an exception says, which may be a hand, to wherever the environment names.
NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


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
        max_body_size=BODY_BYTES,
        telemetry=NO_TELEMETRY,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(KnownHosts, public_url=settings.public_url),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
    )
    _add_routes(app, server.context)
    return app


def _add_routes(app: FastAPI, context: Context) -> None:
    install_error_answers(app, context.pages)
    app.include_router(pages_router(context))
    app.include_router(api_router(context))

    @app.websocket("/ws/{room_id}")
    async def play(socket: WebSocket, room_id: str) -> None:
        await play_socket(context, socket, RoomId(room_id))
