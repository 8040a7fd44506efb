"""Catches a guest who goes on after his end, and one who is lost on the way to another device."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.fake_clock import FakeClock
from tests.transport.conftest import serving
from tests.transport.tables import forget_all, stored, table_of_two
from tests.transport.wire import Guest
from web.settings import Settings
from web.transport.hub import SWEEP_SECONDS

pytestmark = pytest.mark.anyio


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
    await forget_all(settings, clock)
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
