"""Catches two controllers of one seat, a hand sent to an old socket, a guest who goes on after his end."""

import asyncio
import json
import sqlite3
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import web.main
from tests.fake_clock import FakeClock
from tests.transport.conftest import NOON, serving
from tests.transport.wire import Guest, Line, Site
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.retention import DAY_SECONDS, Kept, Retention
from web.settings import Settings
from web.transport.hub import SWEEP_SECONDS

pytestmark = pytest.mark.anyio


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


def stored(settings: Settings, statement: str, *facts: object) -> list[tuple[Any, ...]]:
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(statement, facts).fetchall()


async def table_of_two(site: Site, stack: AsyncExitStack) -> tuple[str, Guest, Line, Guest, Line]:
    """Return a room in which Anna and Boris play, with the one socket of each."""
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    a = await stack.enter_async_context(anna.line(room))
    b = await stack.enter_async_context(boris.line(room))
    assert (await b.ask("sit", chair=None))["t"] == "ok"
    assert (await a.ask("start"))["t"] == "ok"
    for line in (a, b):
        await line.until_view(lambda view: view["game"])
    return room, anna, a, boris, b


async def test_case_34_a_hand_goes_to_the_new_socket_and_to_no_other(
    site: Site, stack: AsyncExitStack
) -> None:
    room, _, a, boris, old = await table_of_two(site, stack)
    new = await stack.enter_async_context(boris.line(room))
    assert await old.farewell() == ("replaced", 4001)
    told_before = len(old.heard)
    for _ in range(6):
        mover = a if a.choices else new
        v = new.view["v"]
        await mover.play(mover.choices[0])
        await a.until_view(lambda view, v=v: view["v"] > v)  # type: ignore[misc]
        await new.until_view(lambda view, v=v: view["v"] > v)  # type: ignore[misc]
    hand = new.view["game"]["hand"]
    assert hand
    assert new.view["game"]["viewer"] == 1
    assert len(old.heard) == told_before
    assert not set(hand) & set(a.view["game"]["hand"])


async def test_the_newest_of_several_tabs_plays_and_the_older_cannot(
    site: Site, stack: AsyncExitStack
) -> None:
    room, anna, a, _, b = await table_of_two(site, stack)
    newer = await stack.enter_async_context(anna.line(room))
    with pytest.raises(ConnectionClosed):
        await a.play((a.choices or b.choices)[0])
    assert {"t": "bye", "code": "replaced"} in a.heard
    mover = newer if newer.choices else b
    assert (await mover.play(mover.choices[0]))["t"] == "ok"


async def test_a_watching_tab_ends_when_the_guest_sits_down_in_another(
    site: Site, stack: AsyncExitStack
) -> None:
    """Else the older one would show the hand, too, and could play it."""
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    watching = await stack.enter_async_context(boris.line(room))
    newer = await stack.enter_async_context(boris.line(room))
    assert (await newer.ask("sit", chair=None))["t"] == "ok"
    assert await watching.farewell() == ("replaced", 4001)
    assert (await newer.ask("leave"))["t"] == "ok"


async def test_case_44_sitting_down_twice_is_one_place(site: Site, stack: AsyncExitStack) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(chairs=3)
    line = await stack.enter_async_context(boris.line(room))
    assert (await line.ask("sit", "once", chair=None))["t"] == "ok"
    assert (await line.ask("sit", "once", chair=None))["t"] == "ok"
    assert (await line.ask("sit", "again", chair=None))["code"] == "already_seated"
    await line.until_view(lambda view: view["room"]["you"]["chair"] is not None)
    assert [chair["name"] for chair in line.view["room"]["chairs"]] == ["Anna", "Boris", None]


async def test_case_43_the_last_chair_goes_to_one_of_ten(site: Site, stack: AsyncExitStack) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(chairs=2)
    guests = [await site.guest(f"Guest {number}") for number in range(10)]
    lines = [await stack.enter_async_context(guest.line(room)) for guest in guests]
    for number, line in enumerate(lines):
        await line.say({"t": "sit", "id": f"sit{number}", "chair": None})
    answers = []
    for line in lines:
        answer = await line.hear()
        while answer["t"] not in ("ok", "refused"):
            answer = await line.hear()
        answers.append(answer.get("code", "ok"))
    assert sorted(answers) == ["no_chair"] * 9 + ["ok"]
    view = await lines[0].until_view(lambda view: view["room"]["chairs"][1]["kind"] == "player")
    assert view["room"]["chairs"][1]["name"] == f"Guest {answers.index('ok')}"


async def test_whose_socket_ends_is_away_and_back_with_the_next(site: Site, stack: AsyncExitStack) -> None:
    room, _, a, boris, b = await table_of_two(site, stack)
    await b.socket.close()
    await a.until_view(lambda view: view["room"]["chairs"][1]["away"])
    async with boris.line(room) as again:
        assert again.view["room"]["chairs"][1]["away"] is False
        assert again.view["game"]["hand"]
        await a.until_view(lambda view: not view["room"]["chairs"][1]["away"])


async def test_whoever_was_sent_away_is_told_and_does_not_come_back(
    site: Site, stack: AsyncExitStack
) -> None:
    room, _, a, boris, b = await table_of_two(site, stack)
    assert (await a.ask("remove", chair=1, may_watch=False))["t"] == "ok"
    assert await b.farewell() == ("removed", 4003)
    async with boris.site.socket(room, boris.cookie) as socket:
        line = Line(socket)
        await line.say({"t": "hello", "protocol": 2, "v": 0})
        assert await line.farewell() == ("removed", 4003)
        assert not any(message["t"] == "view" for message in line.heard)


