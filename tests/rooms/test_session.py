"""Catches a next game opened by the wrong seat: after a draw, among strangers, or by rules of yesterday."""

from dataclasses import replace

import pytest

from durak import Outcome, Seat, new_game, parse_rules
from tests.rooms.scene import ANNA, BORIS, CLARA, NOON, SECRET, do, played_until, playing_room
from web.rooms.commands import ChangeOptions, Command, Leave, SetLevel, Sit, Start
from web.rooms.decide import decide
from web.rooms.events import GameStarted
from web.rooms.game import record_of
from web.rooms.room import Room

FROM_DURAK = "pagat"
NEXT = bytes(reversed(SECRET))


def over(rules: str = FROM_DURAK) -> Room:
    """Return a room of four whose game has come to its end, by rules that ask who is durak."""
    return played_until(playing_room(4, rules), "over")


def durak(room: Room) -> Seat:
    assert room.game is not None
    outcome = room.game.outcome
    assert outcome is not None
    assert outcome.kind == "durak"
    return outcome.seats[0]


def leader(room: Room, *first: Command) -> int | None:
    for command in first:
        room = do(room, command)
    player = room.people[0]
    (started,) = decide(room, Start(player, NEXT), NOON)
    assert isinstance(started, GameStarted)
    return started.leader


def test_the_seat_after_the_durak_opens_the_next_game_and_its_record_says_so() -> None:
    room = over()
    expected = (durak(room) + 1) % 4
    assert leader(room) == expected
    again = do(room, Start(BORIS, NEXT))
    assert again.game is not None
    assert again.game.state.main == expected
    assert record_of(again.game).split()[5] == str(expected)


def test_the_game_after_that_is_led_by_its_own_durak() -> None:
    room = played_until(do(over(), Start(BORIS, NEXT)), "over")
    assert leader(room) == (durak(room) + 1) % 4


def test_the_seat_before_the_durak_opens_where_he_is_attacked_next() -> None:
    room = over("G1")
    assert leader(room) == (durak(room) - 1) % 4


@pytest.mark.parametrize("rules", ["classic", "transfer", "deutsch", "blitz"])
def test_else_the_cards_decide(rules: str) -> None:
    assert leader(over(rules)) is None


def test_the_first_game_of_a_room_is_opened_as_the_cards_decide() -> None:
    room = playing_room(4, FROM_DURAK)
    assert room.game is not None
    assert room.game.started.leader is None
    assert room.game.state.main == new_game(parse_rules(FROM_DURAK), SECRET, [b""] * 4, 4).main


def test_after_a_draw_the_cards_decide() -> None:
    room = over()
    assert room.game is not None
    drawn = room.game.state.changed(hands=((),) * 4, out=(Seat(0), Seat(1), Seat(2), Seat(3)))
    room = replace(room, game=replace(room.game, state=drawn))
    assert room.game is not None
    assert room.game.outcome == Outcome("draw")
    assert leader(room) is None


def test_a_game_that_was_given_up_leads_to_nothing() -> None:
    room = do(do(playing_room(4, FROM_DURAK), Leave(BORIS)), Leave(ANNA))
    assert leader(room, Sit(ANNA, "Anna", 0)) is None


@pytest.mark.parametrize(
    "changes",
    [
        [ChangeOptions(ANNA, "G2", None, None)],
        [ChangeOptions(ANNA, None, 5, None)],
        [ChangeOptions(ANNA, None, 3, None)],
        [ChangeOptions(ANNA, None, None, "random")],
        [SetLevel(ANNA, 3, "random")],
        [Sit(CLARA, "Clara", None)],
        [Leave(BORIS)],
        [Leave(ANNA), Leave(BORIS), Sit(ANNA, "Anna", 1), Sit(BORIS, "Boris", 0)],
    ],
    ids=[
        "rules",
        "more chairs",
        "fewer chairs",
        "other bots",
        "another bot",
        "somebody for a bot",
        "a bot",
        "seats",
    ],
)
def test_with_other_rules_players_or_seats_the_cards_decide(changes: list[Command]) -> None:
    assert leader(over(), *changes) is None


@pytest.mark.parametrize(
    "changes",
    [
        [Sit(BORIS, "Borya", 1)],
        [ChangeOptions(ANNA, "classic", None, None), ChangeOptions(ANNA, FROM_DURAK, None, None)],
        [ChangeOptions(ANNA, None, None, None, True)],
        [Leave(BORIS), Sit(BORIS, "Boris", 1)],
    ],
    ids=["a name", "rules and back", "seen cards", "out and in"],
)
def test_what_changes_neither_is_nothing(changes: list[Command]) -> None:
    room = over()
    assert leader(room, *changes) == (durak(room) + 1) % 4


def test_who_has_left_in_mid_game_is_not_who_the_game_was_played_by() -> None:
    room = do(playing_room(4, FROM_DURAK), Leave(BORIS))
    room = played_until(room, "over")
    assert leader(room) == (durak(room) + 1) % 4, "the bot that has stood in plays on"
    assert leader(room, Sit(BORIS, "Boris", 1)) is None
