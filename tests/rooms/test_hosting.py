"""Catches a host's rights in the wrong hands or at the wrong moment, and a room without a host."""

import pytest

from tests.rooms.scene import (
    ANNA,
    BORIS,
    CLARA,
    NOON,
    SECRET,
    do,
    joined,
    opened,
    played_until,
    playing_room,
    session,
    waiting_room,
)
from tests.rooms.timing import refused
from web.rooms.commands import (
    ChangeOptions,
    Command,
    Depart,
    HandOver,
    HostCommand,
    Leave,
    MoveChair,
    Play,
    Remove,
    SetLevel,
    Sit,
    Start,
)
from web.rooms.deadlines import GRACE_SECONDS
from web.rooms.decide import decide
from web.rooms.events import ChairLeft, ChairTaken, HostChanged, PlayerId, PlayerRemoved

DORA = PlayerId("dora")


def of_host(player: PlayerId) -> list[HostCommand]:
    """Return everything that only the host may ask for."""
    return [
        ChangeOptions(player, "transfer"),
        ChangeOptions(player, turn_seconds=30, watch="none", public=True, chat=True),
        ChangeOptions(player, advice=True, pace="slow"),
        SetLevel(player, 2, "random"),
        MoveChair(player, 0, 2),
        Remove(player, 0, True),
        HandOver(player, 0),
    ]


@pytest.mark.parametrize("command", of_host(BORIS), ids=lambda command: type(command).__name__)
def test_whoever_is_not_the_host_chooses_nothing(command: Command) -> None:
    for room in (waiting_room(), playing_room(), played_until(playing_room(), "over")):
        assert refused(room, command).code == "not_host"


@pytest.mark.parametrize("command", of_host(ANNA)[:4], ids=lambda command: type(command).__name__)
def test_in_mid_game_the_table_stays_as_it_is(command: Command) -> None:
    assert refused(playing_room(), command).code == "game_running"
    assert do(waiting_room(), command).version > waiting_room().version


@pytest.mark.parametrize(
    "command",
    [
        SetLevel(ANNA, 3, None),
        MoveChair(ANNA, 0, 3),
        MoveChair(ANNA, -1, 0),
        Remove(ANNA, 9, True),
        HandOver(ANNA, -1),
    ],
)
def test_a_chair_that_is_none_is_nobodys(command: Command) -> None:
    assert refused(waiting_room(), command).code == "nobody_there"


# Levels


def test_each_bot_may_play_at_a_level_of_its_own() -> None:
    room = do(do(waiting_room(4), SetLevel(ANNA, 2, "random")), Start(ANNA, SECRET))
    assert room.game is not None
    assert [sitter.level for sitter in room.game.sitters] == ["careful", "careful", "random", "careful"]
    over = played_until(room, "over")
    usual = do(over, SetLevel(ANNA, 2, None))
    assert usual.chairs[2].level is None
    assert refused(over, SetLevel(ANNA, 2, "genius")).facts["option"] == "bots"
    assert refused(over, SetLevel(ANNA, 1, "random")).code == "chair_taken"


def test_a_level_belongs_to_the_chair_whoever_comes_and_goes() -> None:
    room = joined(do(waiting_room(3), SetLevel(ANNA, 2, "random")), CLARA)
    assert do(room, Leave(CLARA)).chairs[2].level == "random"
    game = do(do(room, Start(ANNA, SECRET)), Leave(CLARA))
    assert game.game is not None
    assert game.game.sitters[2].level == "random"


# Moving chairs


def test_two_chairs_change_places_whoever_is_in_them() -> None:
    room = do(waiting_room(3), MoveChair(ANNA, 0, 2))
    assert [chair.name for chair in room.chairs] == [None, "Boris", "Anna"]
    room = do(room, MoveChair(ANNA, 1, 2))
    assert [chair.name for chair in room.chairs] == [None, "Anna", "Boris"]
    assert room.is_present(BORIS)
    assert refused(room, MoveChair(ANNA, 0, 1)).facts == {"chair": 0}
    assert refused(room, MoveChair(ANNA, 1, 1)).code == "nobody_there"


def test_after_a_game_moving_changes_nothing_of_what_was_played() -> None:
    over = played_until(playing_room(3), "over")
    moved = do(over, MoveChair(ANNA, 0, 1))
    assert moved.game == over.game
    assert moved.seat_of(ANNA) == 0
    assert moved.chair_of(ANNA) == 1


# Sending away


def test_whom_the_host_sends_away_is_gone_and_a_bot_has_his_cards() -> None:
    room = do(playing_room(3), Remove(ANNA, 1, may_watch=True))
    assert room.chairs[1].is_bot
    assert room.seat_of(BORIS) is None
    assert room.removed == {BORIS: True}
    assert room.phase == "playing"
    free = do(waiting_room(3), Remove(ANNA, 1, may_watch=False))
    assert free.chairs[1].name is None


def test_case_32_a_bot_sent_away_makes_room() -> None:
    over = played_until(playing_room(3), "over")
    events = decide(over, Remove(ANNA, 2, may_watch=True), NOON)
    assert events == (ChairLeft(NOON, 2, None),)
    assert refused(playing_room(3), Remove(ANNA, 2, True)).code == "game_running"
    assert refused(waiting_room(3), Remove(ANNA, 2, True)).code == "nobody_there"
    assert refused(waiting_room(3), Remove(ANNA, 0, True)).code == "nobody_there"


