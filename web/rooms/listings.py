"""Keeps the lobby true: a room in which everybody was on a worker that died is not one with people in it."""

import logging

from web.rooms.lobby import Lobby
from web.rooms.ports import Clock
from web.rooms.service import RoomService

log = logging.getLogger(__name__)

LOOK_SECONDS = 30.0
LISTED_AT_MOST = 1000


class Listings:
    """What the lobby shows, as whoever changes a room last has left it."""

    def __init__(self, service: RoomService, lobby: Lobby, clock: Clock) -> None:
        self._service, self._lobby, self._clock = service, lobby, clock

    async def keep_true(self) -> None:
        """Look at once, and now and then for ever, whether those who seem to be in listed rooms are."""
        while True:
            try:
                for listed in await self._lobby.listed(LISTED_AT_MOST):
                    await self._service.tidied(listed.room_id)
            except Exception:
                log.exception("the lobby could not be tidied")
            await self._clock.sleep(LOOK_SECONDS)
