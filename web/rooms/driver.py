"""Does what the time asks of rooms: bots' moves, clocks, grace, countdowns; an ordinary command for each.

The worker that committed arms what is due next, or one that is there for bots (`web.rooms.duties`): a bot
thinks while its pause lasts, so that the pause tells nothing of the thinking. Every worker also looks for
rooms whose moment has passed, so that what is due outlives the worker that was to do it. Two that act at
once make one event: the command's id follows from the room and its version.
"""

import asyncio
import logging
import secrets
from dataclasses import replace
from typing import NamedTuple

from web.rooms.commands import BotPlay, Tick
from web.rooms.deadlines import Agenda, BotDue, Due, EndlessDue, agenda
from web.rooms.duties import AHEAD_SECONDS, Duties
from web.rooms.fallbacks import Fallbacks
from web.rooms.meter import SILENT, Meter
from web.rooms.ports import Clock, CommandId, EventLog, RoomId, Thinker, Version
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.service import RoomService
from web.rooms.thoughts import Thoughts, fallback

log = logging.getLogger(__name__)

OVERDUE_SECONDS = 1.0
"""How long a moment may have passed before another worker than the one that armed it takes over."""

LOOK_SECONDS, LOOK_AHEAD_SECONDS = 0.5, 0.25
"""How often a worker looks for what is overdue; and one that looks ahead."""

ROOMS_AT_ONCE, ROOMS_AHEAD = 100, 1000

FIRST_REST_SECONDS, LONGEST_REST_SECONDS = 2.0, 300.0
"""How long a room in which something failed is left alone: twice as long each time."""


