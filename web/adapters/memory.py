"""The log and the guests in memory, for tests and for trying things out: gone with the process.

No method waits for anything between looking and writing, so on one event loop each is atomic. Events are
kept as their stored text, so that what would not survive a database does not survive here either.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from web.adapters.seatings import Seating
from web.rooms.events import Event, PlayerId, encode_event, parse_event
from web.rooms.masks import Mask, masked, masked_id
from web.rooms.ports import (
    Batch,
    CommandId,
    Conflict,
    Duplicate,
    FinishedGame,
    NoSuchRoom,
    Player,
    RoomId,
    Version,
)


@dataclass(slots=True)
class _StoredRoom:
    batches: list[tuple[str, ...]] = field(default_factory=list)
    accepted: dict[CommandId, Version] = field(default_factory=dict)
    due_at: float | None = None
    listing: Mapping[str, Any] | None = None
    seating: Seating = field(default_factory=Seating)


class MemoryEventLog:
    """An EventLog in memory; the promises are those of the port, within one event loop."""

    def __init__(self) -> None:
        """Begin without rooms."""
        self._rooms: dict[RoomId, _StoredRoom] = {}
        self.finished_games: list[tuple[RoomId, Version, FinishedGame]] = []

    async def read(self, room_id: RoomId, after: Version) -> list[Batch]:
        """Return the batches above `after`. Raises NoSuchRoom."""
        room = self._room(room_id)
        return [
            Batch(Version(version), tuple(parse_event(body) for body in bodies))
            for version, bodies in enumerate(room.batches, start=1)
            if version > after
        ]

    async def append(
        self,
        room_id: RoomId,
        expected: Version,
        events: Sequence[Event],
        command_id: CommandId,
        due_at: float | None,
        finished: FinishedGame | None = None,
        listing: Mapping[str, Any] | None = None,
        mask: Mask | None = None,
    ) -> Version:
        """Append one command's events; at least one. Raises Duplicate, Conflict and NoSuchRoom."""
        if not events:
            raise ValueError("a version is made of at least one event")
        room = self._rooms.get(room_id) or _StoredRoom()
        if command_id in room.accepted:
            raise Duplicate(room.accepted[command_id])
        if expected != 0:
            self._room(room_id)
        if expected != len(room.batches):
            raise Conflict(f"not at version {expected}")
        bodies = tuple(encode_event(event) for event in events)
        version = Version(expected + 1)
        self._rooms[room_id] = room
        room.batches.append(bodies)
        room.accepted[command_id] = version
        room.due_at, room.listing = due_at, listing
        room.seating.follow(events, finished is not None)
        if finished is not None:
            self.finished_games.append((room_id, version, finished))
        if mask is not None:
            _put_on(room, mask)
        return version

    async def accepted(self, room_id: RoomId, command_id: CommandId) -> Version | None:
        """Return the version that this command made, or None."""
        room = self._rooms.get(room_id)
        return None if room is None else room.accepted.get(command_id)

    async def versions(self, rooms: Collection[RoomId]) -> Mapping[RoomId, Version]:
        """Return how far each of these rooms has come; one that does not exist is left out."""
        return {room: Version(len(self._rooms[room].batches)) for room in rooms if room in self._rooms}

    async def due(self, now: float, limit: int) -> list[RoomId]:
        """Return rooms that are due, the most overdue first."""
        overdue = sorted(
            (room.due_at, room_id)
            for room_id, room in self._rooms.items()
            if room.due_at is not None and room.due_at <= now
        )
        return [room_id for _, room_id in overdue[:limit]]

    async def rooms_of(self, player: PlayerId) -> list[RoomId]:
        """Return every room whose log names this player."""
        named = f':"{player}"'
        return [
            room_id
            for room_id, room in self._rooms.items()
            if any(named in body for bodies in room.batches for body in bodies)
        ]

    async def unfinished_room_of(self, player: PlayerId) -> RoomId | None:
        """Return the room with the newest running game that has this player in a chair."""
        playing = [
            (-room.seating.playing_since, room_id)
            for room_id, room in self._rooms.items()
            if room.seating.playing_since is not None and player in room.seating.chairs.values()
        ]
        return min(playing)[1] if playing else None

    def _room(self, room_id: RoomId) -> _StoredRoom:
        room = self._rooms.get(room_id)
        if room is None:
            raise NoSuchRoom(room_id)
        return room


def _put_on(room: _StoredRoom, mask: Mask) -> None:
    room.batches = [
        tuple(encode_event(masked(parse_event(body), mask)) for body in bodies) for bodies in room.batches
    ]
    room.accepted = {
        CommandId(masked_id(command_id, mask)): version for command_id, version in room.accepted.items()
    }


@dataclass(frozen=True, slots=True)
class _Code:
    player: PlayerId
    ends_at: float


class MemoryPlayers:
    """Players in memory; the promises are those of the port."""

    def __init__(self) -> None:
        """Begin without guests."""
        self._tokens: dict[PlayerId, bytes] = {}
        self._players: dict[PlayerId, Player] = {}
        self._codes: dict[bytes, _Code] = {}

    async def create(self, token_hash: bytes, name: str, now: float, avatar: int = 0) -> Player:
        """Make a guest. Raises ValueError if `token_hash` is not 32 bytes, or not new."""
        _check_hash(token_hash)
        if token_hash in self._tokens.values():
            raise ValueError("a token's hash must be new")
        player = Player(PlayerId(secrets.token_urlsafe(12)), name, avatar, now, now)
        self._tokens[player.id] = token_hash
        self._players[player.id] = player
        return player

    async def find(self, token_hash: bytes) -> Player | None:
        """Return the guest with this token, or None."""
        owners = (player for player, token in self._tokens.items() if token == token_hash)
        owner = next(owners, None)
        return None if owner is None else self._players[owner]

    async def change(self, player: PlayerId, name: str, avatar: int) -> None:
        """Give the guest another name and picture, if there is such a guest."""
        if player in self._players:
            self._players[player] = replace(self._players[player], name=name, avatar=avatar)

    async def seen(self, player: PlayerId, now: float) -> None:
        """Note that the guest is here."""
        if player in self._players:
            self._players[player] = replace(self._players[player], seen_at=now)

    async def offer(self, player: PlayerId, code_hash: bytes, ends_at: float) -> None:
        """Let a code move the guest's token, once and before `ends_at`."""
        _check_hash(code_hash)
        self._codes = {hashed: code for hashed, code in self._codes.items() if code.player != player}
        self._codes[code_hash] = _Code(player, ends_at)

    async def move(self, code_hash: bytes, token_hash: bytes, now: float) -> Player | None:
        """Give the guest who offered this code another token, and return him, or None."""
        _check_hash(token_hash)
        code = self._codes.get(code_hash)
        if code is None or code.ends_at <= now:
            return None
        del self._codes[code_hash]
        if code.player not in self._players:
            return None
        self._tokens[code.player] = token_hash
        await self.seen(code.player, now)
        return self._players[code.player]

    async def tokens_of(self, players: Collection[PlayerId]) -> Mapping[PlayerId, bytes]:
        """Return the hash of the token that each of these guests has now; who is gone is left out."""
        return {player: self._tokens[player] for player in players if player in self._tokens}

    async def forget(self, player: PlayerId) -> None:
        """Let there be no such guest, no token and no code of his."""
        self._tokens.pop(player, None)
        self._players.pop(player, None)
        self._codes = {hashed: code for hashed, code in self._codes.items() if code.player != player}


def _check_hash(value: bytes) -> None:
    if len(value) != 32:
        raise ValueError("a hash has 32 bytes")
