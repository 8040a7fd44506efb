"""Catches a table that waits too long for who is away, or not long enough, and time that runs for nobody."""

from dataclasses import replace

import pytest

from durak import Phase, Seat
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
from tests.rooms.timing import (
    TICK,
    TURN,
    game_in,
    passes,
    people_room,
    players,
    state_of,
    ticked,
    timed,
)
from web.rooms.commands import Arrive, ComeBack, Depart, Leave, Sit, Start, StepAway
from web.rooms.deadlines import (
    ASKING_SECONDS,
    BOUTS_OF_BOTS,
    COUNTDOWN_SECONDS,
    GRACE_SECONDS,
    HOST_SECONDS,
    ClockDue,
    CountdownDue,
    EndlessDue,
    GraceDue,
    HostDue,
    askable_from,
    next_timed_due,
    time_limits,
)
from web.rooms.decide import decide
from web.rooms.decide.clocks import OUTAGE_SECONDS
from web.rooms.events import (
    BotSteppedIn,
    CountdownStarted,
    CountdownStopped,
    Event,
    GameDrawn,
    GameStarted,
    HostChanged,
    TimeGivenBack,
)
from web.rooms.evolve import evolve
from web.rooms.room import Room

# Away


def boris_away(turn_seconds: int | None = None, away_at: float = NOON) -> Room:
    """Return a game of three people in which the table waits for Boris, who is not there."""
    for number in range(99):
        room = people_room(turn_seconds, number=number)
        if next_seat(room) == 1:
            return do(room, Depart(BORIS, session(BORIS)), away_at)
    raise AssertionError("no such deal")


def test_grace_is_twenty_seconds_and_then_a_bot_plays() -> None:
    room = boris_away(away_at=NOON + 4)
    assert timed(room) == GraceDue(NOON + 4 + GRACE_SECONDS, Seat(1))
    assert decide(room, TICK, timed(room).at) == (BotSteppedIn(NOON + 24, 1, "away"),)
    assert next_timed_due(ticked(room)) is None


def test_grace_runs_only_on_the_own_turn() -> None:
    room = boris_away()
    assert timed(room).at == NOON + GRACE_SECONDS
    for seat in (0, 2):
        player = players(room, Seat(seat))
        away = do(do(room, Arrive(BORIS, session(BORIS, 2))), Depart(player, session(player)))
        assert next_timed_due(away) is None
    moved = do(room, next_play(room, Seat(1)), NOON + 19)
    while next_seat(moved) != 1:
        moved = do(moved, next_play(moved, next_seat(moved)), NOON + 300)
    assert timed(moved) == GraceDue(NOON + 300 + GRACE_SECONDS, Seat(1))


def test_who_comes_back_in_time_goes_on_himself() -> None:
    room = do(boris_away(), Arrive(BORIS, session(BORIS, 2)), NOON + 19)
    assert next_timed_due(room) is None
    assert room.chairs[1].held is None


def test_of_clock_and_grace_the_first_counts() -> None:
    assert timed(boris_away(10)) == ClockDue(NOON + 10)
    assert timed(boris_away(30)) == GraceDue(NOON + 20, Seat(1))
    assert time_limits(boris_away(10)) == {1: (NOON + 10, 10.0)}
    assert time_limits(boris_away(30)) == {1: (NOON + 20, GRACE_SECONDS)}


def test_alone_among_bots_time_stands_still() -> None:
    room = solo_room()
    while next_seat(room) != 0:
        room = do(room, next_play(room, next_seat(room)))
    assert next_timed_due(room) is None
    assert time_limits(room) == {}
    with_guest = do(room, Sit(CLARA, "Clara", None, session=session(CLARA)))
    away = do(with_guest, Depart(ANNA, session(ANNA)))
    assert isinstance(timed(away), GraceDue), "with somebody who waits for a chair it does not"


# Back, resumed, given back


def test_who_is_back_has_his_whole_turn_once() -> None:
    room = boris_away(25)
    room = do(room, TICK, NOON + 20)
    back = do(room, Arrive(BORIS, session(BORIS, 2)), NOON + 24)
    assert timed(back) == ClockDue(NOON + 24 + 25)
    again = do(do(back, StepAway(BORIS), NOON + 30), ComeBack(BORIS), NOON + 40)
    assert timed(again) == ClockDue(NOON + 24 + 25), "or nobody could ever be hurried"


def test_after_a_night_everybody_has_his_time() -> None:
    room = people_room()
    for player in (ANNA, BORIS, CLARA):
        room = do(room, Depart(player, session(player)), NOON + 5)
    assert next_timed_due(room) is None
    morning = NOON + 30_000
    back = do(room, Arrive(ANNA, session(ANNA, 2)), morning)
    assert timed(back).at >= morning + GRACE_SECONDS
    back = do(do(back, Arrive(BORIS, session(BORIS, 2)), morning), Arrive(CLARA, session(CLARA, 2)), morning)
    assert timed(back) == ClockDue(morning + TURN)


def test_what_was_due_while_we_were_not_there_is_given_back() -> None:
    room = people_room()
    late = timed(room).at + OUTAGE_SECONDS + 1
    assert decide(room, TICK, late) == (TimeGivenBack(late),)
    assert timed(do(room, TICK, late)) == ClockDue(late + TURN)
    away = boris_away()
    late = timed(away).at + OUTAGE_SECONDS + 1
    assert timed(do(away, TICK, late)) == GraceDue(late + GRACE_SECONDS, Seat(1))


# What all can observe


