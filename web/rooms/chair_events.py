"""What did happen to the places in a room: who took which, who is there, and what their time does.

The other half of `web.rooms.events`, from which everybody imports.
"""

from dataclasses import dataclass
from typing import NewType

PlayerId = NewType("PlayerId", str)
SessionId = NewType("SessionId", str)
"""One socket's hold on a member's place: `<worker>.<random>`, made by the server, told to nobody."""


# Chairs


@dataclass(frozen=True, slots=True)
class ChairTaken:
    """A player sat down; in a chair that was his already, under another name or picture."""

    at: float
    chair: int
    player: PlayerId
    name: str
    avatar: int = 0


@dataclass(frozen=True, slots=True)
class ChairLeft:
    """A player or bot stood up; in a running game a bot named `stand_in` plays on, from the same cards."""

    at: float
    chair: int
    stand_in: str | None


@dataclass(frozen=True, slots=True)
class ChairsSwapped:
    """Whoever was in these two chairs, if anybody, changed places."""

    at: float
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """The host sent a player away for good; `stand_in` is as in ChairLeft."""

    at: float
    chair: int
    player: PlayerId
    may_watch: bool
    stand_in: str | None


@dataclass(frozen=True, slots=True)
class ChairClaimed:
    """A latecomer will have this bot's chair as soon as the bout is over."""

    at: float
    chair: int
    player: PlayerId
    name: str
    avatar: int


@dataclass(frozen=True, slots=True)
class Queued:
    """A latecomer will have the first chair that is free after the game."""

    at: float
    player: PlayerId
    name: str
    avatar: int


@dataclass(frozen=True, slots=True)
class PlaceGivenUp:
    """A latecomer waits no more."""

    at: float
    player: PlayerId


# Who is there


@dataclass(frozen=True, slots=True)
class Arrived:
    """A member is there, and this is the session that plays for him."""

    at: float
    player: PlayerId
    session: SessionId


@dataclass(frozen=True, slots=True)
class Departed:
    """A player's session ended: his network, his device, or our worker."""

    at: float
    player: PlayerId
    session: SessionId


@dataclass(frozen=True, slots=True)
class BotSteppedIn:
    """A bot plays for the player in this chair; `why` is away, clocks, asked or stepped_away."""

    at: float
    chair: int
    why: str


@dataclass(frozen=True, slots=True)
class PlayerBack:
    """The player in this chair plays for himself again."""

    at: float
    chair: int


# Time


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """A player's time was over, so the server did this for him."""

    at: float
    chair: int
    action: str


@dataclass(frozen=True, slots=True)
class TimeGivenBack:
    """We were not there for a while: everybody has his whole time again."""

    at: float


@dataclass(frozen=True, slots=True)
class CountdownStarted:
    """All chairs are taken by players who are there: at `starts_at` cards will be dealt."""

    at: float
    starts_at: float


@dataclass(frozen=True, slots=True)
class CountdownStopped:
    """They are not any more."""

    at: float


ChairEvent = ChairTaken | ChairLeft | ChairsSwapped | PlayerRemoved | ChairClaimed | Queued | PlaceGivenUp
PresenceEvent = Arrived | Departed | BotSteppedIn | PlayerBack
TimeEvent = ClockRanOut | TimeGivenBack | CountdownStarted | CountdownStopped
