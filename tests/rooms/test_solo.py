"""Catches an action taken back that was not one's own, and a table that others sit at played back for one."""

import pytest

from durak import parse_record, replay
from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    SECRET,
    do,
    next_play,
    next_seat,
    played_until,
    playing_room,
    session,
    solo_room,
)
from tests.rooms.timing import refused, state_of
from web.rooms.commands import Command, GiveUp, Leave, Sit, Start, Undo
from web.rooms.decide import decide
from web.rooms.events import GameAborted, TakenBack
from web.rooms.game import record_of
from web.rooms.ports import RoomId
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since

ROOM = RoomId("a-room")


def before_own(room: Room) -> Room:
    """Return the room when Anna has to act."""
    while next_seat(room) != 0:
        room = do(room, next_play(room, next_seat(room)))
    return room


def after_own(own: int = 1) -> tuple[Room, Room]:
    """Return the room before and after Anna's last of so many actions, bots having gone on after it."""
    before = room = before_own(solo_room())
    for _ in range(own):
        before = before_own(room)
        room = do(before, next_play(before, next_seat(before)), NOON + 5)
    while next_seat(room) != 0:
        room = do(room, next_play(room, next_seat(room)), NOON + 7)
    return before, room


@pytest.mark.parametrize("own", [1, 2, 5])
def test_the_last_own_action_is_taken_back_with_all_that_came_after(own: int) -> None:
    before, room = after_own(own)
    back = do(room, Undo(ANNA), NOON + 9)
    assert before.game is not None
    assert back.game is not None
    assert back.game.state == before.game.state
    assert (back.game.state.ply, back.game.state.table_ply) == (
        before.game.state.ply,
        before.game.state.table_ply,
    )
    assert back.game.actions == before.game.actions
    assert [sitter.own for sitter in back.game.sitters] == [sitter.own for sitter in before.game.sitters]
    assert [sitter.stood_in for sitter in back.game.sitters] == [
        sitter.stood_in for sitter in before.game.sitters
    ]
    assert back.game.changed_at == NOON + 9
    assert story_since(ROOM, back, room.version, ANNA) == [{"kind": "took_back"}]
    assert back.views_due(ANNA) == room.views_due(ANNA) + 1


def test_one_after_another_can_be_taken_back_down_to_the_deal() -> None:
    _, room = after_own(4)
    for _ in range(4):
        room = do(room, Undo(ANNA))
    assert refused(room, Undo(ANNA)).code == "nothing_to_undo"
    assert room.game is not None
    assert "person" not in room.game.movers


def test_a_game_goes_on_from_there_and_its_record_knows_only_what_counts() -> None:
    _, room = after_own(3)
    over = played_until(do(room, Undo(ANNA)), "over")
    assert over.game is not None
    record = parse_record(record_of(over.game))
    assert list(replay(record))[-1] == over.game.state
    assert len(record.actions) == len(over.game.actions) == over.game.state.ply


def test_whether_it_can_is_shown() -> None:
    room = before_own(solo_room())
    _, after = after_own()
    assert [room_view(ROOM, one, ANNA, None, NOON)["room"]["you"]["can_undo"] for one in (room, after)] == [
        False,
        True,
    ]
    assert not room_view(ROOM, after, None, None, NOON)["room"]["you"]["can_undo"]


@pytest.mark.parametrize("command", [Undo(ANNA), GiveUp(ANNA)])
def test_only_who_plays_alone_may(command: Command) -> None:
    assert refused(playing_room(), command).code == "not_solo"
    alone = do(playing_room(), Leave(BORIS))
    assert refused(alone, command).code == "not_solo", "the room was made for more"
    guest = do(solo_room(), Sit(CLARA, "Clara", None, session=session(CLARA)))
    assert refused(guest, command).code == "not_solo"
    assert refused(played_until(solo_room(), "over"), command).code == "no_game"
    assert refused(do(solo_room(), GiveUp(ANNA)), command).code == "no_game"


def test_a_stranger_takes_nothing_back() -> None:
    _, room = after_own()
    for command in (Undo(CLARA), GiveUp(CLARA)):
        assert refused(room, command).code == "not_seated"


def test_a_game_is_given_up_and_a_new_one_begun() -> None:
    room = solo_room(4)
    assert decide(room, GiveUp(ANNA), NOON) == (GameAborted(NOON, "given_up"),)
    ended = do(room, GiveUp(ANNA))
    assert (ended.phase, ended.games, ended.people) == ("waiting", 0, (ANNA,))
    assert ended.countdown is None
    again = do(ended, Start(ANNA, SECRET[::-1]))
    assert again.phase == "playing"
    assert state_of(again) != state_of(room)
    assert again.options.solo


def test_what_is_taken_back_says_how_much_stays() -> None:
    before, room = after_own(2)
    assert before.game is not None
    assert decide(room, Undo(ANNA), NOON) == (TakenBack(NOON, len(before.game.actions)),)
