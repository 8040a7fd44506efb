"""Catches a fold that forgets, a log that cannot be read back, and a number that betrays a hidden pass."""

import json

import pytest

from durak import Seat, parse_record, replay
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
    session,
)
from web.rooms.commands import Arrive, Command, Leave, OpenRoom, Sit, Start
from web.rooms.decide import decide
from web.rooms.events import (
    KINDS,
    ActionTaken,
    Advised,
    Arrived,
    BotSteppedIn,
    ChairClaimed,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    ClockRanOut,
    CountdownStarted,
    CountdownStopped,
    Departed,
    Event,
    GameAborted,
    GameDrawn,
    GameStarted,
    HostChanged,
    LevelSet,
    NextCalled,
    OptionsChanged,
    PlaceGivenUp,
    PlayerBack,
    PlayerForgotten,
    PlayerId,
    PlayerRemoved,
    Queued,
    RoomOpened,
    Said,
    TakenBack,
    TimeGivenBack,
    UnreadableEvent,
    encode_event,
    parse_event,
)
from web.rooms.evolve import fold
from web.rooms.game import record_of
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since

VIEWERS: tuple[PlayerId | None, ...] = (ANNA, BORIS, CLARA, None)
ROOM = RoomId("a-room")


def shown(room: Room, viewer: PlayerId | None) -> str:
    return json.dumps(room_view(ROOM, room, viewer, "name", NOON))


ONE_OF_EACH: tuple[Event, ...] = (
    RoomOpened(1.5, ANNA, "classic", 3, "careful", False, True, 30, "none", True, True, True, "fast"),
    OptionsChanged(1.5, "classic", 3, "careful", True, 30, "none", True, True, True, "fast"),
    HostChanged(1.5, None),
    LevelSet(1.5, 1, "random"),
    Said(1.5, ANNA, "Anna", "text", 'a "quoted" ♥'),
    PlayerForgotten(1.5),
    ChairTaken(1.5, 1, ANNA, "Anna", 4),
    ChairLeft(1.5, 1, "Vera"),
    ChairsSwapped(1.5, 0, 2),
    PlayerRemoved(1.5, 1, BORIS, True, None),
    ChairClaimed(1.5, 2, CLARA, "Clara", 5),
    Queued(1.5, CLARA, "Clara", 5),
    PlaceGivenUp(1.5, CLARA),
    Arrived(1.5, ANNA, session(ANNA)),
    Departed(1.5, ANNA, session(ANNA)),
    BotSteppedIn(1.5, 1, "away"),
    PlayerBack(1.5, 1),
    ClockRanOut(1.5, 1, "1:take"),
    TimeGivenBack(1.5),
    CountdownStarted(1.5, 11.5),
    CountdownStopped(1.5),
    GameStarted(1.5, "classic", 1, "00" * 32, "11" * 32, ("", "ab"), None, {"1": "Vera"}),
    ActionTaken(2.5, "0:take"),
    Advised(2.5, 1),
    NextCalled(2.5, ANNA),
    TakenBack(2.5, 7),
    GameAborted(2.5, "given_up"),
    GameDrawn(2.5, "endless"),
)


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_survives_its_text(event: Event) -> None:
    assert parse_event(encode_event(event)) == event


def test_every_kind_of_event_is_tried() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(KINDS.values())


@pytest.mark.parametrize(
    "text",
    [
        '{"kind":"Nonsense","schema":1}',
        '{"kind":"ActionTaken","schema":1,"at":1}',
        '{"kind":"ActionTaken","schema":9}',
    ],
)
def test_an_event_of_another_program_is_a_clear_fault(text: str) -> None:
    with pytest.raises(UnreadableEvent):
        parse_event(text)


def test_a_room_read_back_from_its_log_is_the_same_room() -> None:
    room, log = Room(), []
    opening: list[Command] = [
        OpenRoom(ANNA, "Anna", "classic", 3, "careful", None),
        Arrive(ANNA, session(ANNA)),
        Sit(BORIS, "Boris", None, session=session(BORIS)),
        Start(ANNA, SECRET),
    ]
    while opening or room.phase == "playing":
        command = opening.pop(0) if opening else next_play(room, next_seat(room))
        log.append([encode_event(event) for event in decide(room, command, NOON)])
        room = do(room, command)
    batches = [Batch(Version(n), tuple(map(parse_event, texts))) for n, texts in enumerate(log, 1)]
    assert fold(Room(), batches) == room == played_until(playing_room(), "over")


def test_the_record_of_a_game_replays_to_its_end() -> None:
    over = played_until(playing_room(4, "transfer"), "over")
    assert over.game is not None
    record = parse_record(record_of(over.game))
    assert list(replay(record))[-1] == over.game.state
    assert len(record.actions) == len(over.game.actions)


@pytest.mark.parametrize("rules", ["classic", "durak_online", "T2P1V1", "W1P1K1"])
def test_a_view_number_grows_exactly_when_the_view_says_something_new(rules: str) -> None:
    """A hidden pass changes neither the number nor a byte of what the others see."""
    room, hidden = playing_room(4, rules), 0
    while room.phase == "playing":
        after = do(room, next_play(room, next_seat(room)))
        for viewer in VIEWERS:
            news = story_since(ROOM, after, room.version, viewer)
            if after.views_due(viewer) == room.views_due(viewer):
                hidden += 1
                assert shown(after, viewer) == shown(room, viewer)
                assert news == []
            else:
                assert after.views_due(viewer) == room.views_due(viewer) + 1
                assert news
        room = after
    assert hidden > 0, "no game without a pass"


def test_somebody_who_leaves_keeps_his_count() -> None:
    room = played_until(playing_room(4), "throw")
    room = do(room, next_play(room, next_seat(room)))
    before = room.views_due(BORIS)
    assert do(room, Leave(BORIS)).views_due(BORIS) == before + 1


def test_a_view_never_holds_what_everybody_could_remember_nor_the_secret() -> None:
    room = played_until(playing_room(), "taking")
    assert room.game is not None
    for viewer in VIEWERS:
        text = shown(room, viewer)
        assert "known" not in json.loads(text)["game"]
        assert room.game.started.secret not in text
        assert ANNA not in text


def test_a_watcher_sees_no_hand() -> None:
    for viewer in (CLARA, None):
        game = room_view(ROOM, playing_room(), viewer, None, NOON)["game"]
        assert game["hand"] == []
        assert game["viewer"] is None
        assert game["legal"] == {}


def test_who_comes_or_goes_after_the_end_has_no_part_in_what_was_played() -> None:
    over = played_until(playing_room(3), "over")
    assert over.game is not None
    changed = do(do(over, Sit(CLARA, "Clara", 2)), Leave(BORIS))
    assert [chair.name for chair in changed.chairs] == ["Anna", None, "Clara"]
    assert changed.seat_of(CLARA) is None
    assert changed.seat_of(BORIS) == Seat(1)
    game, before = (room_view(ROOM, room, CLARA, "Clara", NOON)["game"] for room in (changed, over))
    assert game["hand"] == []
    assert game["sitters"] == before["sitters"]
    assert [sitter["bot"] for sitter in game["sitters"]] == [False, False, True]
    again = do(changed, Start(CLARA, SECRET))
    assert again.seat_of(CLARA) == Seat(2)


def test_a_bot_that_stands_in_is_shown_as_one_and_gives_the_hand_to_nobody() -> None:
    room = do(playing_room(3), Leave(BORIS))
    assert room.seat_of(BORIS) is None
    game = room_view(ROOM, room, BORIS, "Boris", NOON)["game"]
    assert game["hand"] == []
    assert game["sitters"][1]["bot"] is True
