"""`EventLog.unfinished_room_of`, for every implementation: the way back into a game one was thrown out of.

Bugs this is here to catch: a link into a game that is over, or that somebody else plays on; none into one
that runs; the older of two.
"""

import pytest

from tests.adapters.stores import Store
from web.rooms.events import (
    ChairLeft,
    ChairTaken,
    Event,
    GameAborted,
    GameStarted,
    OptionsChanged,
    PlayerId,
    RoomOpened,
)
from web.rooms.ports import CommandId, EventLog, FinishedGame, RoomId, Version

ANN, BOB = PlayerId("ann"), PlayerId("bob")


def sat(player: PlayerId, chair: int) -> ChairTaken:
    return ChairTaken(1.0, chair, player, player.title())


def started(at: float = 10.0) -> GameStarted:
    return GameStarted(at, "classic", 1, "ab" * 32, "cd" * 32, ("00", "11"), None, {})


class Script:
    """Appends one batch after another to one room."""

    def __init__(self, log: EventLog, room: str = "room") -> None:
        self.log, self.room, self.version = log, RoomId(room), Version(0)

    async def add(self, *events: Event, finished: FinishedGame | None = None) -> None:
        command = CommandId(f"c{self.version}")
        self.version = await self.log.append(self.room, self.version, events, command, None, finished)

    async def open(self) -> None:
        await self.add(RoomOpened(1.0, ANN, "classic", 3, "careful", False), sat(ANN, 0))


async def whose(store: Store) -> list[PlayerId]:
    return [player for player in (ANN, BOB) if await store.other_log.unfinished_room_of(player) == "room"]


async def test_only_a_running_game_counts(store: Store) -> None:
    room = Script(store.log)
    await room.open()
    await room.add(sat(BOB, 1))
    assert await whose(store) == []
    await room.add(started())
    assert await whose(store) == [ANN, BOB]
    await room.add(started(), finished=FinishedGame("record", 20.0))
    assert await whose(store) == []
    await room.add(started(30.0))
    assert await whose(store) == [ANN, BOB]
    await room.add(GameAborted(40.0, "nobody_left"))
    assert await whose(store) == []


async def test_the_game_of_somebody_who_left_goes_on_without_him(store: Store) -> None:
    room = Script(store.log)
    await room.open()
    await room.add(sat(BOB, 1), started())
    await room.add(ChairLeft(11.0, 1, "Anton"))
    assert await whose(store) == [ANN]
    await room.add(sat(BOB, 1))
    assert await whose(store) == [ANN, BOB]


async def test_a_chair_left_and_taken_at_once_is_the_last_ones(store: Store) -> None:
    room = Script(store.log)
    await room.open()
    await room.add(started(), ChairLeft(11.0, 0, None), sat(BOB, 0))
    assert await whose(store) == [BOB]


async def test_who_moves_up_when_chairs_are_taken_away_still_plays(store: Store) -> None:
    room = Script(store.log)
    await room.open()
    await room.add(sat(BOB, 2))
    await room.add(ChairLeft(3.0, 2, None), sat(BOB, 1), OptionsChanged(3.0, "classic", 2, "careful"))
    await room.add(started())
    assert await whose(store) == [ANN, BOB]
    await room.add(ChairLeft(11.0, 1, "Anton"))
    assert await whose(store) == [ANN]


async def test_a_chair_that_is_no_more_holds_nobody(store: Store) -> None:
    room = Script(store.log)
    await room.open()
    await room.add(sat(BOB, 2))
    await room.add(OptionsChanged(3.0, "classic", 2, "careful"), started())
    assert await whose(store) == [ANN]


async def test_the_newest_of_several_games_is_meant(store: Store) -> None:
    for name, at in (("first", 10.0), ("newest", 30.0), ("second", 20.0)):
        room = Script(store.log, name)
        await room.open()
        await room.add(started(at))
    assert await store.log.unfinished_room_of(ANN) == "newest"
    assert await store.log.unfinished_room_of(BOB) is None


async def test_a_lost_race_seats_nobody(store: Store) -> None:
    room = Script(store.log)
    await room.open()
    await room.add(started())
    room.version = Version(1)
    with pytest.raises(Exception, match="version"):
        await room.add(sat(BOB, 1))
    assert await whose(store) == [ANN]
