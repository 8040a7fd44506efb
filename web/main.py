"""The application: routes and middleware around the parts that the wiring has built."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI, WebSocket
from fastapi.telemetry import TelemetryConfig
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from web.rooms.ports import RoomId
from web.settings import Settings
from web.transport.api import api_router
from web.transport.bots_page import bots_router
from web.transport.context import Context
from web.transport.doors import doors_router
from web.transport.errors import install_error_answers
from web.transport.explaining import explaining_router
from web.transport.files import files_router
from web.transport.finding import finding_router
from web.transport.guarded_protocol import GuardedProtocol
from web.transport.installable import installable_router
from web.transport.leaving import LastAnswers, Leaving
from web.transport.lessons_page import lessons_router
from web.transport.limits import BODY_BYTES, MESSAGE_BYTES
from web.transport.manners import manners_router
from web.transport.middleware import KnownHosts, SecurityHeaders
from web.transport.own_data import own_data_router
from web.transport.pages import pages_router
from web.transport.play_socket import play_socket
from web.transport.privacy_page import privacy_router
from web.transport.rules_page import rules_router
from web.transport.signs import signs_router
from web.wiring import Server

FAREWELL_SECONDS = 10
PING_SECONDS, PONG_SECONDS = 12.0, 8.0

# It would send what an exception says, which may be a hand, to wherever the environment names.
NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def create_app(settings: Settings, leaving: Leaving | None = None) -> ASGIApp:
    """Return the application of one server; several can live in one process. Raises CannotStart.

    Whoever ends it says so to `leaving` before.
    """
    leaving = leaving or Leaving()
    app = LastAnswers(_create_routes(settings, leaving), leaving)
    # Around everything, so that no answer, a fault's included, leaves without its headers.
    return SecurityHeaders(KnownHosts(app, settings.public_url))


def server_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn serves the application, for real and in tests."""
    return uvicorn.Config(
        app,
        log_config=None,
        # Addresses of rooms are invitations, so requests are not logged.
        access_log=False,
        server_header=False,
        # Only from here X-Forwarded-For and -Proto are believed.
        forwarded_allow_ips=settings.trusted_proxies,
        ws=GuardedProtocol,
        ws_max_size=MESSAGE_BYTES,
        # A phone that lost its network says nothing: after 20 seconds at most it is gone for the others, too.
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        timeout_graceful_shutdown=FAREWELL_SECONDS,
    )


def _create_routes(settings: Settings, leaving: Leaving) -> FastAPI:
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
        middleware=[Middleware(GZipMiddleware, minimum_size=500)],
    )
    app.include_router(signs_router(server.context.readiness, leaving))
    if settings.role != "bots":
        _add_routes(app, server.context)
    return app


def _add_routes(app: FastAPI, context: Context) -> None:
    install_error_answers(app, context.pages)
    app.include_router(pages_router(context))
    app.include_router(rules_router(context))
    app.include_router(lessons_router(context))
    app.include_router(privacy_router(context))
    app.include_router(bots_router(context))
    app.include_router(finding_router(context))
    app.include_router(files_router(context))
    app.include_router(api_router(context))
    app.include_router(doors_router(context))
    app.include_router(manners_router(context))
    app.include_router(own_data_router(context))
    app.include_router(explaining_router(context))
    app.include_router(installable_router(context))

    @app.websocket("/ws/{room_id}")
    async def play(socket: WebSocket, room_id: str) -> None:
        await play_socket(context, socket, RoomId(room_id))
