"""Catches a bot that is too quick for people or for its thoughts, and one that moves without its tap."""

from dataclasses import replace
from math import sqrt

import pytest

from durak import Phase, Seat, public_waiting
from tests.rooms.scene import (
    ANNA,
    BORIS,
    NOON,
    SECRET,
    do,
    next_play,
    next_seat,
    opened,
    played_until,
    playing_room,
    session,
    solo_room,
    waiting_room,
)
from tests.rooms.timing import refused, state_of
from web.rooms.commands import Arrive, BotPlay, ChangeOptions, Depart, GiveUp, Next, Play, Sit, Start, Undo
from web.rooms.deadlines import agenda, bots_due
from web.rooms.events import NextCalled, OptionsChanged, RoomOpened, parse_event
from web.rooms.pace import (
    CHANCE_SECONDS,
    FILM_SECONDS,
    PACES,
    PAUSE_SECONDS,
    RULE_OF_THUMB_SECONDS,
    THOUGHT_SECONDS,
    pace_of,
)
from web.rooms.ports import RoomId
from web.rooms.room import Room
from web.rooms.room_view import room_view

BY_TIME = [pace for pace in PACES if pace != "tap"]
LEVELS = ["careful", "casual", "counter", "sharp", "master"]
NEXT = Next(ANNA)


def secrets(count: int) -> list[bytes]:
    return [bytes([number, *SECRET[1:]]) for number in range(count)]


def answering(pace: str, secret: bytes) -> Room | None:
    """Return a game with Anna in which a bot alone is waited for, to beat something; None in another deal."""
    room = played_until(solo_room(3, secret=secret), "defence")
    is_it = room.phase == "playing" and state_of(room).defender != 0
    return do(room, ChangeOptions(ANNA, pace=pace)) if is_it else None


def answer_due(pace: str) -> Room:
    return next(room for secret in secrets(99) if (room := answering(pace, secret)))


def adding(pace: str) -> Room:
    """Return a game in which Anna and two bots may add."""
    for secret in secrets(99):
        room = played_until(solo_room(4, secret=secret, pace=pace), "throw")
        if room.phase == "playing" and public_waiting(state_of(room)) > {0} and len(bots_due(room, 1)) == 2:
            return room
    raise AssertionError("no such deal")


def seen(room: Room) -> dict[str, object]:
    you: dict[str, object] = room_view(RoomId("a-room"), room, ANNA, None, NOON)["room"]["you"]
    return you


# By time


@pytest.mark.parametrize("pace", BY_TIME)
def test_a_pause_is_as_long_as_the_pace_says(pace: str) -> None:
    low, high = PAUSE_SECONDS[pace]
    rooms = [room for secret in secrets(40) if (room := answering(pace, secret))]
    pauses = [due.at - NOON for room in rooms for due in bots_due(room, 1)]
    least = max(low, RULE_OF_THUMB_SECONDS)
    assert len(pauses) > 10
    assert all(least - 1e-6 <= pause <= max(high, least) + 1e-6 for pause in pauses)
    assert max(pauses) - min(pauses) >= (high - low) / 2


@pytest.mark.parametrize("pace", BY_TIME)
def test_before_a_bout_the_last_cards_have_their_time(pace: str) -> None:
    low, high = PAUSE_SECONDS[pace]
    rooms = [solo_room(3, secret=secret, pace=pace) for secret in secrets(20)]
    pauses = [due.at - NOON for room in rooms for due in bots_due(room, 1)]
    film = FILM_SECONDS[pace]
    assert film >= 1
    assert pauses
    least = max(low + film, RULE_OF_THUMB_SECONDS)
    assert all(least - 1e-6 <= pause <= max(high + film, least) + 1e-6 for pause in pauses)


def test_each_pace_is_faster_than_the_one_before() -> None:
    room = answer_due("normal")
    moments = []
    for pace in BY_TIME:
        (due,) = bots_due(do(room, ChangeOptions(ANNA, pace=pace)), 1)
        moments.append(due.at)
    assert moments == sorted(moments, reverse=True)
    assert len(set(moments)) == len(BY_TIME)


