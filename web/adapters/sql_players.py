"""Guests in a SQL database."""

import secrets
from collections.abc import Collection, Mapping
from functools import partial

from sqlalchemy import Connection, Update, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from web.adapters.database import MOST_AT_ONCE, Database
from web.adapters.tables import device_codes, players
from web.rooms.events import PlayerId
from web.rooms.ports import Player

_PLAYER = select(
    players.c.id, players.c.name, players.c.avatar, players.c.seen_at, players.c.created_at.label("made_at")
)
_BY_TOKEN = _PLAYER.where(players.c.token_hash == bindparam("token"))
_BY_ID = _PLAYER.where(players.c.id == bindparam("player"))
_TOKENS = select(players.c.id, players.c.token_hash).where(
    players.c.id.in_(bindparam("players", expanding=True))
)
_THIS_ONE = players.c.id == bindparam("player")
_CHANGE = update(players).where(_THIS_ONE).values(name=bindparam("new_name"), avatar=bindparam("new_avatar"))
_SEEN = update(players).where(_THIS_ONE).values(seen_at=bindparam("now"))
_MOVE = update(players).where(_THIS_ONE).values(token_hash=bindparam("token"), seen_at=bindparam("now"))
_HOLD = select(players.c.id).where(_THIS_ONE).with_for_update()
_FORGET = delete(players).where(_THIS_ONE)
_WITHDRAW = delete(device_codes).where(device_codes.c.player_id == bindparam("player"))
_OFFERED_BY = select(device_codes.c.player_id).where(
    device_codes.c.code_hash == bindparam("code"), device_codes.c.ends_at > bindparam("now")
)
_USE_UP = delete(device_codes).where(device_codes.c.code_hash == bindparam("code"))


class SqlPlayers:
    """Players in SQL; the promises are those of the port."""

    def __init__(self, database: Database) -> None:
        """Use a database that the caller opened, and closes."""
        self._database = database

    async def create(self, token_hash: bytes, name: str, now: float, avatar: int = 0) -> Player:
        """Make a guest. Raises ValueError if `token_hash` is not 32 bytes, or not new."""
        _check_hash(token_hash)
        player = Player(PlayerId(secrets.token_urlsafe(12)), name, avatar, now, now)
        await self._database.write(partial(_create, player=player, token_hash=token_hash))
        return player

    async def find(self, token_hash: bytes) -> Player | None:
        """Return the guest with this token, or None."""
        return await self._database.read(partial(_find, token_hash=token_hash))

    async def change(self, player: PlayerId, name: str, avatar: int) -> None:
        """Give the guest another name and picture, if there is such a guest."""
        facts = {"player": player, "new_name": name, "new_avatar": avatar}
        await self._database.write(partial(_do, statement=_CHANGE, facts=facts))

    async def seen(self, player: PlayerId, now: float) -> None:
        """Note that the guest is here."""
        facts = {"player": player, "now": now}
        await self._database.write(partial(_do, statement=_SEEN, facts=facts))

    async def offer(self, player: PlayerId, code_hash: bytes, ends_at: float) -> None:
        """Let a code move the guest's token, once and before `ends_at`."""
        _check_hash(code_hash)
        row = {"player_id": player, "code_hash": code_hash, "ends_at": ends_at}
        await self._database.write(partial(_offer, row=row))

    async def move(self, code_hash: bytes, token_hash: bytes, now: float) -> Player | None:
        """Give the guest who offered this code another token, and return him, or None."""
        _check_hash(token_hash)
        return await self._database.write(partial(_move, code_hash=code_hash, token_hash=token_hash, now=now))

    async def tokens_of(self, players: Collection[PlayerId]) -> Mapping[PlayerId, bytes]:
        """Return the hash of the token that each of these guests has now; who is gone is left out."""
        asked = list(players)
        found: dict[PlayerId, bytes] = {}
        for start in range(0, len(asked), MOST_AT_ONCE):
            some = asked[start : start + MOST_AT_ONCE]
            found |= await self._database.read(partial(_tokens, some=some))
        return found

    async def forget(self, player: PlayerId) -> None:
        """Let there be no such guest, no token and no code of his."""
        await self._database.write(partial(_forget, player=player))


def _check_hash(value: bytes) -> None:
    if len(value) != 32:
        raise ValueError("a hash has 32 bytes")


def _do(connection: Connection, statement: Update, facts: dict[str, object]) -> None:
    connection.execute(statement, facts)


def _create(connection: Connection, player: Player, token_hash: bytes) -> None:
    row = {
        "id": player.id,
        "token_hash": token_hash,
        "name": player.name,
        "avatar": player.avatar,
        "created_at": player.made_at,
        "seen_at": player.seen_at,
    }
    try:
        connection.execute(insert(players), row)
    except IntegrityError:
        # Not chained: what comes with it names the table's columns only, but a caller needs none of it.
        raise ValueError("a token's hash must be new") from None


def _find(connection: Connection, token_hash: bytes) -> Player | None:
    row = connection.execute(_BY_TOKEN, {"token": token_hash}).mappings().one_or_none()
    return None if row is None else Player(**row)


def _offer(connection: Connection, row: dict[str, object]) -> None:
    # One at a time: two of his at once would both find no earlier code.
    connection.execute(_HOLD, {"player": row["player_id"]})
    connection.execute(_WITHDRAW, {"player": row["player_id"]})
    connection.execute(insert(device_codes), row)


def _move(connection: Connection, code_hash: bytes, token_hash: bytes, now: float) -> Player | None:
    player = connection.scalar(_OFFERED_BY, {"code": code_hash, "now": now})
    # Whoever deletes the code has it; another one may have been faster.
    if player is None or connection.execute(_USE_UP, {"code": code_hash}).rowcount != 1:
        return None
    connection.execute(_MOVE, {"player": player, "token": token_hash, "now": now})
    row = connection.execute(_BY_ID, {"player": player}).mappings().one_or_none()
    return None if row is None else Player(**row)


def _forget(connection: Connection, player: PlayerId) -> None:
    for statement in (_FORGET, _WITHDRAW):
        connection.execute(statement, {"player": player})


def _tokens(connection: Connection, some: list[PlayerId]) -> dict[PlayerId, bytes]:
    rows = connection.execute(_TOKENS, {"players": some})
    return {PlayerId(row.id): bytes(row.token_hash) for row in rows}
