"""Whether what is stored of a room can be true: its log is read from the beginning, each game played again.

    file        the database itself complains (found where it is opened)
    versions    a version or one of its parts is missing, or the room is not where its log is
    unreadable  an event or a record is in no known form
    illegal     an event cannot have happened after those before it
    record      a finished game is not kept as it was played

A damage names a version and a kind, and never what was in it: that may be a hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from durak import commitment, verify
from durak.errors import DurakError, NotationError, OtherVersion
from durak.record import parse_record
from web.rooms.ending import finished_game
from web.rooms.events import Event, GameStarted, RoomOpened, UnreadableEvent, parse_event
from web.rooms.evolve import fold
from web.rooms.game import Game, record_of
from web.rooms.ports import Batch, FinishedGame, RoomId, Version
from web.rooms.room import Room

Kind = Literal["file", "versions", "unreadable", "illegal", "record"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log: an event as it is stored."""

    room: RoomId
    version: int
    part: int
    command_id: str | None
    body: str


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of one room: how far it has come, its log, and the games that it kept, by version.

    `kept_since` is when the oldest game ended that the database keeps at all, None if it keeps none: what
    ended before was given up because of its age.
    """

    room: RoomId
    version: int
    is_forgotten: bool
    entries: Sequence[Entry]
    games: Mapping[int, FinishedGame]
    kept_since: float | None


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong in which room, from which version on (0: all of it), in words without a card."""

    kind: Kind
    room: str
    version: int
    what: str


def damages(stored: Stored) -> Iterator[Damage]:
    """Yield what is wrong with a room; behind an event that cannot be true, its log is not looked at."""
    ended: dict[int, Game] = {}
    damage = _log_damage(stored, ended)
    if damage is not None:
        yield damage
    for version in sorted(stored.games.keys() | ended.keys()):
        if damage is None or version < damage.version:
            yield from _game_damage(stored, version, ended.get(version))


def gap_in(newest: int | None, entries: Sequence[Entry], first: int = 1) -> tuple[int, str] | None:
    """Return the version at which the numbers of a room's log go wrong, and how; None if they do not."""
    if newest is None:
        return 0, "there is a log without a room"
    expected = first
    for version, group in groupby(entries, key=lambda entry: entry.version):
        parts = list(group)
        if version != expected:
            return expected, f"version {version} stands where {expected} should"
        if [entry.part for entry in parts] != list(range(len(parts))):
            return version, f"version {version} has not all its parts"
        if [entry.command_id is None for entry in parts] != [number > 0 for number in range(len(parts))]:
            return version, f"version {version} has not one command"
        expected += 1
    if newest != expected - 1:
        return min(newest + 1, expected), f"the room is at version {newest}, its log at {expected - 1}"
    return None


def _log_damage(stored: Stored, ended: dict[int, Game]) -> Damage | None:
    """Return the first thing that is wrong with the log; note in `ended` the games that ended before it."""
    if stored.is_forgotten:
        if stored.entries:
            return Damage("versions", stored.room, 0, "a forgotten room has a log")
        return None
    gap = gap_in(stored.version, stored.entries, _first_version(stored.entries))
    room = Room()
    for version, group in groupby(stored.entries, key=lambda entry: entry.version):
        if gap is not None and version >= gap[0]:
            break
        before = room
        try:
            events = tuple(parse_event(entry.body) for entry in group)
            _check_deals(events)
            room = fold(before, [Batch(Version(version), events)])
        except (UnreadableEvent, ValueError, AttributeError) as fault:
            # An action that cannot be parsed raises a ValueError, too.
            return Damage("unreadable", stored.room, version, type(fault).__name__)
        except Exception as fault:
            return Damage("illegal", stored.room, version, type(fault).__name__)
        game = finished_game(before, room)
        if game is not None:
            ended[version] = game
    return None if gap is None else Damage("versions", stored.room, *gap)


def _first_version(entries: Sequence[Entry]) -> int:
    """Return where a log begins: at 1, but where a forgotten room was made again it goes on counting."""
    try:
        is_made_here = bool(entries) and isinstance(parse_event(entries[0].body), RoomOpened)
    except (UnreadableEvent, ValueError, AttributeError):
        return 1
    return entries[0].version if is_made_here else 1


class _BrokenPromise(Exception):
    """A deal is not from the secret that was promised."""


def _check_deals(events: Sequence[Event]) -> None:
    for event in events:
        if (
            isinstance(event, GameStarted)
            and commitment(bytes.fromhex(event.secret)).hex() != event.commitment
        ):
            raise _BrokenPromise


def _game_damage(stored: Stored, version: int, game: Game | None) -> Iterator[Damage]:
    kept = stored.games.get(version)
    if kept is None:
        if game is not None and _should_be_kept(stored, game):
            yield Damage("record", stored.room, version, "a game that ended is not kept")
        return
    # What a room kept before it was forgotten has no log beside it any more.
    is_of_this_log = not stored.is_forgotten and bool(stored.entries) and version >= stored.entries[0].version
    if game is None and is_of_this_log:
        yield Damage("record", stored.room, version, "a game is kept that did not end here")
        return
    try:
        verify(kept.record, None if game is None else game.started.commitment)
        if game is not None and parse_record(kept.record) != parse_record(record_of(game)):
            yield Damage("record", stored.room, version, "the game is not kept as it was played")
    except OtherVersion:
        return
    except NotationError as fault:
        yield Damage("unreadable", stored.room, version, type(fault).__name__)
    except DurakError as fault:
        yield Damage("record", stored.room, version, type(fault).__name__)


def _should_be_kept(stored: Stored, game: Game) -> bool:
    # Games are given up the oldest first.
    return stored.kept_since is not None and game.changed_at > stored.kept_since
