"""A small TCP proxy between clients and a server, through which connections can be made to fail."""

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Any, Literal

Mode = Literal["pass", "black hole", "throttle", "delay"]
PIECE = 64 * 1024
THROTTLED_PIECE, THROTTLED_SECONDS = 64, 0.05
DELAYED_SECONDS = 0.1


class Link:
    """One connection through the proxy.

    `pass`: as if the proxy were not there. `black hole`: nothing comes through in either direction, and
    neither side is told; what was sent comes through once it passes again. `throttle`: a kilobyte a second.
    `delay`: everything takes a tenth of a second longer, each way. `to` is the port on the other side.
    """

    def __init__(self, inner: asyncio.StreamWriter, outer: asyncio.StreamWriter, to: int) -> None:
        self.to = to
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
                elif self._mode == "delay":
                    await asyncio.sleep(DELAYED_SECONDS)
                await self._moves.wait()
                writer.write(data[:size])
                await writer.drain()
                data = data[size:]


class Proxy:
    """Listens on a port of its own, and connects to the server's; `links` are by the client's port.

    `spoil` makes all links fail in the same way, and those that come later, too.
    """

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, 0
        self.links: dict[int, Link] = {}
        self._beyond = port
        self._mode: Mode = "pass"
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None, "it was entered"
        self._server.close()
        self.reset()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def spoil(self, mode: Mode) -> None:
        """Let this be the way of all links from now on; `pass` ends it."""
        self._mode = mode
        for link in self.links.values():
            link.mode = mode

    def reset(self) -> None:
        """End every link with a TCP reset on both sides, and let new ones pass."""
        self._mode = "pass"
        for link in list(self.links.values()):
            link.reset()

    async def _reach(self, _client: int, /) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, int]:
        """Return a connection to the other side for the client at this port, and to which port it goes.

        Raises OSError.
        """
        return *await asyncio.open_connection(self.host, self._beyond), self._beyond

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.current_task()
        assert serving is not None, "asyncio serves each connection in a task"
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)
        client = int(writer.get_extra_info("peername")[1])
        try:
            beyond_reader, beyond_writer, to = await self._reach(client)
        except OSError:
            writer.transport.abort()
            return
        link = self.links[client] = Link(writer, beyond_writer, to)
        link.mode = self._mode
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
            if self.links.get(client) is link:
                del self.links[client]
            for end in (writer, beyond_writer):
                end.close()
