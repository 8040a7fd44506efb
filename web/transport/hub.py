"""Who watches which room on this worker, what each still has to be told, and whose time here is over.

News of a room only wakes its connections. A connection's view is made when its socket can take it, from the
newest room: a slow reader skips views and costs nothing, and the story since his last view goes with it.

That a connection is over follows from the room's log and from the guest's token, never from another
connection: so it does not matter on which workers the two are.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

from web.rooms.events import PlayerId, SessionId
from web.rooms.meter import SILENT, CatchUp, Meter
from web.rooms.ports import Bus, Clock, EventLog, Player, Players, RoomId, Version
from web.rooms.room import Room
from web.rooms.room_view import room_view, story_since
from web.rooms.service import RoomService
from web.rooms.story import STORY_KEPT
from web.transport.messages import view_out

log = logging.getLogger(__name__)

SWEEP_SECONDS = 3.0
"""How often the log is asked about the rooms watched here: what lost news costs at most."""


@dataclass(slots=True)
class _Watched:
    """A room with sockets here.

    `wanted` is the newest version heard of, `untold` one that a sweep found and of which no news have come.
    """

    room: Room = field(default_factory=Room)
    connections: "set[Connection]" = field(default_factory=set)
    wanted: Version = Version(0)
    untold: Version = Version(0)
    looking: "asyncio.Task[None] | None" = None

    def update(self, room: Room) -> None:
        if room.version > self.room.version:
            self.room = room
            for connection in self.connections:
                connection.wake.set()


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who comes through a socket: the session that he would play by, and a guest's token."""

    session: SessionId
    player: Player | None = None
    token_hash: bytes | None = None


class Answer(NamedTuple):
    """A message for one socket, and when the command that it answers came, where that is measured."""

    message: str
    asked_at: float | None


class Connection:
    """One socket: who looks through it, by which session he plays, and what he was last told."""

    __slots__ = (
        *("room_id", "player", "session", "token_hash", "wake", "answers"),
        *("_watched", "_clock", "_told", "_sent", "_over", "_since", "_was_removed"),
    )

    def __init__(self, room_id: RoomId, visitor: Visitor, watched: _Watched, clock: Clock) -> None:
        self.room_id, self.player, self.session = room_id, visitor.player, visitor.session
        self.token_hash = visitor.token_hash
        self.wake = asyncio.Event()
        self.answers: deque[Answer] = deque()
        self._watched, self._clock = watched, clock
        self._told = Version(0)
        self._sent: int | None = None
        self._over: str | None = None
        self._since: Version | None = None
        self._was_removed = False

    def arrived(self, version: Version) -> None:
        """Note that the room has been asked, by this version, whether this session plays."""
        self._since = version
        self._was_removed = self._removal is not None

    def end(self, why: str) -> None:
        """Let the socket close with this word."""
        self._over = self._over or why
        self.wake.set()

    @property
    def over(self) -> str | None:
        """The word with which this socket has to close now, None while it may stay.

        `replaced` by a newer one of the same player; `removed` by the host; `not_allowed` where whoever was
        removed comes again, and may not even watch.
        """
        if self._over is not None or self._since is None or self.player is None:
            return self._over
        if self._removal is not None and not self._was_removed:
            return "removed"
        if self._removal is False:
            return "not_allowed"
        room = self._watched.room
        playing = room.session_of(self.player.id)
        is_known = room.version >= self._since
        return "replaced" if is_known and playing not in (None, self.session) else None

    @property
    def _removal(self) -> bool | None:
        """Whether somebody the host sent away may watch; None for all others."""
        return None if self.player is None else self._watched.room.removed.get(self.player.id)

    def answer(self, message: str, asked_at: float | None = None) -> None:
        """Put an answer in front of the next view."""
        self.answers.append(Answer(message, asked_at))
        self.wake.set()

    @property
    def version(self) -> Version:
        """The version of the room as this worker knows it."""
        return self._watched.room.version

    @property
    def due(self) -> int:
        """The view last due to this viewer."""
        return self._watched.room.views_due(self.player.id if self.player else None)

    def show_again(self) -> None:
        """Make the next view one that stands alone, whatever was sent before."""
        self._sent = None
        self.wake.set()

    def next_view(self) -> str | None:
        """Return the message that brings this viewer up to date, or None if it would say nothing new."""
        room, viewer = self._watched.room, self.player.id if self.player else None
        due = room.views_due(viewer)
        if due == self._sent:
            return None
        told, sent = self._told, self._sent
        self._told, self._sent = room.version, due
        name = self.player.name if self.player else None
        is_first = sent is None or room.version - told > STORY_KEPT
        avatar = self.player.avatar if self.player else 0
        now = self._clock.now()
        view = room_view(self.room_id, room, viewer, name, now, avatar=avatar, first=is_first)
        if is_first:
            return view_out(due, None, view, [])
        return view_out(due, sent, view, story_since(self.room_id, room, told, viewer))


