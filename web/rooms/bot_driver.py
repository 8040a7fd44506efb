"""Moves the seats that bots control: an ordinary command for each move, when its pause is over.

The worker that committed arms a timer; every worker also looks for rooms whose moment has passed, so that a
bot's move outlives the worker that was to make it. Two that act at once make one event: the command's id
follows from the room and its version.
"""

import asyncio
import json
import logging
from random import Random

from durak import Seat, encode_action, encode_view, view_for
from durak.bots import BOTS
from web.rooms.commands import BotPlay
from web.rooms.deadlines import bot_seed, bots_due
from web.rooms.ports import Clock, CommandId, EventLog, RoomId, Thinker
from web.rooms.refusals import Refused
from web.rooms.room import Game, Room
from web.rooms.service import RoomService

log = logging.getLogger(__name__)

OVERDUE_SECONDS = 1.0
"""How long a moment may have passed before another worker than the one that armed it takes over."""

LOOK_SECONDS = 0.5
FALLBACK_LEVEL = "careful"
ROOMS_AT_ONCE = 100


class BotDriver:
    """Keeps the bots of this process's rooms moving; `pace` is the service's."""

    def __init__(
        self, service: RoomService, event_log: EventLog, clock: Clock, thinker: Thinker, pace: float
    ) -> None:
        self._service, self._log, self._clock, self._thinker = service, event_log, clock, thinker
        self._pace = pace
        self._timers: dict[RoomId, asyncio.Task[None]] = {}
        self._moving: set[asyncio.Task[None]] = set()
        self._closing = False

    def after(self, room_id: RoomId, room: Room) -> None:
        """Arm this room's timer, after a change; an older timer is let go."""
        timer = self._timers.pop(room_id, None)
        if timer is not None:
            timer.cancel()
        due = bots_due(room, self._pace)
        if due and not self._closing:
            self._timers[room_id] = asyncio.create_task(self._wait(room_id, due[0].at))

    async def look_for_overdue(self) -> None:
        """Take over, for ever, the rooms whose bots nobody moved: after a crash, or at the start."""
        while True:
            try:
                for room_id in await self._log.due(self._clock.now() - OVERDUE_SECONDS, ROOMS_AT_ONCE):
                    self._attend_soon(room_id)
            except Exception:
                log.exception("looking for overdue rooms failed")
            await self._clock.sleep(LOOK_SECONDS)

    async def aclose(self) -> None:
        """Let all timers go and finish the moves under way; what is left to do stands in the log."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._timers.values(), *self._moving, return_exceptions=True)
        self._timers.clear()

    async def _wait(self, room_id: RoomId, at: float) -> None:
        await self._clock.sleep(max(0.0, at - self._clock.now()))
        # From here on the move is under way: a change of the room must not cut it off half done.
        del self._timers[room_id]
        self._attend_soon(room_id)

    def _attend_soon(self, room_id: RoomId) -> None:
        task = asyncio.create_task(self._attend(room_id))
        self._moving.add(task)
        task.add_done_callback(self._moving.discard)

    async def _attend(self, room_id: RoomId) -> None:
        try:
            await self._move(room_id)
        except Exception:
            # Left to `look_for_overdue`, here or on another worker.
            log.exception("a bot could not move", extra={"room": room_id})

    async def _move(self, room_id: RoomId) -> None:
        """Make the one move that is due first, if its moment has come."""
        room = await self._service.newest(room_id)
        due = bots_due(room, self._pace)
        if room.game is None or not due:
            return
        if due[0].at > self._clock.now():
            self.after(room_id, room)
            return
        state, seat = room.game.state, due[0].seat
        action = await self._think(room_id, room.options.bots, room.game, seat)
        command = BotPlay(seat, action, state.bout, state.table_ply)
        try:
            await self._service.execute(room_id, command, CommandId(f"due:{room_id}:{room.version}"))
        except Refused as refused:
            # Somebody was faster, perhaps on another worker.
            log.info("a bot was refused: %s", refused.code, extra={"room": room_id, "v": room.version})
            now = await self._service.newest(room_id)
            if now.version != room.version:
                self.after(room_id, now)

    async def _think(self, room_id: RoomId, level: str, game: Game, seat: Seat) -> str:
        view, seed = view_for(game.state, seat), bot_seed(game, seat)
        try:
            return await self._thinker.choose(level, json.dumps(encode_view(view)).encode(), seed)
        except (TimeoutError, OSError):
            log.warning("thinking here instead", exc_info=True, extra={"room": room_id})
        return encode_action(BOTS[FALLBACK_LEVEL].choose(view, Random(seed)))  # noqa: S311 - a bot's dice
