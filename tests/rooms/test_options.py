"""Catches a room that can be opened but not played, and one that loses what its host has chosen."""

from dataclasses import replace
from typing import Any

import pytest

from durak import PRESETS, most_seats, parse_rules
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
    waiting_room,
)
from web.rooms.commands import ChangeOptions, Command, OpenRoom, Sit, Start
from web.rooms.decide import decide
from web.rooms.events import ChairTaken, OptionsChanged, PlayerId, RoomOpened, encode_event, parse_event
from web.rooms.game import record_of
from web.rooms.ports import RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.room_view import room_view

ROOM = RoomId("a-room")
NO_RULES = ["", "nonsense", "Classic", "D36", "T9", "T1D24", "T1T1", "D24 ", "D024", "d24", "D24;"]


def opening(rules: str, chairs: int = 3, **more: Any) -> OpenRoom:
    return OpenRoom(ANNA, "Anna", rules, chairs, "careful", None, **more)


def refused(room: Room, command: Command) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(room, command, NOON)
    return caught.value


def seen(room: Room, viewer: PlayerId | None) -> dict[str, Any]:
    return room_view(ROOM, room, viewer, None, NOON)


def crowded(people: int) -> Room:
    room = do(Room(), opening("classic", 6))
    for number in range(1, people):
        room = do(room, Sit(PlayerId(f"p{number}"), f"P{number}", None))
    return room


# Rules


@pytest.mark.parametrize("text", ["classic", "blitz", "D24T2F0", "P1V1", "L4F0C1"])
def test_rules_come_as_a_name_or_a_code_and_are_kept(text: str) -> None:
    room = do(Room(), opening(text))
    assert room.options.rules == seen(room, None)["room"]["rules"] == text
    assert do(waiting_room(), ChangeOptions(ANNA, text, None, None)).options.rules == text


def test_a_code_that_has_a_name_is_kept_by_its_name() -> None:
    assert do(Room(), opening("T1")).options.rules == "transfer"
    assert do(waiting_room(), ChangeOptions(ANNA, "D24", None, None)).options.rules == "blitz"


@pytest.mark.parametrize("text", NO_RULES)
def test_what_is_no_rules_is_refused_with_the_names_there_are(text: str) -> None:
    facts = {"option": "rules", "value": text, "allowed": sorted(PRESETS)}
    for room, command in (
        (Room(), opening(text)),
        (waiting_room(), ChangeOptions(ANNA, text, None, None)),
    ):
        reason = refused(room, command)
        assert (reason.code, reason.facts) == ("bad_option", facts)


def test_rules_that_no_game_can_be_dealt_under_are_refused() -> None:
    reason = refused(Room(), opening("L4"))
    assert (reason.code, reason.facts) == ("first_cap_above_limit", {"first_cap": 5, "attack_limit": 4})


@pytest.mark.parametrize("rules", ["D24T2F0V1", "T1I1P1", "W1P1K1M1R1E1", "D52L0F0X1G1", "T2A1N1C1U1V1Y1"])
def test_a_game_by_a_code_is_played_to_its_end_and_its_record_knows_the_rules(rules: str) -> None:
    over = played_until(do(waiting_room(3, rules), Start(ANNA, SECRET)), "over")
    assert over.game is not None
    assert over.phase == "over"
    assert record_of(over.game).split()[0] == rules == seen(over, ANNA)["game"]["rules"]


# Chairs


@pytest.mark.parametrize("rules", [*PRESETS, "D24T2", "D52"])
def test_a_room_says_how_many_its_deck_is_enough_for_and_takes_no_more(rules: str) -> None:
    most = most_seats(parse_rules(rules))
    assert seen(do(Room(), opening(rules, most)), None)["room"]["most_chairs"] == most
    for chairs in range(most + 1, 7):
        assert refused(Room(), opening(rules, chairs)).code == "deck_too_small"


def test_a_smaller_deck_is_refused_until_chairs_go_with_it() -> None:
    room = crowded(2)
    reason = refused(room, ChangeOptions(ANNA, "blitz", None, None))
    assert (reason.code, reason.facts) == ("deck_too_small", {"deck": 24, "seats": 6, "most": 4})
    smaller = do(room, ChangeOptions(ANNA, "blitz", 4, None))
    assert (smaller.options.rules, len(smaller.chairs)) == ("blitz", 4)
    assert refused(smaller, ChangeOptions(ANNA, None, 5, None)).code == "deck_too_small"
    assert refused(smaller, ChangeOptions(ANNA, None, 7, None)).facts["allowed"] == [2, 3, 4]


def test_with_more_people_than_the_deck_is_enough_for_that_is_what_is_said() -> None:
    reason = refused(crowded(5), ChangeOptions(ANNA, "blitz", 4, None))
    assert (reason.code, reason.facts) == ("deck_too_small", {"deck": 24, "seats": 5, "most": 4})


# Seen cards


