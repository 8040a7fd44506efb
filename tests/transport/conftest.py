"""A real server on loopback for sockets, and httpx on the application itself for everything else."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.types import ASGIApp, Message, Scope

from tests.fake_clock import FakeClock
from tests.transport.wire import Site
from web.main import create_app, server_config
from web.settings import Settings

NOON = 1_800_000_000.0


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


# All that a test does comes from one address.
FOR_ONE_ADDRESS: dict[str, Any] = dict.fromkeys(
    (
        "sockets_per_guest",
        "sockets_per_address",
        "handshakes_per_minute",
        "requests_per_minute",
        "guests_per_hour",
        "rooms_per_guest",
        "rooms_per_address",
        "codes_per_minute",
    ),
    1_000_000,
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database_url=f"sqlite:///{tmp_path / 'durak.sqlite3'}",
        bot_pace=0,
        commands_per_second=10_000,
        commands_at_once=10_000,
        **FOR_ONE_ADDRESS,
    )


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """What a test opens, to be closed in turn at its end."""
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """The clock of the applications that this test makes."""
    clock = FakeClock(NOON)
    monkeypatch.setattr("web.wiring.SystemClock", lambda *_: clock)
    return clock


@pytest.fixture
async def app(settings: Settings) -> AsyncIterator[ASGIApp]:
    app = create_app(settings)
    async with living(app):
        yield app


@asynccontextmanager
async def living(app: ASGIApp) -> AsyncIterator[None]:
    """Begin and end an application's life, as a server does; httpx does not."""
    to_app, from_app = asyncio.Queue[Message](), asyncio.Queue[Message]()
    scope: Scope = {"type": "lifespan", "asgi": {"version": "3.0"}}

    async def live() -> None:
        await app(scope, to_app.get, from_app.put)

    life = asyncio.create_task(live())
    to_app.put_nowait({"type": "lifespan.startup"})
    assert (await from_app.get())["type"] == "lifespan.startup.complete"
    yield
    to_app.put_nowait({"type": "lifespan.shutdown"})
    assert (await from_app.get())["type"] == "lifespan.shutdown.complete"
    await life


@pytest.fixture
async def http(app: ASGIApp) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8000"
    ) as client:
        yield client


@pytest.fixture
async def site(settings: Settings) -> AsyncIterator[Site]:
    async with serving(settings) as site:
        yield site


@asynccontextmanager
async def serving(settings: Settings, send_buffer: int | None = None) -> AsyncIterator[Site]:
    """Serve on a free port of loopback, as `durak serve` does."""
    listening = socket.create_server(("127.0.0.1", 0))
    if send_buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    server = uvicorn.Server(server_config(create_app(settings), settings))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
        if running.done():
            running.result()
    try:
        yield Site(f"http://127.0.0.1:{listening.getsockname()[1]}")
    finally:
        server.should_exit = True
        await running
