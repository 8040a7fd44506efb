"""Commands, and databases with a game that was played in them."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.adapters import databases
from tests.adapters.sqlite import url_in
from tests.commands.asking import Asking
from tests.faults.truth import play_into
from tests.servers.postgres import programs
from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.migrations import migrate


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Asking:
    return Asking(capsys, monkeypatch)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each kind of database, with the programs of PostgreSQL that belong to it."""
    if request.param == "postgres":
        monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    return str(request.param)


@pytest.fixture
def played(kind: str, tmp_path: Path) -> str:
    """The address of a database with one game."""
    url = empty_database(kind, tmp_path / "played")
    engine = open_engine(url)
    migrate(engine)
    asyncio.run(play_into(Database(engine)))
    return url


@pytest.fixture
def empty(kind: str, tmp_path: Path) -> str:
    """The address of a database without anything."""
    return empty_database(kind, tmp_path / "empty")


def empty_database(kind: str, folder: Path) -> str:
    if kind == "postgres":
        server = databases.postgres()
        return server.url(server.new_database())
    folder.mkdir()
    return url_in(folder)
