"""Time under the hand of a test, and the machine's own."""

import asyncio
import time

from tests.fake_clock import FakeClock
from web.adapters.system_clock import SystemClock


async def test_sleepers_wake_in_order_and_at_their_own_time() -> None:
    clock = FakeClock(100.0)
    woken: list[tuple[str, float]] = []

    async def sleep(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.now()))

    tasks = [
        asyncio.create_task(sleep(name, s)) for name, s in (("c", 3.0), ("a", 1.0), ("z", 9.0), ("b", 1.0))
    ]
    await clock.advance(0.5)
    assert woken == []
    await clock.advance(2.5)
    assert woken == [("a", 101.0), ("b", 101.0), ("c", 103.0)]
    assert clock.now() == 103.0
    await clock.advance(6.0)
    assert woken[-1] == ("z", 109.0)
    await asyncio.gather(*tasks)


async def test_who_sleeps_again_is_woken_again() -> None:
    clock = FakeClock(0.0)
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            await asyncio.wait_for(clock.sleep(2.0), None)
            ticks.append(clock.now())

    task = asyncio.create_task(tick())
    await clock.advance(7.0)
    assert ticks == [2.0, 4.0, 6.0]
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await clock.advance(7.0)
    assert ticks == [2.0, 4.0, 6.0]


async def test_no_time_is_no_sleep() -> None:
    clock = FakeClock(5.0)
    await clock.sleep(0.0)
    await clock.sleep(-1.0)
    assert clock.now() == 5.0


async def test_the_machine_has_a_clock() -> None:
    clock = SystemClock()
    before = time.time()
    await clock.sleep(-1.0)
    assert before <= clock.now() <= time.time()


async def test_a_faster_clock_sleeps_less_and_never_goes_back() -> None:
    clock, real = SystemClock(100.0), time.monotonic()
    before = clock.now()
    await clock.sleep(10.0)
    assert clock.now() - before > 9.9
    assert 0.1 <= time.monotonic() - real < 5.0
    assert SystemClock(100.0).now() > before, "a program that starts anew goes on from there"
