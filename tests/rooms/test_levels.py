"""Catches bots that play at another level than was chosen, or than people are told."""

from durak.bots import BOTS, LADDER
from tests.rooms.scene import ANNA, SECRET, do, waiting_room
from tests.rooms.test_view import chairs
from tests.rooms.timing import refused
from web.rooms.commands import ChangeOptions, SetLevel, Start
from web.rooms.levels import MIXED, OFFERED, USUAL, is_known
from web.rooms.room import Room


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
