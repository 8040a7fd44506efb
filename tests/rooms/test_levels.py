"""Catches bots that play at another level than was chosen, or than people are told."""

from durak.bots import BOTS, LADDER, STAND_IN
from tests.rooms.scene import ANNA, NOON, SECRET, do, waiting_room
from tests.rooms.test_view import chairs
from tests.rooms.timing import refused
from web.rooms.commands import ChangeOptions, SetLevel, Start
from web.rooms.events import ChairTaken, Event, LevelSet, RoomOpened
from web.rooms.evolve import fold
from web.rooms.levels import MIXED, OFFERED, USUAL, is_known
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view


def levels(room: Room) -> list[str]:
    assert room.game is not None
    return [sitter.level for sitter in room.game.sitters]


def test_mixed_bots_play_each_in_its_own_way_and_say_so() -> None:
    waiting = do(waiting_room(), ChangeOptions(ANNA, None, 6, MIXED))
    room = do(waiting, Start(ANNA, SECRET))
    assert set(levels(room)) == set(LADDER)
    shown = [chair["level"] for chair in chairs(room)]
    assert [level for level in shown if level] == levels(room)[-4:]
    assert levels(do(waiting, Start(ANNA, SECRET))) == levels(room)


def test_one_chair_may_be_at_a_level_of_its_own_among_mixed_ones() -> None:
    room = do(do(waiting_room(4), ChangeOptions(ANNA, None, None, MIXED)), SetLevel(ANNA, 3, "master"))
    assert levels(do(room, Start(ANNA, SECRET)))[3] == "master"
    back = do(room, SetLevel(ANNA, 3, MIXED))
    assert levels(do(back, Start(ANNA, SECRET)))[3] != "master"


def test_what_is_offered_can_be_played_and_old_rooms_keep_what_they_had() -> None:
    assert (*LADDER, MIXED) == OFFERED
    assert USUAL in LADDER
    assert all(map(is_known, (*OFFERED, *BOTS)))
    refusal = refused(waiting_room(), ChangeOptions(ANNA, None, None, "genius"))
    assert refusal.facts["allowed"] == list(OFFERED)


def test_a_level_that_there_is_no_more_is_shown_as_what_stands_in_for_it() -> None:
    """In a room of an earlier or later release: of all bots, of a chair, and in a game that runs."""
    events: list[Event] = [
        RoomOpened(NOON, ANNA, "classic", 3, "genius", False),
        ChairTaken(NOON, 0, ANNA, "Anna"),
        LevelSet(NOON, 1, "oracle"),
    ]
    room = do(fold(Room(), [Batch(Version(1), tuple(events))]), Start(ANNA, SECRET))
    assert levels(room)[1:] == ["oracle", "genius"]
    view = room_view(RoomId("room"), room, ANNA, "Anna", NOON)
    assert view["room"]["bots"] == STAND_IN
    assert [chair["level"] for chair in view["room"]["chairs"]] == [None, STAND_IN, STAND_IN]
    assert [sitter["level"] for sitter in view["game"]["sitters"]] == [None, STAND_IN, STAND_IN]
