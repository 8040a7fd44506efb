"""Races on a log, and what must be true of them afterwards.

The suites want nothing to be wrong; with a log that lacks the version test something must be, or these checks
would prove nothing.
"""

import asyncio
from collections.abc import Sequence

from web.rooms.events import ActionTaken, PlayerId, RoomOpened
from web.rooms.ports import CommandId, Conflict, EventLog, RoomId, Version

ROOM = RoomId("room")


def opened(at: float = 1.0) -> RoomOpened:
    return RoomOpened(at, PlayerId("ann"), "classic", 3, "careful", False)


def action(text: str) -> ActionTaken:
    return ActionTaken(2.0, text)


async def open_room(log: EventLog, room: RoomId = ROOM) -> Version:
    return await log.append(room, Version(0), [opened()], CommandId("open"), None)


async def race(logs: Sequence[EventLog], racers: int = 50) -> list[str]:
    """Let everybody append after one version, and return what is wrong with how it went."""
    at = await open_room(logs[0])
    results = await asyncio.gather(
        *(
            logs[i % len(logs)].append(ROOM, at, [action(f"racer {i}")], CommandId(f"c{i}"), None)
            for i in range(racers)
        ),
        return_exceptions=True,
    )
    winners = [i for i, result in enumerate(results) if not isinstance(result, BaseException)]
    strange = [
        result for result in results if isinstance(result, BaseException) and type(result) is not Conflict
    ]
    batches = await logs[0].read(ROOM, at)
    wrong = []
    if len(winners) != 1:
        wrong.append(f"{len(winners)} winners")
    if strange:
        wrong.append(f"losers were told {strange[0]!r}")
    if [batch.events for batch in batches] != [(action(f"racer {i}"),) for i in winners]:
        wrong.append("the log holds something else than the winner's action")
    return wrong


async def contend(logs: Sequence[EventLog], writers: int = 8, commands: int = 10) -> list[str]:
    """Let everybody append again and again, trying until it works, and return what is wrong with the log."""
    await open_room(logs[0])
    acknowledged: dict[str, Version] = {}

    async def write(i: int) -> None:
        log = logs[i % len(logs)]
        for j in range(commands):
            name = f"{i}/{j}"
            while name not in acknowledged:
                known = (await log.read(ROOM, Version(0)))[-1].version
                # A log in memory waits for nothing, and would let nobody in between.
                await asyncio.sleep(0)
                try:
                    version = await log.append(ROOM, known, [action(name)], CommandId(name), None)
                except Conflict:
                    continue
                acknowledged[name] = version

    await asyncio.gather(*(write(i) for i in range(writers)))
    batches = await logs[0].read(ROOM, Version(1))
    wrong = []
    if [batch.version for batch in batches] != list(range(2, writers * commands + 2)):
        wrong.append("versions have gaps, or come twice")
    stored = [(batch.version, batch.events) for batch in batches]
    promised = [(version, (action(name),)) for name, version in acknowledged.items()]
    if stored != sorted(promised, key=lambda pair: pair[0]):
        wrong.append("the log is not what was acknowledged")
    return wrong
