"""Catches a player whom nobody waits for, two who move one seat, and a bot that will not get up."""

from dataclasses import replace

import pytest

from durak import Seat
from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    SECRET,
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
from web.rooms.commands import (
    Arrive,
    AskBot,
    BotPlay,
    ComeBack,
    Command,
    Depart,
    Leave,
    OpenRoom,
    Play,
    Say,
    Sit,
    Start,
    StepAway,
)
from web.rooms.deadlines import bots_due, due_at
from web.rooms.decide import decide
from web.rooms.events import (
    ActionTaken,
    Arrived,
    BotSteppedIn,
    Departed,
    Event,
    PlayerBack,
    encode_event,
    parse_event,
)
from web.rooms.evolve import evolve
from web.rooms.presence import dead_sessions, new_session, worker_of
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.workers import WorkerId

HELD = ["away", "clocks", "asked", "stepped_away"]


def refused(room: Room, command: Command, now: float = NOON) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room, command, now)
    return caught.value


def held(room: Room, why: str, chair: int = 1) -> Room:
    """Return the room with a bot that plays for Boris."""
    return evolve(room, BotSteppedIn(NOON, chair, why))


def boris_to_move(**more: object) -> Room:
    """Return a game of two people and a bot in which the table waits for Boris."""
    for number in range(99):
        room = playing_room(secret=bytes([number, *SECRET[1:]]), **more)
        if next_seat(room) == 1:
            return room
    raise AssertionError("no such deal")


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
    assert dead_sessions(room, {alive}) == (Depart(ANNA, session(ANNA)),)
    room = do(room, Arrive(ANNA, new_session(dead, "a")))
    (depart,) = dead_sessions(room, {alive})
    assert dead_sessions(do(room, depart), {alive}) == ()


# Nobody there


def test_case_31_a_room_with_nobody_there_sleeps_and_wakes_where_it_was() -> None:
    room = solo_room()
    while not bots_due(room, 1):
        room = do(room, next_play(room, next_seat(room)))
    asleep = do(room, Depart(ANNA, session(ANNA)), NOON + 1)
    assert due_at(asleep, 1) is None
    awake = do(asleep, Arrive(ANNA, session(ANNA, 2)), NOON + 9000)
    due = due_at(awake, 1)
    assert due is not None
    assert due > NOON + 9000
    assert awake.game is not None
    assert room.game is not None
    assert awake.game.state == room.game.state


def test_case_31_two_people_who_drop_without_a_word_stop_the_bots_too() -> None:
    room = playing_room(4)
    for player in (ANNA, BORIS):
        room = do(room, Depart(player, session(player)))
    assert due_at(room, 1) is None
    assert room.phase == "playing"


def test_case_31_bots_pause_while_they_hold_every_persons_seat() -> None:
    room = do(solo_room(), StepAway(ANNA))
    assert room.is_present(ANNA)
    assert due_at(room, 1) is None
    back = do(room, ComeBack(ANNA), NOON + 100)
    assert back.resumed_at == NOON + 100


def test_somebody_who_waits_for_a_chair_keeps_the_bots_going() -> None:
    room = do(solo_room(), Sit(CLARA, "Clara", None, session=session(CLARA)))
    room = do(room, StepAway(ANNA))
    assert due_at(room, 1) is not None
    assert due_at(do(room, Leave(CLARA)), 1) is None


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
    assert due_at(room, 1) is None
    awake = do(room, Arrive(ANNA, session(ANNA)), NOON)
    assert awake.is_active
    assert awake.resumed_at == NOON


# A bot in a player's seat


@pytest.mark.parametrize("why", HELD)
def test_a_held_seat_is_a_bots_to_move_and_stays_its_players(why: str) -> None:
    room = held(boris_to_move(), why)
    assert room.chairs[1].player == BORIS
    assert [due.seat for due in bots_due(room, 1)] == [1]
    move = next_play(room, Seat(1))
    assert isinstance(move, BotPlay)
    after = do(room, move)
    assert after.seat_of(BORIS) == 1


@pytest.mark.parametrize("why", ["away", "clocks", "asked"])
def test_case_25_whoever_comes_back_has_his_seat_at_once_and_the_pending_move_is_none(why: str) -> None:
    room = do(held(boris_to_move(), why), Depart(BORIS, session(BORIS)))
    pending = next_play(room, Seat(1))
    back = do(room, Arrive(BORIS, session(BORIS, 2)), NOON + 50)
    assert back.chairs[1].held is None
    assert bots_due(back, 1) == []
    assert refused(back, pending).code == "not_your_seat"
    assert isinstance(pending, BotPlay)
    own = Play(BORIS, pending.action, pending.bout, pending.table_ply)
    assert do(back, own, NOON + 51).version == back.version + 1


