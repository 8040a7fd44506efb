"""What comes in as the JSON body of a request; parsed as strictly as the messages of a socket."""

from typing import Annotated

from pydantic import Field

from web.rooms.pace import Pace
from web.transport.fields import (
    Avatar,
    Chairs,
    Incoming,
    Level,
    Name,
    RoomName,
    RulesText,
    Seconds,
    ShortCode,
    Tag,
    Watch,
)


class GuestIn(Incoming):
    """POST /api/guest: be somebody, or be called otherwise; no `avatar`: that stays, or is drawn by lot."""

    name: Name
    avatar: Avatar | None = None


class RoomIn(Incoming):
    """POST /api/rooms: make a room; `play_now` deals at once, against bots."""

    rules: RulesText
    chairs: Chairs
    bots: Level
    play_now: bool
    seen_cards: bool = False
    turn_seconds: Seconds | None = None
    watch: Watch = "all"
    public: bool = False
    chat: bool = False
    advice: bool | None = None
    pace: Pace = "normal"


class NothingIn(Incoming):
    """A request that needs no more than to be made."""


class CodeIn(Incoming):
    """POST /api/join, /api/device/take: use a code."""

    code: ShortCode


class QuickIn(Incoming):
    """POST /api/quick: any public table, by these rules or any."""

    rules: RulesText | None


class PersonIn(Incoming):
    """POST /api/block: somebody in a room."""

    room: RoomName
    tag: Tag


class UnblockIn(Incoming):
    """DELETE /api/block: somebody in a room, or all whom I have blocked."""

    room: RoomName | None = None
    tag: Tag | None = None


class ReportIn(Incoming):
    """POST /api/report: somebody in a room, and why."""

    room: RoomName
    tag: Tag
    why: Annotated[str, Field(min_length=1, max_length=400)]
