"""What somebody may ask of a room. It may be refused; the id that makes it idempotent travels beside it."""

from dataclasses import dataclass

from durak import Seat
from web.rooms.events import PlayerId, SessionId

# The room and its options


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """Make the room and sit in its first chair; with a `secret` a game against bots starts at once.

    `rules` is a preset's name or a rules code. `seen_cards`: people too may look up what all have seen.
    `turn_seconds` is the clock, None for none; `watch` is `all` or `none`; `taught`: somebody's first game
    (`web.rooms.first_game`).
    """

    player: PlayerId
    name: str
    rules: str
    chairs: int
    bots: str
    secret: bytes | None
    seen_cards: bool = False
    turn_seconds: int | None = None
    watch: str = "all"
    public: bool = False
    chat: bool = False
    advice: bool | None = None
    pace: str = "normal"
    avatar: int = 0
    taught: bool = False


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """Choose rules, chairs, bots and so on; None leaves it as it is, `turn_seconds` 0 takes the clock off.

    What was played stays until the next deal.
    """

    player: PlayerId
    rules: str | None = None
    chairs: int | None = None
    bots: str | None = None
    seen_cards: bool | None = None
    turn_seconds: int | None = None
    watch: str | None = None
    public: bool | None = None
    chat: bool | None = None
    advice: bool | None = None
    pace: str | None = None


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Choose how well the bot plays that is, or will be, in this chair; None: as the options say."""

    player: PlayerId
    chair: int
    level: str | None


@dataclass(frozen=True, slots=True)
class MoveChair:
    """Let whoever is in the one chair change places with whoever is in the other."""

    player: PlayerId
    from_chair: int
    to_chair: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Send the player in this chair away, or the bot before a game."""

    player: PlayerId
    chair: int
    may_watch: bool


@dataclass(frozen=True, slots=True)
class HandOver:
    """Make the player in this chair the host."""

    player: PlayerId
    chair: int


# Chairs


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a chair, before a game also another; None means any free one. The own chair: be renamed.

    In mid game: be given a bot's chair at the next bout, or the first one that is free after the game.
    Nobody sits down beside one of the `blocked`. With his `session`, the asker is there at once.
    """

    player: PlayerId
    name: str
    chair: int | None
    avatar: int = 0
    blocked: frozenset[PlayerId] = frozenset()
    session: SessionId | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the chair up, or the place in the queue."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Forget:
    """Give everything up, and be `nobody` (an id of no one) called `name` in all that the room remembers."""

    player: PlayerId
    nobody: PlayerId
    name: str


# Who is there


@dataclass(frozen=True, slots=True)
class Arrive:
    """A member's socket has said hello: from now on this session plays for him."""

    player: PlayerId
    session: SessionId


@dataclass(frozen=True, slots=True)
class Depart:
    """That session has ended, or its worker has."""

    player: PlayerId
    session: SessionId


@dataclass(frozen=True, slots=True)
class StepAway:
    """Let a bot play for me until I come back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class ComeBack:
    """I play for myself again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class AskBot:
    """Let a bot play for the player in this chair, for whom the table waits far too long."""

    player: PlayerId
    chair: int


# A game


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


@dataclass(frozen=True, slots=True)
class Advise:
    """Note that I was advised, at this bout and this state of the table."""

    player: PlayerId
    bout: int
    table_ply: int


@dataclass(frozen=True, slots=True)
class Next:
    """Let the next bot move: alone among bots, where they move by tap."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Undo:
    """Take my last action back: alone among bots."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class GiveUp:
    """End the game without a durak: alone among bots."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Tick:
    """Do what the time asks for now. `secret` is as in Start, for a countdown that ends."""

    secret: bytes


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to everybody in the room: `say` is reaction, phrase or text, `what` its name or words."""

    player: PlayerId
    say: str
    what: str


HostCommand = OpenRoom | ChangeOptions | SetLevel | MoveChair | Remove | HandOver
MemberCommand = Sit | Leave | Forget | StepAway | ComeBack | AskBot | Say
GameCommand = Start | Play | BotPlay | Advise | Next | Undo | GiveUp | Tick
Command = HostCommand | MemberCommand | GameCommand | Arrive | Depart
