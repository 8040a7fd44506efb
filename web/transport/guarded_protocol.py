"""uvicorn's WebSocket protocol, with the bytes of every socket counted before anything is made of them.

A message's length is limited, but it may come in any number of empty pieces: a million of them cost a sender
six megabytes and this process many seconds. Only here, below the messages, can they be counted.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_BYTES = 64 * 1024
PER_SECONDS = 10.0
POLICY_VIOLATION = 1008


class GuardedProtocol(WebSocketsSansIOProtocol):
    """A socket that is closed with 1008 when more than 64 KiB come in within ten seconds."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._since = self.loop.time()
        self._bytes = 0

    def data_received(self, data: bytes) -> None:
        """Count, and pass on what is within the limit."""
        if self.transport.is_closing():
            return
        now = self.loop.time()
        if now - self._since > PER_SECONDS:
            self._since, self._bytes = now, 0
        self._bytes += len(data)
        if self._bytes <= MOST_BYTES:
            super().data_received(data)
            return
        if self.handshake_complete and not self.close_sent:
            self.conn.fail(POLICY_VIOLATION, "too much")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
