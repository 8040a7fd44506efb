"""Catches a balancer that sends people where nobody can serve them: then no restart would be a fair one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.bench import balancer
from tests.bench.balancer import Balancer
from tests.bench.site import Visitor
from tests.program import HOST, free_port

pytestmark = pytest.mark.anyio


class Fake:
    """A worker that says its name to everybody, and to a proxy whether it is ready."""

    def __init__(self, name: str) -> None:
        self.name, self.is_ready, self.port = name, True, 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["Fake"]:
        server = await asyncio.start_server(self._serve, HOST, self.port)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        status = b"503" if b"/readyz" in asked and not self.is_ready else b"200"
        writer.write(b"HTTP/1.1 " + status + b" .\r\n\r\n" + self.name.encode())
        writer.close()


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balancer, "ASKS_EVERY_SECONDS", 0.02)


async def names(proxy: Balancer, times: int = 4) -> str:
    """Return who answers to several people in turn."""
    visitor = Visitor(HOST, proxy.port, "10.0.0.1")
    return "".join([(await visitor.get("/")).decode() for _ in range(times)])


async def until_it_is(proxy: Balancer, worker: Fake, ready: bool) -> None:
    async with asyncio.timeout(10):
        while proxy.is_ready(worker.port) is not ready:
            await asyncio.sleep(0.01)


async def test_workers_are_taken_by_turns_and_none_that_is_not_ready() -> None:
    a, b = Fake("a"), Fake("b")
    async with a.serving(), b.serving(), Balancer(HOST, (a.port, b.port)) as proxy:
        assert await names(proxy) in ("abab", "baba")
        assert {one.worker for one in proxy.carried} == {a.port, b.port}
        a.is_ready = False
        await until_it_is(proxy, a, False)
        assert await names(proxy) == "bbbb"
        a.is_ready = True
        await until_it_is(proxy, a, True)
        assert await names(proxy) in ("abab", "baba")


async def test_where_one_takes_no_connection_the_next_is_tried() -> None:
    a = Fake("a")
    async with a.serving(), Balancer(HOST, (free_port(), a.port)) as proxy:
        assert await names(proxy) == "aaaa"
