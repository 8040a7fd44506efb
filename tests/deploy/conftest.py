"""The deployment without its containers: two real workers behind the real proxy, as in compose.yaml."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest

from tests.adapters.databases import postgres
from tests.program import Program
from tests.servers.bus import Bus
from tests.servers.nginx import Nginx, program
from tests.transport.wire import Site
from tools import nginx


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """What a test opens, to be closed in turn at its end."""
    async with AsyncExitStack() as stack:
        yield stack


@dataclass(frozen=True)
class Cluster:
    """Two workers on one database with a bus between them; each may be killed and started again."""

    one: Program
    other: Program

    @property
    def ports(self) -> tuple[int, int]:
        return self.one.port, self.other.port

    def come_back(self) -> None:
        """Start again whatever a test has killed."""
        for worker in (self.one, self.other):
            if not worker.is_running:
                worker.start()


@pytest.fixture(scope="module")
def kept_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    server, broker = postgres(), Bus()
    broker.start()
    settings = {
        "DURAK_DATABASE_URL": server.url(server.new_database("migrated")),
        "DURAK_BUS_URL": broker.url,
        "DURAK_BOT_PACE": "0",
        "DURAK_CODES_PER_MINUTE": "10",
    }
    workers = [Program(tmp_path_factory.mktemp(name), settings) for name in ("one", "other")]
    try:
        for worker in workers:
            worker.start()
        yield Cluster(*workers)
    finally:
        for worker in workers:
            worker.stop()
        broker.stop()


@pytest.fixture
def cluster(kept_cluster: Cluster) -> Cluster:
    """Both workers, alive."""
    kept_cluster.come_back()
    return kept_cluster


MakeProxy = Callable[..., Nginx]


@pytest.fixture
def make_proxy() -> Iterator[MakeProxy]:
    """Starts proxies before workers with these ports. Skips the test where nginx cannot be had."""
    if program() is None:
        pytest.skip(nginx.ADVICE)
    made: list[Nginx] = []

    def make(*ports: int, **settings: str) -> Nginx:
        proxy = Nginx(ports, **settings)
        made.append(proxy)
        proxy.start()
        return proxy

    yield make
    for proxy in made:
        proxy.stop()


@pytest.fixture
def proxy(make_proxy: MakeProxy, cluster: Cluster) -> Nginx:
    """A proxy before both workers; what it may wait for is short."""
    return make_proxy(*cluster.ports, HEADER_SECONDS="1", BODY_SECONDS="1")


@pytest.fixture
def site(proxy: Nginx) -> Site:
    return Site(proxy.url)
