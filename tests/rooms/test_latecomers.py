"""Catches somebody who knows two hands, a chair promised twice, and a link that is a dead end in mid game."""

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
    played_until,
    playing_room,
    session,
    solo_room,
    waiting_room,
)
from tests.rooms.timing import refused, state_of
from web.rooms.commands import Arrive, Depart, GiveUp, Leave, Remove, Sit, Start
from web.rooms.decide import decide
from web.rooms.decide.seating import QUEUE_MOST
from web.rooms.events import ChairClaimed, ChairTaken, HostChanged, PlaceGivenUp, PlayerId, Queued
from web.rooms.ports import RoomId
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since

DORA = PlayerId("dora")
ROOM = RoomId("a-room")


def claimed(chair: int | None = None, player: PlayerId = CLARA, room: Room | None = None) -> Room:
    """Return a game of four, two of them bots, in which somebody has asked for a chair."""
    return joined(playing_room(4) if room is None else room, player, chair)


def next_bout(room: Room) -> Room:
    """Return the room when the bout is over."""
    bout = state_of(room).bout
    while room.phase == "playing" and state_of(room).bout == bout:
        room = do(room, next_play(room, next_seat(room)))
    return room


def claim_of(room: Room, player: PlayerId) -> int | None:
    late = room.latecomer(player)
    return None if late is None else late.chair


# A bot's chair


def test_in_mid_game_a_bots_chair_is_taken_over_at_the_next_bout_with_its_cards() -> None:
    room = claimed()
    assert claim_of(room, CLARA) == 2
    assert room.seat_of(CLARA) is None
    assert room.chairs[2].is_bot
    after = next_bout(room)
    assert after.chairs[2].player == CLARA
    assert after.seat_of(CLARA) == 2
    assert after.latecomers == ()
    view = room_view(ROOM, after, CLARA, "Clara", NOON)["game"]
    assert view["hand"] == [card.text for card in state_of(after).hands[2]]
    assert view["sitters"][2]["name"] == "Clara"
    assert {"kind": "joined", "seat": 2, "name": "Clara"} in story_since(ROOM, after, room.version, ANNA)


def test_until_then_he_sees_what_everybody_sees() -> None:
    view = room_view(ROOM, claimed(), CLARA, "Clara", NOON)
    assert view["game"]["hand"] == []
    assert (view["room"]["you"]["claim"], view["room"]["you"]["queued"]) == (2, False)
    assert view["room"]["chairs"][2]["claimed_by"] == "Clara"


def test_what_the_bot_did_before_is_not_his_doing() -> None:
    room = playing_room(4)
    while room.game is not None and room.game.sitters[2].stood_in == 0:
        room = do(room, next_play(room, next_seat(room)))
    after = next_bout(claimed(2, room=room))
    assert after.game is not None
    assert after.game.sitters[2].own == 0
    assert after.game.sitters[2].stood_in > 0


def test_a_chair_is_promised_once() -> None:
    room = claimed(2)
    assert refused(room, Sit(DORA, "Dora", 2)).facts == {"chair": 2}
    both = joined(room, DORA)
    assert (claim_of(both, CLARA), claim_of(both, DORA)) == (2, 3)
    after = next_bout(both)
    assert after.people == (ANNA, BORIS, CLARA, DORA)


def test_another_chair_may_be_claimed_and_the_first_is_free_again() -> None:
    room = claimed(2)
    other = do(room, Sit(CLARA, "Clara", 3))
    assert claim_of(other, CLARA) == 3
    assert claim_of(joined(other, DORA, 2), DORA) == 2
    assert refused(room, Sit(CLARA, "Clara", 2)).code == "already_seated"
    assert refused(room, Sit(CLARA, "Clara", 0)).code == "chair_taken"
    assert refused(room, Sit(CLARA, "Clara", 4)).code == "no_chair"


