"""What is known of a guest, in his own hands: to take along, and to delete."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

from web.rooms.commands import Forget
from web.rooms.events import PlayerId
from web.rooms.moderation import Moderation, Report
from web.rooms.own_story import moment, own_story
from web.rooms.ports import Clock, CommandId, EventLog, NoSuchRoom, Player, Players, Version
from web.rooms.service import RoomService


class OwnData:
    """Reads and forgets everything about one guest, wherever it is kept."""

    def __init__(
        self, service: RoomService, log: EventLog, players: Players, moderation: Moderation, clock: Clock
    ) -> None:
        self._service, self._log, self._players = service, log, players
        self._moderation, self._clock = moderation, clock

    async def export(self, player: Player) -> dict[str, Any]:
        """Return, as JSON, all that is known of the guest, and nobody else's cards, names or words.

        But what he has reported says of whom, as he saw it. Who has blocked or reported him he is not told.
        """
        return {
            "exported_at": moment(self._clock.now()),
            "guest": {
                "id": player.id,
                "name": player.name,
                "avatar": player.avatar,
                "first_visit_at": moment(player.made_at),
                "last_visit_at": moment(player.seen_at),
            },
            "blocked_at": [moment(at) for at in await self._moderation.blocked_at(player.id)],
            "reports": [_told(report) for report in await self._moderation.reports_by(player.id)],
            "rooms": [room async for room in self._rooms(player.id)],
        }

    async def forget(self, player: PlayerId, name: str) -> None:
        """Let the guest leave every room, be called `name` in all their logs, and then be no guest any more.

        Raises Unavailable; he is a guest then as before, and what is left can be asked for again.
        """
        self._service.bar(player)
        try:
            await self._leave_rooms(player, name)
            await self._moderation.forget(player)
            # What was under way when he was barred has been stored by now.
            await self._leave_rooms(player, name)
            await self._players.forget(player)
        except BaseException:
            self._service.admit(player)
            raise

    async def _rooms(self, player: PlayerId) -> AsyncIterator[dict[str, Any]]:
        for room_id in await self._log.rooms_of(player):
            try:
                batches = await self._log.read(room_id, Version(0))
            except NoSuchRoom:
                # It was forgotten as a whole meanwhile.
                continue
            # Games are played anew for it: elsewhere, so that nobody has to wait.
            yield {"room": room_id, **await asyncio.to_thread(own_story, player, batches)}

    async def _leave_rooms(self, player: PlayerId, name: str) -> None:
        for room_id in await self._log.rooms_of(player):
            nobody = PlayerId(secrets.token_urlsafe(12))
            try:
                await self._service.execute(
                    room_id, Forget(player, nobody, name), CommandId(f"forget:{nobody}")
                )
            except NoSuchRoom:
                # As above.
                continue


def _told(report: Report) -> dict[str, Any]:
    return {
        "at": moment(report.at),
        "room": report.room_id,
        "whom": report.reported_name,
        "why": report.why,
    }
