"""Catches a deployment whose people notice more than a moment when half of it dies.

Two workers behind the proxy's own files, over TLS, as in compose.yaml; skipped where there is no nginx.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.person import Person, come_to_rest, play_until_over
from tests.browser.test_cases_doors import connections
from tests.servers.cluster import Cluster, two_workers
from tests.servers.nginx import Nginx, program
from tools import nginx

CALM: dict[str, Any] = {"reduced_motion": "reduce", "ignore_https_errors": True}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    if program() is None:
        pytest.skip(nginx.ADVICE)
    with two_workers(tmp_path, DURAK_BOT_PACE="0.1") as cluster:
        yield cluster
    for worker in cluster.workers:
        assert "Traceback" not in worker.output, worker.output


@pytest.fixture
def proxy(cluster: Cluster) -> Iterator[Nginx]:
    proxy = Nginx(cluster.ports, site="tls")
    proxy.start()
    yield proxy
    proxy.stop()


def sockets_of(cluster: Cluster, people: int) -> list[int]:
    """Return how many sockets each worker holds, once the pages of so many people have nothing else open."""
    deadline = time.monotonic() + 20
    seen: list[list[int]] = []
    while len(seen) < 5 or any(counts != seen[-1] for counts in seen[-5:]) or sum(seen[-1]) != people:
        assert time.monotonic() < deadline, "the pages do not come to rest"
        time.sleep(0.1)
        seen.append([connections(worker) for worker in cluster.workers])
    return seen[-1]


def at_once(people: Sequence[Person], actions: int) -> None:
    """Let whoever can act do so, until so many things were done."""
    while actions > 0:
        actions -= sum(person.act() for person in people)
        people[0].page.wait_for_timeout(150)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="sockets are counted as Linux shows them")
def test_the_worker_of_one_player_is_killed_and_both_play_on_to_the_end(
    proxy: Nginx, cluster: Cluster, open_context: OpenContext, complaints: Complaints
) -> None:
    # While a socket is gone; and about a certificate that nobody has signed.
    complaints.allow("WebSocket|net::ERR|SSL certificate error")
    anna = Person(open_context(DESKTOP, **CALM).new_page(), proxy.url, touches=False)
    boris = Person(open_context(PHONE, **CALM).new_page(), proxy.url, touches=True)
    people = (anna, boris)
    link = anna.open_room()
    hers = cluster.workers[sockets_of(cluster, people=1).index(1)]
    boris.accept(link)
    sockets_of(cluster, people=2)
    anna.press(anna.page.locator("#deal"))
    for person in people:
        person.page.locator("#cards [data-zone=hand]").first.wait_for()
        person.page.evaluate("window.isTheSame = true")
    at_once(people, actions=4)
    before = come_to_rest(people)
    assert not any(person.is_over for person in people)
    hers.kill()
    sockets_of(cluster, people=2)  # both are on the worker that is left
    for person in people:
        expect(person.page.locator("#lamp")).to_be_hidden()
    assert come_to_rest(people) == before
    play_until_over(people)
    for person in people:
        assert person.page.locator("#result-title").inner_text()
        assert person.page.evaluate("window.isTheSame"), "nobody has loaded the page anew"
    assert not hers.is_running
