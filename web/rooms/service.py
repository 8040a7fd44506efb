"""Rooms as the outside asks for them: decide, append, publish; catch up and again if somebody was faster.

Truth is the log's compare-and-set alone. The lock per room only saves this process from racing itself, and
the rooms kept here only save reading the whole log again: a lost or stale one costs a read.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from web.rooms.commands import Command, Forget, OpenRoom
from web.rooms.deadlines import Agenda, agenda
from web.rooms.decide import decide
from web.rooms.decide.forgetting import mask_for
from web.rooms.ending import finished_game
from web.rooms.events import Event, PlayerForgotten, PlayerId
from web.rooms.evolve import fold
from web.rooms.game import record_of
from web.rooms.masks import Mask
from web.rooms.meter import SILENT, Meter
from web.rooms.ports import (
    Batch,
    Bus,
    Clock,
    CommandId,
    Conflict,
    Duplicate,
    EventLog,
    FinishedGame,
    NoSuchRoom,
    RoomId,
    Unavailable,
    Version,
)
from web.rooms.presence import departure_id, sessions_on, workers_in
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.summary import is_listed, summary
from web.rooms.workers import WorkerId, Workers

log = logging.getLogger(__name__)

TRIES = 6
ROOMS_KEPT = 2000
ANY_VERSION = Version(0)


@dataclass(slots=True)
class _Kept:
    room: Room = field(default_factory=Room)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class RoomService:
    """The one way in which rooms change.

    `pace` scales the bots' pauses; sessions on workers that are not alive are ended before anything is asked.
    `committed` is called with each room this process has changed and with what it needs now, after the commit
    and before the answer; it must not block or raise.
    """

    def __init__(
        self,
        log: EventLog,
        bus: Bus,
        clock: Clock,
        pace: float,
        workers: Workers,
        meter: Meter = SILENT,
    ) -> None:
        self._log, self._bus, self._clock, self._pace, self._workers = log, bus, clock, pace, workers
        self._meter = meter
        self._rooms: OrderedDict[RoomId, _Kept] = OrderedDict()
        self._barred: set[PlayerId] = set()
        self.committed: Callable[[RoomId, Room, Agenda], None] = lambda _room_id, _room, _needs: None

    @property
    def rooms_held(self) -> int:
        """How many rooms this process remembers just now."""
        return len(self._rooms)

    async def room(self, room_id: RoomId, at_least: Version = ANY_VERSION) -> Room:
        """Return the room, not older than version `at_least` (by default: as new as this process knows it).

        Raises NoSuchRoom.
        """
        kept = self._keep(room_id)
        if kept.room.version == 0 or kept.room.version < at_least:
            async with kept.lock:
                await self._catch_up(room_id, kept)
        return kept.room

    async def newest(self, room_id: RoomId) -> Room:
        """Return the room as the log has it now. Raises NoSuchRoom."""
        kept = self._keep(room_id)
        async with kept.lock:
            await self._catch_up(room_id, kept)
        return kept.room

    async def tidied(self, room_id: RoomId) -> Room:
        """Return the room as the log has it now, without sessions of dead workers. Raises NoSuchRoom."""
        kept = self._keep(room_id)
        async with kept.lock:
            await self._catch_up(room_id, kept)
            await self._tidy(room_id, kept)
        return kept.room

    def is_tidy(self, room: Room) -> bool:
        """Tell, without waiting, whether every session in the room is on a worker known to be alive."""
        return workers_in(room) <= self._workers.alive()

    def bar(self, player: PlayerId) -> None:
        """Refuse whatever this player asks of any room but to forget him, also what is under way."""
        self._barred.add(player)

    def admit(self, player: PlayerId) -> None:
        """Hear him again."""
        self._barred.discard(player)

    async def execute(self, room_id: RoomId, command: Command, command_id: CommandId) -> Version:
        """Do what the command asks and return the room's version; a repeated id is answered as before.

        Raises Refused (nothing changed; `busy` after six races lost in a row) and NoSuchRoom.
        """
        kept = self._keep(room_id)
        async with kept.lock:
            for _ in range(TRIES):
                try:
                    return await self._try(room_id, kept, command, command_id)
                except Conflict:
                    await self._catch_up(room_id, kept)
                except Duplicate as duplicate:
                    return duplicate.version
                except NoSuchRoom:
                    # It has been forgotten since.
                    self._rooms.pop(room_id, None)
                    raise
        raise Refused("busy")

    async def _try(self, room_id: RoomId, kept: _Kept, command: Command, command_id: CommandId) -> Version:
        """Decide on the room as it is kept: if that is old, the log does not take what comes of it."""
        self._check_admitted(command)
        opening = isinstance(command, OpenRoom)
        if opening:
            # What is kept may be a room of the same id that was forgotten.
            kept.room = Room()
        else:
            if kept.room.version == 0:
                await self._catch_up(room_id, kept)
            await self._tidy(room_id, kept)
        room, now = kept.room, self._clock.now()
        try:
            events = decide(room, command, now)
        except Refused:
            if opening:
                # A room that was refused must not leave anything behind.
                self._rooms.pop(room_id, None)
                raise
            # Nothing is refused for what was true a moment ago.
            await self._catch_up(room_id, kept)
            if kept.room.version > room.version:
                raise Conflict from None
            # What was accepted the first time looks impossible the second time.
            before = await self._log.accepted(room_id, command_id)
            if before is None:
                raise
            return before
        # Whoever asked may hang up; what is committed must be told all the same.
        mask = mask_for(room, command) if isinstance(command, Forget) else None
        return await _to_its_end(self._commit(room_id, kept, events, command_id, now, mask))

    def _check_admitted(self, command: Command) -> None:
        if not isinstance(command, Forget) and getattr(command, "player", None) in self._barred:
            raise Refused("not_a_guest")

    async def _commit(
        self,
        room_id: RoomId,
        kept: _Kept,
        events: tuple[Event, ...],
        command_id: CommandId,
        now: float,
        mask: Mask | None = None,
    ) -> Version:
        before = kept.room
        after = fold(before, [Batch(Version(before.version + 1), events)])
        needs, finished, listing = agenda(after, self._pace), _finished(before, after, now), _listing(after)
        try:
            version = await self._log.append(
                room_id, before.version, events, command_id, needs.at, finished, listing, mask
            )
        except Conflict:
            self._meter.conflicted()
            raise
        if after.version != version:
            # A room that was forgotten goes on counting where it was.
            after = replace(after, version=version)
        if mask is not None:
            await self._catch_up(room_id, kept)
            after = kept.room
            needs = agenda(after, self._pace)
        elif kept.room.version < version:
            kept.room = after
        self._bus.publish(room_id, version)
        self.committed(room_id, after, needs)
        return version

    async def _tidy(self, room_id: RoomId, kept: _Kept) -> None:
        """End the sessions that nobody has any more: what they held up must not seem to be there."""
        suspects = workers_in(kept.room) - self._workers.alive()
        gone = await self._workers.gone(suspects) if suspects else frozenset[WorkerId]()
        for depart in sessions_on(kept.room, gone):
            now = self._clock.now()
            try:
                events = decide(kept.room, depart, now)
                await _to_its_end(self._commit(room_id, kept, events, departure_id(depart), now))
            except (Conflict, Duplicate, Refused):
                # Another worker has noticed, too, or something else has happened.
                await self._catch_up(room_id, kept)

    async def _catch_up(self, room_id: RoomId, kept: _Kept) -> None:
        try:
            known, news = kept.room, await self._log.read(room_id, kept.room.version)
            if any(isinstance(event, PlayerForgotten) for batch in news for event in batch.events):
                # What is remembered of the room is not what its log tells now.
                known, news = Room(), await self._log.read(room_id, Version(0))
            kept.room = fold(known, news)
        except NoSuchRoom:
            # A made-up id must not leave anything behind.
            self._rooms.pop(room_id, None)
            raise

    def _keep(self, room_id: RoomId) -> _Kept:
        kept = self._rooms.setdefault(room_id, _Kept())
        self._rooms.move_to_end(room_id)
        while len(self._rooms) > ROOMS_KEPT:
            oldest, oldest_kept = next(iter(self._rooms.items()))
            if oldest_kept.lock.locked():
                self._rooms.move_to_end(oldest)
                break
            del self._rooms[oldest]
        return kept


async def _to_its_end(work: Coroutine[Any, Any, Version]) -> Version:
    """Do this whole, also if whoever waits for it goes; what comes of it is then the log's business alone."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_note_fault)
        raise


def _note_fault(done: asyncio.Task[Version]) -> None:
    fault = None if done.cancelled() else done.exception()
    if fault is not None and not isinstance(fault, Conflict | Duplicate | NoSuchRoom | Unavailable):
        log.error("a change was not committed, and nobody waits for it", exc_info=fault)


def _listing(room: Room) -> Mapping[str, Any] | None:
    return asdict(summary(room)) if is_listed(room) else None


def _finished(before: Room, after: Room, now: float) -> FinishedGame | None:
    game = finished_game(before, after)
    return None if game is None else FinishedGame(record_of(game), now)
