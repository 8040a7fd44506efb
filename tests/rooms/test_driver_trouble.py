"""Catches a room that is tried for ever where nothing can be played, or that stops for a level of old."""

import asyncio

import pytest

from durak import public_waiting
from durak.bots import BOTS
from tests.fake_clock import FakeClock
from tests.rooms.scene import ANNA, NOON, SECRET, next_play, session
from tests.rooms.test_driver import ROOM, SEAT, BrokenThinker, HereThinker, Worker
from web.adapters.memory import MemoryEventLog
from web.rooms.commands import Arrive, Start
from web.rooms.events import ChairTaken, Event, RoomOpened
from web.rooms.ports import CommandId, NoAnswer, Version

pytestmark = pytest.mark.anyio


async def test_a_room_in_which_nothing_can_be_played_rests_and_goes_on_when_something_can(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even what stands in finds a move: there is none, or so it thinks."""
    worker = Worker(MemoryEventLog(), FakeClock(NOON), BrokenThinker(NoAnswer("failed")))
    asked = 0

    def finds_none(*_: object) -> str:
        nonlocal asked
        asked += 1
        raise ValueError("no legal action")

    with monkeypatch.context() as patched:
        patched.setattr("web.rooms.thoughts.fallback", finds_none)
        room = await worker.open()
        loop = asyncio.create_task(worker.driver.look_for_overdue())
        while SEAT in public_waiting(room.game.state) if room.game else False:
            await worker.service.execute(ROOM, next_play(room, SEAT), CommandId(f"anna{room.version}"))
            room = await worker.service.newest(ROOM)
        await worker.clock.advance(60)
        assert (await worker.service.newest(ROOM)).version == room.version
    # Every half second would have been more than a hundred times.
    assert 3 <= asked <= 8
    told = [record for record in caplog.records if record.message == "what was due could not be done"]
    assert {(record.__dict__["room"], record.__dict__["v"]) for record in told} == {(ROOM, room.version)}
    await worker.clock.advance(300)
    assert (await worker.service.newest(ROOM)).version > room.version
    loop.cancel()
    await asyncio.gather(loop, worker.driver.aclose(), return_exceptions=True)


async def test_bots_of_a_level_that_there_is_no_more_are_played_for(caplog: pytest.LogCaptureFixture) -> None:
    class Known(HereThinker):
        async def choose(self, level: str, view: bytes, seed: int) -> str:
            if level not in BOTS:
                raise NoAnswer("failed", "KeyError")
            return await super().choose(level, view, seed)

    log = MemoryEventLog()
    opening: list[Event] = [
        RoomOpened(NOON, ANNA, "classic", 3, "genius", False),
        ChairTaken(NOON, 0, ANNA, "Anna"),
    ]
    await log.append(ROOM, Version(0), opening, CommandId("open"), None)
    worker = Worker(log, FakeClock(NOON), Known())
    await worker.service.execute(ROOM, Arrive(ANNA, session(ANNA)), CommandId("here"))
    await worker.service.execute(ROOM, Start(ANNA, SECRET), CommandId("start"))
    assert (await worker.play_as_anna()).phase == "over"
    assert worker.driver.fallbacks.by_cause()["failed"] > 0
    assert {record.__dict__["room"] for record in caplog.records} == {ROOM}
    await worker.driver.aclose()
