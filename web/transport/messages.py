"""The protocol, and its only definition: what comes in over a socket or as JSON, and what goes out.

Parsing is strict: an unknown key, kind or type is refused. `static/js/types.js` mirrors this file.
"""

from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

PROTOCOL = 1

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Level = Annotated[str, Field(min_length=1, max_length=40)]
RulesText = Annotated[str, Field(min_length=1, max_length=80)]
"""A preset's name or a rules code; with every option otherwise, a code has some seventy characters."""
Chairs = Annotated[int, Field(ge=0, le=99)]
Count = Annotated[int, Field(ge=0, le=1_000_000_000)]


class _In(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Hello(_In):
    """The first message of a socket; `v` is the last view seen, 0 for none."""

    t: Literal["hello"]
    protocol: Count
    v: Count


class PlayIn(_In):
    """An action, aimed at this bout and this state of the table."""

    t: Literal["play"]
    id: Id
    action: Annotated[str, Field(min_length=3, max_length=40)]
    bout: Count
    table_ply: Count


class SitIn(_In):
    """Take a chair, null for any."""

    t: Literal["sit"]
    id: Id
    chair: Chairs | None


class LeaveIn(_In):
    """Give the chair up."""

    t: Literal["leave"]
    id: Id


class OptionsIn(_In):
    """Choose rules, chairs, bots; what is left out stays."""

    t: Literal["options"]
    id: Id
    rules: RulesText | None = None
    chairs: Chairs | None = None
    bots: Level | None = None
    seen_cards: bool | None = None


class StartIn(_In):
    """Deal."""

    t: Literal["start"]
    id: Id


class Ping(_In):
    """Are you there, and what am I due?"""

    t: Literal["ping"]


CommandIn = PlayIn | SitIn | LeaveIn | OptionsIn | StartIn
MessageIn = Annotated[Hello | CommandIn | Ping, Field(discriminator="t")]

_MESSAGE_IN: TypeAdapter[Hello | CommandIn | Ping] = TypeAdapter(MessageIn)


class GuestIn(_In):
    """POST /api/guest: be somebody, or be called otherwise."""

    name: Name


class RoomIn(_In):
    """POST /api/rooms: make a room; `play_now` deals at once, against bots."""

    rules: RulesText
    chairs: Chairs
    bots: Level
    play_now: bool
    seen_cards: bool = False


def parse_message(text: str) -> Hello | CommandIn | Ping:
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


def pong_out(v: int) -> str:
    """`pong`: the view last due to this viewer."""
    return _out({"t": "pong", "v": v})


def bye_out(code: str) -> str:
    """`bye`: why the socket is about to close."""
    return _out({"t": "bye", "code": code})


def _out(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()
