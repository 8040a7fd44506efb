"""Catches a view that says more than it may, less than the page needs, or something else than was agreed."""

from typing import Any

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
from tests.rooms.timing import TICK, TURN, people_room, ticked
from web.rooms.commands import ComeBack, Depart, Remove, Say, SetLevel, Sit, Start, StepAway
from web.rooms.events import PlayerId
from web.rooms.ports import RoomId
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since, tag_of
from web.rooms.summary import is_listed, summary

ROOM = RoomId("a-room")
DORA = PlayerId("dora")


def seen(room: Room, viewer: PlayerId | None, now: float = NOON, **more: Any) -> dict[str, Any]:
    return room_view(ROOM, room, viewer, "name", now, **more)


def chairs(room: Room, viewer: PlayerId | None = ANNA, now: float = NOON) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = seen(room, viewer, now)["room"]["chairs"]
    return found


def boris_opens(turn_seconds: int | None = TURN) -> Room:
    """Return a game of three people that Boris has to open."""
    rooms = (people_room(turn_seconds, number=number) for number in range(99))
    return next(room for room in rooms if next_seat(room) == 1)


# The shape


def test_a_room_in_a_view_has_these_keys_and_no_other() -> None:
    view = seen(playing_room(), ANNA)
    assert set(view) == {"room", "game"}
    assert set(view["room"]) == {
        *("id", "phase", "rules", "most_chairs", "bots", "seen_cards", "solo", "games", "chairs", "you"),
        *("turn_seconds", "watch", "public", "chat", "advice", "pace", "taught", "countdown_ms", "queue"),
        "may_watch",
    }
    assert set(view["room"]["you"]) == {
        *("guest", "name", "chair", "host", "avatar", "queued", "claim", "tag", "held"),
        *("can_undo", "next", "account"),
    }
    for chair in view["room"]["chairs"]:
        assert set(chair) == {
            *("kind", "name", "level", "host", "you", "avatar", "away", "held", "ms_left", "of_ms"),
            *("askable_in_ms", "claimed_by", "warned", "tally", "tag"),
        }
    for sitter in view["game"]["sitters"]:
        assert set(sitter) == {"name", "bot", "level", "avatar", "own", "stood_in", "hints"}


def test_the_options_are_shown_as_they_are() -> None:
    room = opened(turn_seconds=30, watch="none", public=True, chat=True, advice=True)
    view = seen(room, None)["room"]
    shown = {key: view[key] for key in ("turn_seconds", "watch", "public", "chat", "advice")}
    assert shown == {"turn_seconds": 30, "watch": "none", "public": True, "chat": True, "advice": True}
    usual = seen(opened(), None)["room"]
    shown = {key: usual[key] for key in ("turn_seconds", "watch", "public", "chat", "advice")}
    assert shown == {"turn_seconds": None, "watch": "all", "public": False, "chat": False, "advice": False}


def test_pictures_come_with_their_people() -> None:
    room = do(do(opened(), Sit(BORIS, "Boris", None, 7, session=session(BORIS))), Start(ANNA, SECRET))
    assert [chair["avatar"] for chair in chairs(room)] == [0, 7, 0]
    assert seen(room, BORIS, avatar=3)["room"]["you"]["avatar"] == 7
    assert seen(room, CLARA, avatar=3)["room"]["you"]["avatar"] == 3
    assert seen(room, BORIS)["game"]["sitters"][1]["avatar"] == 7
    other = do(room, Sit(BORIS, "Boris", 1, 9))
    assert seen(other, ANNA)["game"]["sitters"][1]["avatar"] == 9
    late = do(room, Sit(CLARA, "Clara", None, 5, session=session(CLARA)))
    assert seen(late, CLARA, avatar=3)["room"]["you"]["avatar"] == 5


def test_a_level_is_shown_for_bots_and_for_chairs_to_come() -> None:
    room = do(waiting_room(4), SetLevel(ANNA, 3, "random"))
    assert [chair["level"] for chair in chairs(room)] == [None, None, None, "random"]
    dealt = do(room, Start(ANNA, SECRET))
    assert [chair["level"] for chair in chairs(dealt)] == [None, None, "careful", "random"]


