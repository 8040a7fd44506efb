"""Reported faults of comparable games that no other file here is about."""

import asyncio

import pytest

from durak import Phase, Seat, public_waiting
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
    opened,
    played_until,
    playing_room,
    session,
    solo_room,
    waiting_room,
)
from tests.rooms.test_service import ROOM, World
from tests.rooms.timing import TICK, game_in, passes, people_room, players, refused, state_of, ticked, timed
from web.rooms.commands import Arrive, BotPlay, Command, Depart, Leave, OpenRoom, Play, Sit, Start
from web.rooms.deadlines import askable_from, bots_due, next_timed_due, time_limits
from web.rooms.events import PlayerId
from web.rooms.pace import CHANCE_SECONDS
from web.rooms.ports import CommandId
from web.rooms.refusals import Refused
from web.rooms.room import Room


@pytest.mark.parametrize("number", range(5))
def test_case_22_whoever_has_no_cards_is_never_waited_for(number: int) -> None:
    room, met = people_room(number=number), 0
    while room.phase == "playing":
        state = state_of(room)
        for seat in map(Seat, range(3)):
            if not state.hands[seat]:
                met += 1
                away = do(room, Depart(players(room, seat), session(players(room, seat))))
                assert seat not in time_limits(away)
                assert seat not in askable_from(away)
                assert seat not in {due.seat for due in bots_due(away, 1)}
        room = do(room, next_play(room, next_seat(room)))
    assert met > 0


@pytest.mark.parametrize("pace", ["slow", "normal", "fast", "once"])
def test_case_24_the_bout_waits_for_a_person_however_fast_bots_are_done(pace: str) -> None:
    room = next(
        room
        for number in range(99)
        if (room := played_until(solo_room(3, secret=bytes([number, *SECRET[1:]]), pace=pace), "throw")).phase
        == "playing"
        and 0 in public_waiting(state_of(room))
        and len(bots_due(room, 1)) == 1
    )
    (due,) = bots_due(room, 1)
    assert due.at >= NOON + CHANCE_SECONDS
    state = state_of(room)
    done = do(room, BotPlay(due.seat, f"{due.seat}:pass", state.bout, state.table_ply), due.at)
    assert state_of(done).phase is Phase.THROW
    assert bots_due(done, 1) == []
    assert state_of(do(done, Play(ANNA, "0:pass", state.bout, state.table_ply))).bout == state.bout + 1


def test_case_39_one_new_game_in_which_nothing_is_left_over() -> None:
    over = played_until(ticked(people_room()), "over")
    old = state_of(over)
    over = do(over, Leave(CLARA))
    again = do(over, Start(ANNA, SECRET[::-1]), NOON + 500)
    assert refused(again, Start(BORIS, SECRET)).code == "game_running"
    state = state_of(again)
    assert (state.bout, state.ply, state.passed, state.out, state.discarded) == (1, 0, frozenset(), (), False)
    assert again.game is not None
    assert [(sitter.own, sitter.stood_in, sitter.strikes) for sitter in again.game.sitters] == [(0, 0, 0)] * 3
    assert again.game.changed_at == NOON + 500
    assert again.people == (ANNA, BORIS)
    assert len(again.story) == 1
    late = BotPlay(Seat(2), "2:take", old.bout, old.table_ply)
    assert refused(again, late).code == "stale"


@pytest.mark.anyio
@pytest.mark.parametrize("start_first", [True, False])
async def test_case_43_many_want_the_last_chair_while_the_host_deals(start_first: bool) -> None:
    world = World(workers=Alive())
    workers = [world.worker(), world.worker()]
    await workers[0].execute(ROOM, OpenRoom(ANNA, "Anna", "classic", 3, "careful", None), CommandId("o"))
    await workers[0].execute(ROOM, Arrive(ANNA, session(ANNA)), CommandId("a"))
    await workers[1].execute(ROOM, Sit(BORIS, "Boris", None, session=session(BORIS)), CommandId("b"))

    async def ask(number: int, command: Command) -> str:
        try:
            await workers[number % 2].execute(ROOM, command, CommandId(f"c{number}"))
        except Refused as refused:
            return refused.code
        return "ok"

    others = [PlayerId(f"p{number}") for number in range(10)]
    sitting: list[Command] = [Sit(player, player, None, session=session(player)) for player in others]
    asked = [Start(ANNA, SECRET), *sitting] if start_first else [*sitting, Start(ANNA, SECRET)]
    answers = await asyncio.gather(*(ask(number, command) for number, command in enumerate(asked)))
    room = await workers[0].newest(ROOM)
    assert set(answers) <= {"ok", "no_chair", "busy"}
    assert len(room.chairs) == 3
    assert len(set(room.people)) == len(room.people) <= 3
    assert room.game is not None
    assert [sitter.player for sitter in room.game.sitters] == [chair.player for chair in room.chairs]
    assert len({late.chair for late in room.latecomers if late.chair is not None}) <= 1


def test_case_47_a_card_thrown_in_when_the_time_was_over_stays_in_the_hand() -> None:
    room, throw = a_throw()
    seat = Seat(int(throw.action[0]))
    closed = do(room, TICK, timed(room).at)
    assert state_of(closed).bout == state_of(room).bout + 1
    assert refused(closed, throw).code == "stale"
    card = throw.action.split(":")[2]
    assert card in [str(one) for one in state_of(closed).hands[seat]]


def a_throw() -> tuple[Room, Play]:
    """Return a game in which somebody could still throw a card in, and that action."""
    for number in range(99):
        room = played_until(people_room(number=number), "throw")
        if room.phase != "playing":
            continue
        state = state_of(room)
        for seat in state.throwers:
            ranks = {card.rank for pair in state.table for card in (pair.attack, pair.cover) if card}
            fitting = [card for card in state.hands[seat] if card.rank in ranks]
            if fitting and state.room > 0:
                throw = Play(players(room, seat), f"{seat}:A:{fitting[0]}", state.bout, state.table_ply)
                return room, throw
    raise AssertionError("no such deal")


def test_case_49_somebody_is_marked_away_once_and_the_others_play_on() -> None:
    room = game_in(Phase.THROW, None)
    gone = players(room, state_of(room).throwers[0])
    away = do(room, Depart(gone, session(gone)))
    assert refused(away, Depart(gone, session(gone))).code == "stale"
    other = state_of(room).throwers[1]
    assert do(away, passes(away, other)).version == away.version + 1
    assert next_timed_due(away) is not None


def test_case_50_two_sockets_are_one_member() -> None:
    room = joined(opened(2), BORIS)
    for tab in (2, 3, 2):
        room = do(room, Arrive(BORIS, session(BORIS, tab)))
    assert room.people == (ANNA, BORIS)
    assert len(room.presence) == 2
    assert room.session_of(BORIS) == session(BORIS, 2)


def test_case_44_sitting_down_twice_is_sitting_down_once() -> None:
    room = waiting_room(3)
    assert refused(room, Sit(BORIS, "Boris", None)).code == "already_seated"
    late = joined(playing_room(3), CLARA)
    assert refused(late, Sit(CLARA, "Clara", None)).code == "already_seated"
    assert len(late.latecomers) == 1
