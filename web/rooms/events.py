"""What did happen to a room: past tense, stored for good, impossible to refuse.

An event's JSON carries the schema number it was written under, so that a later program still reads it. A
field that came later has a default: what an event that was stored before it means.
`GameStarted` holds the secret of the deal: the log is as private as the cards.
"""

import json
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, get_args

from web.rooms.chair_events import (
    Arrived,
    BotSteppedIn,
    ChairClaimed,
    ChairEvent,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    ClockRanOut,
    CountdownStarted,
    CountdownStopped,
    Departed,
    PlaceGivenUp,
    PlayerBack,
    PlayerId,
    PlayerRemoved,
    PresenceEvent,
    Queued,
    SessionId,
    TimeEvent,
    TimeGivenBack,
)

__all__ = [
    "KINDS",
    "SCHEMA",
    "ActionTaken",
    "Advised",
    "Arrived",
    "BotSteppedIn",
    "ChairClaimed",
    "ChairEvent",
    "ChairLeft",
    "ChairTaken",
    "ChairsSwapped",
    "ClockRanOut",
    "CountdownStarted",
    "CountdownStopped",
    "Departed",
    "Event",
    "GameAborted",
    "GameDrawn",
    "GameEvent",
    "GameStarted",
    "HostChanged",
    "LevelSet",
    "NextCalled",
    "OptionsChanged",
    "PlaceGivenUp",
    "PlayerBack",
    "PlayerForgotten",
    "PlayerId",
    "PlayerRemoved",
    "PresenceEvent",
    "Queued",
    "RoomEvent",
    "RoomOpened",
    "Said",
    "SessionId",
    "TakenBack",
    "TimeEvent",
    "TimeGivenBack",
    "UnreadableEvent",
    "encode_event",
    "parse_event",
]

SCHEMA = 1


# The room and its options


@dataclass(frozen=True, slots=True)
class RoomOpened:
    """A player made the room and is its host; `taught`: to learn the game in it."""

    at: float
    host: PlayerId
    rules: str
    chairs: int
    bots: str
    solo: bool
    seen_cards: bool = False
    turn_seconds: int | None = None
    watch: str = "all"
    public: bool = False
    chat: bool = False
    advice: bool | None = None
    pace: str = "normal"
    taught: bool = False


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """The host chose other options: the whole set as it is now."""

    at: float
    rules: str
    chairs: int
    bots: str
    seen_cards: bool = False
    turn_seconds: int | None = None
    watch: str = "all"
    public: bool = False
    chat: bool = False
    advice: bool | None = None
    pace: str = "normal"


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The host's role went to another player, or to nobody: the next to sit down has it."""

    at: float
    host: PlayerId | None


@dataclass(frozen=True, slots=True)
class LevelSet:
    """The host chose how well the bot in this chair plays; None: as the room's options say."""

    at: float
    chair: int
    level: str | None


# A game


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Cards were dealt. Everything about the deal follows from `secret` (64 hex digits) and the salts.

    `bots` names the bot in each chair that no player holds; `leader` is the seat that opens because of the
    game before, if any. `commitment` is SHA-256 over the secret, made before any salt was taken.
    """

    at: float
    rules: str
    rules_version: int
    secret: str
    commitment: str
    salts: tuple[str, ...]
    leader: int | None
    bots: dict[str, str]


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """A seat did something in the running game; `action` is its text (`0:A:7H`)."""

    at: float
    action: str


@dataclass(frozen=True, slots=True)
class Advised:
    """The player in this seat was told what a strong bot would do in his place."""

    at: float
    seat: int


@dataclass(frozen=True, slots=True)
class NextCalled:
    """The only person at the table asked for the next move of a bot."""

    at: float
    player: PlayerId


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The only person at the table took his last action back: the game keeps its first `actions`."""

    at: float
    actions: int


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The room ended the game without a durak; why is a code."""

    at: float
    reason: str


@dataclass(frozen=True, slots=True)
class GameDrawn:
    """The room ended the game as a draw; why is a code."""

    at: float
    reason: str


@dataclass(frozen=True, slots=True)
class Said:
    """A member said something: a reaction or a phrase by its name, or a text of his own."""

    at: float
    player: PlayerId
    name: str
    say: str
    what: str


@dataclass(frozen=True, slots=True)
class PlayerForgotten:
    """Somebody took back who he was: the events before this one were written anew with a mask in his place.

    Whoever remembers the room from before has to read all of its log again.
    """

    at: float


RoomEvent = RoomOpened | OptionsChanged | HostChanged | LevelSet | Said | PlayerForgotten
GameEvent = GameStarted | ActionTaken | Advised | NextCalled | TakenBack | GameAborted | GameDrawn
Event = RoomEvent | ChairEvent | PresenceEvent | TimeEvent | GameEvent

KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}


class UnreadableEvent(Exception):
    """A stored event is not one that this program knows."""


def encode_event(event: Event) -> str:
    """Return the event as one line of JSON."""
    return json.dumps(
        {"kind": type(event).__name__, "schema": SCHEMA, **asdict(event)}, separators=(",", ":")
    )


def parse_event(text: str) -> Event:
    """Return the event that `encode_event` wrote. Raises UnreadableEvent; its message names no card."""
    stored: dict[str, Any] = json.loads(text)
    kind, schema = stored.pop("kind", None), stored.pop("schema", None)
    known = KINDS.get(kind)
    if known is None or schema != SCHEMA or not _needed(known) <= stored.keys() <= _known(known):
        raise UnreadableEvent(f"kind {kind!r} of schema {schema!r}")
    if known is GameStarted:
        stored["salts"] = tuple(stored["salts"])
    return known(**stored)


def _known(kind: type[Event]) -> set[str]:
    return {field.name for field in fields(kind)}


def _needed(kind: type[Event]) -> set[str]:
    return {field.name for field in fields(kind) if field.default is MISSING}
