"""A bus in a process of its own, driven by lines: what another worker of the same server has.

python -m tests.adapters.bus_process URL
    > news               -> "news 0", then every piece that this listener hears as "0 room version" or "0 gap"
    > publish 7 a room   tell of version 7 of "a room"
"""

import asyncio
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from itertools import count
from queue import Queue
from typing import Self

from tests.program import ROOT
from web.adapters.nats_bus import NatsBus
from web.rooms.ports import RoomId, Version

Piece = tuple[RoomId, Version] | None


async def serve(url: str) -> None:
    """Do what the lines say, until there are no more."""
    bus = NatsBus(url, most_waiting=8)
    running = asyncio.create_task(bus.run())
    async with asyncio.timeout(30):
        while not bus.is_up:
            await asyncio.sleep(0.01)
    print("ready", flush=True)
    listeners: list[asyncio.Task[None]] = []
    while line := (await asyncio.to_thread(sys.stdin.readline)).rstrip("\n"):
        kind, _, rest = line.partition(" ")
        if kind == "news":
            listeners.append(asyncio.create_task(tell(len(listeners), bus.news())))
            print(f"news {len(listeners) - 1}", flush=True)
        else:
            version, _, room = rest.partition(" ")
            bus.publish(RoomId(room), Version(int(version)))
    for task in (*listeners, running):
        task.cancel()
    await asyncio.gather(*listeners, running, return_exceptions=True)


async def tell(number: int, news: AsyncIterator[Piece]) -> None:
    async for piece in news:
        print(f"{number} gap" if piece is None else f"{number} {piece[1]} {piece[0]}", flush=True)


class OtherProcess:
    """A Bus that is one in another process."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "tests.adapters.bus_process", url]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        self._heard: defaultdict[str, Queue[str]] = defaultdict(Queue)
        self._numbers = count()
        self._reader = threading.Thread(target=self._read, daemon=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"
        self._reader.start()

    def publish(self, room_id: RoomId, version: Version) -> None:
        """Tell everybody."""
        self._say(f"publish {version} {room_id}")

    def news(self) -> AsyncIterator[Piece]:
        """Listen from now on: it is waited for that the other process does."""
        self._say("news")
        number = str(next(self._numbers))
        assert self._heard["news"].get(timeout=30) == number
        return _Listener(self._heard[number])

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._reader.join(30)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        for who, what in self._lines():
            self._heard[who].put(what)

    def _lines(self) -> Iterator[tuple[str, str]]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            who, _, what = line.rstrip("\n").partition(" ")
            yield who, what


class _Listener:
    def __init__(self, heard: Queue[str]) -> None:
        self._heard = heard

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Piece:
        while self._heard.empty():
            await asyncio.sleep(0.005)
        what = self._heard.get()
        version, _, room = what.partition(" ")
        return None if what == "gap" else (RoomId(room), Version(int(version)))


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