@pytest.mark.parametrize("phase", [Phase.THROW, Phase.TAKING])
@pytest.mark.parametrize("turn_seconds", [None, TURN])
def test_a_hidden_pass_changes_no_moment_that_others_could_observe(
    phase: Phase, turn_seconds: int | None
) -> None:
    room = game_in(phase, turn_seconds)
    for seat in state_of(room).throwers[:-1]:
        after = do(room, passes(room, seat), NOON + 3)
        for away in (None, *state_of(room).throwers):
            before, now = room, after
            if away is not None:
                player = players(room, away)
                gone = Depart(player, session(player))
                before, now = do(before, gone, NOON + 4), do(now, gone, NOON + 4)
            assert next_timed_due(now) == next_timed_due(before)
            assert time_limits(now) == time_limits(before)
            assert askable_from(now) == askable_from(before)


def test_others_may_ask_a_bot_in_after_a_minute_where_no_clock_runs() -> None:
    room = people_room(None)
    waited = next_seat(room)
    assert askable_from(room) == {waited: NOON + ASKING_SECONDS}
    assert askable_from(people_room()) == {}


# Countdown and host


def starts(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, CountdownStarted | CountdownStopped)]


def test_when_every_chair_is_taken_by_who_is_there_cards_are_dealt_in_ten_seconds() -> None:
    room = waiting_room(3)
    assert room.countdown is None
    full = joined(room, CLARA)
    assert timed(full) == CountdownDue(NOON + COUNTDOWN_SECONDS)
    events = decide(full, TICK, NOON + COUNTDOWN_SECONDS)
    assert [type(event) for event in events] == [GameStarted]
    dealt = ticked(full)
    assert (dealt.phase, dealt.countdown) == ("playing", None)
    assert dealt.people == (ANNA, BORIS, CLARA)


def test_a_countdown_stops_when_somebody_goes_and_begins_anew_with_any_change() -> None:
    full = joined(waiting_room(3), CLARA)
    for command in (Leave(CLARA), Depart(CLARA, session(CLARA))):
        assert starts(decide(full, command, NOON + 3)) == [CountdownStopped(NOON + 3)]
    renamed = decide(full, Sit(CLARA, "Klara", 2), NOON + 3)
    assert starts(renamed) == [CountdownStarted(NOON + 3, NOON + 3 + COUNTDOWN_SECONDS)]
    assert starts(decide(full, Arrive(CLARA, session(CLARA, 2)), NOON + 3)) == []
    missing = do(full, Depart(CLARA, session(CLARA)))
    assert starts(decide(missing, Arrive(CLARA, session(CLARA, 2)), NOON + 9)) == [
        CountdownStarted(NOON + 9, NOON + 9 + COUNTDOWN_SECONDS)
    ]


def test_who_has_stepped_away_is_not_there_for_a_countdown() -> None:
    full = evolve(joined(waiting_room(3), CLARA), BotSteppedIn(NOON, 2, "stepped_away"))
    assert starts(decide(full, Sit(BORIS, "Borya", 1), NOON)) == [CountdownStopped(NOON)]


def test_after_a_game_nothing_is_dealt_without_being_asked_for() -> None:
    over = played_until(people_room(None), "over")
    assert next_timed_due(over) is None


def test_a_host_who_stays_away_hands_over_to_the_next_who_is_there() -> None:
    room = do(waiting_room(4), Depart(ANNA, session(ANNA)), NOON + 5)
    assert timed(room) == HostDue(NOON + 5 + HOST_SECONDS, BORIS)
    assert decide(room, TICK, timed(room).at) == (HostChanged(NOON + 65, BORIS),)
    assert next_timed_due(do(room, Arrive(ANNA, session(ANNA)))) is None
    nobody = do(room, Depart(BORIS, session(BORIS)))
    assert next_timed_due(nobody) is None


def test_a_host_has_his_minute_after_a_night_too() -> None:
    room = waiting_room(4)
    for player in (ANNA, BORIS):
        room = do(room, Depart(player, session(player)))
    morning = do(room, Arrive(BORIS, session(BORIS, 2)), NOON + 30_000)
    assert timed(morning) == HostDue(NOON + 30_000 + HOST_SECONDS, BORIS)


def test_while_a_game_is_played_the_host_stays_host() -> None:
    room = do(people_room(None), Depart(ANNA, session(ANNA)))
    due = next_timed_due(room)
    assert due is None or isinstance(due, GraceDue)


# For ever


def test_case_20_bots_that_go_round_are_stopped_after_two_hundred_bouts() -> None:
    room = do(playing_room(4), StepAway(BORIS))
    assert room.game is not None
    long = state_of(room).changed(bout=BOUTS_OF_BOTS)
    almost = replace(room, game=replace(room.game, state=long))
    assert not isinstance(next_timed_due(almost), EndlessDue)
    much = replace(room, game=replace(room.game, state=long.changed(bout=BOUTS_OF_BOTS + 1)))
    assert decide(much, TICK, NOON) == (GameDrawn(NOON, "endless"),)
    own = replace(much, game=replace(room.game, state=long.changed(bout=999), own_bout=900))
    assert not isinstance(next_timed_due(own), EndlessDue)


def test_an_own_action_is_remembered_by_its_bout() -> None:
    room = opened(2)
    room = do(joined(room, BORIS), Start(ANNA, SECRET))
    while state_of(room).bout < 3:
        room = do(room, next_play(room, next_seat(room)))
    assert room.game is not None
    own_bout = room.game.own_bout
    assert own_bout in (2, 3)
    room = do(do(room, StepAway(ANNA)), StepAway(BORIS))
    while state_of(room).bout < 6:
        room = do(room, next_play(room, next_seat(room)))
    assert room.game is not None
    assert room.game.own_bout == own_bout
