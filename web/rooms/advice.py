"""Advice for whoever asks: thought of elsewhere, from his own view alone; then noted, then told.

What is told depends on nothing hidden: the view is the one that a bot in this seat would have, and the dice
come from the deal as a bot's do. Where no answer comes nothing is noted.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from durak import Seat, encode_view, memory_view
from web.rooms.commands import Advise
from web.rooms.deadlines import advice_seed
from web.rooms.decide.advising import advised_seat, is_noted
from web.rooms.events import PlayerId
from web.rooms.game import Game
from web.rooms.ports import Adviser, CommandId, NoAnswer, RoomId
from web.rooms.refusals import Refused
from web.rooms.room import Room
from web.rooms.service import RoomService

log = logging.getLogger(__name__)

MOVES_MOST = 5


@dataclass(frozen=True, slots=True)
class Advice:
    """What somebody was told: for which of his views, and the moves worth a thought, the best first."""

    v: int
    moves: list[Mapping[str, Any]]


class AdviceService:
    """Gives advice to one person as often as he likes, but one piece at a time."""

    def __init__(self, service: RoomService, adviser: Adviser) -> None:
        self._service, self._adviser = service, adviser
        self._asking: set[PlayerId] = set()

    async def advise(self, room_id: RoomId, player: PlayerId, command_id: CommandId) -> Advice:
        """Return advice for the player's seat, when the room's log says that he has had it.

        Raises Refused (`stale` if the table was faster, `no_advice` if nobody has an answer) and NoSuchRoom.
        """
        if player in self._asking:
            raise Refused("too_fast")
        self._asking.add(player)
        try:
            room = await self._service.newest(room_id)
            seat = advised_seat(room, player)
            moves = await self._think(room_id, room, seat)
            await self._note(room_id, room, seat, player, command_id)
        finally:
            self._asking.discard(player)
        return Advice(room.views_due(player), moves[:MOVES_MOST])

    async def _think(self, room_id: RoomId, room: Room, seat: Seat) -> list[Mapping[str, Any]]:
        game = _game_of(room)
        view = orjson.dumps(encode_view(memory_view(game.state, seat, reasons=False)))
        try:
            return await self._adviser.advise(view, advice_seed(game, seat))
        except NoAnswer:
            log.warning("no advice came", exc_info=True, extra={"room": room_id, "v": room.version})
            raise Refused("no_advice") from None

    async def _note(
        self, room_id: RoomId, room: Room, seat: Seat, player: PlayerId, command_id: CommandId
    ) -> None:
        if not is_noted(room, seat):
            bout, table_ply = _game_of(room).moment
            await self._service.execute(room_id, Advise(player, bout, table_ply), command_id)


def _game_of(room: Room) -> Game:
    assert room.game is not None, "whoever may be advised has a game"
    return room.game
