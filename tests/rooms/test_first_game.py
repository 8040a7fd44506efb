"""Catches a first game that is no room like others, or deals that are not chosen where they are to be."""

import json

import pytest

from durak import verify
from tests.rooms.scene import ANNA, NOON, SECRET, do, played_until, session, solo_room
from tests.rooms.timing import state_of
from web.rooms.commands import Arrive, ChangeOptions, GiveUp, Start
from web.rooms.events import RoomOpened, encode_event, parse_event
from web.rooms.first_game import FIRST_DEALS, first_game
from web.rooms.game import record_of
from web.rooms.levels import OFFERED
from web.rooms.ports import RoomId
from web.rooms.room import Room
from web.rooms.room_view import room_view


def taught_room(secret: bytes = FIRST_DEALS[0]) -> Room:
    return do(do(Room(), first_game(ANNA, "Anna", 3, secret)), Arrive(ANNA, session(ANNA)))


def test_it_is_a_game_alone_with_transfers_against_two_gentle_bots() -> None:
    room = taught_room()
    assert (room.phase, room.is_solo, room.people) == ("playing", True, (ANNA,))
    assert (room.options.rules, len(room.chairs), room.has_advice) == ("transfer", 3, False)
    assert room.options.bots == OFFERED[0], "the gentlest"
    assert room.options.taught
    assert room_view(RoomId("a-room"), room, ANNA, None, NOON)["room"]["taught"]
    assert not room_view(RoomId("a-room"), solo_room(), ANNA, None, NOON)["room"]["taught"]


def test_the_deals_are_all_different() -> None:
    assert len({state_of(taught_room(secret)).hands for secret in FIRST_DEALS}) == len(FIRST_DEALS) > 1


def test_the_deal_follows_from_the_secret_alone_and_is_verified_like_any_other() -> None:
    room = taught_room()
    assert state_of(room) == state_of(taught_room())
    over = played_until(room, "over")
    assert over.game is not None
    assert verify(record_of(over.game), over.game.started.commitment) == over.game.outcome


@pytest.mark.parametrize("end", ["over", "given up"])
def test_the_next_game_is_dealt_from_any_secret_and_the_room_stays_one_to_learn_in(end: str) -> None:
    room = taught_room()
    over = played_until(room, "over") if end == "over" else do(room, GiveUp(ANNA))
    again = do(over, Start(ANNA, SECRET))
    assert again.game is not None
    assert again.game.secret == SECRET
    assert again.options.taught


def test_other_options_do_not_change_what_it_was_made_for() -> None:
    room = do(do(taught_room(), GiveUp(ANNA)), ChangeOptions(ANNA, rules="classic", chairs=4))
    assert room.options.taught
    assert room.options.rules == "classic"
    assert not do(do(solo_room(), GiveUp(ANNA)), ChangeOptions(ANNA, chairs=4)).options.taught


def test_a_room_from_before_there_were_such_games_is_read_as_it_was() -> None:
    stored = json.loads(encode_event(RoomOpened(NOON, ANNA, "classic", 3, "casual", True)))
    del stored["taught"]
    opened = parse_event(json.dumps(stored))
    assert isinstance(opened, RoomOpened)
    assert not opened.taught
