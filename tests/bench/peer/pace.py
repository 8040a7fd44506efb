"""Two ways to play: at the pace of people whatever the server does, and as fast as it answers."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from websockets.exceptions import ConnectionClosed

from tests.bench.peer.cores import Spent, spent
from tests.bench.peer.room import Room, System
from tests.bench.progress import bar

LATE_SECONDS = 0.1
"""From when on a move that is due counts as late: the server has answered the last one too slowly for it."""


@dataclass(slots=True)
class Tally:
    """What people have seen of their moves."""

    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    unanswered: int = 0
    due: int = 0
    late: int = 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some seconds of play: what came of it, and what it took."""

    seconds: float
    moves: int
    tally: Tally
    spent: Spent
    clients: float
    """Processor time of this program."""
    stood_in: int


async def watched(
    system: System, name: str, seconds: float, play: Callable[[Tally], Awaitable[None]]
) -> Stretch:
    """Play, and return what came of it."""
    tally, moves, stood_in = Tally(), system.moves(), system.stood_in()
    began, before, clients = time.monotonic(), spent(system.pid), time.process_time()
    async with bar(name, seconds, lambda: f"{len(tally.latencies)} answers"):
        await play(tally)
    # First what time does not stand still for.
    after, over = spent(system.pid), time.monotonic()
    clients = time.process_time() - clients
    stood_in = system.stood_in() - stood_in
    return Stretch(over - began, system.moves() - moves, tally, after.since(before), clients, stood_in)


async def steadily(rooms: Sequence[Room], every: float, seconds: float, rng: Random, tally: Tally) -> None:
    """Let a person move in each room every so many seconds, whether others have been answered or not."""
    begin = time.perf_counter()

    async def play(room: Room, due: float) -> None:
        while due < begin + seconds and not room.lost:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tally.due += 1
            await _move(room, tally, due)
            due += every

    await asyncio.gather(*(play(room, begin + rng.uniform(0, every)) for room in rooms))
    await asyncio.sleep(max(0.0, begin + seconds - time.perf_counter()))


async def flat_out(rooms: Sequence[Room], seconds: float, tally: Tally) -> None:
    """Let a person move in each room as soon as anybody may."""
    end = time.perf_counter() + seconds

    async def play(room: Room) -> None:
        while time.perf_counter() < end and not room.lost:
            tally.due += 1
            await _move(room, tally)

    await asyncio.gather(*map(play, rooms))


async def _move(room: Room, tally: Tally, due: float | None = None) -> None:
    try:
        await room.until_a_turn()
        sent = time.perf_counter()
        tally.late += due is not None and sent > due + LATE_SECONDS
        is_accepted = await room.move()
    except (TimeoutError, ConnectionClosed):
        tally.unanswered += 1
        return
    tally.latencies.append(time.perf_counter() - sent)
    tally.refused += not is_accepted