class Hub:
    """The connections of this worker, by room; `sockets` is how many there are."""

    def __init__(
        self,
        service: RoomService,
        event_log: EventLog,
        bus: Bus,
        clock: Clock,
        players: Players,
        meter: Meter = SILENT,
    ) -> None:
        self._service, self._log, self._bus = service, event_log, bus
        self._clock, self._players, self._meter = clock, players, meter
        self.sockets = 0
        self._watched: dict[RoomId, _Watched] = {}

    async def join(self, room_id: RoomId, visitor: Visitor) -> Connection:
        """Let a socket watch the room. Raises NoSuchRoom."""
        watched = self._watched.setdefault(room_id, _Watched())
        connection = Connection(room_id, visitor, watched, self._clock)
        # Registered before the room is read: news in between is then not lost.
        watched.connections.add(connection)
        self.sockets += 1
        try:
            watched.update(await self._service.tidied(room_id))
        except BaseException:
            self.leave(connection)
            raise
        return connection

    def leave(self, connection: Connection) -> None:
        """Forget a socket; once for each."""
        self.sockets -= 1
        watched = self._watched.get(connection.room_id)
        if watched is not None:
            watched.connections.discard(connection)
            if not watched.connections:
                del self._watched[connection.room_id]

    async def follow_news(self) -> None:
        """Pass on, for ever, what the bus tells."""
        async for news in self._bus.news():
            if news is None:
                await self._look_at_all("gap")
                continue
            room_id, version = news
            watched = self._watched.get(room_id)
            if watched is None:
                continue
            if watched.untold <= version:
                watched.untold = Version(0)
            if watched.room.version < version:
                self._meter.caught_up("news")
                watched.wanted = max(watched.wanted, version)
                # A room that is slow to read must not hold up the others' news.
                if watched.looking is None or watched.looking.done():
                    watched.looking = asyncio.create_task(self._catch_up(room_id, watched))

    async def sweep(self) -> None:
        """Ask, for ever and now and then, about every room watched here, and about every guest's token."""
        while True:
            await self._clock.sleep(SWEEP_SECONDS)
            await self._look_at_all("sweep")
            try:
                await self.check_tokens()
            except Exception:
                log.exception("the tokens of guests could not be read")

    def let_go(self) -> None:
        """End every connection, for its browser to come again at once."""
        for watched in self._watched.values():
            for connection in watched.connections:
                connection.end("restart")

    async def check_tokens(self, only: PlayerId | None = None) -> None:
        """End the connections whose token opens nothing any more: of all guests, or of one."""
        held = [
            (connection.player.id, connection)
            for watched in self._watched.values()
            for connection in watched.connections
            if connection.player is not None and only in (None, connection.player.id)
        ]
        valid = await self._players.tokens_of({player for player, _ in held})
        for player, connection in held:
            if connection.token_hash != valid.get(player):
                connection.end("moved" if player in valid else "reload")

    async def _catch_up(self, room_id: RoomId, watched: _Watched) -> None:
        try:
            while watched.room.version < (wanted := watched.wanted):
                watched.update(await self._service.room(room_id, wanted))
                if watched.room.version < wanted:
                    # News of what the log does not have (yet): asking again at once would never end.
                    return
        except Exception:
            # The next sweep asks again.
            log.exception("a room could not be read", extra={"room": room_id, "v": watched.room.version})

    async def _look_at_all(self, cause: CatchUp) -> None:
        try:
            versions = await self._log.versions(asked := list(self._watched))
        except Exception:
            # The next sweep asks again.
            log.exception("the versions of rooms could not be read")
            return
        for room_id in asked:
            await self._look(room_id, versions.get(room_id), cause)

    async def _look(self, room_id: RoomId, version: Version | None, cause: CatchUp) -> None:
        watched = self._watched.get(room_id)
        if watched is None:
            return
        if version is None:
            for connection in watched.connections:
                connection.end("no_such_room")
            return
        self._note(watched, version, cause)
        if watched.room.version < version:
            watched.wanted = max(watched.wanted, version)
            await self._catch_up(room_id, watched)
        if not self._service.is_tidy(watched.room):
            await self._tidy(room_id, watched)

    def _note(self, watched: _Watched, version: Version, cause: CatchUp) -> None:
        """Count the room if it is behind; one that a sweep found, only if no news come until the next one.

        A commit can be read a moment before its news are here: that is no loss.
        """
        if cause == "gap":
            if watched.room.version < version:
                self._meter.caught_up("gap")
            return
        if watched.untold:
            self._meter.caught_up("sweep")
            watched.untold = Version(0)
        if max(watched.room.version, watched.wanted) < version:
            watched.untold = version

    async def _tidy(self, room_id: RoomId, watched: _Watched) -> None:
        """See who is gone because his worker is: he may have had no chance to come back."""
        try:
            watched.update(await self._service.tidied(room_id))
        except Exception:
            # The next sweep asks again.
            log.exception("a room could not be tidied", extra={"room": room_id, "v": watched.room.version})
