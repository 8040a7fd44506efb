"""A room, folded from its events by `web.rooms.evolve`.

    events ──evolve──▶ Room ──room_view──▶ what one viewer may know
       ▲                │
       └────decide◀─────┘◀── command

The room keeps the count of views that each viewer is due, so that a number on the wire never jumps over
something its viewer may not know of (a pass), and the last stretch of the story, which `room_view` redacts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from durak import Seat
from web.rooms.events import PlayerId, SessionId
from web.rooms.game import Game
from web.rooms.ports import Version
from web.rooms.story import Spoken, Told

Value = TypeVar("Value")


def _nothing() -> Mapping[PlayerId, Value]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Chair:
    """A place in the room: a player's, a bot's (`player` None, `name` set), or empty (both None).

    `level` is how well the bot plays that is, or will be, in it, None as the options say; `held` why a bot
    plays for its player, None if he does himself.
    """

    player: PlayerId | None = None
    name: str | None = None
    avatar: int = 0
    level: str | None = None
    held: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.player is None and self.name is not None

    @property
    def is_moved_by_bot(self) -> bool:
        """Whether a bot plays here, its own game or its player's."""
        return self.is_bot or self.held is not None


@dataclass(frozen=True, slots=True)
class Latecomer:
    """Who has no chair yet: he will have a bot's `chair` after this bout, or is in the queue (None)."""

    player: PlayerId
    name: str
    avatar: int
    chair: int | None


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a player is there: the session that plays for him, None while he is away; and since when."""

    session: SessionId | None
    since: float


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of a player in this room's finished games."""

    games: int = 0
    durak: int = 0
    draws: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chose; `solo` and `taught` are how the room was made.

    `rules` is a preset's name where the rules have one, else their code; `bots` the bots' level;
    `seen_cards` whether people, like bots, are told what all have seen go to a hand; `turn_seconds` the
    clock, None for none; `watch` who may watch a game, `all` or `none`; `chat` whether people may write;
    `advice` whether whoever plays may ask what a strong bot would do in his place, None as long as one plays
    alone; `pace` how long bots pause (`web.rooms.pace`); `taught` that the page is to teach the game
    (`web.rooms.first_game`).
    """

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
class Room:
    """Everything the log says of a room."""

    version: Version = Version(0)
    options: Options = Options("classic", 2, "careful", False)
    host: PlayerId | None = None
    chairs: tuple[Chair, ...] = ()
    latecomers: tuple[Latecomer, ...] = ()
    game: Game | None = None
    games: int = 0
    tally: Mapping[PlayerId, Tally] = field(default_factory=_nothing)
    presence: Mapping[PlayerId, Presence] = field(default_factory=_nothing)
    removed: Mapping[PlayerId, bool] = field(default_factory=_nothing)
    """Whom the host has sent away, and whether he may watch."""
    resumed_at: float = 0.0
    """When somebody was there again after nobody was: no time runs while nobody plays."""
    countdown: float | None = None
    """When cards will be dealt because everybody is there."""
    due_to_all: int = 0
    due_to_one: Mapping[PlayerId, int] = field(default_factory=_nothing)
    story: tuple[Told, ...] = ()
    said: tuple[Spoken, ...] = ()

    @property
    def phase(self) -> str:
        """Return `waiting`, `playing` or `over`."""
        if self.game is None:
            return "waiting"
        return "playing" if self.game.outcome is None else "over"

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """The players in the chairs, in chair order."""
        return tuple(chair.player for chair in self.chairs if chair.player is not None)

    @property
    def members(self) -> tuple[PlayerId, ...]:
        """The players in the chairs and those who wait for one."""
        return (*self.people, *(latecomer.player for latecomer in self.latecomers))

    @property
    def is_solo(self) -> bool:
        """Whether one person plays here, alone among bots: for him alone time stands still."""
        return self.options.solo and len(self.members) == 1

    @property
    def has_advice(self) -> bool:
        """Whether whoever plays may ask for advice."""
        return self.is_solo if self.options.advice is None else self.options.advice

    @property
    def is_active(self) -> bool:
        """Whether somebody is there for whom no bot plays; else the room sleeps, and nothing is due."""
        playing = (chair.player for chair in self.chairs if chair.player is not None and chair.held is None)
        return any(map(self.is_present, playing)) or any(
            self.is_present(latecomer.player) for latecomer in self.latecomers
        )

    def chair_of(self, player: PlayerId | None) -> int | None:
        """Return the number of the player's chair, None for a watcher."""
        return next((i for i, chair in enumerate(self.chairs) if player and chair.player == player), None)

    def latecomer(self, player: PlayerId | None) -> Latecomer | None:
        """Return the player's claim or place in the queue, if he has one."""
        return next((late for late in self.latecomers if late.player == player), None)

    def seat_of(self, player: PlayerId | None) -> Seat | None:
        """Return the player's seat in the game on the table, None for a watcher."""
        if self.game is None or player is None:
            return None
        seats = (Seat(i) for i, sitter in enumerate(self.game.sitters) if sitter.player == player)
        return next(seats, None)

    def session_of(self, player: PlayerId | None) -> SessionId | None:
        """Return the session that plays for the player now."""
        presence = self.presence.get(player) if player is not None else None
        return None if presence is None else presence.session

    def is_present(self, player: PlayerId) -> bool:
        """Tell whether a session plays for the player."""
        return self.session_of(player) is not None

    def away_since(self, player: PlayerId) -> float | None:
        """Return since when a member is away, None if he is there."""
        presence = self.presence.get(player)
        if presence is None:
            return 0.0
        return None if presence.session is not None else presence.since

    def is_away_for(self, player: PlayerId, seconds: float, now: float) -> bool:
        """Tell whether a member has been away for so long."""
        since = self.away_since(player)
        return since is not None and now - since >= seconds

    def may_watch(self, viewer: PlayerId | None) -> bool:
        """Tell whether the viewer may see a running game."""
        if self.chair_of(viewer) is not None:
            return True
        is_welcome = viewer is None or self.removed.get(viewer, True)
        return self.options.watch == "all" and is_welcome

    def views_due(self, viewer: PlayerId | None) -> int:
        """Return how many views this viewer has been due: the `v` on the wire."""
        return self.due_to_all + (self.due_to_one.get(viewer, 0) if viewer else 0)
