"""Catches advice that is not counted or counted twice, and a count that tells others of a hand."""

import json
from typing import Any

import pytest

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
    played_until,
    playing_room,
    session,
    solo_room,
)
from tests.rooms.timing import refused
from web.rooms.commands import Advise, Arrive, Leave, OpenRoom, Sit, Start, StepAway, Undo
from web.rooms.decide import decide
from web.rooms.events import Advised, PlayerBack, PlayerId, encode_event, parse_event
from web.rooms.evolve import fold
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since

ROOM = RoomId("a-room")
VIEWERS: tuple[PlayerId | None, ...] = (ANNA, BORIS, CLARA, None)
PEOPLE = {0: ANNA, 1: BORIS}


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


@pytest.mark.parametrize("chosen", [None, True, False])
def test_who_plays_alone_has_advice_and_several_only_if_it_was_chosen(chosen: bool | None) -> None:
    opening = OpenRoom(ANNA, "Anna", "classic", 3, "careful", SECRET, advice=chosen)
    alone = do(do(Room(), opening), Arrive(ANNA, session(ANNA)))
    company = joined(alone, BORIS, 1)
    for room, expected in ((alone, chosen is not False), (company, chosen is True)):
        assert room.has_advice is expected
        assert room_view(ROOM, room, ANNA, "Anna", NOON)["room"]["advice"] is expected
        if not expected:
            assert refused(room, asks(room, ANNA)).code == "advice_off"


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