@pytest.mark.parametrize("pace", BY_TIME)
@pytest.mark.parametrize("level", LEVELS)
def test_no_pause_is_shorter_than_what_its_level_needs_to_think(pace: str, level: str) -> None:
    for secret in secrets(30):
        room = do(do(opened(4, pace=pace), ChangeOptions(ANNA, bots=level)), Start(ANNA, secret))
        for due in bots_due(room, 1):
            assert due.at >= NOON + THOUGHT_SECONDS.get(level, RULE_OF_THUMB_SECONDS)


@pytest.mark.parametrize("pace", BY_TIME)
def test_where_a_person_may_add_no_bot_is_faster_than_he_can_be(pace: str) -> None:
    room = adding(pace)
    due = bots_due(room, 1)
    assert len(due) == 2
    assert all(one.at >= NOON + CHANCE_SECONDS for one in due)


@pytest.mark.parametrize("pace", BY_TIME)
def test_who_has_passed_in_secret_moves_no_pause_of_the_others(pace: str) -> None:
    """Neither a bot's pass nor a person's, who then is waited for no more."""
    room = adding(pace)
    before = {due.seat: due.at for due in bots_due(room, 1)}
    bot = min(before)
    for seat in (bot, Seat(0)):
        passed = do(room, replace(next_play(room, seat), action=f"{seat}:pass"), now=NOON + 0.01)
        after = {due.seat: due.at for due in bots_due(passed, 1)}
        assert after == {other: at for other, at in before.items() if other != seat}


def test_a_room_says_at_which_pace_and_an_old_one_goes_on_as_usual() -> None:
    assert room_view(RoomId("a-room"), solo_room(pace="slow"), ANNA, None, NOON)["room"]["pace"] == "slow"
    chosen = '"schema":1,"at":1.0,"rules":"transfer","chairs":4,"bots":"careful"'
    for kind in ('"RoomOpened","host":"anna","solo":false', '"OptionsChanged"'):
        event = parse_event(f'{{"kind":{kind},{chosen}}}')
        assert isinstance(event, RoomOpened | OptionsChanged)
        assert event.pace == "normal"


# Who may choose it, and when


def test_among_people_the_host_chooses_between_games() -> None:
    assert do(waiting_room(), ChangeOptions(ANNA, pace="fast")).options.pace == "fast"
    assert refused(waiting_room(), ChangeOptions(BORIS, pace="fast")).code == "not_host"
    assert refused(playing_room(), ChangeOptions(ANNA, pace="fast")).code == "game_running"


def test_who_plays_alone_may_change_it_in_the_middle_of_a_game_and_nothing_else() -> None:
    room = played_until(solo_room(), "throw")
    slow = do(room, ChangeOptions(ANNA, pace="slow"))
    assert slow.options == replace(room.options, pace="slow")
    assert (slow.game, slow.chairs) == (room.game, room.chairs)
    assert refused(room, ChangeOptions(ANNA, pace="slow", seen_cards=True)).code == "game_running"
    assert refused(room, ChangeOptions(ANNA, turn_seconds=30)).code == "game_running"


@pytest.mark.parametrize("pace", ["tap", "quick", ""])
def test_by_tap_goes_only_who_plays_alone(pace: str) -> None:
    reason = refused(waiting_room(), ChangeOptions(ANNA, pace=pace))
    assert (reason.code, reason.facts["option"], reason.facts["allowed"]) == ("bad_option", "pace", BY_TIME)
    if pace != "tap":
        reason = refused(solo_room(), ChangeOptions(ANNA, pace=pace))
        assert (reason.code, reason.facts["allowed"]) == ("bad_option", list(PACES))


