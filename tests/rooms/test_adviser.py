"""Catches advice that depends on what others hold, that is noted for nothing, or that a bot waits for."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from durak import PRESETS, Seat, apply, encode_action, legal_actions, memory_view, new_game
from tests.fake_clock import FakeClock
from tests.rooms.scene import (
    ANNA,
    BORIS,
    NOON,
    SECRET,
    Alive,
    do,
    next_play,
    next_seat,
    playing_room,
)
from tests.rooms.test_advice import PEOPLE, asks, hints
from tests.rooms.test_driver import ROOM as DRIVEN
from tests.rooms.test_driver import SlowThinker, Worker
from tests.rooms.timing import state_of
from tests.rules.redeal import dealt_anew
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.rooms.advice import AdviceService
from web.rooms.commands import Command, OpenRoom, Play, Sit, Start
from web.rooms.events import PlayerId
from web.rooms.ports import Cause, CommandId, NoAnswer, RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.service import RoomService

ROOM = RoomId("a-room")
MOVES: list[Mapping[str, Any]] = [{"action": "0:take", "durak": 0.5, "reason": {"code": "x", "facts": {}}}]


# Who thinks


class Given:
    """An Adviser that keeps what it was given; it answers when it is told to, or never."""

    def __init__(self, fault: Cause | None = None) -> None:
        self.given: list[tuple[bytes, int]] = []
        self.fault, self.may_answer = fault, asyncio.Event()
        self.may_answer.set()

    async def advise(self, view: bytes, seed: int) -> list[Mapping[str, Any]]:
        self.given.append((view, seed))
        await self.may_answer.wait()
        if self.fault is not None:
            raise NoAnswer(self.fault)
        return MOVES * 7


class Table:
    """A game of Anna's and Boris' in a log, and whoever advises there."""

    def __init__(self, adviser: Given) -> None:
        self.log, self.adviser = MemoryEventLog(), adviser
        self.service = self.worker()
        self.advice = AdviceService(self.service, adviser)

    def worker(self) -> RoomService:
        return RoomService(self.log, LocalBus(), FakeClock(NOON), 1.0, Alive())

    async def deal(self) -> tuple[Room, PlayerId]:
        commands: list[Command] = [
            OpenRoom(ANNA, "Anna", "classic", 2, "careful", None, advice=True),
            Sit(BORIS, "Boris", None),
            Start(ANNA, SECRET),
        ]
        for n, command in enumerate(commands):
            await self.service.execute(ROOM, command, CommandId(f"deal{n}"))
        room = await self.service.newest(ROOM)
        return room, PEOPLE[next_seat(room)]


@pytest.mark.anyio
async def test_the_same_id_again_is_answered_again_and_counted_once_on_any_worker() -> None:
    table = Table(Given())
    room, player = await table.deal()
    first = await table.advice.advise(ROOM, player, CommandId("a"))
    assert (first.v, len(first.moves)) == (room.views_due(player), 5)
    restarted = AdviceService(table.worker(), table.adviser)
    for service in (table.advice, restarted):
        assert await service.advise(ROOM, player, CommandId("a")) == first
        assert await service.advise(ROOM, player, CommandId("b")) == first
    assert len(set(table.adviser.given)) == 1
    assert sum(hints(await table.worker().newest(ROOM))) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("fault", ["timeout", "died", "too_many", "failed"])
async def test_where_no_advice_comes_nothing_is_noted(fault: Cause) -> None:
    table = Table(Given(fault))
    room, player = await table.deal()
    with pytest.raises(Refused, match="no_advice"):
        await table.advice.advise(ROOM, player, CommandId("a"))
    assert (await table.service.newest(ROOM)).version == room.version
    table.adviser.fault = None
    assert (await table.advice.advise(ROOM, player, CommandId("a"))).moves


@pytest.mark.anyio
async def test_one_piece_of_advice_at_a_time_and_none_for_a_table_that_was_faster() -> None:
    table = Table(Given())
    room, player = await table.deal()
    table.adviser.may_answer.clear()
    asked = asyncio.create_task(table.advice.advise(ROOM, player, CommandId("a")))
    while not table.adviser.given:
        await asyncio.sleep(0)
    with pytest.raises(Refused, match="too_fast"):
        await table.advice.advise(ROOM, player, CommandId("b"))
    move = next_play(room, next_seat(room))
    assert isinstance(move, Play)
    await table.service.execute(ROOM, move, CommandId("move"))
    table.adviser.may_answer.set()
    with pytest.raises(Refused, match="stale"):
        await asked
    assert sum(hints(await table.service.newest(ROOM))) == 0


def middle_of_a_game(number: int) -> Room:
    """Return a game in which cards have been seen and one of its people has to act."""
    room = playing_room(3, "transfer", secret=bytes([number]) * 32, advice=True)
    while room.phase == "playing":
        seat = next_seat(room)
        if state_of(room).ply > 12 and room.chairs[seat].player is not None:
            return room
        room = do(room, next_play(room, seat))
    raise AssertionError("the game was over so soon")


@pytest.mark.anyio
@pytest.mark.parametrize("number", range(8))
async def test_the_adviser_is_given_the_same_whatever_the_others_hold(number: int) -> None:
    """The view and the dice: all that advice can depend on."""
    room, seat = middle_of_a_game(number), next_seat(middle_of_a_game(number))
    state, table, others = state_of(room), Table(Given()), set()
    assert room.game is not None
    seen = memory_view(state, seat).beaten_off or ()
    for dice in map(Random, range(6)):
        other = dealt_anew(state, seat, dice, seen)
        others.add(other)
        await table.advice._think(ROOM, replace(room, game=replace(room.game, state=other)), seat)
    assert len(others) > 1
    assert len(set(table.adviser.given)) == 1


# Who waits


def adds_more(secret: bytes) -> tuple[str, str] | None:
    """Return what Anna opens this deal with, and what she may add while a bot thinks about its answer."""
    state = new_game(PRESETS["classic"], secret, [b""] * 4, 4)
    if state.main != 0:
        return None
    for action in legal_actions(state, Seat(0)):
        more = legal_actions(apply(state, action), Seat(0))
        if more:
            return encode_action(action), encode_action(more[0])
    return None


async def answer_after(asks_for_advice: bool) -> tuple[float, int]:
    """Return how long a bot took that thinks for a while, and how often it was asked to."""
    secret = next(secret for secret in (bytes([n]) * 32 for n in range(99)) if adds_more(secret))
    opening, _ = adds_more(secret) or ("", "")
    clock = FakeClock(NOON)
    thinker = SlowThinker(clock, 5)
    worker = Worker(MemoryEventLog(), clock, thinker)
    await worker.deal(DRIVEN, OpenRoom(ANNA, "Anna", "classic", 4, "careful", secret, advice=True))
    await worker.service.execute(DRIVEN, Play(ANNA, opening, 1, 0), CommandId("open the bout"))
    opened = await worker.service.newest(DRIVEN)
    await clock.advance(2)
    if asks_for_advice:
        await worker.service.execute(DRIVEN, asks(opened, ANNA), CommandId("advise"))
    while (await worker.service.newest(DRIVEN)).version == opened.version + asks_for_advice:
        await clock.advance(0.05)
    await worker.driver.aclose()
    return clock.now() - NOON, len(thinker.views)


@pytest.mark.anyio
async def test_a_bot_thinks_on_while_somebody_is_advised() -> None:
    assert await answer_after(asks_for_advice=True) == await answer_after(asks_for_advice=False)