def test_a_latecomer_may_change_his_name_and_his_mind() -> None:
    room = claimed()
    renamed = do(room, Sit(CLARA, "Klara", None, 3))
    assert renamed.latecomer(CLARA) is not None
    assert next_bout(renamed).chairs[2].name == "Klara"
    assert decide(room, Leave(CLARA), NOON) == (PlaceGivenUp(NOON, CLARA),)
    assert next_bout(do(room, Leave(CLARA))).chairs[2].is_bot


def test_whoever_asks_again_for_any_chair_keeps_the_one_he_has_claimed() -> None:
    room = do(claimed(3), Sit(CLARA, "Klara", None))
    assert claim_of(room, CLARA) == 3


def test_a_claim_is_for_one_game() -> None:
    room = do(claimed(2), Depart(CLARA, session(CLARA)))
    over = played_until(room, "over")
    assert claim_of(over, CLARA) == 2
    again = do(over, Start(ANNA, SECRET), NOON + 5)
    assert again.latecomer(CLARA) is not None
    assert claim_of(again, CLARA) is None


def test_who_has_gone_meanwhile_is_not_seated_and_keeps_his_claim() -> None:
    room = do(claimed(), Depart(CLARA, session(CLARA)))
    after = next_bout(room)
    assert after.chairs[2].is_bot
    assert claim_of(after, CLARA) == 2
    back = next_bout(do(after, Arrive(CLARA, session(CLARA, 2))))
    assert back.phase != "playing" or back.chairs[2].player == CLARA


# The own seat again


def test_case_27_who_left_comes_back_to_his_own_seat_and_to_no_other() -> None:
    room = do(playing_room(4), Leave(BORIS))
    back = do(room, Sit(BORIS, "Boris", None))
    assert claim_of(back, BORIS) == 1
    elsewhere = do(room, Sit(BORIS, "Boris", 2))
    assert elsewhere.latecomer(BORIS) is not None
    assert claim_of(elsewhere, BORIS) is None, "he knows a hand already"
    after = next_bout(back)
    assert after.seat_of(BORIS) == 1


def test_who_left_and_lost_his_seat_waits_for_the_next_game() -> None:
    room = next_bout(claimed(1, room=do(playing_room(4), Leave(BORIS))))
    assert room.seat_of(CLARA) == 1
    late = do(room, Sit(BORIS, "Boris", None))
    assert decide(room, Sit(BORIS, "Boris", None), NOON) == (Queued(NOON, BORIS, "Boris", 0),)
    assert next_bout(late).seat_of(BORIS) is None


def test_his_own_moves_are_his_again() -> None:
    room = playing_room(4)
    while room.game is not None and room.game.sitters[1].own == 0:
        room = do(room, next_play(room, next_seat(room)))
    own = room.game.sitters[1].own if room.game else 0
    after = next_bout(do(do(room, Leave(BORIS)), Sit(BORIS, "Boris", None)))
    assert after.game is not None
    assert after.game.sitters[1].own == own


def test_in_the_next_game_any_seat_is_his() -> None:
    over = played_until(do(playing_room(4), Leave(BORIS)), "over")
    again = do(over, Start(ANNA, SECRET[::-1]))
    assert claim_of(do(again, Sit(BORIS, "Boris", 3)), BORIS) == 3


# The queue


def full_game() -> Room:
    """Return a game of three people."""
    return do(joined(waiting_room(3), CLARA), Start(ANNA, SECRET))


def test_where_no_bot_plays_one_is_first_for_the_next_game() -> None:
    room = joined(full_game(), DORA)
    assert room.latecomer(DORA) is not None
    view = room_view(ROOM, room, DORA, "Dora", NOON)["room"]
    assert (view["you"]["queued"], view["queue"]) == (True, [{"name": "Dora", "avatar": 0}])
    over = played_until(do(room, Leave(BORIS)), "over")
    assert over.chairs[1].player == DORA, "a chair was free when the game was over"
    assert over.seat_of(DORA) is None


