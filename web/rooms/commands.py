"""What somebody may ask of a room. It may be refused; the id that makes it idempotent travels beside it."""

from dataclasses import dataclass

from durak import Seat
from web.rooms.events import PlayerId


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """Make the room and sit in its first chair; with a `secret` a game against bots starts at once.

    `rules` is a preset's name or a rules code. `seen_cards`: people too may look up what all have seen.
    """

    player: PlayerId
    name: str
    rules: str
    chairs: int
    bots: str
    secret: bytes | None
    seen_cards: bool = False


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a chair, before a game also another; None means any free one. The own chair: be renamed."""

    player: PlayerId
    name: str
    chair: int | None


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the chair up."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """Choose rules, chairs or bots; None leaves it as it is. What was played stays until the next deal."""

    player: PlayerId
    rules: str | None
    chairs: int | None
    bots: str | None
    seen_cards: bool | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Deal a game; bots fill the empty chairs. `secret` is 32 fresh bytes of the server's."""

    player: PlayerId
    secret: bytes


@dataclass(frozen=True, slots=True)
class Play:
    """Do something in the running game, aimed at this bout and this state of the table."""

    player: PlayerId
    action: str
    bout: int
    table_ply: int


@dataclass(frozen=True, slots=True)
class BotPlay:
    """The same for a seat that a bot controls."""

    seat: Seat
    action: str
    bout: int
    table_ply: int


Command = OpenRoom | Sit | Leave | ChangeOptions | Start | Play | BotPlay
