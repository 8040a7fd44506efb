"""Catches a proxy that does no harm, or harms what it should not: then the chaos test would show nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from tests.bench.proxy import Link, Proxy

pytestmark = pytest.mark.anyio
SHORT = 0.2


@asynccontextmanager
async def echoing() -> AsyncIterator[int]:
    """A server that says everything again; give its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionResetError):
            while data := await reader.read(1000):
                writer.write(data)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter, Link]]:
    """A client on the other side of a proxy, and its link."""
    async with echoing() as port, Proxy("127.0.0.1", port) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        yield reader, writer, proxy.links[writer.get_extra_info("sockname")[1]]
        writer.close()


async def test_everything_passes_both_ways_and_the_end_too() -> None:
    async with connected() as (reader, writer, _):
        writer.write(b"x" * 300_000)
        assert len(await reader.readexactly(300_000)) == 300_000
        writer.write_eof()
        assert await reader.read() == b""


async def test_nothing_comes_out_of_a_black_hole_until_it_is_one_no_more() -> None:
    async with connected() as (reader, writer, link):
        link.mode = "black hole"
        writer.write(b"lost?")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(SHORT):
                await reader.read(1)
        link.mode = "pass"
        assert await reader.readexactly(5) == b"lost?"


async def test_what_is_throttled_comes_slowly() -> None:
    async with connected() as (reader, writer, link):
        link.mode = "throttle"
        began = asyncio.get_running_loop().time()
        writer.write(b"x" * 640)
        await reader.readexactly(640)
        assert asyncio.get_running_loop().time() - began > 0.4


async def test_what_is_delayed_comes_later() -> None:
    async with connected() as (reader, writer, link):
        link.mode = "delay"
        began = asyncio.get_running_loop().time()
        writer.write(b"late")
        await reader.readexactly(4)
        assert asyncio.get_running_loop().time() - began > 0.15


async def test_all_links_are_spoilt_also_those_that_come_later_until_they_pass() -> None:
    async with echoing() as port, Proxy("127.0.0.1", port) as proxy:
        proxy.spoil("black hole")
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"lost?")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(SHORT):
                await reader.read(1)
        proxy.spoil("pass")
        assert await reader.readexactly(5) == b"lost?"
        proxy.spoil("black hole")
        proxy.reset()
        with pytest.raises(ConnectionResetError):
            await reader.read(1)
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"sound")
        assert await reader.readexactly(5) == b"sound"
        writer.close()


async def test_a_reset_is_one_for_the_client_even_in_a_black_hole() -> None:
    async with connected() as (reader, writer, link):
        link.mode = "black hole"
        writer.write(b"lost")
        await asyncio.sleep(SHORT)
        link.reset()
        with pytest.raises(ConnectionResetError):
            await reader.read(1)


async def test_a_server_that_is_down_ends_the_client() -> None:
    async with echoing() as port, Proxy("127.0.0.1", port) as proxy:
        pass
    async with Proxy("127.0.0.1", port) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        with suppress(ConnectionResetError):
            assert await reader.read(1) == b""
        writer.close()
        assert not proxy.links
