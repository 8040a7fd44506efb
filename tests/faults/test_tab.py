"""Catches a client of the benchmarks that forgets a command, or sees less than it should."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from tests.bench.person import choose
from tests.bench.site import Visitor, address_of
from tests.bench.tab import Manners, Tab, browsers_wait
from tests.transport.wire import Site
from web.rooms.service import RoomService

pytestmark = pytest.mark.anyio
QUICK = Manners(ping_seconds=0.2, pong_seconds=0.5, hello_seconds=5, wait=lambda *_: 0.02)


def visitor(site: Site, number: int = 1) -> Visitor:
    host, port = site.url.removeprefix("http://").split(":")
    return Visitor(host, int(port), address_of(number))


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


async def opened(site: Site, chairs: int = 2) -> Tab:
    anna = await visitor(site).named("Anna")
    tab = Tab(anna, await anna.open_room("classic", chairs, "careful"), Random(1), QUICK)
    tab.start()
    await until(lambda: tab.is_open)
    return tab


async def test_it_sees_every_view_and_plays(site: Site) -> None:
    tab = await opened(site)
    assert await tab.ask("start") is not None
    await until(lambda: tab.view["game"] is not None)
    async with asyncio.timeout(20):
        while (action := choose(tab.view["game"], Random(2))) is None:
            await asyncio.sleep(0.01)
    v = tab.view["v"]
    asked = await tab.play(action)
    await until(lambda: not tab.waits_for_answers and tab.view["v"] > v)
    assert asked is not None
    assert (asked.sends, asked.oks, asked.action) == (1, 1, action)
    await tab.close()
    assert len(tab.witness.stretches) == 1
    assert len(tab.witness.stretches[0].views) > 2


async def test_an_unanswered_command_is_sent_again_with_its_id(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await opened(site)
    execute = RoomService.execute

    async def slow(*arguments: object) -> object:
        await asyncio.sleep(0.3)
        return await execute(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(RoomService, "execute", slow)
        asked = await tab.ask("options", rules="transfer")
        await asyncio.sleep(0.05)
        tab.drop()
    await until(lambda: not tab.waits_for_answers)
    assert asked is not None
    assert (asked.sends, asked.oks) == (2, 1)
    assert [stretch.sound_until is None for stretch in tab.witness.stretches] == [False, True]
    await tab.close()


async def test_a_command_for_a_bout_that_is_over_is_not_sent_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await opened(site)
    await tab.ask("start")
    await until(lambda: tab.view["game"] is not None)
    tab.view["game"]["bout"] = 99

    async def lost(*_: object) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(tab, "_say", lost)
        await tab.play("0:pass")
    tab.drop()
    await until(lambda: not tab.waits_for_answers)
    assert len(tab.witness.stretches) == 2
    await tab.close()


async def test_without_a_connection_no_command_is_given(site: Site) -> None:
    tab = await opened(site)
    tab.reload()
    assert await tab.ask("start") is None
    await until(lambda: tab.is_open)
    await tab.close()


async def test_a_dead_connection_is_found_and_replaced(site: Site) -> None:
    tab = await opened(site)
    assert tab._socket is not None
    tab._socket.transport.pause_reading()
    await until(lambda: len(tab.witness.stretches) > 1 and tab.is_open)
    await tab.close()


async def test_a_dead_link_ends_it(site: Site) -> None:
    tab = Tab(visitor(site), "A" * 22, Random(1), QUICK)
    tab.start()
    await until(lambda: tab.ended)
    assert tab.ended == 4004
    await tab.close()


def test_it_waits_as_browsers_do() -> None:
    rng = Random(3)
    assert all(browsers_wait(1012, 9, rng) <= 2 for _ in range(100))
    assert all(2 <= browsers_wait(1013, 0, rng) <= 10 for _ in range(100))
    assert all(browsers_wait(1006, 0, rng) <= 0.5 for _ in range(100))
    assert 10 < max(browsers_wait(None, 20, rng) for _ in range(100)) <= 15
