"""Catches a message that asks for something else than it says, or for somebody else."""

import json
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from tests.fake_clock import FakeClock
from web.rooms import commands
from web.rooms.events import PlayerId, SessionId
from web.rooms.ports import Player, RoomId
from web.rooms.refusals import Refused
from web.transport.hub import Connection, Visitor, _Watched
from web.transport.messages import CommandIn, parse_message
from web.transport.orders import command_of

ANNA, EVE = PlayerId("anna"), PlayerId("eve")
SESSION = SessionId("worker.session")


def connection(player: Player | None) -> Connection:
    return Connection(RoomId("room"), Visitor(SESSION, player), _Watched(), FakeClock())


def asked(message: dict[str, Any], player: Player | None = Player(ANNA, "Anna", 3)) -> commands.Command:  # noqa: B008
    parsed = parse_message(json.dumps({"id": "c1", **message}))
    assert isinstance(parsed, CommandIn)
    return command_of(parsed, connection(player), frozenset({EVE}))


ORDERS: list[tuple[dict[str, Any], commands.Command]] = [
    (
        {"t": "play", "action": "0:A:7H", "bout": 3, "table_ply": 17},
        commands.Play(ANNA, "0:A:7H", 3, 17),
    ),
    ({"t": "sit", "chair": 2}, commands.Sit(ANNA, "Anna", 2, 3, frozenset({EVE}), SESSION)),
    ({"t": "sit", "chair": None}, commands.Sit(ANNA, "Anna", None, 3, frozenset({EVE}), SESSION)),
    ({"t": "leave"}, commands.Leave(ANNA)),
    ({"t": "options"}, commands.ChangeOptions(ANNA)),
    (
        {"t": "options", "rules": "T1", "chairs": 4, "bots": "random", "seen_cards": True},
        commands.ChangeOptions(ANNA, "T1", 4, "random", True),
    ),
    (
        {
            "t": "options",
            "turn_seconds": 0,
            "watch": "none",
            "public": False,
            "chat": True,
            "advice": True,
            "pace": "fast",
        },
        commands.ChangeOptions(
            ANNA, turn_seconds=0, watch="none", public=False, chat=True, advice=True, pace="fast"
        ),
    ),
    ({"t": "step_away"}, commands.StepAway(ANNA)),
    ({"t": "come_back"}, commands.ComeBack(ANNA)),
    ({"t": "ask_bot", "chair": 1}, commands.AskBot(ANNA, 1)),
    ({"t": "level", "chair": 1, "level": "random"}, commands.SetLevel(ANNA, 1, "random")),
    ({"t": "level", "chair": 1, "level": None}, commands.SetLevel(ANNA, 1, None)),
    ({"t": "move_chair", "from_chair": 1, "to_chair": 2}, commands.MoveChair(ANNA, 1, 2)),
    ({"t": "remove", "chair": 1, "may_watch": True}, commands.Remove(ANNA, 1, True)),
    ({"t": "hand_over", "chair": 1}, commands.HandOver(ANNA, 1)),
    ({"t": "say", "kind": "reaction", "what": "wow"}, commands.Say(ANNA, "reaction", "wow")),
    ({"t": "say", "kind": "text", "what": " Hi\u202e \n you "}, commands.Say(ANNA, "text", "Hi you")),
    ({"t": "next"}, commands.Next(ANNA)),
    ({"t": "undo"}, commands.Undo(ANNA)),
    ({"t": "give_up"}, commands.GiveUp(ANNA)),
]


@pytest.mark.parametrize(("message", "command"), ORDERS, ids=lambda each: str(each)[:40])
def test_what_a_message_asks_for(message: dict[str, Any], command: commands.Command) -> None:
    assert asked(message) == command


def test_a_deal_brings_a_fresh_secret() -> None:
    one, other = asked({"t": "start"}), asked({"t": "start"})
    assert isinstance(one, commands.Start)
    assert isinstance(other, commands.Start)
    assert (one.player, len(one.secret)) == (ANNA, 32)
    assert one.secret != other.secret


def test_no_message_is_left_out() -> None:
    kinds = {get_args(kind.model_fields["t"].annotation)[0] for kind in get_args(CommandIn)}
    assert kinds == {message["t"] for message, _ in ORDERS} | {"start"}


@pytest.mark.parametrize("message", [message for message, _ in ORDERS], ids=lambda each: str(each)[:40])
def test_a_visitor_who_is_nobody_asks_for_nothing(message: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="not_a_guest"):
        asked(message, None)


@pytest.mark.parametrize(
    "more",
    [
        {"player": "eve"},
        {"seat": 1},
        {"session": "worker.other"},
        {"secret": "00" * 32},
        {"blocked": []},
        {"avatar": 3},
        {"name": "Eve"},
    ],
)
def test_nothing_can_be_slipped_into_a_message(more: dict[str, Any]) -> None:
    for message, _ in ORDERS:
        with pytest.raises(ValidationError):
            asked(message | more)


@pytest.mark.parametrize(
    "message",
    [
        {"t": "options", "turn_seconds": -1},
        {"t": "options", "turn_seconds": 601},
        {"t": "options", "turn_seconds": True},
        {"t": "options", "watch": "friends"},
        {"t": "options", "public": 1},
        {"t": "say", "kind": "song", "what": "la"},
        {"t": "say", "kind": "text", "what": ""},
        {"t": "say", "kind": "text", "what": "x" * 401},
        {"t": "remove", "chair": 1},
        {"t": "remove", "chair": -1, "may_watch": True},
        {"t": "ask_bot", "chair": None},
        {"t": "move_chair", "from_chair": 1},
        {"t": "level", "chair": 1},
    ],
)
def test_what_is_malformed_is_no_message(message: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        asked(message)


def test_words_without_anything_in_them_are_refused() -> None:
    with pytest.raises(Refused, match="bad_message"):
        asked({"t": "say", "kind": "text", "what": "\u200b\u2060"})
