"""Catches a room that lets somebody do what is not his to do, at a moment that is not the moment for it."""

from dataclasses import replace

import pytest

from durak import PRESETS, Seat, most_seats
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
    waiting_room,
)
from web.rooms.commands import BotPlay, ChangeOptions, Command, Leave, OpenRoom, Play, Sit, Start
from web.rooms.decide import decide
from web.rooms.events import GameStarted, PlayerId
from web.rooms.refusals import CODES, Refused
from web.rooms.room import Room


def refused(room: Room, command: Command) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room, command, NOON)
    return caught.value


def test_the_maker_is_host_and_sits_in_the_first_chair() -> None:
    room = do(Room(), OpenRoom(ANNA, "Anna", "transfer", 4, "random", None))
    assert (room.host, room.chair_of(ANNA), room.phase, len(room.chairs)) == (ANNA, 0, "waiting", 4)
    assert not room.options.solo


def test_play_now_deals_at_once_with_bots_in_the_other_chairs() -> None:
    room = do(Room(), OpenRoom(ANNA, "Anna", "classic", 3, "careful", SECRET))
    assert room.phase == "playing"
    assert room.options.solo
    assert [chair.is_bot for chair in room.chairs] == [False, True, True]
    assert len({chair.name for chair in room.chairs}) == 3


@pytest.mark.parametrize(
    ("rules", "chairs", "bots", "option"),
    [
        ("nonsense", 3, "careful", "rules"),
        ("classic", 1, "careful", "chairs"),
        ("classic", 7, "careful", "chairs"),
        ("classic", 3, "genius", "bots"),
    ],
)
def test_options_that_do_not_exist_are_refused(rules: str, chairs: int, bots: str, option: str) -> None:
    reason = refused(Room(), OpenRoom(ANNA, "Anna", rules, chairs, bots, None))
    assert reason.code == "bad_option"
    assert reason.facts["option"] == option


def test_sitting_down() -> None:
    room = waiting_room(3)
    assert refused(room, Sit(BORIS, "Boris", None)).code == "already_seated"
    assert refused(room, Sit(BORIS, "Boris", 0)).code == "chair_taken"
    moved = do(room, Sit(BORIS, "Boris", 2))
    assert [chair.name for chair in moved.chairs] == ["Anna", None, "Boris"]
    assert refused(room, Sit(CLARA, "Clara", 0)).code == "chair_taken"
    assert refused(room, Sit(CLARA, "Clara", 3)).code == "no_chair"
    full = do(room, Sit(CLARA, "Clara", None))
    assert refused(full, Sit(PlayerId("dora"), "Dora", None)).code == "no_chair"


def test_two_of_one_name_are_told_apart() -> None:
    room = do(waiting_room(3), Sit(CLARA, "anna", None))
    assert room.chairs[2].name == "anna 2"


def test_nobody_sits_down_in_mid_bout_and_a_bots_chair_is_free_after_the_game() -> None:
    room = playing_room(3)
    assert do(room, Sit(CLARA, "Clara", 2)).chair_of(CLARA) is None
    over = played_until(room, "over")
    assert over.phase == "over"
    assert do(over, Sit(CLARA, "Clara", None)).chair_of(CLARA) == 2


def test_only_the_host_chooses_and_deals() -> None:
    room = waiting_room()
    assert refused(room, ChangeOptions(BORIS, "transfer", None, None)).code == "not_host"
    assert refused(room, Start(BORIS, SECRET)).code == "not_host"
    assert refused(room, Start(CLARA, SECRET)).code == "not_seated"
    changed = do(room, ChangeOptions(ANNA, "transfer", 5, None))
    assert (changed.options.rules, len(changed.chairs), changed.options.bots) == ("transfer", 5, "careful")


def test_nothing_is_chosen_in_mid_game() -> None:
    room = playing_room()
    assert refused(room, ChangeOptions(ANNA, "transfer", None, None)).code == "game_running"
    assert refused(room, Start(ANNA, SECRET)).code == "game_running"


def test_taking_chairs_away_moves_people_up_and_never_out() -> None:
    room = do(waiting_room(4), Sit(CLARA, "Clara", 3))
    smaller = do(room, ChangeOptions(ANNA, None, 3, None))
    assert smaller.people == (ANNA, BORIS, CLARA)
    reason = refused(smaller, ChangeOptions(ANNA, None, 2, None))
    assert reason.facts == {"option": "chairs", "value": 2, "allowed": [3, 4, 5, 6]}


def test_the_deal_is_committed_to_and_its_secret_kept() -> None:
    events = decide(waiting_room(), Start(ANNA, SECRET), NOON)
    (started,) = events
    assert isinstance(started, GameStarted)
    assert started.secret == SECRET.hex()
    assert started.commitment != started.secret
    assert len(started.commitment) == 64


def test_an_action_needs_a_game_a_seat_and_the_right_seat() -> None:
    assert refused(waiting_room(), Play(ANNA, "0:pass", 1, 0)).code == "no_game"
    room = playing_room()
    assert refused(room, Play(CLARA, "0:pass", 1, 0)).code == "not_seated"
    assert refused(room, Play(ANNA, "1:pass", 1, 0)).code == "not_your_seat"
    assert refused(room, Play(ANNA, "0:nonsense", 1, 0)).code == "bad_message"


