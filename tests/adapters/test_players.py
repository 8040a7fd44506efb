"""The promises of Players, for every implementation.

Bugs this is here to catch: a token or a code that one could read from a stolen database; two guests behind
one token; a code that moves a guest twice; an old token that still opens something.
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


async def test_a_guest_may_take_another_name_and_picture(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW, 3)
    assert await store.other_players.find(hash_of("a")) == Player(ann.id, "Ann", 3)
    await store.players.change(ann.id, "Anna", 7)
    assert await store.other_players.find(hash_of("a")) == Player(ann.id, "Anna", 7)


async def test_changing_nobody_changes_nothing(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    await store.players.change(PlayerId("nobody"), "Anna", 1)
    await store.players.seen(PlayerId("nobody"), NOW + 1)
    assert await store.players.find(hash_of("a")) == ann


async def test_when_a_guest_was_last_seen_is_kept(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    found = await store.other_players.find(hash_of("a"))
    assert found is not None
    assert (ann.seen_at, found.seen_at) == (NOW, NOW)
    await store.players.seen(ann.id, NOW + 5)
    found = await store.other_players.find(hash_of("a"))
    assert found is not None
    assert found.seen_at == NOW + 5


async def test_a_code_moves_a_guest_to_another_token_once(store: Store) -> None:
    ann = await store.players.create(hash_of("old"), "Ann", NOW, 3)
    await store.players.create(hash_of("b"), "Bob", NOW)
    await store.players.offer(ann.id, hash_of("code"), NOW + 60)
    assert await store.other_players.move(hash_of("code"), hash_of("new"), NOW + 59) == ann
    assert await store.players.find(hash_of("old")) is None
    assert await store.players.find(hash_of("new")) == ann
    assert await store.players.move(hash_of("code"), hash_of("again"), NOW + 59) is None
    assert await store.players.find(hash_of("new")) == ann


async def test_a_code_is_void_when_its_time_is_over_or_a_newer_one_was_made(store: Store) -> None:
    ann = await store.players.create(hash_of("old"), "Ann", NOW)
    await store.players.offer(ann.id, hash_of("first"), NOW + 60)
    await store.players.offer(ann.id, hash_of("second"), NOW + 60)
    for code, at in (("first", NOW), ("second", NOW + 60), ("none", NOW)):
        assert await store.players.move(hash_of(code), hash_of("new"), at) is None
    assert await store.players.find(hash_of("old")) == ann
    assert await store.players.move(hash_of("second"), hash_of("new"), NOW + 59) == ann


async def test_of_several_codes_offered_at_once_one_is_left(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    both = (store.players, store.other_players)
    codes = [hash_of(f"code {number}") for number in range(8)]
    await asyncio.gather(*(both[i % 2].offer(ann.id, code, NOW + 60) for i, code in enumerate(codes)))
    moved = [await store.players.move(code, hash_of(f"token {i}"), NOW) for i, code in enumerate(codes)]
    assert sum(player is not None for player in moved) == 1


async def test_of_many_who_use_one_code_at_once_one_gets_the_guest(store: Store) -> None:
    ann = await store.players.create(hash_of("old"), "Ann", NOW)
    await store.players.offer(ann.id, hash_of("code"), NOW + 60)
    results = await asyncio.gather(
        *(
            workers.move(hash_of("code"), hash_of(f"new {i}"), NOW)
            for i, workers in enumerate([store.players, store.other_players] * 5)
        )
    )
    assert [result for result in results if result] == [ann]
    (winner,) = (i for i, result in enumerate(results) if result)
    assert await store.players.find(hash_of(f"new {winner}")) == ann


@pytest.mark.parametrize("many", [2, 1001])
async def test_the_present_tokens_of_guests(store: Store, many: int) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    bob = await store.players.create(hash_of("b"), "Bob", NOW)
    nobodies = [PlayerId(f"nobody {i}") for i in range(many)]
    found = await store.other_players.tokens_of([ann.id, *nobodies, bob.id])
    assert found == {ann.id: hash_of("a"), bob.id: hash_of("b")}
    await store.players.offer(ann.id, hash_of("code"), NOW + 60)
    await store.players.move(hash_of("code"), hash_of("new"), NOW)
    assert await store.other_players.tokens_of([ann.id]) == {ann.id: hash_of("new")}
    assert await store.players.tokens_of([]) == {}


@pytest.mark.parametrize("length", [0, 31, 33, 43])
async def test_what_is_not_a_hash_is_not_stored(store: Store, length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        await store.players.create(b"x" * length, "Ann", NOW)
    with pytest.raises(ValueError, match="32 bytes"):
        await store.players.offer(PlayerId("ann"), b"x" * length, NOW)
    with pytest.raises(ValueError, match="32 bytes"):
        await store.players.move(hash_of("code"), b"x" * length, NOW)


async def test_a_guest_who_is_forgotten_was_never_there(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    bob = await store.players.create(hash_of("b"), "Bob", NOW)
    await store.players.offer(ann.id, hash_of("code"), NOW + 60)
    await store.players.offer(bob.id, hash_of("bobs"), NOW + 60)
    for _ in range(2):
        await store.players.forget(ann.id)
        assert await store.other_players.find(hash_of("a")) is None
        assert await store.other_players.tokens_of([ann.id, bob.id]) == {bob.id: hash_of("b")}
    assert await store.players.move(hash_of("code"), hash_of("new"), NOW) is None
    assert await store.players.move(hash_of("bobs"), hash_of("new"), NOW) == bob
    again = await store.players.create(hash_of("a"), "Ann", NOW)
    assert again.id != ann.id


async def test_when_a_guest_came_first_is_kept(store: Store) -> None:
    ann = await store.players.create(hash_of("a"), "Ann", NOW)
    await store.players.seen(ann.id, NOW + 5)
    found = await store.other_players.find(hash_of("a"))
    assert found is not None
    assert (ann.made_at, found.made_at, found.seen_at) == (NOW, NOW, NOW + 5)


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
    ann = await SqlPlayers(database).create(hash_of("the token itself"), "Ann", NOW)
    await SqlPlayers(database).offer(ann.id, hash_of("the code itself"), NOW)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    await database.aclose()
    assert hash_of("the token itself") in stored
    assert hash_of("the code itself") in stored
    assert b"the token itself" not in stored
    assert b"the code itself" not in stored
    assert path_in(tmp_path).exists()


def test_the_table_itself_refuses_what_is_not_a_hash(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    row = {"id": "ann", "token_hash": b"a token", "name": "Ann", "created_at": NOW, "seen_at": NOW}
    with pytest.raises(IntegrityError, match="token_hash_length"), engine.begin() as connection:
        connection.execute(insert(players), row)
    engine.dispose()