def test_when_somebody_comes_to_sit_bots_go_by_time_again() -> None:
    room = answer_due("tap")
    assert agenda(room, 1).at is None
    claimed = do(room, Sit(BORIS, "Boris", 1, session=session(BORIS)))
    assert (claimed.options.pace, pace_of(claimed)) == ("tap", "normal")
    assert bots_due(claimed, 1)
    assert seen(claimed)["next"] is None
    assert refused(claimed, NEXT).code == "not_solo"


# By tap


def test_by_tap_no_bot_moves_until_it_is_asked_for_and_then_one_does() -> None:
    room = answer_due("tap")
    assert (agenda(room, 1).at, seen(room)["next"]) == (None, "ready")
    called = do(room, NEXT, NOON + 60)
    assert seen(called)["next"] == "called"
    (due,) = bots_due(called, 1)
    assert due.at == NOON + 60 + RULE_OF_THUMB_SECONDS
    moved = do(called, next_play(called, due.seat), due.at)
    assert state_of(moved).table_ply == state_of(room).table_ply + 1
    assert bots_due(moved, 1) == []


def test_pressing_twice_is_pressing_once() -> None:
    room = answer_due("tap")
    called = do(room, NEXT)
    assert refused(called, NEXT).code == "stale"
    (due,) = bots_due(called, 1)
    assert bots_due(do(called, next_play(called, due.seat), due.at), 1) == []


def test_a_move_that_nobody_asked_for_is_not_made() -> None:
    room = answer_due("tap")
    assert refused(room, next_play(room, next_seat(room))).code == "stale"


def test_while_the_player_is_waited_for_himself_there_is_no_next_and_no_bot_moves() -> None:
    room = adding_by_tap()
    assert (seen(room)["next"], agenda(room, 1).at) == (None, None)
    assert refused(room, NEXT).code == "stale"
    state = state_of(room)
    passed = do(room, Play(ANNA, "0:pass", state.bout, state.table_ply))
    assert seen(passed)["next"] == "ready"
    assert agenda(passed, 1).at is None


def test_what_one_press_lets_happen_is_something_to_be_seen() -> None:
    """A pass that nobody sees is not the move that was asked for: the next bot moves by the same press."""
    room = adding_by_tap()
    state = state_of(room)
    called = do(do(room, Play(ANNA, "0:pass", state.bout, state.table_ply)), NEXT)
    first, second = (due.seat for due in bots_due(called, 1))
    passed = do(called, BotPlay(first, f"{first}:pass", state.bout, state.table_ply))
    assert seen(passed)["next"] == "called"
    assert [due.seat for due in bots_due(passed, 1)] == [second]
    closed = do(passed, BotPlay(second, f"{second}:pass", state.bout, state.table_ply))
    assert state_of(closed).bout == state.bout + 1
    assert bots_due(closed, 1) == []


def adding_by_tap() -> Room:
    return do(adding("normal"), ChangeOptions(ANNA, pace="tap"))


@pytest.mark.parametrize("rules", ["classic", "durak_online", "T2I1P1V1"])
def test_a_whole_game_by_tap_asks_each_time_and_never_for_the_player(rules: str) -> None:
    room, presses = solo_room(4, rules, pace="tap"), 0
    while room.phase == "playing":
        state = state_of(room)
        due = bots_due(room, 1)
        waiting = public_waiting(state) - frozenset(state.passed)
        if 0 in waiting:
            assert not due
            assert refused(room, NEXT).code == "stale"
            room = do(room, next_play(room, Seat(0)))
        elif due:
            room = do(room, next_play(room, due[0].seat))
        else:
            room, presses = do(room, NEXT), presses + 1
    assert presses > 10
    assert refused(room, NEXT).code == "no_game"


def test_what_was_asked_for_is_forgotten_with_what_is_taken_back() -> None:
    room = solo_room(3, pace="tap")
    while True:
        due, state = bots_due(room, 1), state_of(room)
        mine = 0 in public_waiting(state) - frozenset(state.passed)
        owned = room.game is not None and "person" in room.game.movers
        if due and owned and state.phase is not Phase.OPEN:
            break
        asked = next_play(room, Seat(0)) if mine else next_play(room, due[0].seat) if due else NEXT
        room = do(room, asked)
    back = do(room, Undo(ANNA))
    assert bots_due(back, 1) == []
    assert seen(back)["next"] != "called"


