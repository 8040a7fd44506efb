"""Catches figures that two servers share, labels of a stranger's making, a port that is never given back."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from durak.bots import BOTS
from tests.adapters import mad_bots
from tests.adapters.test_bot_pool import ENOUGH, VIEW
from tests.figures import Figures, told, told_now
from web.adapters.bot_pool import BotPool
from web.adapters.metrics import LAG_EVERY_SECONDS, Metrics
from web.adapters.prometheus_meter import CLOSE_CODES, PrometheusMeter
from web.adapters.trouble import CannotListen
from web.rooms.meter import SILENT, Meter, Silent
from web.transport.play_socket import GOODBYES
from web.transport.presence import RESTART

HERE = "127.0.0.1"


@pytest.fixture
def metrics() -> Iterator[Metrics]:
    metrics = Metrics(HERE, 0)
    yield metrics
    metrics.close()


VERBS: dict[str, tuple[Callable[[Meter], None], str, dict[str, str]]] = {
    "answered": (lambda meter: meter.answered("stale"), "commands_total", {"result": "stale"}),
    "acked": (lambda meter: meter.acked(0.02), "ack_seconds_bucket", {"le": "0.025"}),
    "conflicted": (lambda meter: meter.conflicted(), "cas_conflicts_total", {}),
    "caught_up": (lambda meter: meter.caught_up("sweep"), "catch_ups_total", {"cause": "sweep"}),
    "done_late": (lambda meter: meter.done_late(3), "due_lag_seconds_sum", {}),
    "thought": (lambda meter: meter.thought("master", 1), "bot_seconds_sum", {"level": "master"}),
    "closed": (lambda meter: meter.closed(1013), "closes_total", {"code": "1013"}),
    "let_go": (lambda meter: meter.let_go(), "slow_readers_total", {}),
}


@pytest.mark.parametrize("verb", VERBS)
def test_each_server_counts_for_itself(metrics: Metrics, verb: str) -> None:
    note, name, labels = VERBS[verb]
    other = Metrics(HERE, 0)
    note(metrics.meter)
    assert told_now(metrics.port).value(name, **labels) > 0
    assert told_now(other.port).value(name, **labels) == 0
    other.close()


def test_a_server_that_nobody_asks_can_be_told_all_the_same() -> None:
    verbs = {name for name in vars(Silent) if not name.startswith("_")}
    assert verbs == set(VERBS)
    for note, _, _ in VERBS.values():
        note(SILENT)


def test_what_strangers_make_up_makes_no_new_figure(metrics: Metrics) -> None:
    before = set(told_now(metrics.port).series)
    for code in (*range(1000, 1020), *range(4000, 4010), -1, 65_536):
        metrics.meter.closed(code)
    for note, _, _ in VERBS.values():
        note(metrics.meter)
    after = told_now(metrics.port)
    assert set(after.series) == before
    assert after.value("closes_total", code="other") > 10


def test_every_code_that_a_socket_is_closed_with_has_its_figure() -> None:
    assert {*GOODBYES.values(), RESTART, 1008, 1009, 1011, 1013} <= set(CLOSE_CODES)


def test_what_was_never_is_told_as_nothing(metrics: Metrics) -> None:
    """A figure that begins with its first fault has no rate then: the alert would be silent."""
    figures = told_now(metrics.port)
    assert figures.value("commands_total", result="fault") == 0
    assert figures.value("faults_total") == 0
    assert {level for name, labels in figures.series for key, level in labels if key == "level"} == set(BOTS)


async def test_a_loop_that_is_held_up_is_seen(metrics: Metrics) -> None:
    running = asyncio.create_task(metrics.run())
    await asyncio.sleep(0)
    # On purpose not asyncio's: that is what holds a loop up.
    time.sleep(3 * LAG_EVERY_SECONDS)
    await asyncio.sleep(LAG_EVERY_SECONDS)
    figures = await told(metrics.port)
    late = figures.value("loop_lag_seconds_count") - figures.value("loop_lag_seconds_bucket", le="0.1")
    assert late >= 1
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_whatever_is_logged_as_an_error_is_a_fault(metrics: Metrics) -> None:
    running = asyncio.create_task(metrics.run())
    await asyncio.sleep(0)
    anywhere = logging.getLogger("web.rooms.somewhere")
    anywhere.warning("this is none")
    anywhere.error("this is one")
    await asyncio.to_thread(anywhere.critical, "and this, from a thread")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    anywhere.error("of another server, since this one has ended")
    assert (await told(metrics.port)).value("faults_total") == 2


async def test_a_bot_is_timed_when_it_answers_and_only_then() -> None:
    meter = PrometheusMeter()
    pool = BotPool(mad_bots.serve, ENOUGH, processes=1, meter=meter)
    await asyncio.to_thread(pool.warm)
    assert seconds_of_bots(meter) == 0
    for level in ("careful", "raises"):
        await asyncio.gather(pool.choose(level, VIEW, 1), return_exceptions=True)
    await asyncio.to_thread(pool.close)
    assert seconds_of_bots(meter) == 1


def seconds_of_bots(meter: PrometheusMeter) -> float:
    families = {family.name: family for family in meter.registry.collect()}
    return sum(s.value for s in families["durak_bot_seconds"].samples if s.name.endswith("_count"))


# The port


def test_a_port_in_use_is_one_sentence(metrics: Metrics) -> None:
    with pytest.raises(CannotListen) as caught:
        Metrics(HERE, metrics.port)
    assert str(caught.value) == (
        f"Cannot give metrics on 127.0.0.1, port {metrics.port}: Address already in use."
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", "ä.ä..ä"])
def test_an_address_that_cannot_be_is_one_sentence(host: str) -> None:
    with pytest.raises(CannotListen, match=rf"^Cannot give metrics on {host}, port 0: [^\n]+\.$"):
        Metrics(host, 0)


def test_a_port_is_given_back(metrics: Metrics) -> None:
    closed = Metrics(HERE, 0)
    closed.close()
    with pytest.raises(OSError, match="refused"):
        told_now(closed.port)
    again = Metrics(HERE, closed.port)
    assert isinstance(told_now(again.port), Figures)
    again.close()


def has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
        return True


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_it_may_be_asked_by_ipv6() -> None:
    metrics = Metrics("::1", 0)
    assert "process_cpu_seconds_total" in told_now(metrics.port, "[::1]").names
    metrics.close()
