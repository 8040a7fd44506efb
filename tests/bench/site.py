"""A served site as one person sees it: its address, his own address, his cookie, and small HTTP."""

import asyncio
import json
from dataclasses import dataclass, replace
from http.cookies import SimpleCookie
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench import words

PATIENCE_SECONDS = 10.0
COOKIE = "durak"


class NotAnswered(Exception):
    """The server did not do what was asked for over HTTP; the message has the status and the body."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at `host`:`port`; `address` is where he comes from, as a proxy in front would tell it."""

    host: str
    port: int
    address: str
    cookie: str | None = None

    async def post(self, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
        """Return the answer, and the cookie that came with it. Raises NotAnswered and OSError."""
        text = json.dumps(body).encode()
        head = [f"POST {path} HTTP/1.1", *self._head(), "content-type: application/json", "connection: close"]
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection(self.host, self.port)
            try:
                writer.write("\r\n".join([*head, f"content-length: {len(text)}", "", ""]).encode() + text)
                answer = await reader.read()
            finally:
                writer.close()
        above, _, below = answer.partition(b"\r\n\r\n")
        status, *headers = above.decode("latin-1").split("\r\n")
        if " 20" not in status[:13]:
            raise NotAnswered(f"{path}: {status} {below.decode(errors='replace')}")
        return json.loads(below), _cookie_in(headers)

    async def get(self, path: str) -> bytes:
        """Return the body at a path. Raises NotAnswered and OSError."""
        head = [f"GET {path} HTTP/1.1", *self._head(), "connection: close", "", ""]
        async with asyncio.timeout(PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection(self.host, self.port)
            try:
                writer.write("\r\n".join(head).encode())
                answer = await reader.read()
            finally:
                writer.close()
        above, _, below = answer.partition(b"\r\n\r\n")
        if b" 200" not in above[:13]:
            raise NotAnswered(f"{path}: {above[:40]!r}")
        return below

    async def named(self, name: str) -> "Visitor":
        """Become a guest."""
        _, cookie = await self.post("/api/guest", words.guest(name))
        return replace(self, cookie=cookie)

    async def open_room(self, rules: str, chairs: int, bots: str, **options: Any) -> str:
        """Make a room and return its id."""
        made, _ = await self.post("/api/rooms", words.room(rules, chairs, bots, **options))
        return str(made["id"])

    async def socket(self, room: str, *, packed: bool = True) -> ClientConnection:
        """Open a socket to a room; `packed`: offer compression, as browsers do."""
        headers = [line.split(": ", 1) for line in self._head()[1:]]
        return await connect(
            f"ws://{self.host}:{self.port}/ws/{room}",
            additional_headers=[(name, value) for name, value in headers if name != "origin"],
            origin=f"http://{self.host}:{self.port}",  # type: ignore[arg-type]  # its Origin is a kind of str
            compression="deflate" if packed else None,
            # What keeps a connection up is for the browser's own pings, and for the server's.
            ping_interval=None,
            open_timeout=PATIENCE_SECONDS,
            close_timeout=0.1,
            proxy=None,
        )

    def _head(self) -> list[str]:
        base = f"{self.host}:{self.port}"
        head = [f"host: {base}", f"origin: http://{base}", f"x-forwarded-for: {self.address}"]
        return [*head, f"cookie: {COOKIE}={self.cookie}"] if self.cookie else head


def _cookie_in(headers: list[str]) -> str | None:
    for line in headers:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie" and COOKIE in (jar := SimpleCookie(value.strip())):
            return jar[COOKIE].value
    return None


def address_of(number: int) -> str:
    """Return an address of a private network, another one for each person."""
    return f"10.{number // 62500 % 250}.{number // 250 % 250}.{number % 250 + 1}"
