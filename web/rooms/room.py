"""A room, folded from its events. `evolve` cannot refuse: what is in the log did happen.

    events ──evolve──▶ Room ──room_view──▶ what one viewer may know
       ▲                │
       └────decide◀─────┘◀── command

The room keeps the count of views that each viewer is due, so that a number on the wire never jumps over
something its viewer may not know of (a pass), and the last stretch of the story, which `room_view` redacts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import assert_never

from durak import (
    Happening,
    Outcome,
    Record,
    Seat,
    State,
    apply,
    dealt,
    encode_record,
    happened,
    new_game,
    outcome,
    parse_action,
    parse_rules,
    story_for,
)
from web.rooms.events import (
    ActionTaken,
    ChairLeft,
    ChairTaken,
    Event,
    GameAborted,
    GameStarted,
    HostChanged,
    OptionsChanged,
    PlayerId,
    RoomOpened,
)
from web.rooms.ports import Batch, Version

STORY_KEPT = 48
"""How many steps of the story a room remembers: more than a browser can fall behind and still want a film."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A place in the room: a player's, a bot's (`player` None, `name` set), or empty (both None)."""

    player: PlayerId | None = None
    name: str | None = None

    @property
    def is_bot(self) -> bool:
        return self.player is None and self.name is not None


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chose; `solo` is how the room was made.

    `rules` is a preset's name where the rules have one, else their code; `bots` the bots' level;
    `seen_cards` whether people, like bots, are told what all have seen go to a hand.
    """

    rules: str
    chairs: int
    bots: str
    solo: bool
    seen_cards: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """The game on the table, or the one just finished. Seat i was chair i at the deal.

    `sitters` has the chairs as they concern the game: after its end people come and go, but whose hand was
    whose, and who is the durak, stays as it was.
    """

    started: GameStarted
    state: State
    sitters: tuple[Chair, ...]
    level: str
    """How well its bots play; the room's options may have changed since."""
    actions: tuple[str, ...] = ()
    changed_at: float = 0.0
    """When everybody last saw something happen: what bots' pauses count from."""

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self.state)

    @property
    def secret(self) -> bytes:
        return bytes.fromhex(self.started.secret)


@dataclass(frozen=True, slots=True)
class Told:
    """One step of the story, unredacted, and the version that told it."""

    version: Version
    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """Everything the log says of a room."""

    version: Version = Version(0)
    options: Options = Options("classic", 2, "careful", False)
    host: PlayerId | None = None
    chairs: tuple[Chair, ...] = ()
    game: Game | None = None
    games: int = 0
    due_to_all: int = 0
    due_to_one: Mapping[PlayerId, int] = field(default_factory=lambda: MappingProxyType({}))
    story: tuple[Told, ...] = ()

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

    def chair_of(self, player: PlayerId | None) -> int | None:
        """Return the number of the player's chair, None for a watcher."""
        return next((i for i, chair in enumerate(self.chairs) if player and chair.player == player), None)

    def seat_of(self, player: PlayerId | None) -> Seat | None:
        """Return the player's seat in the game on the table, None for a watcher."""
        if self.game is None or player is None:
            return None
        seats = (Seat(i) for i, sitter in enumerate(self.game.sitters) if sitter.player == player)
        return next(seats, None)

    def views_due(self, viewer: PlayerId | None) -> int:
        """Return how many views this viewer has been due: the `v` on the wire."""
        return self.due_to_all + (self.due_to_one.get(viewer, 0) if viewer else 0)


def fold(room: Room, batches: Iterable[Batch]) -> Room:
    """Return the room after these batches of its log."""
    for batch in batches:
        for event in batch.events:
            room = evolve(room, event)
        room = replace(room, version=batch.version)
    return room


