"""Catches one lost or slow socket that others feel, and time or people that are lost with it."""

import asyncio
import json
import statistics
import time
from contextlib import AsyncExitStack
from typing import Any

import pytest

import web.main
from tests.fake_clock import FakeClock
from tests.figures import told
from tests.program import free_port
from tests.transport.conftest import NOON, serving
from tests.transport.tables import stored, table_of_two
from tests.transport.wire import Line
from web.adapters.sql_log import SqlEventLog
from web.rooms.ports import Unavailable
from web.settings import Settings

pytestmark = pytest.mark.anyio


async def test_case_45_a_clock_is_told_in_what_is_left_of_it(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    """Whatever a device thinks the time is: no message has a time of day in it."""
    site = await stack.enter_async_context(serving(settings))
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(turn_seconds=30)
    a = await stack.enter_async_context(anna.line(room))
    b = await stack.enter_async_context(boris.line(room))
    await b.ask("sit", chair=None)
    await a.until_view(lambda view: view["room"]["countdown_ms"])
    assert a.view["room"]["countdown_ms"] == 10_000
    await clock.advance(4.0)
    await a.hello()
    assert a.view["room"]["countdown_ms"] == 6_000
    await a.ask("start")
    await a.until_view(lambda view: view["game"])
    for pause, left in ((0, 30_000), (10, 20_000), (12, 8_000)):
        await clock.advance(pause)
        view = await a.hello()
        (turn,) = (chair for chair in view["room"]["chairs"] if chair["ms_left"] is not None)
        assert (turn["ms_left"], turn["of_ms"]) == (left, 30_000)
    for message in (*a.heard, *b.heard):
        assert str(NOON)[:6] not in json.dumps(message)


async def test_after_a_crash_the_lobby_shows_no_room_in_which_nobody_is(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    crashed = await stack.enter_async_context(serving(settings))
    anna = await crashed.guest("Anna")
    room = await anna.open_room(public=True)
    async with anna.line(room):
        assert len((await crashed.ask("GET", "/api/lobby")).json()["rooms"]) == 1
        # Another process on the same database, for which the first one is dead.
        site = await stack.enter_async_context(serving(settings))
        async with asyncio.timeout(20):
            while (await site.ask("GET", "/api/lobby")).json()["rooms"]:
                await asyncio.sleep(0.05)


async def test_case_49_a_connection_that_is_reset_breaks_nothing_for_the_others(
    settings: Settings, stack: AsyncExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    site = await stack.enter_async_context(serving(settings))
    anna, boris, clara = [await site.guest(name) for name in ("Anna", "Boris", "Clara")]
    room = await anna.open_room(chairs=3)
    a = await stack.enter_async_context(anna.line(room))
    b = await stack.enter_async_context(boris.line(room))
    await b.ask("sit", chair=None)
    rounds = 20
    for number in range(rounds):
        async with AsyncExitStack() as lost:
            c = await lost.enter_async_context(clara.line(room))
            if number == 0:
                await c.ask("sit", chair=None)
            # A reset, without a word.
            c.socket.transport.abort()
            rules = ("classic", "transfer")[number % 2]
            assert (await a.ask("options", rules=rules))["t"] == "ok"
            for line in (a, b):
                await line.until_view(lambda view, rules=rules: view["room"]["rules"] == rules)  # type: ignore[misc]
                await line.until_view(lambda view: view["room"]["chairs"][2]["away"])
    faults = [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert not faults
    events = stored(settings, "SELECT body FROM events WHERE body LIKE '%\"Departed\"%'")
    assert len(events) == rounds


@pytest.mark.parametrize("trouble", ["refuses", "hangs"])
async def test_who_goes_while_the_store_is_in_trouble_is_away_when_it_is_back(
    settings: Settings, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """Else he would seem to be there for as long as his worker lives, and the table would wait for him."""
    monkeypatch.setattr("web.transport.presence.PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr("web.transport.presence.AGAIN_SECONDS", 0.1)
    site = await stack.enter_async_context(serving(settings))
    _, _, a, _, b = await table_of_two(site, stack)
    tried = asyncio.Event()

    async def fail(*_arguments: Any) -> Any:
        tried.set()
        if trouble == "hangs":
            await asyncio.sleep(0.5)
        raise Unavailable

    with monkeypatch.context() as patch:
        patch.setattr(SqlEventLog, "append", fail)
        await b.socket.close()
        async with asyncio.timeout(10):
            await tried.wait()
    await a.until_view(lambda view: view["room"]["chairs"][1]["away"])


async def test_case_48_one_who_never_reads_holds_up_nobody(
    settings: Settings, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.transport.play_socket.SEND_SECONDS", 0.5)
    metrics_port = free_port()
    told_of = settings.model_copy(update={"metrics_port": metrics_port})
    site = await stack.enter_async_context(serving(told_of, send_buffer=4096))
    anna, boris, clara = [await site.guest(name) for name in ("Anna", "Boris", "Clara")]
    room = await anna.open_room(chairs=3)
    a = await stack.enter_async_context(anna.line(room))
    b = await stack.enter_async_context(boris.line(room))
    small = site.socket(room, clara.cookie, receive_buffer=4096)
    slow = Line(await stack.enter_async_context(small))
    await slow.hello()
    slow.socket.transport.pause_reading()
    took: list[float] = []
    for number in range(500):
        began = time.monotonic()
        rules = ("classic", "transfer")[number % 2]
        assert (await a.ask("options", rules=rules))["t"] == "ok"
        await b.until_view(lambda view, rules=rules: view["room"]["rules"] == rules)  # type: ignore[misc]
        took.append(time.monotonic() - began)
    numbers = [message["v"] for message in b.heard if message["t"] == "view"]
    assert numbers == sorted(numbers)
    slow.socket.transport.resume_reading()
    _, code = await slow.farewell()
    assert code in (1013, None), "it was cut"
    assert (await told(metrics_port)).value("slow_readers_total") == 1
    assert statistics.median(took) < 0.2
    assert max(took) < 2.0, "no machine is busy enough for that"


async def test_case_36_a_server_that_stops_sends_nobody_away(
    settings: Settings, stack: AsyncExitStack
) -> None:
    async with serving(settings) as site:
        _, _, a, _, b = await table_of_two(site, stack)
    assert await a.farewell() == (None, 1012)
    assert await b.farewell() == (None, 1012)
    kinds = [json.loads(body)["kind"] for (body,) in stored(settings, "SELECT body FROM events")]
    assert kinds.count("Arrived") == 2
    assert "Departed" not in kinds


async def test_a_phone_that_fell_silent_is_away_though_its_connection_looks_open(
    settings: Settings, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert web.main.PING_SECONDS + web.main.PONG_SECONDS <= 20
    monkeypatch.setattr("web.main.PING_SECONDS", 0.2)
    monkeypatch.setattr("web.main.PONG_SECONDS", 0.2)
    site = await stack.enter_async_context(serving(settings))
    _, _, a, _, b = await table_of_two(site, stack)
    # It neither closes nor answers.
    b.socket.transport.pause_reading()
    await a.until_view(lambda view: view["room"]["chairs"][1]["away"])
    b.socket.transport.abort()
