"""Time under the hand of a test, the machine's own, and the one that workers share."""

import asyncio
import time

import pytest

from tests.fake_clock import FakeClock
from web.adapters.shared_time import SAMPLES, Sample, SharedTime
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


def heard(shared: SharedTime, ahead: float, way_there: float, way_back: float) -> None:
    """Let a database answer whose clock is so far ahead of this machine's."""
    asked, now = time.monotonic(), time.time()
    shared.hear(Sample(asked, asked + way_there + way_back, now + way_there + ahead))


def test_until_the_database_has_told_it_time_is_the_machine_s_own() -> None:
    before = time.time()
    assert before <= SharedTime()() <= time.time()


@pytest.mark.parametrize("ahead", [-3600.0, -6.0, 0.0, 6.0])
def test_shared_time_is_the_database_s_however_wrong_this_clock_is(ahead: float) -> None:
    shared = SharedTime()
    heard(shared, ahead, 0.2, 0.2)
    assert shared() == pytest.approx(time.time() + ahead, abs=0.1)
    # A clock that somebody sets right in the meantime moves nothing: what passes is counted apart.
    assert SystemClock(source=shared).now() == pytest.approx(shared(), abs=0.1)


def test_an_answer_that_came_late_is_not_believed_while_a_fast_one_is_known() -> None:
    shared = SharedTime()
    heard(shared, 5.0, 0.01, 0.01)
    heard(shared, 5.0, 0.0, 4.0)
    assert shared() == pytest.approx(time.time() + 5.0, abs=0.1)
    for _ in range(SAMPLES):
        heard(shared, 7.0, 0.3, 0.3)
    assert shared() == pytest.approx(time.time() + 7.0, abs=0.1)


def test_whoever_keeps_the_machines_is_told_once_that_a_clock_is_wrong(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shared = SharedTime()
    heard(shared, 0.2, 0.0, 0.0)
    assert not caplog.records
    for _ in range(SAMPLES + 2):
        heard(shared, -60.0, 0.0, 0.0)
    assert [record.getMessage() for record in caplog.records] == [
        "this machine's clock is 60.0 s ahead of the database's, which counts"
    ]
