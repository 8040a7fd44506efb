"""Catches a game that its room has ended as a draw, and that goes on all the same: for a bot, for a clock,
for whoever still has a card to play, or in what people are shown.
"""

import json
from dataclasses import replace
from random import Random

import pytest

from durak import Outcome, Seat, encode_action, parse_position, parse_view
from tests.bots.taker import Taker, going_round
from tests.fake_clock import FakeClock
from tests.rooms.scene import ANNA, BORIS, CLARA, NOON, SECRET, do, joined, next_play, next_seat
from tests.rooms.test_driver import Worker
from tests.rooms.timing import TICK, people_room, refused, state_of
from web.adapters.memory import MemoryEventLog
from web.rooms.commands import BotPlay, Leave, OpenRoom, Start, StepAway, Undo
from web.rooms.deadlines import BOUTS_OF_BOTS, agenda, askable_from, bots_due, time_limits
from web.rooms.events import GameDrawn, PlayerId, parse_event
from web.rooms.evolve import evolve
from web.rooms.game import record_of
from web.rooms.ports import CommandId, RoomId
from web.rooms.room import Room, Tally
from web.rooms.room_view import room_view, story_since
from web.rooms.session import next_opener

ROOM = RoomId("a-room")
EVERYBODY: tuple[PlayerId | None, ...] = (ANNA, BORIS, CLARA, PlayerId("a watcher"), None)


def long_room() -> Room:
    """Return a game of three people in which bots have played for two of them, and the third is there."""
    room = do(do(people_room(), StepAway(BORIS)), StepAway(CLARA))
    assert room.game is not None
    state = room.game.state.changed(bout=BOUTS_OF_BOTS + 1)
    return replace(room, game=replace(room.game, state=state))


def drawn_room() -> Room:
    return do(long_room(), TICK)


def test_case_20_bots_that_go_round_for_two_hundred_bouts_play_a_draw() -> None:
    before, after = long_room(), drawn_room()
    assert before.game is not None
    assert after.game is not None
    assert after.phase == "over"
    assert after.game.outcome == Outcome("draw")
    assert after.games == before.games + 1
    assert dict(after.tally) == dict.fromkeys((ANNA, BORIS, CLARA), Tally(games=1, durak=0, draws=1))
    assert after.game.state == before.game.state
    assert record_of(after.game) == record_of(before.game)


def test_nothing_is_due_and_nobody_is_waited_for() -> None:
    room = drawn_room()
    assert bots_due(room, 1) == []
    assert agenda(room, 1).first is None
    assert time_limits(room) == {}
    assert askable_from(room) == {}
    assert refused(room, TICK).code == "nothing_due"


def test_nobody_can_play_on() -> None:
    room = drawn_room()
    pending = next_play(long_room(), next_seat(long_room()))
    assert refused(room, pending).code == "game_over"
    state = state_of(room)
    bot = BotPlay(state.main, f"{state.main}:take", state.bout, state.table_ply)
    held = replace(room, chairs=tuple(replace(chair, held="away") for chair in room.chairs))
    assert refused(held, bot).code == "game_over"
    assert refused(room, Undo(ANNA)).code == "no_game"


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_everybody_is_shown_the_end_and_no_more_than_before(viewer: PlayerId | None) -> None:
    before, after = (room_view(ROOM, room, viewer, "name", NOON) for room in (long_room(), drawn_room()))
    assert after["room"]["phase"] == "over"
    game = after["game"]
    assert (game["phase"], game["outcome"]) == ("over", {"kind": "draw"})
    assert (game["legal"], game["sets"], game["waiting"], game["throwers"]) == ({}, [], [], [])
    assert {why["code"] for why in game["why"].values()} <= {"game_over"}
    assert game["why"].keys() == before["game"]["legal"].keys() | before["game"]["why"].keys()
    for what in ("hand", "counts", "table", "stock", "turned_up", "out", "bout"):
        assert game[what] == before["game"][what]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_story_tells_everybody_of_it_once(viewer: PlayerId | None) -> None:
    before, after = long_room(), drawn_room()
    assert story_since(ROOM, after, before.version, viewer) == [{"kind": "over", "outcome": {"kind": "draw"}}]
    assert after.views_due(viewer) == before.views_due(viewer) + 1


def test_the_next_game_is_dealt_as_after_any_draw() -> None:
    room = drawn_room()
    assert next_opener(room, room.chairs) is None
    again = do(room, Start(ANNA, SECRET), NOON + 9)
    assert again.phase == "playing"
    assert again.game is not None
    assert not again.game.is_drawn
    assert state_of(again).bout == 1


def test_people_come_and_go_after_it() -> None:
    room = do(drawn_room(), Leave(CLARA))
    assert room.phase == "over"
    dora = PlayerId("dora")
    room = joined(room, dora)
    assert room.chair_of(dora) is not None
    assert room.seat_of(dora) is None


def test_a_game_that_an_older_program_ended_so_is_still_read() -> None:
    """It was broken off then."""
    old = parse_event(json.dumps({"kind": "GameAborted", "schema": 1, "at": NOON, "reason": "endless"}))
    assert evolve(long_room(), old).phase == "waiting"
    assert evolve(long_room(), GameDrawn(NOON, "endless")).phase == "over"


class Takers:
    """A Thinker for bots that go round."""

    async def choose(self, _level: str, view: bytes, seed: int) -> str:
        return encode_action(Taker().choose(parse_view(json.loads(view)), Random(seed)))


@pytest.mark.anyio
async def test_case_20_bots_go_round_to_the_end_and_another_room_plays_on_meanwhile(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Anna is out, and watches three bots that only ever take."""
    worker = Worker(MemoryEventLog(), FakeClock(NOON), Takers())
    room, other = await worker.open(), RoomId("another-room")
    assert room.game is not None
    state = parse_position(going_round(with_one_out=True))
    kept = worker.service._rooms[ROOM]
    kept.room = replace(room, game=replace(room.game, state=state, own_bout=state.bout))
    await worker.deal(other, OpenRoom(ANNA, "Anna", "classic", 2, "careful", SECRET))
    worker.driver.after(ROOM, kept.room, agenda(kept.room, 1.0))
    moves = 0
    for _ in range(6000):
        await worker.clock.advance(1)
        there = await worker.service.newest(other)
        if there.phase == "playing" and next_seat(there) == 0:
            await worker.service.execute(other, next_play(there, Seat(0)), CommandId(f"o{there.version}"))
            moves += 1
        if (room := await worker.service.newest(ROOM)).phase == "over":
            break
    assert room.game is not None
    assert room.game.outcome == Outcome("draw")
    assert state_of(room).bout == state.bout + BOUTS_OF_BOTS
    assert moves > 10
    assert [record.getMessage() for record in caplog.records] == ["bots alone go round, the game is a draw"]
    await worker.driver.aclose()
