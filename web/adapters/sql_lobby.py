"""The Lobby in a SQL database: what stands beside the logs in `rooms`."""

import json
from functools import partial

from sqlalchemy import Connection, bindparam, func, select, update
from sqlalchemy.exc import IntegrityError

from web.adapters.database import Database
from web.adapters.tables import rooms
from web.rooms.events import OptionsChanged, RoomOpened, parse_event
from web.rooms.lobby import Forgotten, Listed
from web.rooms.ports import RoomId
from web.rooms.short_codes import ROOM_LENGTH, new_code

_LIVES = rooms.c.forgotten_at.is_(None)
_THIS_ONE = rooms.c.id == bindparam("room")
_CODE = select(rooms.c.code).where(_THIS_ONE, _LIVES)
_GIVE_CODE = update(rooms).where(_THIS_ONE, _LIVES, rooms.c.code.is_(None)).values(code=bindparam("new_code"))
_BY_CODE = select(rooms.c.id).where(rooms.c.code == bindparam("code"))
_LISTED = (
    select(rooms.c.id, rooms.c.listing, rooms.c.language)
    .where(rooms.c.listing.is_not(None))
    .order_by(rooms.c.created_at.desc(), rooms.c.id)
    .limit(bindparam("most"))
)
_COUNT = select(func.count()).select_from(rooms).where(_LIVES)
_SET_LANGUAGE = update(rooms).where(_THIS_ONE).values(language=bindparam("new_language"))
_LANGUAGE = select(rooms.c.language).where(_THIS_ONE)
_FORGOTTEN = select(rooms.c.forgotten_at, rooms.c.options).where(_THIS_ONE, rooms.c.forgotten_at.is_not(None))


class SqlLobby:
    """A Lobby in SQL; the promises are those of the port."""

    def __init__(self, database: Database) -> None:
        """Use a database that the caller opened, and closes."""
        self._database = database

    async def code_of(self, room_id: RoomId) -> str | None:
        """Return the room's short code, made now if it has none; None if there is no such room."""
        code = await self._database.read(lambda connection: connection.scalar(_CODE, {"room": room_id}))
        return code or await self._database.write(partial(_give_code, room_id=room_id))

    async def room_with(self, code: str) -> RoomId | None:
        """Return the room with this short code; one that was forgotten has none."""
        room = await self._database.read(lambda connection: connection.scalar(_BY_CODE, {"code": code}))
        return None if room is None else RoomId(room)

    async def listed(self, limit: int) -> list[Listed]:
        """Return rooms that the lobby shows, the newest first."""
        rows = await self._database.read(
            lambda connection: connection.execute(_LISTED, {"most": limit}).all()
        )
        return [Listed(RoomId(row.id), json.loads(row.listing), row.language) for row in rows]

    async def count(self) -> int:
        """Return how many rooms there are."""
        return await self._database.read(lambda connection: connection.scalar(_COUNT) or 0)

    async def set_language(self, room_id: RoomId, language: str) -> None:
        """Note the language of whoever made the room."""
        await self._database.write(partial(_set_language, room_id=room_id, language=language))

    async def language_of(self, room_id: RoomId) -> str | None:
        """Return that language, None if it is not known."""
        return await self._database.read(lambda connection: connection.scalar(_LANGUAGE, {"room": room_id}))

    async def forgotten(self, room_id: RoomId) -> Forgotten | None:
        """Return what is left of a room that was forgotten; None of any other, or where nothing is left."""
        return await self._database.read(partial(_forgotten, room_id=room_id))


def _give_code(connection: Connection, room_id: RoomId) -> str | None:
    """A room made before there were codes gets one; of several who want one for it, all get the same."""
    for _ in range(3):
        try:
            with connection.begin_nested():
                connection.execute(_GIVE_CODE, {"room": room_id, "new_code": new_code(ROOM_LENGTH)})
        except IntegrityError:
            continue
        break
    code: str | None = connection.scalar(_CODE, {"room": room_id})
    return code


def _set_language(connection: Connection, room_id: RoomId, language: str) -> None:
    connection.execute(_SET_LANGUAGE, {"room": room_id, "new_language": language})


def _forgotten(connection: Connection, room_id: RoomId) -> Forgotten | None:
    row = connection.execute(_FORGOTTEN, {"room": room_id}).one_or_none()
    if row is None or row.options is None:
        return None
    options = parse_event(row.options)
    return Forgotten(row.forgotten_at, options) if isinstance(options, RoomOpened | OptionsChanged) else None
