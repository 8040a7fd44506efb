"""Catches a proxy that is told to send people to a process that cannot serve them, or not to one that can."""

from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from tests.program import HOST, Program, free_port
from tests.servers.postgres import Postgres
from web.adapters.db import open_engine
from web.settings import Settings

pytestmark = pytest.mark.anyio


async def ready(http: httpx.AsyncClient) -> tuple[int, dict[str, str | None]]:
    answer = await http.get("/readyz")
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()


async def test_a_file_with_the_right_schema_is_all_it_needs(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    assert await ready(http) == (200, {"status": "ok", "lack": None})
    engine = open_engine(settings.database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    # In the midst of an upgrade: what a later release has added harms nobody.
    assert await ready(http) == (200, {"status": "ok", "lack": None})
    with engine.begin() as connection:
        connection.execute(text("UPDATE compatibility SET oldest = '9999'"))
    engine.dispose()
    assert await ready(http) == (503, {"status": "unready", "lack": "schema"})


async def test_without_its_database_a_process_lives_and_serves_nobody(tmp_path: Path) -> None:
    server = Postgres(is_safe=True)
    server.start()
    away = f"nats://{HOST}:{free_port()}"
    program = Program(tmp_path, {"DURAK_DATABASE_URL": server.url(), "DURAK_BUS_URL": away})
    program.start()
    async with httpx.AsyncClient(base_url=program.url) as http:
        # Without its bus others' moves come later; nobody is sent away for that.
        assert await ready(http) == (200, {"status": "degraded", "lack": None})
        server.stop()
        assert await ready(http) == (503, {"status": "unready", "lack": "database"})
        assert (await http.get("/healthz")).status_code == 200
        server.start()
        assert (await ready(http))[0] == 200
    program.stop()
    server.remove()
