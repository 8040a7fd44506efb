"""Who watches which room on this worker, and what each still has to be told.

News of a room only wakes its connections. A connection's view is made when its socket can take it, from the
newest room: a slow reader skips views and costs nothing, and the story since his last view goes with it.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field

from web.rooms.ports import Bus, Clock, NoSuchRoom, Player, RoomId, Version
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
    room: Room = field(default_factory=Room)
    connections: "set[Connection]" = field(default_factory=set)
    wanted: Version = Version(0)
    looking: "asyncio.Task[None] | None" = None

    def update(self, room: Room) -> None:
        if room.version > self.room.version:
            self.room = room
            for connection in self.connections:
                connection.wake.set()


class Connection:
    """One socket: who looks through it, and what it was last told."""

    def __init__(self, room_id: RoomId, player: Player | None, watched: _Watched, clock: Clock) -> None:
        self.room_id, self.player, self._clock = room_id, player, clock
        self.wake = asyncio.Event()
        self.answers: deque[str] = deque()
        self._watched = watched
        self._told = Version(0)
        self._sent: int | None = None

    def answer(self, message: str) -> None:
        """Put an answer in front of the next view."""
        self.answers.append(message)
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
    """The connections of this worker, by room."""

    def __init__(self, service: RoomService, bus: Bus, clock: Clock) -> None:
        self._service, self._bus, self._clock = service, bus, clock
        self._watched: dict[RoomId, _Watched] = {}

    async def join(self, room_id: RoomId, player: Player | None) -> Connection:
        """Let a socket watch the room. Raises NoSuchRoom."""
        watched = self._watched.setdefault(room_id, _Watched())
        connection = Connection(room_id, player, watched, self._clock)
        # Registered before the room is read: news in between is then not lost.
        watched.connections.add(connection)
        try:
            watched.update(await self._service.tidied(room_id))
        except BaseException:
            self.leave(connection)
            raise
        return connection

    def leave(self, connection: Connection) -> None:
        """Forget a socket."""
        watched = self._watched.get(connection.room_id)
        if watched is not None:
            watched.connections.discard(connection)
            if not watched.connections:
                del self._watched[connection.room_id]

    async def follow_news(self) -> None:
        """Pass on, for ever, what the bus tells."""
        async for news in self._bus.news():
            if news is None:
                await self._look_at_all()
                continue
            room_id, version = news
            watched = self._watched.get(room_id)
            if watched is not None and watched.room.version < version:
                watched.wanted = max(watched.wanted, version)
                # A room that is slow to read must not hold up the others' news.
                if watched.looking is None or watched.looking.done():
                    watched.looking = asyncio.create_task(self._catch_up(room_id, watched))

    async def sweep(self) -> None:
        """Ask the log, for ever and now and then, about every room watched here."""
        while True:
            await self._clock.sleep(SWEEP_SECONDS)
            await self._look_at_all()

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

    async def _look_at_all(self) -> None:
        for room_id, watched in list(self._watched.items()):
            try:
                watched.update(await self._service.newest(room_id))
            except NoSuchRoom:
                continue
            except Exception:
                # One room's trouble must not stop the others' news; the next sweep asks again.
                log.exception("a room could not be read", extra={"room": room_id, "v": watched.room.version})
