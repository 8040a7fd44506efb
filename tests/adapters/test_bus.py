"""The promises of Bus, for every implementation.

Bugs this is here to catch: news lost between subscribing and asking for the first piece; a slow listener who
is not told that he missed some; a dead listener who stops the others.
"""

import asyncio
from collections.abc import AsyncIterator

from tests.adapters.buses import OpenBus
from web.adapters.local_bus import LocalBus
from web.rooms.ports import RoomId, Version

Piece = tuple[RoomId, Version] | None


def piece(number: int) -> tuple[RoomId, Version]:
    return RoomId(f"room {number % 3}"), Version(number)


async def take(news: AsyncIterator[Piece], count: int) -> list[Piece]:
    async with asyncio.timeout(10):
        return [await anext(news) for _ in range(count)]


async def test_everybody_hears_everything_in_order(bus: OpenBus) -> None:
    listeners = [bus.one.news(), bus.other.news(), bus.other.news()]
    for i in range(5):
        bus.one.publish(*piece(i))
    for news in listeners:
        assert await take(news, 5) == [piece(i) for i in range(5)]


async def test_one_hears_what_comes_after_the_call(bus: OpenBus) -> None:
    bus.one.publish(*piece(0))
    news = bus.one.news()
    bus.one.publish(*piece(1))
    assert await take(news, 1) == [piece(1)]


async def test_a_sleeping_listener_is_woken(bus: OpenBus) -> None:
    sleeping = asyncio.create_task(take(bus.other.news(), 2))
    await asyncio.sleep(0)
    bus.one.publish(*piece(1))
    bus.one.publish(*piece(2))
    assert await sleeping == [piece(1), piece(2)]


async def test_a_slow_listener_is_told_of_the_gap_and_hears_what_follows(bus: OpenBus) -> None:
    slow, quick = bus.one.news(), bus.one.news()
    for i in range(bus.most_waiting + 1):
        bus.one.publish(*piece(i))
        assert await take(quick, 1) == [piece(i)]
    bus.one.publish(*piece(99))
    heard = [await take(slow, 1)]
    while heard[-1] != [piece(99)]:
        heard.append(await take(slow, 1))
    assert [None] in heard
    assert await take(quick, 1) == [piece(99)]


async def test_a_listener_who_is_cancelled_stops_nobody(bus: OpenBus) -> None:
    leaving, staying = asyncio.create_task(take(bus.one.news(), 1)), bus.one.news()
    await asyncio.sleep(0)
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    bus.one.publish(*piece(1))
    assert await take(staying, 1) == [piece(1)]


async def test_nobody_needs_to_listen(bus: OpenBus) -> None:
    bus.one.publish(*piece(1))


async def test_a_local_listener_who_is_dropped_is_forgotten() -> None:
    bus = LocalBus()
    news = bus.news()
    assert len(bus._listeners) == 1
    del news
    assert len(bus._listeners) == 0
