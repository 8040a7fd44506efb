"""Catches a game that needs its players to be on one worker, or a worker that takes its games along.

Two real processes on one PostgreSQL, with a NATS between them.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.adapters.databases import postgres
from tests.program import Program
from tests.servers.nats import Nats
from tests.transport.wire import Guest, Line, Site

pytestmark = pytest.mark.anyio


@pytest.fixture
def broker() -> Iterator[Nats]:
    broker = Nats()
    broker.start()
    yield broker
    broker.stop()


@asynccontextmanager
async def two_workers(
    folder: Path, broker: Nats, time_rate: str, roles: Sequence[str] = ("all", "all")
) -> AsyncIterator[list[Program]]:
    server = postgres()
    settings = {
        "DURAK_DATABASE_URL": server.url(server.new_database("migrated")),
        "DURAK_BUS_URL": broker.url,
        "DURAK_BOT_PACE": "0",
        "DURAK_TIME_RATE": time_rate,
    }
    programs = []
    for name, role in zip(("one", "other"), roles, strict=True):
        (folder / name).mkdir()
        programs.append(Program(folder / name, settings | {"DURAK_ROLE": role}))
    try:
        for program in programs:
            await asyncio.to_thread(program.start)
        yield programs
    finally:
        for program in programs:
            await asyncio.to_thread(program.stop)


@pytest.fixture
async def workers(tmp_path: Path, broker: Nats) -> AsyncIterator[list[Program]]:
    async with two_workers(tmp_path, broker, "1") as programs:
        yield programs


@pytest.fixture
async def workers_without_sweep(tmp_path: Path, broker: Nats) -> AsyncIterator[list[Program]]:
    """With so slow a clock that they look for what was not told only after five minutes."""
    async with two_workers(tmp_path, broker, "0.01") as programs:
        yield programs


async def played(*lines: Line, moves: int) -> None:
    """Play on, each from his own worker, until both have seen each move."""
    for _ in range(moves):
        mover = next(line for line in lines if line.choices)
        seen = [line.view["v"] for line in lines]
        assert (await mover.play(mover.choices[0]))["t"] == "ok"
        for line, before in zip(lines, seen, strict=True):
            await line.until_view(lambda view, before=before: view["v"] > before)  # type: ignore[misc]


async def test_players_of_one_game_may_be_on_different_workers_and_one_may_die(
    workers_without_sweep: list[Program], stack: AsyncExitStack
) -> None:
    workers = workers_without_sweep
    one, other = (Site(program.url) for program in workers)
    anna, boris = await one.guest("Anna"), await one.guest("Boris")
    room = await anna.open_room()
    a = await stack.enter_async_context(one.line(room, anna.cookie))
    b = await stack.enter_async_context(other.line(room, boris.cookie))
    assert (await b.ask("sit", chair=None))["t"] == "ok"
    await a.until_view(lambda view: view["room"]["chairs"][1]["name"] == "Boris")
    assert (await a.ask("start"))["t"] == "ok"
    for line in (a, b):
        await line.until_view(lambda view: view["game"] is not None)
        assert not [chair for chair in line.view["room"]["chairs"] if chair["away"]]
    await played(a, b, moves=6)
    # Without a word, in the middle of the game.
    workers[0].kill()
    a = await stack.enter_async_context(other.line(room, anna.cookie))
    await a.until_view(lambda view: not view["room"]["chairs"][0]["away"])
    await b.until_view(lambda view: not view["room"]["chairs"][0]["away"])
    await played(a, b, moves=6)


async def test_who_was_on_a_worker_that_died_is_away_for_the_others(
    workers: list[Program], stack: AsyncExitStack
) -> None:
    one, other = (Site(program.url) for program in workers)
    anna, boris = await one.guest("Anna"), await one.guest("Boris")
    room = await anna.open_room()
    await stack.enter_async_context(one.line(room, anna.cookie))
    b = await stack.enter_async_context(other.line(room, boris.cookie))
    assert (await b.ask("sit", chair=None))["t"] == "ok"
    assert not b.view["room"]["chairs"][0]["away"]
    workers[0].kill()
    await b.until_view(lambda view: view["room"]["chairs"][0]["away"])
    assert not b.view["room"]["chairs"][1]["away"]


async def test_a_worker_that_was_frozen_lets_its_sockets_go(
    workers: list[Program], stack: AsyncExitStack
) -> None:
    one, other = (Site(program.url) for program in workers)
    anna: Guest = await one.guest("Anna")
    room = await anna.open_room()
    a = await stack.enter_async_context(one.line(room, anna.cookie))
    process = workers[0]._process
    assert process is not None
    watcher = await stack.enter_async_context(other.line(room))
    assert not watcher.view["room"]["chairs"][0]["away"]
    process.send_signal(signal.SIGSTOP)
    await watcher.until_view(lambda view: view["room"]["chairs"][0]["away"])
    process.send_signal(signal.SIGCONT)
    assert await a.farewell() == ("restart", 1012)
    a = await stack.enter_async_context(one.line(room, anna.cookie))
    await watcher.until_view(lambda view: not view["room"]["chairs"][0]["away"])


async def test_bots_in_a_process_of_their_own_play_and_nobody_waits_for_them_when_it_dies(
    tmp_path: Path, broker: Nats, stack: AsyncExitStack
) -> None:
    async with two_workers(tmp_path, broker, "1", roles=("bots", "web")) as (bots, web):
        site = Site(web.url)
        anna = await site.guest("Anna")
        a = await stack.enter_async_context(
            site.line(await anna.open_room(chairs=3, play_now=True), anna.cookie)
        )
        await turns(a, 3)
        async with httpx.AsyncClient(base_url=bots.url) as http:
            assert (await http.get("/readyz")).json()["status"] == "ok"
            assert (await http.get("/")).status_code == 404
        assert "a bot thinks here instead" not in web.output
        bots.kill()
        while "a bot thinks here instead: absent" not in web.output:
            await turns(a, 1)
        await turns(a, 3)


async def turns(line: Line, times: int) -> None:
    """Play on; each time wait for the bots until it is this player's turn again, in one game or the next."""
    for _ in range(times):
        await line.until_view(lambda view: line.choices or view["room"]["phase"] != "playing")
        if line.choices:
            assert (await line.play(line.choices[0]))["t"] in ("ok", "refused")
            continue
        assert (await line.ask("start"))["t"] == "ok"