def test_case_42_only_the_one_who_was_meant_is_sent_away() -> None:
    room = opened(4)
    for player, name in ((BORIS, "Anna"), (CLARA, "anna")):
        room = do(room, Sit(player, name, None, session=session(player)))
    assert [chair.name for chair in room.chairs[:3]] == ["Anna", "Anna 2", "anna 3"]
    (gone,) = decide(room, Remove(ANNA, 1, True), NOON)
    assert isinstance(gone, PlayerRemoved)
    assert gone.player == BORIS
    assert do(room, Remove(ANNA, 1, True)).people == (ANNA, CLARA)


def test_case_71_who_lost_his_seat_moves_it_no_more() -> None:
    waiting = do(do(waiting_room(3), Leave(BORIS)), Sit(CLARA, "Clara", 1, session=session(CLARA)))
    for room in (
        do(waiting, Start(ANNA, SECRET)),
        do(playing_room(3), Leave(BORIS)),
        do(playing_room(3), Remove(ANNA, 1, True)),
    ):
        assert refused(room, Play(BORIS, "1:take", 1, 0)).code == "not_seated"


# The host's role


def test_the_role_is_handed_over_to_who_sits_there() -> None:
    room = do(waiting_room(3), HandOver(ANNA, 1))
    assert room.host == BORIS
    assert refused(room, HandOver(ANNA, 1)).code == "not_host"
    assert refused(room, HandOver(BORIS, 1)).code == "nobody_there"
    assert refused(room, HandOver(BORIS, 2)).code == "nobody_there"
    assert do(playing_room(3), HandOver(ANNA, 1)).host == BORIS


def test_case_30_only_the_hosts_own_leaving_passes_the_role_on() -> None:
    room = joined(waiting_room(4), CLARA)
    room = do(room, Leave(CLARA))
    assert room.host == ANNA
    room = do(room, Leave(ANNA))
    assert room.host == BORIS
    assert do(room, Leave(BORIS)).host is None


def test_the_role_goes_to_who_is_there_before_who_is_away() -> None:
    room = do(joined(waiting_room(3), CLARA), Depart(BORIS, session(BORIS)))
    assert do(room, Leave(ANNA)).host == CLARA


@pytest.mark.parametrize("command", [Leave(ANNA), Depart(ANNA, session(ANNA))], ids=["leaves", "drops"])
def test_case_29_the_others_play_on_without_their_host(command: Command) -> None:
    room = do(do(joined(waiting_room(4), CLARA), Start(ANNA, SECRET)), command)
    assert room.phase == "playing"
    assert room.host == (BORIS if isinstance(command, Leave) else ANNA)
    over = played_until(room, "over")
    assert over.game is not None
    assert over.game.outcome is not None


def test_somebody_else_deals_when_the_host_does_not_come() -> None:
    room = do(waiting_room(3), Depart(ANNA, session(ANNA)), NOON + 5)
    assert refused(room, Start(BORIS, SECRET), NOON + 24).code == "not_host"
    assert do(room, Start(BORIS, SECRET), NOON + 5 + GRACE_SECONDS).phase == "playing"
    asleep = do(room, Depart(BORIS, session(BORIS)), NOON + 6)
    assert refused(asleep, Start(BORIS, SECRET), NOON + 99).code == "not_host"


# Chairs of who is away


def test_case_32_a_chair_is_kept_for_twenty_seconds_and_then_anybodys() -> None:
    room = do(waiting_room(2), Depart(BORIS, session(BORIS)), NOON + 5)
    assert refused(room, Sit(CLARA, "Clara", None), NOON + 24).code == "no_chair"
    assert refused(room, Sit(CLARA, "Clara", 1), NOON + 24).code == "chair_taken"
    events = decide(room, Sit(CLARA, "Clara", None), NOON + 25)
    assert events == (ChairLeft(NOON + 25, 1, None), ChairTaken(NOON + 25, 1, CLARA, "Clara"))


def test_while_another_chair_is_free_nobodys_is_taken() -> None:
    room = do(waiting_room(3), Depart(BORIS, session(BORIS)))
    assert refused(room, Sit(CLARA, "Clara", 1), NOON + 99).code == "chair_taken"
    assert do(room, Sit(CLARA, "Clara", None), NOON + 99).chair_of(CLARA) == 2


def test_who_sits_already_takes_nobodys_chair() -> None:
    room = do(waiting_room(2), Depart(BORIS, session(BORIS)))
    assert refused(room, Sit(ANNA, "Anna", 1), NOON + 99).code == "chair_taken"


def test_with_his_chair_the_host_loses_his_role() -> None:
    room = do(waiting_room(2), Depart(ANNA, session(ANNA)))
    after = decide(room, Sit(CLARA, "Clara", 0, session=session(CLARA)), NOON + 30)
    assert HostChanged(NOON + 30, BORIS) in after


def test_in_mid_game_no_chair_is_taken_from_anybody() -> None:
    room = do(do(waiting_room(2), Start(ANNA, SECRET)), Depart(BORIS, session(BORIS)))
    late = do(room, Sit(CLARA, "Clara", None), NOON + 999)
    assert late.chair_of(BORIS) == 1
    assert late.chair_of(CLARA) is None
