"""The protocol, and its only definition: what comes in over a socket, and what goes out.

Parsing is strict: an unknown key, kind or type is refused. `static/js/types.js` mirrors this file; the bodies
of HTTP requests are in `bodies.py`.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field, TypeAdapter

from web.rooms.pace import Pace
from web.transport.fields import Chairs, Count, Id, Incoming, Level, RulesText, Seconds, Watch

PROTOCOL = 2


class Hello(Incoming):
    """The first message of a socket; `v` is the last view seen, 0 for none."""

    t: Literal["hello"]
    protocol: Count
    v: Count


class PlayIn(Incoming):
    """An action, aimed at this bout and this state of the table."""

    t: Literal["play"]
    id: Id
    action: Annotated[str, Field(min_length=3, max_length=40)]
    bout: Count
    table_ply: Count


class SitIn(Incoming):
    """Take a chair, null for any."""

    t: Literal["sit"]
    id: Id
    chair: Chairs | None


class LeaveIn(Incoming):
    """Give the chair up, or the place in the queue."""

    t: Literal["leave"]
    id: Id


class OptionsIn(Incoming):
    """Choose rules, chairs, bots and so on; what is left out stays."""

    t: Literal["options"]
    id: Id
    rules: RulesText | None = None
    chairs: Chairs | None = None
    bots: Level | None = None
    seen_cards: bool | None = None
    turn_seconds: Seconds | None = None
    watch: Watch | None = None
    public: bool | None = None
    chat: bool | None = None
    advice: bool | None = None
    pace: Pace | None = None


class StartIn(Incoming):
    """Deal."""

    t: Literal["start"]
    id: Id


class StepAwayIn(Incoming):
    """Let a bot play for me."""

    t: Literal["step_away"]
    id: Id


class ComeBackIn(Incoming):
    """I play for myself again."""

    t: Literal["come_back"]
    id: Id


class AskBotIn(Incoming):
    """Let a bot play for whoever the table waits for too long."""

    t: Literal["ask_bot"]
    id: Id
    chair: Chairs


class LevelIn(Incoming):
    """Choose how well a chair's bot plays, null for what the room says."""

    t: Literal["level"]
    id: Id
    chair: Chairs
    level: Level | None


class MoveChairIn(Incoming):
    """Let two chairs change places."""

    t: Literal["move_chair"]
    id: Id
    from_chair: Chairs
    to_chair: Chairs


class RemoveIn(Incoming):
    """Send somebody away."""

    t: Literal["remove"]
    id: Id
    chair: Chairs
    may_watch: bool


class HandOverIn(Incoming):
    """Make somebody else the host."""

    t: Literal["hand_over"]
    id: Id
    chair: Chairs


class SayIn(Incoming):
    """Say something; `what` names a reaction or a phrase, or is the text itself."""

    t: Literal["say"]
    id: Id
    kind: Literal["reaction", "phrase", "text"]
    what: Annotated[str, Field(min_length=1, max_length=400)]


class NextIn(Incoming):
    """Let the next bot move."""

    t: Literal["next"]
    id: Id


class UndoIn(Incoming):
    """Take my last action back."""

    t: Literal["undo"]
    id: Id


class GiveUpIn(Incoming):
    """End the game."""

    t: Literal["give_up"]
    id: Id


class AdviseIn(Incoming):
    """What would a strong bot do in my place?"""

    t: Literal["advise"]
    id: Id


class Ping(Incoming):
    """Are you there, and what am I due?"""

    t: Literal["ping"]


HostIn = OptionsIn | StartIn | LevelIn | MoveChairIn | RemoveIn | HandOverIn
MemberIn = LeaveIn | StepAwayIn | ComeBackIn | AskBotIn | SayIn
GameIn = PlayIn | NextIn | UndoIn | GiveUpIn
CommandIn = SitIn | HostIn | MemberIn | GameIn
AskIn = CommandIn | AdviseIn
MessageIn = Annotated[Hello | AskIn | Ping, Field(discriminator="t")]

_MESSAGE_IN: TypeAdapter[Hello | AskIn | Ping] = TypeAdapter(MessageIn)


def parse_message(text: str) -> Hello | AskIn | Ping:
    """Return the message. Raises pydantic.ValidationError."""
    return _MESSAGE_IN.validate_json(text)


def protocol_of(text: str) -> int | None:
    """Return the protocol that a hello speaks, whatever else is in it, or None if none can be read."""
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    protocol = message.get("protocol") if isinstance(message, dict) else None
    return protocol if isinstance(protocol, int) else None


def view_out(v: int, after: int | None, view: dict[str, Any], happened: list[dict[str, Any]]) -> str:
    """`view`: everything this viewer may know now, and the story of what led here from view `after`."""
    return _out({"t": "view", "v": v, "after": after, **view, "happened": happened})


def ok_out(command_id: str) -> str:
    """`ok`: the command is done, for good."""
    return _out({"t": "ok", "id": command_id})


def refused_out(command_id: str | None, code: str, facts: dict[str, Any]) -> str:
    """`refused`: the command cannot be, and changed nothing."""
    return _out({"t": "refused", "id": command_id, "code": code, "facts": facts})


def advice_out(command_id: str, v: int, moves: list[Mapping[str, Any]]) -> str:
    """`advice`: the moves worth a thought in view `v`, the best first; to whoever asked alone."""
    return _out({"t": "advice", "id": command_id, "v": v, "moves": moves})


def pong_out(v: int) -> str:
    """`pong`: the view last due to this viewer."""
    return _out({"t": "pong", "v": v})


def bye_out(code: str) -> str:
    """`bye`: why the socket is about to close."""
    return _out({"t": "bye", "code": code})


def _out(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()
