"""A fresh SQLite file per test, opened as the server opens its own."""

from pathlib import Path

from sqlalchemy import Engine

from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.migrations import migrate


def path_in(folder: Path) -> Path:
    return folder / "durak.db"


def url_in(folder: Path) -> str:
    return f"sqlite:///{path_in(folder)}"


def open_migrated(folder: Path) -> Engine:
    engine = open_engine(url_in(folder))
    migrate(engine)
    return engine


def open_database(folder: Path) -> Database:
    return Database(open_migrated(folder))
