"""Moves the seats that bots control: an ordinary command for each move, when its pause is over.

The worker that committed arms the next move: the bot thinks while its pause lasts, so that the pause tells
nothing of the thinking. Every worker also looks for rooms whose moment has passed, so that a bot's move
outlives the worker that was to make it. Two that act at once make one event: the command's id follows from
the room and its version.
"""

import asyncio
import json
import logging
from dataclasses import replace
from random import Random
from typing import NamedTuple

from durak import Seat, encode_action, encode_view, view_for
from durak.bots import BOTS
from web.rooms.commands import BotPlay
from web.rooms.deadlines import BotDue, bot_seed, bots_due
from web.rooms.ports import Clock, CommandId, EventLog, RoomId, Thinker, Version
from web.rooms.refusals import Refused
from web.rooms.room import Game, Room
from web.rooms.service import RoomService

log = logging.getLogger(__name__)

OVERDUE_SECONDS = 1.0
"""How long a moment may have passed before another worker than the one that armed the move takes over."""

LOOK_SECONDS = 0.5
ROOMS_AT_ONCE = 100
FALLBACK_LEVEL = "careful"

FIRST_REST_SECONDS, LONGEST_REST_SECONDS = 2.0, 300.0
"""How long a room in which a move failed is left alone: twice as long each time."""


class BotDriver:
    """Keeps the bots of this process's rooms moving; `pace` is the service's."""

    def __init__(
        self, service: RoomService, event_log: EventLog, clock: Clock, thinker: Thinker, pace: float
    ) -> None:
        self._service, self._log, self._clock, self._thinker = service, event_log, clock, thinker
        self._pace = pace
        self._armed: dict[RoomId, asyncio.Task[None]] = {}
        self._moving: dict[RoomId, asyncio.Task[None]] = {}
        self._rests: dict[RoomId, _Rest] = {}
        self._closing = False

    def after(self, room_id: RoomId, room: Room) -> None:
        """Arm the room's next move, after a change; one that was armed on the older room is let go."""
        armed = self._armed.pop(room_id, None)
        if armed is not None:
            armed.cancel()
        due = bots_due(room, self._pace)
        if due and not self._closing:
            self._armed[room_id] = asyncio.create_task(self._arm(room_id, room, due[0]))

    async def look_for_overdue(self) -> None:
        """Take over, for ever, the rooms whose bots nobody moved: after a crash, or at the start."""
        while True:
            try:
                await self._take_over()
            except Exception:
                log.exception("looking for overdue rooms failed")
            await self._clock.sleep(LOOK_SECONDS)

    async def aclose(self) -> None:
        """Let armed moves go and finish those under way; what is left to do stands in the log."""
        self._closing = True
        for armed in self._armed.values():
            armed.cancel()
        await asyncio.gather(*self._armed.values(), *self._moving.values(), return_exceptions=True)
        self._armed.clear()

    async def _take_over(self) -> None:
        now = self._clock.now()
        # Rooms at rest stay overdue, and must not fill the window for the others.
        for room_id in await self._log.due(now - OVERDUE_SECONDS, ROOMS_AT_ONCE + len(self._rests)):
            rest = self._rests.get(room_id)
            armed = self._armed.get(room_id)
            is_coming = room_id in self._moving or (armed is not None and not armed.done())
            if is_coming or (rest is not None and rest.until > now):
                continue
            try:
                self.after(room_id, await self._service.newest(room_id))
            except Exception:
                self._fail(room_id, None)

    async def _arm(self, room_id: RoomId, room: Room, due: BotDue) -> None:
        assert room.game is not None
        action = await self._think(room_id, room.options.bots, room.game, due.seat)
        await self._clock.sleep(max(0.0, due.at - self._clock.now()))
        if self._armed.get(room_id) is not asyncio.current_task():
            # Let go of in the very moment in which it would have moved.
            return
        # From here on the move is under way: a change of the room must not cut it off half done.
        del self._armed[room_id]
        moving = self._moving[room_id] = asyncio.create_task(self._move(room_id, room, due.seat, action))
        moving.add_done_callback(lambda done: self._forget(room_id, done))

    def _forget(self, room_id: RoomId, done: asyncio.Task[None]) -> None:
        if self._moving.get(room_id) is done:
            del self._moving[room_id]

    async def _move(self, room_id: RoomId, room: Room, seat: Seat, action: str) -> None:
        try:
            await self._play(room_id, room, seat, action)
        except Exception:
            self._fail(room_id, room.version)
        else:
            self._rests.pop(room_id, None)

    async def _play(self, room_id: RoomId, room: Room, seat: Seat, action: str) -> None:
        """Play the action, or what the fallback would play if it is illegal, unless the room has gone on."""
        assert room.game is not None
        state, command_id = room.game.state, f"due:{room_id}:{room.version}"
        command = BotPlay(seat, action, state.bout, state.table_ply)
        try:
            await self._service.execute(room_id, command, CommandId(command_id))
        except Refused as refused:
            if (await self._service.newest(room_id)).version != room.version:
                # Somebody was faster, and whoever it was has armed the next move.
                return
            facts = {"room": room_id, "v": room.version}
            log.error("a bot's move was refused: %s", refused.code, extra=facts)
            legal = replace(command, action=_fallback(room.game, seat))
            await self._service.execute(room_id, legal, CommandId(f"{command_id}:again"))

    def _fail(self, room_id: RoomId, version: Version | None) -> None:
        rest = self._rests.get(room_id)
        seconds = min(2 * rest.seconds, LONGEST_REST_SECONDS) if rest else FIRST_REST_SECONDS
        self._rests[room_id] = _Rest(self._clock.now() + seconds, seconds)
        log.exception("a bot could not move", extra={"room": room_id, "v": version})

    async def _think(self, room_id: RoomId, level: str, game: Game, seat: Seat) -> str:
        view = encode_view(view_for(game.state, seat))
        try:
            return await self._thinker.choose(level, json.dumps(view).encode(), bot_seed(game, seat))
        except Exception:
            log.warning("a bot thinks here instead", exc_info=True, extra={"room": room_id})
        return _fallback(game, seat)


class _Rest(NamedTuple):
    """A room in which a move failed is left alone `until` then, for so many `seconds`."""

    until: float
    seconds: float


def _fallback(game: Game, seat: Seat) -> str:
    dice = Random(bot_seed(game, seat))  # noqa: S311 - a bot's
    return encode_action(BOTS[FALLBACK_LEVEL].choose(view_for(game.state, seat), dice))
