"""Catches a player whom nobody waits for, one who is there twice, and a room that plays on for nobody."""

import pytest

from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    SECRET,
    WORKER,
    do,
    joined,
    next_play,
    next_seat,
    opened,
    playing_room,
    session,
    solo_room,
    waiting_room,
)
from web.rooms.commands import (
    Arrive,
    ComeBack,
    Command,
    Depart,
    Leave,
    OpenRoom,
    Sit,
    Start,
    StepAway,
)
from web.rooms.deadlines import agenda, bots_due
from web.rooms.decide import decide
from web.rooms.events import (
    Arrived,
    Event,
    parse_event,
)
from web.rooms.evolve import evolve
from web.rooms.presence import new_session, sessions_on, worker_of, workers_in
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.workers import WorkerId


def refused(room: Room, command: Command, now: float = NOON) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room, command, now)
    return caught.value


# Sessions


def test_whoever_has_a_session_is_there_and_away_without() -> None:
    room = waiting_room()
    assert room.is_present(BORIS)
    assert room.away_since(BORIS) is None
    away = do(room, Depart(BORIS, session(BORIS)), NOON + 5)
    assert not away.is_present(BORIS)
    assert away.away_since(BORIS) == NOON + 5
    assert do(away, Arrive(BORIS, session(BORIS, 2))).session_of(BORIS) == session(BORIS, 2)


def test_whoever_made_the_room_is_not_there_before_his_page_is() -> None:
    room = do(Room(), OpenRoom(ANNA, "Anna", "classic", 3, "careful", None))
    assert room.away_since(ANNA) == NOON


def test_sitting_down_with_a_session_is_arriving() -> None:
    events = decide(opened(), Sit(BORIS, "Boris", None, session=session(BORIS)), NOON)
    assert Arrived(NOON, BORIS, session(BORIS)) in events
    assert joined(opened(), BORIS).is_present(BORIS)


def test_the_newest_session_plays_and_the_end_of_an_older_one_is_nothing() -> None:
    room = do(waiting_room(), Arrive(BORIS, session(BORIS, 2)))
    assert room.session_of(BORIS) == session(BORIS, 2)
    assert refused(room, Depart(BORIS, session(BORIS))).code == "stale"
    assert not do(room, Depart(BORIS, session(BORIS, 2))).is_present(BORIS)


def test_another_tab_is_news_to_nobody() -> None:
    room = playing_room()
    after = do(room, Arrive(BORIS, session(BORIS, 2)))
    assert [after.views_due(viewer) for viewer in (ANNA, BORIS, None)] == [
        room.views_due(viewer) for viewer in (ANNA, BORIS, None)
    ]


def test_arriving_twice_is_refused_and_so_is_who_is_no_member() -> None:
    assert refused(waiting_room(), Arrive(BORIS, session(BORIS))).code == "stale"
    assert refused(waiting_room(), Arrive(CLARA, session(CLARA))).code == "not_seated"
    assert refused(waiting_room(), Depart(CLARA, session(CLARA))).code == "stale"


def test_whoever_gets_up_and_sits_down_again_with_one_page_is_there() -> None:
    room = do(do(waiting_room(), Leave(BORIS)), Sit(BORIS, "Boris", 2))
    assert room.is_present(BORIS)
    gone = do(do(waiting_room(), Leave(BORIS)), Depart(BORIS, session(BORIS)))
    assert BORIS not in gone.presence
    assert do(gone, Sit(BORIS, "Boris", 2), NOON + 9).away_since(BORIS) == NOON + 9


def test_sessions_of_a_worker_that_is_dead_are_found() -> None:
    dead, alive = WorkerId("dead"), WorkerId("alive")
    room = do(waiting_room(), Arrive(BORIS, new_session(alive, "b")))
    assert worker_of(new_session(alive, "a.b")) == alive
    assert workers_in(room) == {alive, WORKER}
    assert sessions_on(room, {WORKER}) == (Depart(ANNA, session(ANNA)),)
    room = do(room, Arrive(ANNA, new_session(dead, "a")))
    (depart,) = sessions_on(room, {dead})
    assert workers_in(do(room, depart)) == {alive}


# Nobody there


def test_case_31_a_room_with_nobody_there_sleeps_and_wakes_where_it_was() -> None:
    room = solo_room()
    while not bots_due(room, 1):
        room = do(room, next_play(room, next_seat(room)))
    asleep = do(room, Depart(ANNA, session(ANNA)), NOON + 1)
    assert agenda(asleep, 1).at is None
    awake = do(asleep, Arrive(ANNA, session(ANNA, 2)), NOON + 9000)
    due = agenda(awake, 1).at
    assert due is not None
    assert due > NOON + 9000
    assert awake.game is not None
    assert room.game is not None
    assert awake.game.state == room.game.state


def test_case_31_two_people_who_drop_without_a_word_stop_the_bots_too() -> None:
    room = playing_room(4)
    for player in (ANNA, BORIS):
        room = do(room, Depart(player, session(player)))
    assert agenda(room, 1).at is None
    assert room.phase == "playing"


def test_case_31_bots_pause_while_they_hold_every_persons_seat() -> None:
    room = do(solo_room(), StepAway(ANNA))
    assert room.is_present(ANNA)
    assert agenda(room, 1).at is None
    back = do(room, ComeBack(ANNA), NOON + 100)
    assert back.resumed_at == NOON + 100


def test_somebody_who_waits_for_a_chair_keeps_the_bots_going() -> None:
    room = do(solo_room(), Sit(CLARA, "Clara", None, session=session(CLARA)))
    room = do(room, StepAway(ANNA))
    assert agenda(room, 1).at is not None
    assert agenda(do(room, Leave(CLARA)), 1).at is None


def test_a_room_from_before_there_were_sessions_wakes_when_somebody_comes() -> None:
    old: list[Event] = [
        parse_event(text)
        for text in (
            '{"kind":"RoomOpened","schema":1,"at":1.0,"host":"anna","rules":"classic","chairs":3,'
            '"bots":"careful","solo":false}',
            '{"kind":"ChairTaken","schema":1,"at":1.0,"chair":0,"player":"anna","name":"Anna"}',
        )
    ]
    room = Room()
    for event in old:
        room = evolve(room, event)
    room = do(room, Start(ANNA, SECRET), 2.0)
    assert agenda(room, 1).at is None
    awake = do(room, Arrive(ANNA, session(ANNA)), NOON)
    assert awake.is_active
    assert awake.resumed_at == NOON
