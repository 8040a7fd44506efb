"""The promises of Players, for every implementation.

Bugs this is here to catch: a token one could read from a stolen database; two guests behind one token.
"""

import asyncio
import hashlib
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from tests.adapters.sqlite import open_database, open_migrated, path_in
from tests.adapters.stores import Store
from web.adapters.sql_players import SqlPlayers
from web.adapters.tables import players
from web.rooms.events import PlayerId
from web.rooms.ports import Player

NOW = 1_700_000_000.5


def hash_of(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


async def test_a_guest_is_found_by_his_token_only(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Änn 🦊", NOW)
    bob = await store.players.create(hash_of("b"), "Änn 🦊", NOW)
    assert ann.name == "Änn 🦊"
    assert ann.id != bob.id
    assert await store.other_players.find(hash_of("a")) == ann
    assert await store.players.find(hash_of("b")) == bob
    assert await store.players.find(hash_of("c")) is None
    assert await store.players.find(b"") is None


async def test_a_guest_may_take_another_name(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    await store.players.rename(ann.id, "Anna")
    assert await store.other_players.find(hash_of("a")) == Player(ann.id, "Anna")


async def test_renaming_nobody_changes_nothing(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    await store.players.rename(PlayerId("nobody"), "Anna")
    assert await store.players.find(hash_of("a")) == ann


@pytest.mark.parametrize("length", [0, 31, 33, 43])
async def test_what_is_not_a_hash_is_not_stored(store: Store, length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        await store.players.create(b"x" * length, "Ann", NOW)


async def test_a_token_belongs_to_one_guest(store: Store) -> None:
    results = await asyncio.gather(
        *(
            workers.create(hash_of("a"), f"Ann {i}", NOW)
            for i, workers in enumerate([store.players, store.other_players] * 5)
        ),
        return_exceptions=True,
    )
    made = [result for result in results if isinstance(result, Player)]
    assert len(made) == 1
    assert all(isinstance(result, Player | ValueError) for result in results)
    assert await store.players.find(hash_of("a")) == made[0]


async def test_the_sqlite_files_hold_no_token(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    await SqlPlayers(database).create(hash_of("the token itself"), "Ann", NOW)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    await database.aclose()
    assert hash_of("the token itself") in stored
    assert b"the token itself" not in stored
    assert path_in(tmp_path).exists()


def test_the_table_itself_refuses_what_is_not_a_hash(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    row = {"id": "ann", "token_hash": b"a token", "name": "Ann", "created_at": NOW, "seen_at": NOW}
    with pytest.raises(IntegrityError, match="token_hash_length"), engine.begin() as connection:
        connection.execute(insert(players), row)
    engine.dispose()