def test_a_tag_tells_people_apart_here_and_nowhere_else() -> None:
    tags = [chair["tag"] for chair in chairs(playing_room(3))]
    assert tags == [tag_of(ROOM, ANNA), tag_of(ROOM, BORIS), None]
    assert seen(playing_room(3), ANNA)["room"]["you"]["tag"] == tags[0]
    assert tag_of(RoomId("another"), ANNA) != tags[0]
    assert len(tags[0]) == 12


# Who is there


def test_who_is_away_and_who_is_held_is_shown_to_all() -> None:
    room = do(boris_opens(), Depart(BORIS, session(BORIS)))
    for viewer in (ANNA, CLARA, None):
        assert [chair["away"] for chair in chairs(room, viewer)] == [False, True, False]
    held = ticked(room)
    assert [chair["held"] for chair in chairs(held)] == [None, "away", None]
    assert seen(held, BORIS)["room"]["you"]["held"] == "away"
    assert story_since(ROOM, held, room.version, ANNA) == [{"kind": "stand_in", "seat": 1, "why": "away"}]


def test_coming_back_is_told_with_an_account_for_oneself() -> None:
    room = do(boris_opens(), StepAway(BORIS))
    move = next_play(room, Seat(1))
    back = do(do(room, move), ComeBack(BORIS))
    account = seen(back, BORIS)["room"]["you"]["account"]
    assert sum(account.values()) == 1
    assert set(account) == {"attack", "defend", "transfer", "take"}
    assert seen(back, ANNA)["room"]["you"]["account"] is None
    assert story_since(ROOM, back, room.version, ANNA)[-1] == {"kind": "back", "seat": 1}


# Time


def test_what_is_left_of_a_turn_is_counted_when_the_view_is_made() -> None:
    room = boris_opens()
    boris = chairs(room, ANNA, NOON + 12.5)[1]
    assert (boris["ms_left"], boris["of_ms"]) == (17_500, 30_000)
    assert [chair["ms_left"] for chair in chairs(room)] == [None, 30_000, None]
    away = do(room, Depart(BORIS, session(BORIS)), NOON + 2)
    boris = chairs(away, ANNA, NOON + 12)[1]
    assert (boris["ms_left"], boris["of_ms"]) == (10_000, 20_000)
    assert chairs(room, ANNA, NOON + 99)[1]["ms_left"] == 0


def test_while_nobody_is_there_nothing_runs() -> None:
    room = boris_opens()
    for player in (ANNA, BORIS, CLARA):
        room = do(room, Depart(player, session(player)))
    assert [chair["ms_left"] for chair in chairs(room)] == [None] * 3


def test_alone_nothing_runs_out() -> None:
    room = solo_room()
    while next_seat(room) != 0:
        room = do(room, next_play(room, next_seat(room)))
    assert [chair["ms_left"] for chair in chairs(room)] == [None] * 3
    assert [chair["askable_in_ms"] for chair in chairs(room)] == [None] * 3


def test_from_when_on_a_bot_may_be_asked_in() -> None:
    room = boris_opens(None)
    assert [chair["askable_in_ms"] for chair in chairs(room, ANNA, NOON + 45)] == [None, 15_000, None]
    assert chairs(room, ANNA, NOON + 61)[1]["askable_in_ms"] == 0
    assert [chair["askable_in_ms"] for chair in chairs(people_room())] == [None] * 3


def test_a_countdown_is_shown_in_what_is_left_of_it() -> None:
    assert seen(waiting_room(2), None, NOON + 4)["room"]["countdown_ms"] == 6_000
    assert seen(waiting_room(3), None)["room"]["countdown_ms"] is None


def test_a_clock_that_ran_out_is_told_to_all_and_warns_only_its_player() -> None:
    room = boris_opens()
    late = do(room, TICK, NOON + TURN)
    for viewer in (ANNA, BORIS, None):
        assert story_since(ROOM, late, room.version, viewer)[0] == {"kind": "clock", "seat": 1}
    assert [chair["warned"] for chair in chairs(late, BORIS)] == [False, True, False]
    assert [chair["warned"] for chair in chairs(late, ANNA)] == [False] * 3


