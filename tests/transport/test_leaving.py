"""Catches a restart that somebody notices: a request that fails, or a socket cut off without a word.

The real program, told to end as whoever replaces it would.
"""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.program import Program
from tests.transport.wire import Line, Site

pytestmark = pytest.mark.anyio

LONG = "60"


@asynccontextmanager
async def program(folder: Path, drain: str) -> AsyncIterator[Program]:
    program = Program(folder, {"DURAK_DRAIN_SECONDS": drain})
    await asyncio.to_thread(program.start)
    try:
        yield program
    finally:
        await asyncio.to_thread(program.kill)


async def ready(http: httpx.AsyncClient) -> tuple[int, str]:
    answer = await http.get("/readyz")
    return answer.status_code, answer.json()["status"]


async def leaving(http: httpx.AsyncClient) -> None:
    """Return when it says that it goes."""
    async with asyncio.timeout(20):
        while await ready(http) != (503, "leaving"):
            await asyncio.sleep(0.02)


async def ended(program: Program) -> None:
    async with asyncio.timeout(20):
        while program.is_running:
            await asyncio.sleep(0.02)


async def joined(stack: AsyncExitStack, site: Site) -> Line:
    guest = await site.guest("Anna")
    return await stack.enter_async_context(site.line(await guest.open_room(), guest.cookie))


async def test_who_is_told_to_end_serves_on_says_so_and_then_says_farewell(
    tmp_path: Path, stack: AsyncExitStack
) -> None:
    async with program(tmp_path, "2") as server, httpx.AsyncClient(base_url=server.url) as http:
        line = await joined(stack, Site(server.url))
        assert await ready(http) == (200, "ok")
        began = time.monotonic()
        server.send(signal.SIGTERM)
        await leaving(http)
        answer = await http.get("/")
        assert answer.status_code == 200
        assert answer.headers["connection"] == "close"
        # Who comes now, since a proxy has not asked yet, is served, too.
        late = await joined(stack, Site(server.url))
        for guest in (line, late):
            assert (await guest.ask("sit", chair=1))["t"] == "ok"
        for guest in (line, late):
            assert (await guest.farewell())[1] == 1012
        assert time.monotonic() - began > 1.5
        await ended(server)


@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
async def test_who_is_told_twice_ends_at_once(
    tmp_path: Path, stack: AsyncExitStack, again: signal.Signals
) -> None:
    async with program(tmp_path, LONG) as server, httpx.AsyncClient(base_url=server.url) as http:
        line = await joined(stack, Site(server.url))
        server.send(signal.SIGTERM)
        await leaving(http)
        server.send(again)
        assert (await line.farewell())[1] == 1012
        await ended(server)


@pytest.mark.parametrize(("drain", "by"), [("0", signal.SIGTERM), (LONG, signal.SIGINT)])
async def test_alone_or_by_hand_nobody_waits(
    tmp_path: Path, stack: AsyncExitStack, drain: str, by: signal.Signals
) -> None:
    async with program(tmp_path, drain) as server:
        line = await joined(stack, Site(server.url))
        server.send(by)
        assert (await line.farewell())[1] == 1012
        await ended(server)
