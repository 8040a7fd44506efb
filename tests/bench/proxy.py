"""A small TCP proxy between clients and a server, through which connections can be made to fail."""

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Any, Literal

Mode = Literal["pass", "black hole", "throttle"]
PIECE = 64 * 1024
THROTTLED_PIECE, THROTTLED_SECONDS = 64, 0.05


class Link:
    """One connection through the proxy.

    `pass`: as if the proxy were not there. `black hole`: nothing comes through in either direction, and
    neither side is told; what was sent comes through once it passes again. `throttle`: a kilobyte a second.
    """

    def __init__(self, inner: asyncio.StreamWriter, outer: asyncio.StreamWriter) -> None:
        self._ends = (inner, outer)
        self._mode: Mode = "pass"
        self._moves = asyncio.Event()
        self._moves.set()

    @property
    def mode(self) -> Mode:
        return self._mode

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._mode = mode
        if mode == "black hole":
            self._moves.clear()
        else:
            self._moves.set()

    def reset(self) -> None:
        """End it with a TCP reset on both sides."""
        for end in self._ends:
            raw = end.get_extra_info("socket")
            if raw is not None:
                with suppress(OSError):
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.transport.abort()
        # What is held back in the hole may go on, and finds that there is no other side.
        self._moves.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes one way, until that side has no more."""
        while data := await reader.read(PIECE):
            while data:
                size = len(data)
                if self._mode == "throttle":
                    size = THROTTLED_PIECE
                    await asyncio.sleep(THROTTLED_SECONDS)
                await self._moves.wait()
                writer.write(data[:size])
                await writer.drain()
                data = data[size:]


class Proxy:
    """Listens on a port of its own, and connects to the server's; `links` are by the client's port."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, 0
        self.links: dict[int, Link] = {}
        self._to = (host, port)
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None, "it was entered"
        self._server.close()
        for link in list(self.links.values()):
            link.reset()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.current_task()
        assert serving is not None, "asyncio serves each connection in a task"
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)
        try:
            beyond_reader, beyond_writer = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        client = int(writer.get_extra_info("peername")[1])
        link = self.links[client] = Link(writer, beyond_writer)
        ways = [
            asyncio.create_task(link.carry(reader, beyond_writer)),
            asyncio.create_task(link.carry(beyond_reader, writer)),
        ]
        try:
            # When one side has ended, or was reset, so has the other.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self.links.pop(client, None)
            for end in (writer, beyond_writer):
                end.close()
