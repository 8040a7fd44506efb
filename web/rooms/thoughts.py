"""What the bots of this process are thinking about: one thought at a time in each room, and each only once.

All bots that the table waits for think from the beginning of their pauses on, one after the other. A thought
stays while nobody sees anything new: that somebody else passes in secret, or is advised, must not make a bot
begin again, or it would move later and so tell of it.
"""

import asyncio
import logging
from collections.abc import Iterable
from random import Random

import orjson

from durak import Seat, encode_action, encode_view, memory_view
from durak.bots import BOTS, STAND_IN
from web.rooms.deadlines import bot_seed
from web.rooms.fallbacks import Fallbacks
from web.rooms.game import Game
from web.rooms.ports import NoAnswer, RoomId, Thinker, Version
from web.rooms.room import Room

log = logging.getLogger(__name__)

Moment = tuple[float, int, int, Seat, str]
"""When all saw something last, bout, state of the table, seat and level: what a bot sees follows from it."""


class Thoughts:
    """The thoughts of a process; `fallbacks` counts those that came to nothing."""

    def __init__(self, thinker: Thinker, fallbacks: Fallbacks) -> None:
        self._thinker, self._fallbacks = thinker, fallbacks
        self._rooms: dict[RoomId, dict[Moment, asyncio.Task[str]]] = {}

    def follow(self, room_id: RoomId, room: Room, seats: Iterable[Seat]) -> None:
        """Let the bots in these seats think, the first one first; any other thought in the room is let go."""
        before, now = self._rooms.pop(room_id, {}), dict[Moment, asyncio.Task[str]]()
        last: asyncio.Task[str] | None = None
        for seat in seats:
            assert room.game is not None, "bots think only in a game"
            moment = _moment(room.game, seat)
            thought = before.pop(moment, None)
            if thought is None or _came_to_nothing(thought):
                thought = asyncio.create_task(self._think(room_id, room.version, room.game, seat, last))
            now[moment] = last = thought
        for old in before.values():
            old.cancel()
        if now:
            self._rooms[room_id] = now

    def leave(self, room_id: RoomId) -> None:
        """Let go of every thought in the room, since it goes on elsewhere."""
        for thought in self._rooms.pop(room_id, {}).values():
            thought.cancel()

    async def answer(self, room_id: RoomId, game: Game, seat: Seat) -> str:
        """Return the action that the bot in this seat chooses, once it has; it must be thinking."""
        return await asyncio.shield(self._rooms[room_id][_moment(game, seat)])

    async def aclose(self) -> None:
        """Let go of everything."""
        left = [thought for room in self._rooms.values() for thought in room.values()]
        self._rooms.clear()
        for thought in left:
            thought.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _think(
        self,
        room_id: RoomId,
        version: Version,
        game: Game,
        seat: Seat,
        after: asyncio.Task[str] | None,
    ) -> str:
        if after is not None:
            # However it ends: that is its own affair.
            await asyncio.wait([after])
        view = orjson.dumps(encode_view(memory_view(game.state, seat, reasons=False)))
        try:
            return await self._thinker.choose(game.sitters[seat].level, view, bot_seed(game, seat))
        except Exception as fault:
            cause = fault.cause if isinstance(fault, NoAnswer) else "failed"
            facts = {"room": room_id, "v": version}
            log.warning("a bot thinks here instead: %s", cause, exc_info=True, extra=facts)
            self._fallbacks.count(cause)
        return fallback(game, seat)


def fallback(game: Game, seat: Seat) -> str:
    """Return what the level that needs nothing would do in this seat."""
    dice = Random(bot_seed(game, seat))  # noqa: S311 - a bot's
    return encode_action(BOTS[STAND_IN].choose(memory_view(game.state, seat, reasons=False), dice))


def _came_to_nothing(thought: asyncio.Task[str]) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)


def _moment(game: Game, seat: Seat) -> Moment:
    state = game.state
    return game.changed_at, state.bout, state.table_ply, seat, game.sitters[seat].level
