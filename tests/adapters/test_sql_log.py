"""What only a SQL log can get wrong: half an append, and chairs that drift from the rooms' idea of them."""

from random import Random

import pytest

from tests.adapters.races import ROOM, action, open_room
from web.adapters import sql_seatings
from web.adapters.database import Database
from web.adapters.seatings import Seating
from web.adapters.sql_log import SqlEventLog
from web.rooms.events import (
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    Event,
    OptionsChanged,
    PlayerId,
    PlayerRemoved,
    RoomOpened,
)
from web.rooms.evolve import evolve
from web.rooms.ports import CommandId, FinishedGame, Version
from web.rooms.room import Room


async def test_an_append_that_fails_at_its_end_leaves_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LookupError("on purpose")

    log = SqlEventLog(database)
    at = await open_room(log)
    with monkeypatch.context() as patched:
        patched.setattr(sql_seatings, "follow", fail)
        with pytest.raises(LookupError):
            await log.append(ROOM, at, [action("a")], CommandId("a"), 5.0, FinishedGame("record", 1.0))
    assert [batch.version for batch in await log.read(ROOM, Version(0))] == [at]
    assert await log.due(9.0, 9) == []
    assert await log.accepted(ROOM, CommandId("a")) is None
    assert await log.append(ROOM, at, [action("a")], CommandId("a"), None) == at + 1


@pytest.mark.parametrize("seed", range(50))
def test_chairs_are_as_the_room_has_them(seed: int) -> None:
    dice = Random(seed)
    room = evolve(Room(), RoomOpened(0.0, PlayerId("p0"), "classic", 6, "careful", False))
    seating = Seating()
    for number in range(40):
        event = random_event(dice, room, PlayerId(f"p{number}"))
        room = evolve(room, event)
        seating.follow([event], finished=False)
        assert seating.chairs == {i: chair.player for i, chair in enumerate(room.chairs) if chair.player}


def random_event(dice: Random, room: Room, newcomer: PlayerId) -> Event:
    """Return something that can happen to the chairs of this room."""
    empty = [i for i, chair in enumerate(room.chairs) if chair.player is None]
    taken = [i for i, chair in enumerate(room.chairs) if chair.player is not None]
    choices: list[Event] = [OptionsChanged(1.0, "classic", dice.randint(2, 6), "careful")]
    if empty:
        choices += [ChairTaken(1.0, dice.choice(empty), newcomer, "name")] * 2
    if taken:
        chair, other = dice.choice(taken), dice.randrange(len(room.chairs))
        choices.append(ChairLeft(1.0, chair, dice.choice([None, "Anton"])))
        choices.append(PlayerRemoved(1.0, chair, PlayerId("x"), True, dice.choice([None, "Anton"])))
        choices.append(ChairsSwapped(1.0, chair, other))
    return dice.choice(choices)
