"""News between the parts of one process."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Self
from weakref import WeakSet

from web.rooms.ports import RoomId, Version


class LocalBus:
    """A Bus within one event loop; to be used from that loop's thread only, as everything on asyncio.

    A listener that falls more than `most_waiting` pieces of news behind loses them all and is told of a gap.
    """

    def __init__(self, most_waiting: int = 1024) -> None:
        """Begin without listeners."""
        self._most_waiting = most_waiting
        # Weak, so that a listener which is dropped, or whose task is cancelled, needs no farewell.
        self._listeners: WeakSet[_Listener] = WeakSet()

    def publish(self, room_id: RoomId, version: Version) -> None:
        """Tell every listener; those who are asleep wake up after the caller has gone on."""
        for listener in list(self._listeners):
            listener.put((room_id, version))

    def gap(self) -> None:
        """Tell every listener that anything may have happened."""
        for listener in list(self._listeners):
            listener.lose()

    def news(self) -> AsyncIterator[tuple[RoomId, Version] | None]:
        """Listen from now on, whenever the first piece is asked for."""
        listener = _Listener(self._most_waiting)
        self._listeners.add(listener)
        return listener


class _Listener:
    """What one listener has not yet heard. Any of several tasks that read from it gets each piece."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting: deque[tuple[RoomId, Version] | None] = deque()
        self._something = asyncio.Event()

    def put(self, piece: tuple[RoomId, Version]) -> None:
        if len(self._waiting) < self._most_waiting:
            self._waiting.append(piece)
            self._something.set()
        else:
            self.lose()

    def lose(self) -> None:
        # Whoever hears of a gap looks at everything again, so what waits is of no more use.
        self._waiting.clear()
        self._waiting.append(None)
        self._something.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[RoomId, Version] | None:
        while not self._waiting:
            self._something.clear()
            await self._something.wait()
        return self._waiting.popleft()