def test_an_illegal_action_is_refused_with_the_engines_reason() -> None:
    room = playing_room()
    assert room.game is not None
    seat = room.seat_of(ANNA)
    assert seat is not None
    reason = refused(room, Play(ANNA, f"{seat}:take", 1, 0))
    assert reason.code in ("nothing_to_take", "not_your_turn")
    assert reason.code not in CODES


def test_an_action_for_another_bout_is_stale() -> None:
    room = playing_room()
    command = next_play(room, next_seat(room))
    assert refused(room, replace(command, bout=2)).code == "stale"


def test_a_pass_for_another_table_is_stale_and_any_other_action_is_not() -> None:
    room = played_until(playing_room(), "throw")
    assert room.game is not None
    state = room.game.state
    seat = next_seat(room)
    player = room.chairs[seat].player
    old = state.table_ply - 1
    action = f"{seat}:pass"
    late = Play(player, action, state.bout, old) if player else BotPlay(seat, action, state.bout, old)
    assert refused(room, late).code == "stale"
    assert do(room, replace(late, table_ply=state.table_ply)).version == room.version + 1


def test_a_persons_seat_is_no_bots_to_move() -> None:
    room = playing_room()
    seat = room.seat_of(ANNA)
    assert seat is not None
    assert refused(room, BotPlay(seat, f"{seat}:take", 1, 0)).code == "not_your_seat"


def test_leaving_a_waiting_room_frees_the_chair_and_passes_the_hosts_role_on() -> None:
    room = do(waiting_room(), Leave(ANNA))
    assert room.people == (BORIS,)
    assert room.host == BORIS
    empty = do(room, Leave(BORIS))
    assert empty.host is None
    assert do(empty, Sit(CLARA, "Clara", None)).host == CLARA
    assert refused(empty, Leave(BORIS)).code == "not_seated"


def test_leaving_in_mid_game_lets_a_bot_play_on_with_the_same_cards() -> None:
    before = playing_room()
    room = do(before, Leave(BORIS))
    assert before.game is not None
    assert room.game is not None
    assert room.chairs[1].is_bot
    assert room.game.state == before.game.state
    assert room.phase == "playing"


def test_a_game_that_every_person_has_left_is_given_up() -> None:
    room = do(do(playing_room(), Leave(BORIS)), Leave(ANNA))
    assert room.phase == "waiting"
    assert not any(chair.is_bot for chair in room.chairs)


def test_again_with_the_same_people_and_another_deal() -> None:
    over = played_until(playing_room(), "over")
    again = do(over, Start(BORIS, SECRET[::-1]))
    assert again.phase == "playing"
    assert again.games == 1
    assert again.people == over.people
    assert [chair.name for chair in again.chairs] == [chair.name for chair in over.chairs]


def test_after_a_game_other_rules_and_chairs_leave_the_last_table_until_the_next_deal() -> None:
    over = played_until(playing_room(), "over")
    room = do(over, ChangeOptions(ANNA, "transfer", 5, "random"))
    assert room.phase == "over"
    assert room.game == over.game
    assert [chair.name for chair in room.chairs[:2]] == ["Anna", "Boris"]
    assert len(room.chairs) == 5
    again = do(do(room, Sit(CLARA, "Clara", 4)), Start(BORIS, SECRET))
    assert again.game is not None
    assert again.game.state.rules == PRESETS["transfer"]
    assert again.game.state.seats == 5
    assert again.seat_of(CLARA) == Seat(4)
    fewer = do(do(over, ChangeOptions(ANNA, None, 2, None)), Start(ANNA, SECRET))
    assert fewer.people == (ANNA, BORIS)
    assert not any(chair.is_bot for chair in fewer.chairs)


def test_a_new_name_comes_to_the_table_at_any_moment() -> None:
    for room in (waiting_room(), playing_room(), played_until(playing_room(), "over")):
        renamed = do(room, Sit(BORIS, "Borya", 1))
        assert renamed.chairs[1].name == "Borya"
        assert renamed.people == room.people
        if renamed.game is not None and room.game is not None:
            assert renamed.game.sitters[1].name == "Borya"
            assert renamed.game.state == room.game.state
        assert do(renamed, Sit(BORIS, "Anna", 1)).chairs[1].name == "Anna 2"
        assert refused(renamed, Sit(BORIS, "Borya", 1)).code == "already_seated"


@pytest.mark.parametrize(
    ("rules", "chairs"),
    [(name, chairs) for name, rules in PRESETS.items() for chairs in range(2, most_seats(rules) + 1)],
)
def test_a_whole_game_in_every_size_and_rules(rules: str, chairs: int) -> None:
    over = played_until(playing_room(chairs, rules), "over")
    assert over.phase == "over"
    assert over.games == 1
    assert over.game is not None
    assert over.game.outcome is not None


def test_seats_of_the_engine_are_chairs_of_the_room() -> None:
    room = playing_room()
    assert room.seat_of(ANNA) == Seat(0)
    assert room.seat_of(CLARA) is None
