"""Catches: a page about the protocol that says something else than the server does."""

import json
import re
from pathlib import Path
from typing import Any, get_args

from durak import encode_action, legal_actions
from tests.tools.test_readme import README, rows
from web.rooms.chair_events import PlayerId, SessionId
from web.rooms.commands import Arrive, Command, OpenRoom, Play, Say, Sit, Start
from web.rooms.decide import decide
from web.rooms.evolve import fold
from web.rooms.ports import Batch, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view
from web.transport import play_socket
from web.transport.messages import PROTOCOL, AskIn, Hello, Ping, parse_message, view_out

SECTION = README[README.index("## The protocol") :]
HEARD, SAID, VIEW = re.findall(r"^```json\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)[:3]

ANNA, BORIS = PlayerId("anna"), PlayerId("boris")


def test_every_message_to_the_server_has_an_example_that_it_understands() -> None:
    examples = [parse_message(line) for line in HEARD.splitlines()]
    assert {type(example) for example in examples} == {Hello, Ping, *get_args(AskIn)}
    assert f"protocol {PROTOCOL}." in SECTION
    assert all(example.protocol == PROTOCOL for example in examples if isinstance(example, Hello))


def test_every_field_of_a_message_is_in_its_example() -> None:
    for line in HEARD.splitlines():
        message = parse_message(line)
        assert json.loads(line).keys() == type(message).model_fields.keys(), message.t


def test_every_message_to_a_browser_has_an_example() -> None:
    defined = Path(play_socket.__file__).with_name("messages.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'"t": "(\w+)"', defined))
    assert {json.loads(line)["t"] for line in SAID.splitlines()} | {json.loads(VIEW)["t"]} == kinds


def test_the_view_has_the_keys_of_a_real_one() -> None:
    example, real = json.loads(VIEW), json.loads(real_view())
    assert shape(example) == shape(real)


def test_every_goodbye_has_its_row() -> None:
    told = {
        (code, word)
        for codes, words, _ in rows("| a socket ends with |")
        for code in codes.split(", ")
        for word in re.findall(r"`(\w+)`", words)
    }
    assert {(str(code), word) for word, code in play_socket.GOODBYES.items()} <= told


def shape(message: dict[str, Any]) -> dict[str, set[str]]:
    """Return the keys of a view and of the objects in it that always have the same ones."""
    room, game = message["room"], message["game"]
    parts = {
        "view": message,
        "room": room,
        "chair": room["chairs"][0],
        "tally": room["chairs"][0]["tally"],
        "you": room["you"],
        "queue": room["queue"][0],
        "said": room["said"][0],
        "game": game,
        "sitter": game["sitters"][0],
    }
    return {name: set(part) for name, part in parts.items()}


def real_view() -> str:
    """Return the view that the defender of a running game with a latecomer has."""
    room = Room()
    for command in (
        OpenRoom(ANNA, "Anna", "classic", 2, "careful", None),
        Arrive(ANNA, SessionId("w.1")),
        Sit(BORIS, "Boris", None, session=SessionId("w.2")),
        Say(ANNA, "phrase", "hello"),
        Start(ANNA, bytes(32)),
        Sit(PlayerId("vera"), "Vera", None),
    ):
        room = after(room, command)
    assert room.game is not None
    state = room.game.state
    leader, action = (ANNA, BORIS)[state.main], legal_actions(state, state.main)[0]
    room = after(room, Play(leader, encode_action(action), state.bout, state.table_ply))
    view = room_view(RoomId("room"), room, (ANNA, BORIS)[state.defender], "Boris", 3.0, first=True)
    return view_out(2, 1, view, [])


def after(room: Room, command: Command) -> Room:
    """Return the room after the command."""
    events = decide(room, command, now=1.0)
    return fold(room, [Batch(Version(room.version + 1), events)])