def everybody_sees(room: Room) -> list[bool]:
    views = (seen(room, viewer)["game"] for viewer in (ANNA, BORIS, CLARA, None))
    return [view.keys() >= {"known", "beaten_off"} for view in views]


def after_a_take(seen_cards: bool) -> Room:
    room = do(do(Room(), opening("classic", seen_cards=seen_cards)), Sit(BORIS, "Boris", None))
    room = do(room, Start(ANNA, SECRET))
    while room.game is not None and not any(room.game.state.known):
        room = do(room, next_play(room, next_seat(room)))
    return room


def test_people_are_told_what_all_have_seen_only_where_the_room_says_so() -> None:
    assert everybody_sees(after_a_take(seen_cards=False)) == [False] * 4
    shown = after_a_take(seen_cards=True)
    assert everybody_sees(shown) == [True] * 4
    assert shown.game is not None
    known = [[str(card) for card in cards] for cards in shown.game.state.known]
    assert any(known)
    for viewer in (ANNA, BORIS, None):
        assert seen(shown, viewer)["game"]["known"] == known
    assert seen(shown, None)["room"]["seen_cards"] is True


def test_the_host_chooses_whether_and_nothing_else_changes_it() -> None:
    room = waiting_room()
    on = do(room, ChangeOptions(ANNA, None, None, None, True))
    assert on.options.seen_cards
    assert do(on, ChangeOptions(ANNA, "transfer", 4, "random")).options.seen_cards
    assert not do(on, ChangeOptions(ANNA, None, None, None, False)).options.seen_cards
    assert refused(room, ChangeOptions(BORIS, None, None, None, True)).code == "not_host"


def test_rooms_stored_before_there_was_the_choice_hide_them() -> None:
    chosen = '"schema":1,"at":1.0,"rules":"transfer","chairs":4,"bots":"careful"'
    opened = parse_event('{"kind":"RoomOpened",' + chosen + ',"host":"anna","solo":false}')
    assert opened == RoomOpened(1.0, ANNA, "transfer", 4, "careful", solo=False, seen_cards=False)
    changed = parse_event('{"kind":"OptionsChanged",' + chosen + "}")
    assert changed == OptionsChanged(1.0, "transfer", 4, "careful", seen_cards=False)
    on = OptionsChanged(1.0, "transfer", 4, "careful", seen_cards=True)
    assert parse_event(encode_event(on)) == on


# Clock, watchers, chat


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("turn_seconds", 4, [5, 600]),
        ("turn_seconds", 601, [5, 600]),
        ("turn_seconds", -1, [5, 600]),
        ("watch", "friends", ["all", "none"]),
    ],
)
def test_clocks_and_watching_as_they_cannot_be_are_refused(
    option: str, value: Any, allowed: list[Any]
) -> None:
    facts = {"option": option, "value": value, "allowed": allowed}
    for room, command in (
        (Room(), opening("classic", **{option: value})),
        (waiting_room(), ChangeOptions(ANNA, **{option: value})),
    ):
        reason = refused(room, command)
        assert (reason.code, reason.facts) == ("bad_option", facts)


def test_what_is_chosen_stays_until_it_is_chosen_otherwise() -> None:
    switches = ("public", "chat", "advice")
    chosen: dict[str, Any] = {"turn_seconds": 30, "watch": "none", **dict.fromkeys(switches, True)}
    usual: dict[str, Any] = {"turn_seconds": None, "watch": "all", **dict.fromkeys(switches, False)}
    for room in (do(Room(), opening("classic", **chosen)), do(waiting_room(), ChangeOptions(ANNA, **chosen))):
        after = do(
            do(room, ChangeOptions(ANNA, "transfer", 4, "random")), ChangeOptions(ANNA, seen_cards=True)
        )
        for one in (room, after):
            assert {name: getattr(one.options, name) for name in chosen} == chosen
        off = do(after, ChangeOptions(ANNA, **usual | {"turn_seconds": 0}))
        assert off.options == replace(after.options, **usual)


def test_rooms_stored_before_there_were_these_have_no_clock_and_may_be_watched() -> None:
    chosen = '"schema":1,"at":1.0,"rules":"transfer","chairs":4,"bots":"careful"'
    opened = parse_event('{"kind":"RoomOpened",' + chosen + ',"host":"anna","solo":false,"seen_cards":true}')
    changed = parse_event('{"kind":"OptionsChanged",' + chosen + ',"seen_cards":true}')
    for event in (opened, changed):
        assert isinstance(event, RoomOpened | OptionsChanged)
        assert (event.turn_seconds, event.watch, event.public, event.chat) == (None, "all", False, False)
        assert event.advice is None
    sat = parse_event('{"kind":"ChairTaken","schema":1,"at":1.0,"chair":1,"player":"boris","name":"Boris"}')
    assert sat == ChairTaken(1.0, 1, BORIS, "Boris", avatar=0)
