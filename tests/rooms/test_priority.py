"""Catches a pass that is told to the wrong people, and a table that waits for the wrong seat.

Under `attacker_first` the others may throw in once the main attacker has passed, so all see his pass. Every
other pass stays hidden, there as elsewhere.
"""

from typing import Any

import pytest

from durak import Phase, Seat, State
from tests.rooms.scene import ANNA, BORIS, CLARA, NOON, SECRET, do, opened, played_until, waiting_room
from web.rooms.commands import BotPlay, Play, Sit, Start
from web.rooms.deadlines import bots_due
from web.rooms.events import PlayerId
from web.rooms.pace import PAUSE_SECONDS
from web.rooms.ports import RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since

RULES = "durak_online"
ROOM = RoomId("a-room")
EVERYBODY: tuple[PlayerId | None, ...] = (ANNA, BORIS, CLARA, None)
LATER = NOON + 5


def state_of(room: Room) -> State:
    assert room.game is not None
    return room.game.state


def closing(alone: bool = False, rules: str = RULES, first: int = 0) -> Room:
    """Return a game of four in which all is beaten and three may throw in.

    Three people and a bot, the main attacker one of the people; or Anna among bots, and he is one of those.
    """
    start = opened(4, rules)
    if not alone:
        start = do(waiting_room(4, rules), Sit(CLARA, "Clara", None))
    for number in range(first, 256):
        room = played_until(do(start, Start(ANNA, bytes([number, *SECRET[1:]]))), "throw")
        state = state_of(room)
        if (
            state.phase is Phase.THROW
            and len(state.throwers) == 3
            and room.chairs[state.main].is_bot == alone
        ):
            return room
    raise AssertionError("no such deal")


def others(room: Room) -> list[Seat]:
    """The seats that may throw in beside the main attacker."""
    state = state_of(room)
    return [seat for seat in state.throwers if seat != state.main]


def passed(room: Room, seat: Seat, now: float = NOON) -> Room:
    """Return the room after the seat's controller has said that he has nothing to add."""
    state, player, text = state_of(room), room.chairs[seat].player, f"{seat}:pass"
    if player is None:
        return do(room, BotPlay(seat, text, state.bout, state.table_ply), now)
    return do(room, Play(player, text, state.bout, state.table_ply), now)


def game_seen(room: Room, viewer: PlayerId | None = None) -> dict[str, Any]:
    game: dict[str, Any] = room_view(ROOM, room, viewer, None, NOON)["game"]
    return game


def test_the_table_waits_for_the_main_attacker_and_then_for_the_others() -> None:
    room = closing()
    main = state_of(room).main
    for viewer in EVERYBODY:
        assert (game_seen(room, viewer)["waiting"], game_seen(room, viewer)["priority"]) == ([main], main)
    after = passed(room, main)
    for viewer in EVERYBODY:
        assert game_seen(after, viewer)["waiting"] == others(room)
        assert game_seen(after, viewer)["priority"] is None


def test_his_pass_is_counted_and_told_to_everybody() -> None:
    room = closing()
    main = state_of(room).main
    after = passed(room, main)
    for viewer in EVERYBODY:
        assert after.views_due(viewer) == room.views_due(viewer) + 1
        assert story_since(ROOM, after, room.version, viewer) == [{"kind": "pass", "seat": main}]


@pytest.mark.parametrize("early", [True, False], ids=["before his", "after his"])
def test_the_pass_of_another_is_his_own_business(early: bool) -> None:
    room = closing()
    room = room if early else passed(room, state_of(room).main)
    seat = next(seat for seat in others(room) if room.chairs[seat].player)
    after = passed(room, seat)
    for viewer in EVERYBODY:
        told = story_since(ROOM, after, room.version, viewer)
        if viewer is not None and viewer == room.chairs[seat].player:
            assert after.views_due(viewer) == room.views_due(viewer) + 1
            assert told == [{"kind": "pass", "seat": seat}]
        else:
            assert after.views_due(viewer) == room.views_due(viewer)
            assert game_seen(after, viewer) == game_seen(room, viewer)
            assert told == []


def test_where_all_may_throw_at_once_nobodys_pass_is_told() -> None:
    room = closing(rules="classic")
    main = state_of(room).main
    after = passed(room, main)
    assert game_seen(after)["waiting"] == game_seen(room)["waiting"] == list(state_of(room).throwers)
    assert after.views_due(None) == room.views_due(None)
    assert story_since(ROOM, after, room.version, None) == []


def test_others_are_told_to_wait_and_a_new_card_makes_them_wait_again() -> None:
    room, throw = room_with_a_throw()
    main, defender = state_of(room).main, state_of(room).defender
    with pytest.raises(Refused, match="attacker_has_priority") as refused:
        do(room, throw)
    assert refused.value.facts == {"main": main}
    again = do(passed(room, main), throw)
    assert (game_seen(again)["priority"], game_seen(again)["waiting"]) == (main, [defender])


def room_with_a_throw() -> tuple[Room, Play]:
    """Return a room in which somebody could throw in, had the main attacker passed, and what."""
    for first in range(200):
        room = closing(first=first)
        state, after = state_of(room), passed(room, state_of(room).main)
        for seat in others(room):
            player = room.chairs[seat].player
            throws = [key for key in game_seen(after, player)["legal"] if key != "pass"]
            if player and throws:
                return room, Play(player, f"{seat}:A:{throws[0]}", state.bout, state.table_ply)
    raise AssertionError("no such deal")


def test_of_the_bots_only_the_main_attacker_is_due_and_the_others_from_his_pass_on() -> None:
    room = closing(alone=True)
    main = state_of(room).main
    assert [due.seat for due in bots_due(room, 1)] == [main]
    after = passed(room, main, now=LATER)
    low, high = PAUSE_SECONDS["normal"]
    due = bots_due(after, 1)
    assert {one.seat for one in due} == {seat for seat in others(room) if room.chairs[seat].is_bot} != set()
    assert all(low <= one.at - LATER <= high for one in due)


def test_no_bot_is_due_while_the_main_attacker_is_a_person() -> None:
    room = closing()
    assert any(room.chairs[seat].is_bot for seat in range(4))
    assert bots_due(room, 1) == []