def test_whoever_stepped_away_comes_back_only_when_he_says_so() -> None:
    room = do(boris_to_move(), StepAway(BORIS))
    assert room.chairs[1].held == "stepped_away"
    assert refused(room, StepAway(BORIS)).code == "stale"
    reloaded = do(room, Arrive(BORIS, session(BORIS, 2)))
    assert reloaded.chairs[1].held == "stepped_away"
    back = do(reloaded, ComeBack(BORIS))
    assert back.chairs[1].held is None
    assert refused(back, ComeBack(BORIS)).code == "stale"


def test_anything_that_he_asks_for_brings_him_back_and_what_is_refused_does_not() -> None:
    room = held(boris_to_move(), "stepped_away")
    move = next_play(room, Seat(1))
    own = Play(BORIS, move.action, move.bout, move.table_ply)
    events = decide(room, own, NOON)
    assert events == (PlayerBack(NOON, 1), ActionTaken(NOON, move.action))
    assert decide(room, Say(BORIS, "phrase", "hello"), NOON)[0] == PlayerBack(NOON, 1)
    assert refused(room, replace(own, bout=own.bout + 1)).code == "stale"


def test_a_seat_that_is_left_is_no_seat_that_is_held() -> None:
    room = do(held(boris_to_move(), "away"), Leave(BORIS))
    assert room.chairs[1].is_bot
    assert room.chairs[1].held is None
    assert refused(room, ComeBack(BORIS)).code == "not_seated"


def test_stepping_away_needs_a_game_and_a_chair() -> None:
    assert refused(waiting_room(), StepAway(BORIS)).code == "no_game"
    assert refused(playing_room(), StepAway(CLARA)).code == "not_seated"


def test_who_is_held_when_the_game_ends_is_held_in_the_next_until_he_is_back() -> None:
    over = played_until(held(playing_room(), "clocks"), "over")
    again = do(over, Start(ANNA, SECRET[::-1]))
    assert again.chairs[1].held == "clocks"
    assert do(over, Start(BORIS, SECRET[::-1])).chairs[1].held is None


# What the bot did


def test_an_account_says_what_the_bot_did_and_is_over_with_the_next_own_action() -> None:
    room = held(playing_room(), "away")
    while room.game is not None and room.game.sitters[1].stood_in < 3:
        room = do(room, next_play(room, next_seat(room)))
    assert room.game is not None
    account = room.game.sitters[1].account
    assert account is not None
    assert account.attack + account.defend + account.transfer + account.take >= 3
    back = do(room, ComeBack(BORIS))
    assert back.game is not None
    assert back.game.sitters[1].account == account
    while next_seat(back) != 1:
        back = do(back, next_play(back, next_seat(back)))
    after = do(back, next_play(back, Seat(1)))
    assert after.game is not None
    assert after.game.sitters[1].account is None


def test_own_moves_and_a_bots_are_counted_apart_and_passes_not_at_all() -> None:
    over = played_until(held(playing_room(), "away"), "over")
    assert over.game is not None
    laid = [text for text in over.game.actions if not text.endswith("pass")]
    for seat, sitter in enumerate(over.game.sitters):
        own = sum(text.startswith(f"{seat}:") for text in laid)
        assert (sitter.own, sitter.stood_in) == ((own, 0) if seat == 0 else (0, own))


# Asking a bot in


def test_after_a_minute_somebody_at_the_table_may_ask_a_bot_in() -> None:
    room = boris_to_move()
    assert refused(room, AskBot(ANNA, 1), NOON + 59).facts == {"ms": 1000}
    asked = do(room, AskBot(ANNA, 1), NOON + 60)
    assert asked.chairs[1].held == "asked"
    assert refused(asked, AskBot(ANNA, 1), NOON + 200).facts == {"ms": None}


def test_a_bot_is_asked_in_only_for_whom_the_table_waits_and_only_by_who_sits_there() -> None:
    room, later = boris_to_move(), NOON + 100
    assert refused(room, AskBot(CLARA, 1), later).code == "not_seated"
    for chair in (0, 2, 3, -1):
        assert refused(room, AskBot(ANNA, chair), later).facts == {"ms": None}
    assert refused(room, AskBot(BORIS, 1), later).facts == {"ms": None}
    assert refused(waiting_room(), AskBot(ANNA, 1), later).code == "no_game"
    assert refused(boris_to_move(turn_seconds=30), AskBot(ANNA, 1), later).facts == {"ms": None}


@pytest.mark.parametrize("event", [Arrived(1.0, ANNA, session(ANNA)), Departed(1.0, ANNA, session(ANNA))])
def test_sessions_survive_their_text(event: Event) -> None:
    assert parse_event(encode_event(event)) == event
