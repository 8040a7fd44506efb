"""People on the wire: an HTTP client that keeps its cookie, and a socket that speaks the protocol."""

import asyncio
import itertools
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE_SECONDS = 20.0
ROOM = {"rules": "classic", "chairs": 2, "bots": "careful", "play_now": False}
_ids = itertools.count(1)


@dataclass(frozen=True)
class Site:
    """A served site: its address, and how to get in."""

    url: str

    async def guest(self, name: str, address: str | None = None) -> "Guest":
        response = await self.ask("POST", "/api/guest", {"name": name}, address=address)
        assert response.status_code == 200, response.text
        return Guest(self, name, response.cookies["durak"])

    async def ask(
        self, method: str, path: str, body: Any = None, cookie: str | None = None, address: str | None = None
    ) -> httpx.Response:
        """Ask as a page of this site does; `address` is what the trusted proxy says of the visitor."""
        headers = {"origin": self.url, "accept": "text/html"}
        if cookie:
            headers["cookie"] = f"durak={cookie}"
        if address:
            headers["x-forwarded-for"] = address
        async with httpx.AsyncClient(base_url=self.url, headers=headers) as client:
            return await client.request(method, path, json=body)

    @asynccontextmanager
    async def socket(
        self,
        room: str,
        cookie: str | None = None,
        origin: str | None = "own",
        address: str | None = None,
        receive_buffer: int | None = None,
    ) -> AsyncIterator[ClientConnection]:
        headers = {"cookie": f"durak={cookie}"} if cookie else {}
        if address:
            headers["x-forwarded-for"] = address
        if origin is not None:
            headers["origin"] = self.url if origin == "own" else origin
        url = f"{self.url.replace('http', 'ws', 1)}/ws/{room}"
        raw = None if receive_buffer is None else _small_socket(self.url, receive_buffer)
        # Packed, a thousand views would fit into the smallest buffers.
        packing = None if receive_buffer is not None else "deflate"
        async with connect(url, additional_headers=headers, sock=raw, compression=packing) as connection:
            yield connection

    @asynccontextmanager
    async def line(self, room: str, cookie: str | None = None) -> AsyncIterator["Line"]:
        """Open a socket and say hello."""
        async with self.socket(room, cookie) as socket:
            line = Line(socket)
            await line.hello()
            yield line


def _small_socket(url: str, receive_buffer: int) -> socket.socket:
    """Return a connected socket that takes in little before somebody reads from it."""
    parts = urlsplit(url)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    raw.connect((parts.hostname, parts.port))
    raw.setblocking(False)
    return raw


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie."""

    site: Site
    name: str
    cookie: str

    async def open_room(self, **asked: Any) -> str:
        response = await self.ask("POST", "/api/rooms", ROOM | asked)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    async def ask(
        self, method: str, path: str, body: Any = None, address: str | None = None
    ) -> httpx.Response:
        return await self.site.ask(method, path, body, self.cookie, address)

    @asynccontextmanager
    async def line(self, room: str) -> AsyncIterator["Line"]:
        async with self.site.line(room, self.cookie) as line:
            yield line


class Line:
    """One socket after its hello: keeps every message it got, and the newest view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}

    async def hello(self, v: int = 0) -> dict[str, Any]:
        await self.say({"t": "hello", "protocol": 2, "v": v})
        return await self.until("view")

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_SECONDS):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.heard.append(message)
        if message["t"] == "view":
            self.view = message
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["t"] == kind:
                return message

    async def until_view(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Return the first view of which this is true, the newest one included."""
        while not wanted(self.view):
            await self.until("view")
        return self.view

    async def farewell(self) -> tuple[str | None, int | None]:
        """Hear until the socket closes, and return the word before, if any, and the code."""
        word = None
        try:
            while True:
                message = await self.hear()
                word = message["code"] if message["t"] == "bye" else None
        except ConnectionClosed as closed:
            return word, closed.rcvd.code if closed.rcvd else None

    async def ask(self, kind: str, command_id: str | None = None, /, **asked: Any) -> dict[str, Any]:
        """Send a command and return its answer, `ok` or `refused`."""
        command_id = command_id or f"c{next(_ids)}"
        await self.say({"t": kind, "id": command_id, **asked})
        while True:
            message = await self.hear()
            if message["t"] in ("ok", "refused") and message["id"] == command_id:
                return message

    async def play(self, action: str, command_id: str | None = None) -> dict[str, Any]:
        game = self.view["game"]
        return await self.ask(
            "play", command_id, action=action, bout=game["bout"], table_ply=game["table_ply"]
        )

    @property
    def choices(self) -> list[str]:
        """The actions open to this viewer now."""
        game = self.view["game"]
        return [action for actions in game["legal"].values() for action in actions] if game else []
