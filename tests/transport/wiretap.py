"""Every byte that a server says to one viewer, over HTTP and sockets, and when: a relay that keeps a copy."""

import asyncio
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a socket, or a whole answer to a request, at its last byte."""

    at: float
    data: bytes

    @property
    def text(self) -> str:
        """The bytes as a text in which every one of them is kept."""
        return self.data.decode(errors="backslashreplace")


@dataclass(slots=True)
class Overheard:
    """What came over one connection: pieces, as they came."""

    pieces: list[tuple[float, bytes]] = field(default_factory=list)

    @property
    def data(self) -> bytes:
        return b"".join(data for _, data in self.pieces)

    @property
    def is_socket(self) -> bool:
        return self.data.startswith(b"HTTP/1.1 101")

    def said(self) -> Iterator[Said]:
        """Yield the answer, or of a socket the handshake and then each message, closing words included."""
        data, begin = self.data, 0
        if not self.is_socket:
            yield Said(self._when(len(data)), data)
            return
        end = data.index(b"\r\n\r\n") + 4
        while begin < len(data):
            yield Said(self._when(end), data[begin:end])
            begin = end
            if len(data) - begin < 2:
                break
            end = begin + _frame_size(data[begin:])
        if begin < len(data):
            yield Said(self._when(len(data)), data[begin:])

    def _when(self, end: int) -> float:
        """Return when the byte before this place had come."""
        for at, data in self.pieces:
            end -= len(data)
            if end <= 0:
                return at
        return self.pieces[-1][0] if self.pieces else 0.0


class Wiretap:
    """Listens on a port of its own; what the server says there is in `connections`. Compression hides it."""

    def __init__(self, server: int) -> None:
        self.port = 0
        self.connections: list[Overheard] = []
        self._to = server
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[Any]] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> "Wiretap":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None, "it was entered"
        self._server.close()
        for end in self._ends:
            end.transport.abort()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.current_task()
        assert serving is not None, "asyncio serves each connection in a task"
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)
        overheard = Overheard()
        self.connections.append(overheard)
        beyond_reader, beyond_writer = await asyncio.open_connection("127.0.0.1", self._to)
        ends = {writer, beyond_writer}
        self._ends |= ends
        asking = asyncio.create_task(_carry(reader, beyond_writer, None))
        await _carry(beyond_reader, writer, overheard)
        asking.cancel()
        self._ends -= ends
        for end in ends:
            end.close()


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, overheard: Overheard | None
) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            if overheard is not None:
                overheard.pieces.append((time.time(), data))
            writer.write(data)
            await writer.drain()
        writer.write_eof()


def _frame_size(data: bytes) -> int:
    """Return how long the server's frame is that begins these bytes: without a mask, as servers send them."""
    length = data[1] & 0x7F
    if length == 126:
        return int(4 + struct.unpack_from("!H", data, 2)[0])
    if length == 127:
        return int(10 + struct.unpack_from("!Q", data, 2)[0])
    return 2 + length
