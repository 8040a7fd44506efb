"""Catches a sleeper who stalls the table, a clock that is unfair, and one that tells who has passed.

What is due, and when, is asked of the room; that it is then done, of `test_driver.py`.
"""

from dataclasses import replace

import pytest

from durak import Phase, Seat, public_waiting
from tests.rooms.scene import (
    ANNA,
    NOON,
    do,
    next_play,
    next_seat,
    session,
)
from tests.rooms.timing import (
    TICK,
    TURN,
    game_in,
    passes,
    people_room,
    players,
    refused,
    state_of,
    ticked,
    timed,
)
from web.rooms.commands import Arrive, ComeBack, StepAway
from web.rooms.deadlines import (
    ClockDue,
    next_timed_due,
    time_limits,
)
from web.rooms.decide import decide
from web.rooms.events import (
    ActionTaken,
    ClockRanOut,
)
from web.rooms.room import Room

# Clocks


def test_a_clock_runs_for_whom_the_table_waits_from_when_all_saw_it() -> None:
    room = people_room()
    assert timed(room) == ClockDue(NOON + TURN)
    assert refused(room, TICK, NOON + TURN - 1).code == "nothing_due"
    moved = do(room, next_play(room, next_seat(room)), NOON + 7)
    assert timed(moved) == ClockDue(NOON + 7 + TURN)
    assert next_timed_due(people_room(None)) is None


@pytest.mark.parametrize("rules", ["classic", "T2P1", "deutsch", "D24W1K1"])
def test_a_whole_game_of_sleepers_is_played_by_the_clock_and_by_bots(rules: str) -> None:
    room = people_room(TURN, rules)
    while room.phase == "playing":
        room = ticked(room) if next_timed_due(room) else do(room, next_play(room, next_seat(room)))
        if not room.is_active:
            # All are held now; the first who wakes up finds the game as it was.
            room = do(room, ComeBack(ANNA))
    assert room.phase == "over"


def test_case_13_a_defender_whose_time_is_over_takes() -> None:
    room = game_in(Phase.DEFENCE)
    seat = state_of(room).defender
    assert decide(room, TICK, timed(room).at)[0] == ClockRanOut(NOON + TURN, seat, f"{seat}:take")
    assert state_of(ticked(room)).phase is Phase.TAKING


def test_case_13_who_has_to_open_lays_his_lowest_plain_card() -> None:
    room = people_room()
    state = state_of(room)
    plain = [card for card in state.hands[state.main] if card.suit is not state.trump]
    (event,) = decide(room, TICK, timed(room).at)
    assert event == ClockRanOut(NOON + TURN, state.main, f"{state.main}:A:{plain[0].text}")


def test_who_has_only_trumps_opens_with_the_lowest() -> None:
    room = people_room()
    state = state_of(room)
    trumps = [card for hand in (*state.hands, state.stock) for card in hand if card.suit is state.trump]
    hands = [list(hand) for hand in state.hands]
    hands[state.main] = sorted(trumps, key=lambda card: card.rank)[:3]
    assert room.game is not None
    changed = state.changed(hands=hands)
    room = replace(room, game=replace(room.game, state=changed))
    (event,) = decide(room, TICK, timed(room).at)
    assert event == ClockRanOut(NOON + TURN, state.main, f"{state.main}:A:{hands[state.main][0].text}")


@pytest.mark.parametrize("phase", [Phase.THROW, Phase.TAKING])
@pytest.mark.parametrize("early", [0, 1])
def test_when_the_time_to_add_is_over_everybody_passes_and_the_bout_closes(phase: Phase, early: int) -> None:
    room = game_in(phase)
    bout, throwers = state_of(room).bout, state_of(room).throwers
    for seat in throwers[:early]:
        room = do(room, passes(room, seat))
    events = decide(room, TICK, timed(room).at)
    assert events == tuple(
        ClockRanOut(NOON + TURN, seat, f"{seat}:pass") for seat in sorted(throwers[early:])
    )
    assert state_of(ticked(room)).bout != bout


def test_the_common_clock_waits_for_who_has_just_come_back() -> None:
    room = game_in(Phase.THROW)
    late = players(room, state_of(room).throwers[0])
    room = do(do(room, StepAway(late), NOON + 1), ComeBack(late), NOON + 9)
    assert timed(room) == ClockDue(NOON + 9 + TURN)


def test_a_bot_that_has_not_made_up_its_mind_passes_with_the_others() -> None:
    room = game_in(Phase.THROW)
    first, *others = state_of(room).throwers
    room = do(room, StepAway(players(room, first)))
    assert set(decide(room, TICK, timed(room).at)) == {
        ActionTaken(NOON + TURN, f"{first}:pass"),
        *(ClockRanOut(NOON + TURN, seat, f"{seat}:pass") for seat in others),
    }


def test_under_a_priority_the_main_attacker_has_a_clock_of_his_own() -> None:
    room = game_in(Phase.THROW, rules="durak_online")
    main = state_of(room).main
    assert decide(room, TICK, timed(room).at) == (ClockRanOut(NOON + TURN, main, f"{main}:pass"),)
    after = ticked(room)
    assert timed(after) == ClockDue(NOON + 2 * TURN)


def test_a_clock_acts_once_and_what_it_says_is_told_to_everybody() -> None:
    room = ticked(game_in(Phase.DEFENCE))
    assert refused(room, TICK, NOON + TURN).code == "nothing_due"


# Two in a row


def asleep(room: Room, sleeper: Seat) -> Room:
    """Return the room after the next thing that happens while one seat's player does nothing at all."""
    others = public_waiting(state_of(room)) - state_of(room).passed - {sleeper}
    return do(room, next_play(room, min(others))) if others else ticked(room)


def test_two_clocks_in_a_row_give_the_seat_to_a_bot_until_any_sign_of_life() -> None:
    room = people_room()
    sleeper, seen = state_of(room).main, [0]
    while room.chairs[sleeper].held is None:
        room = asleep(room, sleeper)
        seen += [strikes(room, sleeper)] if strikes(room, sleeper) != seen[-1] else []
    assert seen == [0, 1, 2]
    assert room.chairs[sleeper].held == "clocks"
    back = do(room, ComeBack(players(room, sleeper)))
    assert back.chairs[sleeper].held is None
    assert strikes(back, sleeper) == 0


def strikes(room: Room, seat: Seat) -> int:
    assert room.game is not None
    return room.game.sitters[seat].strikes


def test_case_46_one_real_action_or_a_new_session_wipes_the_slate() -> None:
    room = ticked(people_room())
    seat = Seat(next(seat for seat in range(3) if strikes(room, Seat(seat))))
    assert strikes(room, seat) == 1
    assert strikes(do(room, Arrive(players(room, seat), session(ANNA, 9))), seat) == 0
    while next_seat(room) != seat:
        room = do(room, next_play(room, next_seat(room)))
    assert strikes(do(room, next_play(room, seat)), seat) == 0


def test_case_46_nobody_is_idle_while_he_waits_for_others() -> None:
    room = people_room()
    idle = next(seat for seat in map(Seat, range(3)) if seat not in public_waiting(state_of(room)))
    for _ in range(10):
        room = replace(room, resumed_at=room.resumed_at + 30)
        assert idle not in time_limits(room)
    assert strikes(room, idle) == 0
    assert room.chairs[idle].player in room.people