# Results


def test_case_40_games_are_counted_once_for_each_who_played_to_the_end() -> None:
    over = played_until(playing_room(3), "over")
    outcome = over.game.outcome if over.game else None
    assert outcome is not None
    durak = outcome.seats[0] if outcome.kind == "durak" else None
    tallies = [chair["tally"] for chair in chairs(over)]
    assert tallies[:2] == [
        {"games": 1, "durak": int(durak == seat), "draws": int(outcome.kind == "draw")} for seat in (0, 1)
    ]
    assert tallies[2] == {"games": 0, "durak": 0, "draws": 0}
    again = played_until(do(over, Start(ANNA, SECRET[::-1])), "over")
    assert [chair["tally"]["games"] for chair in chairs(again)] == [2, 2, 0]


def test_case_40_a_draw_is_nobodys_win() -> None:
    for number in range(2000):
        over = played_until(playing_room(2, secret=number.to_bytes(32)), "over")
        if over.game is not None and over.game.outcome is not None and over.game.outcome.kind == "draw":
            assert [chair["tally"] for chair in chairs(over)] == [{"games": 1, "durak": 0, "draws": 1}] * 2
            return
    raise AssertionError("no draw")


def test_case_40_what_a_bot_did_for_somebody_marks_his_result() -> None:
    room = boris_opens(None)
    room = do(do(room, next_play(room, Seat(1))), StepAway(BORIS))
    over = played_until(room, "over")
    sitters = seen(over, ANNA)["game"]["sitters"]
    assert sitters[1]["own"] > 0
    assert sitters[1]["stood_in"] > 0
    assert sitters[1]["bot"] is False
    assert [sitters[seat]["stood_in"] for seat in (0, 2)] == [0, 0]


# Watching


def test_where_nobody_may_watch_a_game_is_its_players_alone() -> None:
    room = do(waiting_room(3, watch="none"), Start(ANNA, SECRET))
    moved = do(room, next_play(room, next_seat(room)))
    for viewer in (CLARA, None):
        view = seen(moved, viewer)
        assert view["game"] is None
        assert not view["room"]["may_watch"]
        assert story_since(ROOM, moved, room.version, viewer) == []
    assert seen(moved, ANNA)["game"] is not None
    assert seen(moved, BORIS)["room"]["may_watch"]
    said = do(moved, Say(ANNA, "phrase", "hello"))
    assert [step["kind"] for step in story_since(ROOM, said, room.version, CLARA)] == ["said"]
    late = joined(moved, CLARA)
    assert seen(late, CLARA)["game"] is None, "a claim is no seat"
    over = played_until(moved, "over")
    assert seen(over, None)["game"] is not None


@pytest.mark.parametrize("may_watch", [True, False])
def test_who_was_sent_away_watches_only_if_the_host_says_so(may_watch: bool) -> None:
    room = do(playing_room(3), Remove(ANNA, 1, may_watch))
    view = seen(room, BORIS)
    assert view["room"]["may_watch"] == may_watch
    assert (view["game"] is not None) == may_watch
    assert view["game"] is None or view["game"]["hand"] == []


# Outside


def test_a_summary_names_the_host_and_nobody_else() -> None:
    room = waiting_room(4, public=True)
    assert vars_of(room) == {
        "rules": "classic",
        "chairs": 4,
        "free": 2,
        "bots": 0,
        "phase": "waiting",
        "watch": "all",
        "public": True,
        "host": "Anna",
    }
    playing = do(room, Start(ANNA, SECRET))
    assert (summary(playing).free, summary(playing).bots) == (2, 2)
    assert summary(joined(playing, CLARA)).free == 1
    assert "Boris" not in str(summary(room))
    assert summary(Room()).host is None


def vars_of(room: Room) -> dict[str, Any]:
    found = summary(room)
    return {name: getattr(found, name) for name in found.__slots__}


def test_the_lobby_shows_public_rooms_in_which_somebody_is() -> None:
    room = waiting_room(3, public=True)
    assert is_listed(room)
    assert not is_listed(waiting_room(3))
    for player in (ANNA, BORIS):
        room = do(room, Depart(player, session(player)))
    assert not is_listed(room)