def test_the_first_who_came_is_the_first_to_sit() -> None:
    room = joined(joined(full_game(), DORA), PlayerId("emil"))
    over = played_until(room, "over")
    assert [late.player for late in over.latecomers] == [DORA, "emil"]
    after = do(over, Leave(CLARA))
    assert after.chairs[2].player == DORA
    assert [late.player for late in after.latecomers] == ["emil"]


def test_claims_come_before_the_queue_when_the_game_ends() -> None:
    room = do(playing_room(4), Leave(BORIS))
    room = do(room, Sit(BORIS, "Boris", 2))
    room = claimed(1, DORA, joined(room, CLARA, 2))
    assert [(late.player, late.chair) for late in room.latecomers] == [(BORIS, None), (CLARA, 2), (DORA, 1)]
    ended = do(room, Leave(ANNA))
    assert ended.phase == "waiting"
    assert [chair.player for chair in ended.chairs] == [BORIS, DORA, CLARA, None]


def test_when_the_last_player_leaves_the_host_is_somebody_who_waited() -> None:
    room = claimed(1, CLARA, solo_room(3))
    events = decide(room, Leave(ANNA), NOON)
    assert ChairTaken(NOON, 1, CLARA, "Clara") in events
    assert events[-1] == HostChanged(NOON, CLARA)


def test_the_queue_is_not_endless() -> None:
    room = full_game()
    for number in range(QUEUE_MOST):
        room = joined(room, PlayerId(f"p{number}"))
    assert len(room.latecomers) == QUEUE_MOST
    assert refused(room, Sit(DORA, "Dora", None)).code == "no_chair"
    assert do(room, Sit(PlayerId("p3"), "Other", None)).version == room.version + 1


def test_who_has_not_come_back_by_the_next_deal_waits_no_more() -> None:
    room = do(joined(full_game(), DORA), Depart(DORA, session(DORA)), NOON + 5)
    over = played_until(room, "over")
    events = decide(over, Start(ANNA, SECRET), NOON + 25)
    assert events[0] == PlaceGivenUp(NOON + 25, DORA)
    assert do(over, Start(ANNA, SECRET), NOON + 24).latecomers != ()


def test_whoever_has_somebody_waiting_is_not_alone() -> None:
    room = do(solo_room(3), Sit(CLARA, "Clara", None, session=session(CLARA)))
    assert refused(room, GiveUp(ANNA)).code == "not_solo"
    alone = do(room, Depart(CLARA, session(CLARA)))
    assert refused(alone, GiveUp(ANNA)).code == "not_solo"


# Who is not welcome


def test_nobody_sits_down_beside_somebody_he_is_to_be_kept_apart_from() -> None:
    for room in (waiting_room(3), playing_room(3)):
        apart = Sit(CLARA, "Clara", None, blocked=frozenset({BORIS}))
        assert refused(room, apart).code == "blocked"
        assert do(do(room, Leave(BORIS)), apart).latecomers or room.phase == "waiting"
    seated = do(waiting_room(4), Sit(BORIS, "Boris", 3, blocked=frozenset({ANNA})))
    assert seated.chair_of(BORIS) == 3, "who sits here may change his chair"


def test_nobody_waits_for_a_chair_beside_such_a_one_either() -> None:
    room = claimed()
    assert refused(room, Sit(DORA, "Dora", None, blocked=frozenset({CLARA}))).code == "blocked"


@pytest.mark.parametrize("may_watch", [True, False])
def test_whom_the_host_has_sent_away_sits_down_no_more(may_watch: bool) -> None:
    room = do(playing_room(3), Remove(ANNA, 1, may_watch))
    assert refused(room, Sit(BORIS, "Boris", None)).code == "removed"
    assert room.may_watch(BORIS) == may_watch


def test_a_name_that_somebody_will_have_is_taken() -> None:
    room = claimed()
    events = decide(room, Sit(DORA, "clara", None), NOON)
    assert events == (ChairClaimed(NOON, 3, DORA, "clara 2", 0),)
    assert [seat for seat in map(Seat, range(4)) if room.chairs[seat].is_bot] == [2, 3]