class Driver:
    """Keeps this process's rooms moving; `pace` is the service's. `fallbacks` counts its bots' failures."""

    def __init__(
        self,
        service: RoomService,
        event_log: EventLog,
        clock: Clock,
        thinker: Thinker,
        pace: float,
        duties: Duties,
        meter: Meter = SILENT,
    ) -> None:
        self._service, self._log, self._clock = service, event_log, clock
        self._pace, self._duties, self._meter = pace, duties, meter
        self.fallbacks = Fallbacks()
        self._thoughts = Thoughts(thinker, self.fallbacks)
        self._armed: dict[RoomId, _Armed] = {}
        self._acting: dict[RoomId, asyncio.Task[None]] = {}
        self._rests: dict[RoomId, _Rest] = {}
        self._closing = False

    def after(self, room_id: RoomId, room: Room, needs: Agenda) -> None:
        """Arm what the room needs next, after a change; what was armed on the older room is let go."""
        armed = self._armed.pop(room_id, None)
        if armed is not None:
            armed.task.cancel()
        if self._closing:
            return
        now = self._clock.now()
        bots = [bot.seat for bot in needs.bots if self._duties.includes(bot, now)]
        self._thoughts.follow(room_id, room, bots)
        due = needs.first
        if due is not None and self._duties.includes(due, now):
            self._armed[room_id] = _Armed(asyncio.create_task(self._arm(room_id, room, due)), due.at)

    async def look_for_overdue(self) -> None:
        """Take over, for ever, the rooms in which nobody did what was due: after a crash, or at the start."""
        while True:
            try:
                await self._take_over()
            except Exception:
                log.exception("looking for overdue rooms failed")
            await self._clock.sleep(LOOK_AHEAD_SECONDS if self._duties.looks_ahead else LOOK_SECONDS)

    async def aclose(self) -> None:
        """Let go what is armed and finish what is under way; what is left to do stands in the log."""
        self._closing = True
        arms = [armed.task for armed in self._armed.values()]
        for arm in arms:
            arm.cancel()
        await asyncio.gather(*arms, *self._acting.values(), return_exceptions=True)
        self._armed.clear()
        await self._thoughts.aclose()
        log.info("another level chose for bots: %s", self.fallbacks)

    async def _take_over(self) -> None:
        now = self._clock.now()
        for room_id, before in (await self._found(now)).items():
            rest = self._rests.get(room_id)
            if self._is_coming(room_id, before) or (rest is not None and rest.until > now):
                continue
            try:
                room = await self._service.tidied(room_id)
                self.after(room_id, room, agenda(room, self._pace))
            except Exception:
                self._fail(room_id, None)

    async def _found(self, now: float) -> dict[RoomId, float]:
        """Return the rooms to take over, each with a moment before which something is due in it."""
        found: dict[RoomId, float] = {}
        # Rooms at rest stay overdue, and must not fill the window for the others.
        resting = len(self._rests)
        if self._duties.looks_ahead:
            ahead = now + AHEAD_SECONDS
            rooms = await self._log.due(ahead, ROOMS_AHEAD + resting)
            found |= {room_id: ahead for room_id in rooms if self._duties.is_first(room_id)}
        overdue = now - OVERDUE_SECONDS
        return found | dict.fromkeys(await self._log.due(overdue, ROOMS_AT_ONCE + resting), overdue)

    def _is_coming(self, room_id: RoomId, before: float) -> bool:
        """Tell whether what was due in the room before then is under way here.

        What is armed for later was armed on an older room: another worker has changed it since, and may be
        gone.
        """
        armed = self._armed.get(room_id)
        is_armed = armed is not None and armed.at <= before and not armed.task.done()
        return is_armed or room_id in self._acting

    async def _arm(self, room_id: RoomId, room: Room, due: Due) -> None:
        try:
            command = await self._prepare(room_id, room, due)
        except Exception:
            self._fail(room_id, room.version)
            return
        await self._clock.sleep(max(0.0, due.at - self._clock.now()))
        armed = self._armed.get(room_id)
        if armed is None or armed.task is not asyncio.current_task():
            # Let go of in the very moment in which it would have acted.
            return
        # From here on it is under way: a change of the room must not cut it off half done.
        del self._armed[room_id]
        if isinstance(due, EndlessDue):
            log.warning("bots alone go round, the game is a draw", extra={"room": room_id, "v": room.version})
        acting = self._acting[room_id] = asyncio.create_task(self._act(room_id, room, command, due.at))
        acting.add_done_callback(lambda done: self._forget(room_id, done))

    async def _prepare(self, room_id: RoomId, room: Room, due: Due) -> BotPlay | Tick:
        if not isinstance(due, BotDue):
            return Tick(secrets.token_bytes(32))
        assert room.game is not None, "a bot is due only in a game"
        state = room.game.state
        action = await self._thoughts.answer(room_id, room.game, due.seat)
        return BotPlay(due.seat, action, state.bout, state.table_ply)

    def _forget(self, room_id: RoomId, done: asyncio.Task[None]) -> None:
        if self._acting.get(room_id) is done:
            del self._acting[room_id]
        if room_id not in self._armed:
            # It waits for people, or goes on elsewhere.
            self._thoughts.leave(room_id)

    async def _act(self, room_id: RoomId, room: Room, command: BotPlay | Tick, due_at: float) -> None:
        try:
            was_left = await self._ask(room_id, room, command)
        except Exception:
            self._fail(room_id, room.version)
        else:
            self._rests.pop(room_id, None)
            if was_left:
                self._meter.done_late(max(0.0, self._clock.now() - due_at))

    async def _ask(self, room_id: RoomId, room: Room, command: BotPlay | Tick) -> bool:
        """Do it, or what the fallback would play if it is illegal; return False if the room has gone on."""
        command_id = f"due:{room_id}:{room.version}"
        try:
            await self._service.execute(room_id, command, CommandId(command_id))
        except Refused as refused:
            if (await self._service.newest(room_id)).version != room.version:
                # Somebody was faster, and whoever it was has armed what is due now.
                return False
            if isinstance(command, Tick):
                raise
            assert room.game is not None, "a bot is due only in a game"
            facts = {"room": room_id, "v": room.version}
            log.error("a bot's move was refused: %s", refused.code, extra=facts)
            self.fallbacks.count("illegal")
            legal = replace(command, action=fallback(room.game, command.seat))
            await self._service.execute(room_id, legal, CommandId(f"{command_id}:again"))
        return True

    def _fail(self, room_id: RoomId, version: Version | None) -> None:
        rest = self._rests.get(room_id)
        seconds = min(2 * rest.seconds, LONGEST_REST_SECONDS) if rest else FIRST_REST_SECONDS
        self._rests[room_id] = _Rest(self._clock.now() + seconds, seconds)
        log.exception("what was due could not be done", extra={"room": room_id, "v": version})


class _Armed(NamedTuple):
    """What waits for its moment, `at` then."""

    task: asyncio.Task[None]
    at: float


class _Rest(NamedTuple):
    """A room in which something failed is left alone `until` then, for so many `seconds`."""

    until: float
    seconds: float
