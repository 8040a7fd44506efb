"""Peers that mean harm: one that never reads, and some that send a byte now and then."""

import asyncio
import base64
import os
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from tests.bench import words
from tests.bench.course import HOST
from tests.bench.site import address_of

HELLOS = 15
"""How often one that never reads asks for the view again: within what one socket may ask for."""
RECEIVED_BYTES = 2048
BYTE_EVERY_SECONDS = 1.0
ESTABLISHED = "01"
_FIRST_ADDRESS = 100_000


class Offender:
    """One connection of its own address to a room; `misbehave` goes on until it is cut off."""

    def __init__(self, port: int, room: str, number: int) -> None:
        self.port = 0
        self._to, self._room, self._number = port, room, number
        self._raw = socket.socket()
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect, and misbehave from now on."""
        # Before it connects: the window that it offers follows from it.
        self._raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_BYTES)
        self._raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(self._raw, (HOST, self._to))
        self.port = int(self._raw.getsockname()[1])
        self._task = asyncio.create_task(self._go_on())

    async def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._raw.close()

    async def misbehave(self) -> None:
        """Do harm."""
        raise NotImplementedError

    async def _go_on(self) -> None:
        with suppress(OSError):
            await self.misbehave()

    async def _send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self._raw, data)

    async def _slowly(self, data: bytes) -> None:
        for byte in data:
            await self._send(bytes([byte]))
            await asyncio.sleep(BYTE_EVERY_SECONDS)

    def _request(self) -> bytes:
        base, key = f"{HOST}:{self._to}", base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET /ws/{self._room} HTTP/1.1",
            f"host: {base}",
            f"origin: http://{base}",
            f"x-forwarded-for: {address_of(_FIRST_ADDRESS + self._number)}",
            "connection: Upgrade",
            "upgrade: websocket",
            "sec-websocket-version: 13",
            f"sec-websocket-key: {key}",
        )
        return "\r\n".join((*lines, "", "")).encode()

    async def _shake_hands(self) -> None:
        await self._send(self._request())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += await asyncio.get_running_loop().sock_recv(self._raw, 1)


class NeverReads(Offender):
    """Asks for the view again and again, and reads none."""

    async def misbehave(self) -> None:
        await self._shake_hands()
        for _ in range(1 + HELLOS):
            await self._send(frame(words.hello(0)))
        await asyncio.Event().wait()


class SendsSlowly(Offender):
    """Reads all, and sends the pieces of a message one by one: every second one its hello already."""

    async def misbehave(self) -> None:
        await self._shake_hands()
        if self._number % 2:
            await self._send(frame(words.hello(0)))
        sending = asyncio.create_task(self._slowly(frame(" " * 120)))
        try:
            while await asyncio.get_running_loop().sock_recv(self._raw, 4096):
                pass
        finally:
            sending.cancel()


class AsksSlowly(Offender):
    """Does not even come to the end of its request."""

    async def misbehave(self) -> None:
        await self._slowly(self._request())


KINDS: dict[str, Callable[[int, str, int], Offender]] = {
    "that never read": NeverReads,
    "that send slowly": SendsSlowly,
    "that never end their request": AsksSlowly,
}


def frame(text: str) -> bytes:
    """Return a text message as a client sends it: in one frame, masked (by zeros)."""
    data = text.encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
    return b"\x81" + length + b"\0\0\0\0" + data


def still_connected(port: int) -> set[int]:
    """Return the ports of the peers of this server's port whose connections it still has."""
    return set(_peers(port))


def _peers(port: int) -> Iterator[int]:
    for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]:
        _, local, remote, state, *_ = line.split()
        if state == ESTABLISHED and int(local.split(":")[1], 16) == port:
            yield int(remote.split(":")[1], 16)
