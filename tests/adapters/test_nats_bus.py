"""What only a broker can do to news: be away at the start, go, come back, swallow everything, tell nonsense.

Bugs this is here to catch: a server that waits for its broker; a worker that is never told that it missed
something; news that are kept for a broker until memory runs out; a connection that looks alive for ever.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from nats.aio.client import Client

from tests.adapters.test_bus import piece, take
from tests.servers.nats import Nats
from web.adapters import nats_bus
from web.adapters.nats_bus import SUBJECT, NatsBus

Opened = Callable[[], Awaitable[NatsBus]]


@pytest.fixture
def broker() -> Iterator[Nats]:
    broker = Nats()
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
async def run() -> AsyncIterator[Callable[[NatsBus], NatsBus]]:
    """What sets a bus going."""
    running: list[asyncio.Task[None]] = []

    def go(bus: NatsBus) -> NatsBus:
        running.append(asyncio.create_task(bus.run()))
        return bus

    yield go
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


async def test_a_broker_may_come_later_than_its_servers(
    run: Callable[[NatsBus], NatsBus], caplog: pytest.LogCaptureFixture
) -> None:
    broker = Nats()
    one, other = (run(NatsBus(broker.url)) for _ in range(2))
    here, there = one.news(), other.news()
    one.publish(*piece(1))
    assert await take(here, 1) == [piece(1)]
    await asyncio.sleep(1.2)
    broker.start()
    await until(lambda: one.is_up and other.is_up)
    # The one that was there later has missed what the other one had to tell, and knows that it may have.
    assert None in await take(there, 1)
    one.publish(*piece(2))
    heard = await take(there, 1)
    while heard[-1] != piece(2):
        heard += await take(there, 1)
    # However often it was tried.
    assert (
        caplog.messages.count("the bus is away, what other workers do is seen later (ConnectionRefusedError)")
        == 2
    )
    broker.stop()


async def test_who_misses_something_is_told_when_the_broker_is_back(
    broker: Nats, run: Callable[[NatsBus], NatsBus]
) -> None:
    one, other = (run(NatsBus(broker.url)) for _ in range(2))
    await until(lambda: one.is_up and other.is_up)
    here, there = one.news(), other.news()
    for times in (1, 2):
        broker.stop()
        await until(lambda: not one.is_up and not other.is_up)
        one.publish(*piece(times))
        broker.start()
        await until(lambda: one.is_up and other.is_up)
        assert one.reconnects == other.reconnects == times
        one.publish(*piece(50 + times))
        for news in (here, there):
            heard = await take(news, 1)
            while heard[-1] != piece(50 + times):
                heard += await take(news, 1)
            assert None in heard


async def test_a_broker_that_answers_nothing_is_left(
    broker: Nats, run: Callable[[NatsBus], NatsBus], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "PING_SECONDS", 0.5)
    bus = run(NatsBus(broker.url))
    await until(lambda: bus.is_up)
    broker.freeze()
    await until(lambda: not bus.is_up)
    broker.thaw()
    await until(lambda: bus.is_up)
    assert bus.reconnects == 1


async def test_a_broker_that_refuses_us_is_asked_again(run: Callable[[NatsBus], NatsBus]) -> None:
    broker = Nats("--auth", "word")
    broker.start()
    bus = run(NatsBus(broker.url))
    await asyncio.sleep(1.5)
    assert not bus.is_up
    broker.stop()
    open_again = Nats()
    open_again.port, open_again.url = broker.port, broker.url
    open_again.start()
    await until(lambda: bus.is_up)
    open_again.stop()


async def test_publishing_never_waits_and_keeps_only_so_much(run: Callable[[NatsBus], NatsBus]) -> None:
    bus = run(NatsBus(Nats().url, most_waiting=8))
    await asyncio.sleep(0.1)
    for number in range(nats_bus.MOST_OUTGOING + 500):
        bus.publish(*piece(number))
    assert bus.dropped == 500


async def test_what_is_no_news_is_left_out(
    broker: Nats, run: Callable[[NatsBus], NatsBus], caplog: pytest.LogCaptureFixture
) -> None:
    bus = run(NatsBus(broker.url))
    await until(lambda: bus.is_up)
    news, stranger = bus.news(), Client()
    await stranger.connect(broker.url)
    for nonsense in (b"", b"7", b"x room", b"-1 room", b"\xff\xfe room", "²".encode() + b" room"):
        await stranger.publish(SUBJECT, nonsense)
    await stranger.publish(SUBJECT, b"9 the room")
    await stranger.flush()
    assert await take(news, 1) == [("the room", 9)]
    with caplog.at_level(logging.WARNING):
        assert caplog.messages.count("something that is no news came over the bus") == 6
    await stranger.close()
