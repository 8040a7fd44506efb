"""Gives each contract suite its implementations. A new one joins by a line in `stores.py` or `buses.py`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.adapters import databases
from tests.adapters.buses import BUSES, OpenBus
from tests.adapters.stores import STORES, Store
from web.adapters.database import Database


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=sorted(STORES))
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with STORES[request.param](tmp_path) as opened:
        yield opened


@pytest.fixture(params=sorted(BUSES))
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[OpenBus]:
    async with BUSES[request.param]() as opened:
        yield opened


@pytest.fixture(params=sorted(databases.DATABASES))
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    database = databases.opened(databases.DATABASES[request.param](tmp_path))
    yield database
    await database.aclose()