async def test_whoever_was_sent_away_may_watch_if_the_host_says_so(site: Site, stack: AsyncExitStack) -> None:
    room, _, a, boris, b = await table_of_two(site, stack)
    assert (await a.ask("remove", chair=1, may_watch=True))["t"] == "ok"
    assert await b.farewell() == ("removed", 4003)
    async with boris.line(room) as line:
        assert line.view["game"]["hand"] == []
        assert (await line.ask("sit", chair=None))["code"] == "removed"


async def test_a_code_moves_the_seat_to_another_device(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    site = await stack.enter_async_context(serving(settings))
    room, _, _, boris, b = await table_of_two(site, stack)
    hand = b.view["game"]["hand"]
    offered = (await boris.ask("POST", "/api/device", {})).json()
    assert offered["seconds"] == 60
    assert offered["url"].endswith(f"/#device={offered['code']}")
    # As it may be typed, on a device that is somebody else so far.
    other = await site.guest("Somebody")
    typed = {"code": offered["code"].lower().replace("-", " ").replace("0", "o").replace("1", "l")}
    taken = await other.ask("POST", "/api/device/take", typed)
    assert taken.json()["name"] == "Boris"
    assert await b.farewell() == ("moved", 4001)
    moved = Guest(site, "Boris", taken.cookies["durak"])
    async with moved.line(room) as line:
        assert line.view["game"]["hand"] == hand
    assert (await boris.ask("POST", "/api/device", {})).json()["code"] == "not_a_guest"
    async with boris.line(room) as line:
        assert line.view["room"]["you"]["guest"] is False
        assert line.view["game"]["hand"] == []
    assert (await other.ask("POST", "/api/device/take", typed)).json()["code"] == "no_such_code"
    assert clock.now() > 0


async def test_a_code_lives_a_minute_and_is_stored_as_a_hash(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    site = await stack.enter_async_context(serving(settings))
    boris = await site.guest("Boris")
    code = (await boris.ask("POST", "/api/device", {})).json()["code"]
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    held = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert code.encode() not in held
    assert code.replace("-", "").encode() not in held
    await clock.advance(60.0)
    late = await site.ask("POST", "/api/device/take", {"code": code})
    assert (late.status_code, late.json()["code"]) == (404, "no_such_code")
    assert (await boris.ask("POST", "/api/device", {})).status_code == 200, "he keeps his token"


async def test_a_guest_who_is_deleted_is_nobody_within_five_seconds(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    assert SWEEP_SECONDS < 5
    site = await stack.enter_async_context(serving(settings))
    room, _, a, boris, b = await table_of_two(site, stack)
    stored(settings, "DELETE FROM players WHERE name = ?", "Boris")
    assert (await boris.ask("POST", "/api/rooms", {})).json()["code"] in ("not_a_guest", "bad_message")
    assert (await boris.ask("POST", "/api/device", {})).json()["code"] == "not_a_guest"
    await clock.advance(SWEEP_SECONDS)
    assert await b.farewell() == ("reload", 4005)
    assert (await a.ask("say", kind="reaction", what="wow"))["t"] == "ok"
    async with boris.line(room) as line:
        assert line.view["room"]["you"]["guest"] is False


async def test_a_room_that_is_forgotten_lets_its_watchers_go(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    site = await stack.enter_async_context(serving(settings))
    anna = await site.guest("Anna")
    room = await anna.open_room()
    watcher = await stack.enter_async_context(site.line(room))
    stored(settings, "UPDATE rooms SET changed_at = changed_at - ?", 15 * DAY_SECONDS)
    database = Database(open_engine(settings.database_url))
    await Retention(database, clock, Kept()).round()
    await database.aclose()
    await clock.advance(SWEEP_SECONDS)
    assert await watcher.farewell() == ("no_such_room", 4004)


async def test_when_a_guest_was_here_is_noted_once_an_hour(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    site = await stack.enter_async_context(serving(settings))
    anna = await site.guest("Anna")
    room, made = await anna.open_room(), clock.now()

    def seen_at() -> float:
        return float(stored(settings, "SELECT seen_at FROM players")[0][0])

    await clock.advance(3599.0)
    async with anna.line(room):
        assert seen_at() == made
    await clock.advance(1.0)
    assert (await anna.ask("GET", f"/r/{room}")).status_code == 200
    assert seen_at() == made, "a page changes nothing"
    async with anna.line(room):
        assert seen_at() == clock.now()
    await clock.advance(3600.0)
    await anna.open_room()
    assert seen_at() == clock.now()


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


async def test_case_48_one_who_never_reads_holds_up_nobody(
    settings: Settings, stack: AsyncExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.transport.play_socket.SEND_SECONDS", 0.5)
    site = await stack.enter_async_context(serving(settings, send_buffer=4096))
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
    assert web.main.PING_SECONDS <= 10
    monkeypatch.setattr("web.main.PING_SECONDS", 0.2)
    site = await stack.enter_async_context(serving(settings))
    _, _, a, _, b = await table_of_two(site, stack)
    # It neither closes nor answers.
    b.socket.transport.pause_reading()
    await a.until_view(lambda view: view["room"]["chairs"][1]["away"])
    b.socket.transport.abort()
