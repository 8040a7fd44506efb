"""Socket.IO 5 over Engine.IO 4: as much as one player of boardgame.io needs, text events on one WebSocket.

The first digit of a frame is Engine.IO's (0 open, 2 ping, 3 pong, 4 message), the second Socket.IO's (0
connect, 2 event, 4 refused). Then come the namespace with a comma, and JSON.
"""

from collections.abc import AsyncIterator
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.bench.peer.room import PATIENCE_SECONDS

PING, PONG = "2", "3"
CONNECT, EVENT, REFUSED = "40", "42", "44"


class NotConnected(Exception):
    """The server did not let somebody into the namespace; the message is its answer."""


class Line:
    """A connection to one namespace."""

    def __init__(self, socket: ClientConnection, namespace: str) -> None:
        self._socket, self._namespace = socket, namespace

    @classmethod
    async def open(cls, host: str, port: int, namespace: str, *, packed: bool = True) -> "Line":
        """Connect; `packed`: offer compression. Raises NotConnected, OSError and TimeoutError."""
        socket = await connect(
            f"ws://{host}:{port}/socket.io/?EIO=4&transport=websocket",
            compression="deflate" if packed else None,
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE_SECONDS,
            close_timeout=0.1,
            proxy=None,
        )
        line = cls(socket, namespace)
        await socket.recv()
        await socket.send(f"{CONNECT}/{namespace},")
        answer = str(await socket.recv())
        if not answer.startswith(f"{CONNECT}/{namespace},"):
            await socket.close()
            raise NotConnected(answer)
        return line

    async def emit(self, *event: Any) -> None:
        """Send an event: its name and what belongs to it. Raises ConnectionClosed."""
        await self._socket.send(f"{EVENT}/{self._namespace},{orjson.dumps(event).decode()}")

    async def events(self) -> AsyncIterator[list[Any]]:
        """Yield each event as it comes, until the connection ends."""
        head = f"{EVENT}/{self._namespace},"
        try:
            async for text in self._socket:
                if isinstance(text, str) and text.startswith(head):
                    yield orjson.loads(text[len(head) :])
                elif text == PING:
                    await self._socket.send(PONG)
        except ConnectionClosed:
            return

    async def close(self) -> None:
        """End the connection."""
        await self._socket.close()
