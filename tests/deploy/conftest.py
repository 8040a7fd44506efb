"""The deployment without its containers: two real workers behind the real proxy, as in compose.yaml."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from tests.servers.cluster import Cluster, two_workers
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


@pytest.fixture(scope="module")
def kept_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    settings = {"DURAK_BOT_PACE": "0", "DURAK_CODES_PER_MINUTE": "10"}
    with two_workers(tmp_path_factory.mktemp("cluster"), **settings) as cluster:
        yield cluster


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
    return make_proxy(*cluster.ports, HEADER_SECONDS="2", BODY_SECONDS="2")


@pytest.fixture
def site(proxy: Nginx) -> Site:
    return Site(proxy.url)
