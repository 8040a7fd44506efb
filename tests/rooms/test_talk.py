"""Catches words in rooms that have no chat, words of nobody, and a log of talk that grows for ever."""

from typing import Any

import pytest

from tests.rooms.scene import ANNA, BORIS, CLARA, NOON, do, joined, opened, playing_room, waiting_room
from tests.rooms.timing import refused
from web.rooms.commands import Leave, Say, Sit, Start
from web.rooms.decide import decide
from web.rooms.decide.talking import PHRASES, REACTIONS
from web.rooms.events import PlayerId, Said
from web.rooms.ports import RoomId
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since, tag_of
from web.rooms.story import SAID_KEPT, STORY_KEPT

ROOM = RoomId("a-room")
EVERYBODY: tuple[PlayerId | None, ...] = (ANNA, BORIS, CLARA, None)


def chatty(**more: Any) -> Room:
    return waiting_room(3, chat=True, **more)


@pytest.mark.parametrize(
    ("say", "what"), [*(("reaction", what) for what in REACTIONS), *(("phrase", what) for what in PHRASES)]
)
def test_reactions_and_phrases_are_said_by_their_names(say: str, what: str) -> None:
    assert decide(playing_room(), Say(BORIS, say, what), NOON) == (Said(NOON, BORIS, "Boris", say, what),)


@pytest.mark.parametrize(
    ("say", "what"),
    [
        ("reaction", "hello"),
        ("phrase", "laugh"),
        ("phrase", ""),
        ("song", "hello"),
        ("text", ""),
        ("text", "x" * 201),
    ],
)
def test_what_is_none_of_them_is_refused(say: str, what: str) -> None:
    assert refused(chatty(), Say(BORIS, say, what)).code == "bad_message"


def test_words_of_ones_own_need_a_chat_among_friends() -> None:
    command = Say(BORIS, "text", "na und?")
    assert refused(waiting_room(), command).code == "no_chat"
    assert refused(chatty(public=True), command).code == "no_chat"
    assert do(chatty(), command).said[-1].what == "na und?"


def test_everybody_hears_it_with_the_name_and_the_tag_of_who_said_it() -> None:
    before = chatty()
    room = do(before, Say(BORIS, "text", "<b>"))
    heard = {
        "kind": "said",
        "name": "Boris",
        "tag": tag_of(ROOM, BORIS),
        "chair": 1,
        "say": "text",
        "what": "<b>",
    }
    for viewer in EVERYBODY:
        assert story_since(ROOM, room, before.version, viewer) == [heard]
        assert room.views_due(viewer) == before.views_due(viewer) + 1
    assert room_view(ROOM, room, None, None, NOON, first=True)["room"]["said"] == [heard]
    assert "said" not in room_view(ROOM, room, None, None, NOON)["room"]


def test_a_watcher_says_nothing_and_who_waits_for_a_chair_does() -> None:
    assert refused(playing_room(), Say(CLARA, "phrase", "hello")).code == "not_seated"
    room = do(joined(playing_room(), CLARA), Say(CLARA, "phrase", "hello"))
    assert (room.said[-1].name, room.said[-1].chair) == ("Clara", None)


def test_who_has_left_is_still_named_as_he_was() -> None:
    room = do(do(chatty(), Say(BORIS, "text", "bye")), Leave(BORIS))
    assert do(room, Sit(CLARA, "Clara", 1)).said[-1].name == "Boris"


def test_only_the_last_of_what_was_said_is_kept() -> None:
    room = opened(chat=True)
    for number in range(SAID_KEPT + 30):
        room = do(room, Say(ANNA, "text", str(number)))
    assert [spoken.what for spoken in room.said] == [str(n) for n in range(30, SAID_KEPT + 30)]
    assert len(room.story) == STORY_KEPT


def test_what_was_said_before_a_deal_is_told_with_it() -> None:
    before = chatty()
    room = do(do(before, Say(BORIS, "phrase", "good_luck")), Start(ANNA, bytes(32)))
    kinds = [step["kind"] for step in story_since(ROOM, room, before.version, ANNA)]
    assert kinds == ["said", "deal"]
