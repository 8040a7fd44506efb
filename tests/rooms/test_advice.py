"""Catches advice that is not counted or counted twice, tells others of a hand, or depends on theirs."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from durak import memory_view
from tests.fake_clock import FakeClock
from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    SECRET,
    Alive,
    do,
    joined,
    next_play,
    next_seat,
    played_until,
    playing_room,
    session,
    solo_room,
)
from tests.rooms.timing import refused, state_of
from tests.rules.redeal import dealt_anew
from web.adapters.local_bus import LocalBus
from web.adapters.memory import MemoryEventLog
from web.rooms.advice import AdviceService
from web.rooms.commands import Advise, Arrive, Command, Leave, OpenRoom, Play, Sit, Start, StepAway, Undo
from web.rooms.decide import decide
from web.rooms.events import Advised, PlayerBack, PlayerId, encode_event, parse_event
from web.rooms.evolve import fold
from web.rooms.ports import Batch, Cause, CommandId, NoAnswer, RoomId, Version
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since
from web.rooms.service import RoomService

ROOM = RoomId("a-room")
VIEWERS: tuple[PlayerId | None, ...] = (ANNA, BORIS, CLARA, None)
PEOPLE = {0: ANNA, 1: BORIS}
MOVES: list[Mapping[str, Any]] = [{"action": "0:take", "durak": 0.5, "reason": {"code": "x", "facts": {}}}]


def anyones_turn(**more: Any) -> tuple[Room, PlayerId]:
    """Return a game with advice in which one of two people has to act, and him."""
    room = playing_room(2, advice=True, **more)
    return room, PEOPLE[next_seat(room)]


def asks(room: Room, player: PlayerId) -> Advise:
    assert room.game is not None
    return Advise(player, room.game.state.bout, room.game.state.table_ply)


def hints(room: Room) -> list[int]:
    assert room.game is not None
    return [sitter.hints for sitter in room.game.sitters]


def shown(room: Room, viewer: PlayerId | None) -> str:
    return json.dumps(room_view(ROOM, room, viewer, "name", NOON))


# What is noted


def test_advice_is_counted_for_who_had_it_once_at_each_state_of_the_table() -> None:
    room, _ = anyones_turn()
    given = 0
    while room.phase == "playing" and given < 6:
        seat = next_seat(room)
        before = hints(room)[seat]
        room = do(room, asks(room, PEOPLE[seat]))
        assert hints(room)[seat] == before + 1
        assert refused(room, asks(room, PEOPLE[seat])).code == "stale"
        room = do(room, next_play(room, seat))
        given += 1
    assert sum(hints(room)) == given


def test_two_workers_that_note_the_same_advice_count_one() -> None:
    room, player = anyones_turn()
    (event,) = decide(room, asks(room, player), NOON)
    twice = fold(room, [Batch(Version(room.version + n), (event,)) for n in (1, 2)])
    assert sum(hints(twice)) == 1
    assert parse_event(encode_event(event)) == event == Advised(NOON, twice.seat_of(player) or 0)


def test_who_may_not_have_advice_is_told_why() -> None:
    room, player = anyones_turn()
    other = BORIS if player == ANNA else ANNA
    assert refused(room, asks(room, CLARA)).code == "not_seated"
    assert refused(room, asks(room, other)).code == "nothing_to_advise"
    assert refused(playing_room(2), Advise(player, 1, 0)).code == "advice_off"
    over = played_until(room, "over")
    assert refused(over, asks(over, player)).code == "no_game"
    moved = do(room, next_play(room, next_seat(room)))
    now = PEOPLE[next_seat(moved)]
    assert refused(moved, Advise(now, 1, 0)).code == "stale"
    assert refused(moved, Advise(now, 2, 1)).code == "stale"


def test_where_somebody_joins_a_game_alone_advice_stays_as_it_was() -> None:
    room = do(Room(), OpenRoom(ANNA, "Anna", "classic", 3, "careful", SECRET, advice=True))
    room = do(room, Arrive(ANNA, session(ANNA)))
    assert joined(room, BORIS, 1).options.advice


def test_who_asks_is_back_from_wherever_he_was() -> None:
    room, player = anyones_turn()
    away = do(room, StepAway(player))
    kinds = [type(event) for event in decide(away, asks(away, player), NOON)]
    assert kinds == [PlayerBack, Advised]


# Who is told


def test_nobody_is_told_of_advice_before_the_end_and_everybody_after_it() -> None:
    """That there was something to advise would tell of a hand."""
    room, player = anyones_turn()
    advised = do(room, asks(room, player))
    for viewer in VIEWERS:
        assert shown(advised, viewer) == shown(room, viewer)
        assert advised.views_due(viewer) == room.views_due(viewer)
        assert story_since(ROOM, advised, room.version, viewer) == []
    over = played_until(advised, "over")
    for viewer in VIEWERS:
        sitters = room_view(ROOM, over, viewer, None, NOON)["game"]["sitters"]
        assert [sitter["hints"] for sitter in sitters] == hints(over)
    assert sum(hints(over)) == 1
    again = do(over, Start(ANNA, SECRET[::-1]))
    assert hints(again) == [0, 0]


def test_what_was_taken_back_was_advised_all_the_same_and_may_be_again() -> None:
    room = solo_room(advice=True)
    while next_seat(room) != 0:
        room = do(room, next_play(room, next_seat(room)))
    room = do(room, asks(room, ANNA))
    back = do(do(room, next_play(room, next_seat(room))), Undo(ANNA))
    assert hints(back)[0] == 1
    assert hints(do(back, asks(back, ANNA)))[0] == 2


def test_hints_belong_to_who_took_them_and_not_to_his_seat() -> None:
    room = playing_room(3, advice=True)
    while next_seat(room) != 1:
        room = do(room, next_play(room, next_seat(room)))
    left = do(do(room, asks(room, BORIS)), Leave(BORIS))
    for player, expected in ((BORIS, 1), (CLARA, 0)):
        claimed = do(left, Sit(player, player.title(), 1, session=session(player)))
        bout = claimed.game.state.bout if claimed.game else 0
        while claimed.game is not None and claimed.game.state.bout == bout:
            claimed = do(claimed, next_play(claimed, next_seat(claimed)))
        assert claimed.seat_of(player) == 1
        assert hints(claimed)[1] == expected


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
