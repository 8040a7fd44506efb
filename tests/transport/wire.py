"""People on the wire: an HTTP client that keeps its cookie, and a socket that speaks the protocol."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PATIENCE_SECONDS = 20.0
_ids = itertools.count(1)


@dataclass(frozen=True)
class Site:
    """A served site: its address, and how to get in."""

    url: str

    async def guest(self, name: str) -> "Guest":
        async with httpx.AsyncClient(base_url=self.url, headers={"origin": self.url}) as client:
            response = await client.post("/api/guest", json={"name": name})
            assert response.status_code == 200, response.text
            return Guest(self, name, response.cookies["durak"])

    @asynccontextmanager
    async def socket(
        self, room: str, cookie: str | None = None, origin: str | None = "own"
    ) -> AsyncIterator[ClientConnection]:
        headers = {"cookie": f"durak={cookie}"} if cookie else {}
        if origin is not None:
            headers["origin"] = self.url if origin == "own" else origin
        url = f"{self.url.replace('http', 'ws', 1)}/ws/{room}"
        async with connect(url, additional_headers=headers) as socket:
            yield socket

    @asynccontextmanager
    async def line(self, room: str, cookie: str | None = None) -> AsyncIterator["Line"]:
        """Open a socket and say hello."""
        async with self.socket(room, cookie) as socket:
            line = Line(socket)
            await line.hello()
            yield line


@dataclass(frozen=True)
class Guest:
    """Somebody with a cookie."""

    site: Site
    name: str
    cookie: str

    async def open_room(self, **asked: Any) -> str:
        body = {"rules": "classic", "chairs": 2, "bots": "careful", "play_now": False} | asked
        headers = {"origin": self.site.url, "cookie": f"durak={self.cookie}"}
        async with httpx.AsyncClient(base_url=self.site.url, headers=headers) as client:
            response = await client.post("/api/rooms", json=body)
            assert response.status_code == 201, response.text
            return str(response.json()["id"])

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

    async def ask(self, kind: str, command_id: str | None = None, **asked: Any) -> dict[str, Any]:
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