def test_a_press_is_of_the_game_it_was_in() -> None:
    room = answer_due("tap")
    again = do(do(do(room, NEXT), GiveUp(ANNA)), Start(ANNA, SECRET))
    assert bots_due(again, 1) == []
    assert refused(do(room, GiveUp(ANNA)), NEXT).code == "no_game"


def test_where_bots_go_by_time_nobody_is_asked_and_a_change_lets_them_go() -> None:
    room = answer_due("normal")
    assert (seen(room)["next"], refused(room, NEXT).code) == (None, "stale")
    tap = do(room, ChangeOptions(ANNA, pace="tap"))
    assert agenda(tap, 1).at is None
    assert bots_due(do(tap, ChangeOptions(ANNA, pace="normal")), 1) == bots_due(room, 1)


def test_only_who_plays_asks_for_the_next_move() -> None:
    room = answer_due("tap")
    assert refused(room, Next(BORIS)).code == "not_seated"
    assert refused(playing_room(), NEXT).code == "not_solo"
    view = room_view(RoomId("a-room"), room, BORIS, None, NOON)
    assert view["room"]["you"]["next"] is None


def test_asking_is_seen_by_who_asked_alone() -> None:
    room = answer_due("tap")
    called = do(room, NEXT)
    assert called.views_due(ANNA) == room.views_due(ANNA) + 1
    assert called.views_due(None) == room.views_due(None)
    event = NextCalled(NOON, ANNA)
    assert parse_event('{"kind":"NextCalled","schema":1,"at":1000000.0,"player":"anna"}') == event


def test_a_room_by_tap_sleeps_and_wakes_as_it_was() -> None:
    room = answer_due("tap")
    called = do(room, NEXT)
    away = do(called, _departure(called))
    assert agenda(away, 1).at is None
    back = do(away, Arrive(ANNA, session(ANNA, 2)), NOON + 3600)
    (due,) = bots_due(back, 1)
    assert due.at == NOON + 3600 + RULE_OF_THUMB_SECONDS


def _departure(room: Room) -> Depart:
    own = room.session_of(ANNA)
    assert own is not None
    return Depart(ANNA, own)


# What a pause could tell of a hand

DEALS = 400
SURE = 1.63
"""Of two samples from one distribution, one pair in a hundred lies further apart (Kolmogorov and Smirnov)."""


def opening_pauses() -> dict[int, list[float]]:
    """Return the pauses before the first move of many deals, by how many trumps its bot holds."""
    found: dict[int, list[float]] = {}
    for number in range(DEALS):
        room = solo_room(3, secret=number.to_bytes(32))
        state = state_of(room)
        if state.main != 0:
            (due,) = bots_due(room, 1)
            trumps = sum(card.suit is state.trump for card in state.hands[state.main])
            found.setdefault(trumps, []).append(due.at - NOON)
    return found


def apart(some: list[float], others: list[float]) -> float:
    """Return how far apart two samples are: the largest difference of their shares, by what chance allows."""
    shares = [
        abs(sum(one <= at for one in some) / len(some) - sum(one <= at for one in others) / len(others))
        for at in some + others
    ]
    return max(shares) / sqrt((len(some) + len(others)) / (len(some) * len(others)))


def test_hands_of_every_kind_are_paused_over_alike() -> None:
    pauses = opening_pauses()
    weak = [pause for trumps, these in pauses.items() if trumps <= 1 for pause in these]
    strong = [pause for trumps, these in pauses.items() if trumps >= 2 for pause in these]
    assert min(len(weak), len(strong)) > 50
    assert apart(weak, strong) < SURE
    assert apart(weak, [pause + 0.3 for pause in strong]) > SURE, "a bot that hesitates would be seen"
