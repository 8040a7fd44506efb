"""Guests in a SQL database."""

import secrets
from functools import partial

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from web.adapters.database import Database
from web.adapters.tables import players
from web.rooms.events import PlayerId
from web.rooms.ports import Player

_BY_TOKEN = select(players.c.id, players.c.name).where(players.c.token_hash == bindparam("token"))
_RENAME = update(players).where(players.c.id == bindparam("player")).values(name=bindparam("new_name"))


class SqlPlayers:
    """Players in SQL; the promises are those of the port."""

    def __init__(self, database: Database) -> None:
        """Use a database that the caller opened, and closes."""
        self._database = database

    async def create(self, token_hash: bytes, name: str, now: float) -> Player:
        """Make a guest. Raises ValueError if `token_hash` is not 32 bytes, or not new."""
        if len(token_hash) != 32:
            raise ValueError("a token's hash has 32 bytes")
        player = Player(PlayerId(secrets.token_urlsafe(12)), name)
        await self._database.write(partial(_create, player=player, token_hash=token_hash, now=now))
        return player

    async def find(self, token_hash: bytes) -> Player | None:
        """Return the guest with this token, or None."""
        return await self._database.read(partial(_find, token_hash=token_hash))

    async def rename(self, player: PlayerId, name: str) -> None:
        """Give the guest another name, if there is such a guest."""
        await self._database.write(partial(_rename, player=player, name=name))


def _create(connection: Connection, player: Player, token_hash: bytes, now: float) -> None:
    row = {
        "id": player.id,
        "token_hash": token_hash,
        "name": player.name,
        "created_at": now,
        "seen_at": now,
    }
    try:
        connection.execute(insert(players), row)
    except IntegrityError:
        # Not chained: what comes with it names the table's columns only, but a caller needs none of it.
        raise ValueError("a token's hash must be new") from None


def _find(connection: Connection, token_hash: bytes) -> Player | None:
    row = connection.execute(_BY_TOKEN, {"token": token_hash}).one_or_none()
    return None if row is None else Player(PlayerId(row.id), row.name)


def _rename(connection: Connection, player: PlayerId, name: str) -> None:
    connection.execute(_RENAME, {"player": player, "new_name": name})