def evolve(room: Room, event: Event) -> Room:
    """Return the room after one event."""
    match event:
        case RoomOpened():
            options = Options(event.rules, event.chairs, event.bots, event.solo, event.seen_cards)
            return _seen_by_all(
                replace(room, options=options, host=event.host, chairs=(Chair(),) * event.chairs)
            )
        case ChairTaken():
            return _seen_by_all(_sit(room, event))
        case ChairLeft():
            return _seen_by_all(_leave(room, event))
        case HostChanged():
            return _seen_by_all(replace(room, host=event.host))
        case OptionsChanged():
            # What was played stays on the table until the next deal.
            options = Options(event.rules, event.chairs, event.bots, room.options.solo, event.seen_cards)
            chairs = (*room.chairs, *(Chair(),) * event.chairs)[: event.chairs]
            return _seen_by_all(replace(room, options=options, chairs=chairs))
        case GameStarted():
            return _start(room, event)
        case ActionTaken():
            return _act(room, event)
        case GameAborted():
            chairs = tuple(chair if chair.player else Chair() for chair in room.chairs)
            return _seen_by_all(replace(room, game=None, chairs=chairs, story=()))
        case _:
            assert_never(event)


def record_of(game: Game) -> str:
    """Return the game so far as a record."""
    started = game.started
    leader = None if started.leader is None else Seat(started.leader)
    return encode_record(
        Record(
            rules=parse_rules(started.rules),
            version=started.rules_version,
            secret=game.secret,
            salts=tuple(bytes.fromhex(salt) for salt in started.salts),
            seats=len(started.salts),
            leader=leader,
            actions=tuple(parse_action(text) for text in game.actions),
        )
    )


def _start(room: Room, event: GameStarted) -> Room:
    chairs = tuple(
        replace(chair, name=event.bots[str(i)]) if str(i) in event.bots else chair
        for i, chair in enumerate(room.chairs)
    )
    salts = [bytes.fromhex(salt) for salt in event.salts]
    leader = None if event.leader is None else Seat(event.leader)
    state = new_game(parse_rules(event.rules), bytes.fromhex(event.secret), salts, len(salts), leader)
    game = Game(event, state, sitters=chairs, level=room.options.bots, changed_at=event.at)
    told = Told(_next_version(room), dealt(state))
    return _seen_by_all(replace(room, chairs=chairs, game=game, story=(told,)))


def _sit(room: Room, event: ChairTaken) -> Room:
    chair = Chair(event.player, event.name)
    if room.game is not None and (seat := room.seat_of(event.player)) is not None:
        # A new name is a new name in the game, too, whichever chair he now has.
        room = replace(room, game=replace(room.game, sitters=_replaced(room.game.sitters, seat, chair)))
    return _with_chair(room, event.chair, chair)


def _leave(room: Room, event: ChairLeft) -> Room:
    chair = Chair(None, event.stand_in)
    if room.game is not None and room.phase == "playing":
        sitters = _replaced(room.game.sitters, event.chair, chair)
        room = replace(room, game=replace(room.game, sitters=sitters))
    return _with_chair(room, event.chair, chair)


def _act(room: Room, event: ActionTaken) -> Room:
    assert room.game is not None, "an action is only ever stored after a start"
    before, action = room.game.state, parse_action(event.action)
    after = apply(before, action)
    happenings = happened(before, action, after)
    public = bool(story_for(happenings, None))
    game = replace(
        room.game,
        state=after,
        actions=(*room.game.actions, event.action),
        changed_at=event.at if public else room.game.changed_at,
    )
    story = (*room.story, Told(_next_version(room), happenings))[-STORY_KEPT:]
    room = replace(room, game=game, story=story, games=room.games + (game.outcome is not None))
    return _seen_by_all(room) if public else _seen_by_some(room, happenings)


def _next_version(room: Room) -> Version:
    return Version(room.version + 1)


def _seen_by_all(room: Room) -> Room:
    return replace(room, due_to_all=room.due_to_all + 1)


def _seen_by_some(room: Room, happenings: tuple[Happening, ...]) -> Room:
    due = dict(room.due_to_one)
    for player in room.people:
        if story_for(happenings, room.seat_of(player)):
            due[player] = due.get(player, 0) + 1
    return replace(room, due_to_one=MappingProxyType(due))


def _with_chair(room: Room, number: int, chair: Chair) -> Room:
    return replace(room, chairs=_replaced(room.chairs, number, chair))


def _replaced(chairs: tuple[Chair, ...], number: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:number], chair, *chairs[number + 1 :])
