"""Opening a database, and saying in one sentence why it cannot be.

Bugs this is here to catch: a file that others may read; a stack trace for a typing error; a commit that the
disk has not got; cards in an error message.
"""

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from tests.adapters.sqlite import open_migrated, path_in, url_in
from web.adapters import sqlite_file
from web.adapters.db import open_engine, reading
from web.adapters.tables import rooms
from web.adapters.trouble import CannotOpen


def test_the_files_are_their_owners_only(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with engine.begin() as connection:
        connection.execute(
            insert(rooms), {"id": "a", "version": 1, "due_at": None, "created_at": 0.0, "changed_at": 0.0}
        )
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    engine.dispose()
    assert modes == {"durak.db": 0o600, "durak.db-wal": 0o600, "durak.db-shm": 0o600}


def test_every_connection_is_safe(tmp_path: Path) -> None:
    engine = open_engine(url_in(tmp_path))
    with reading(engine).connect() as one, reading(engine).connect() as two:
        for connection in (one, two):
            found = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
                "busy_timeout": 10_000,
            }
    engine.dispose()


def test_an_error_names_no_values(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    row = {"id": "secret", "version": None, "due_at": None, "created_at": 0.0, "changed_at": 0.0}
    with pytest.raises(IntegrityError) as caught, engine.begin() as connection:
        connection.execute(insert(rooms), row)
    engine.dispose()
    assert "secret" not in str(caught.value)


def refusal_of(url: str) -> str:
    with pytest.raises(CannotOpen) as caught:
        open_engine(url)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert (
        refusal_of(url_in(tmp_path / "none"))
        == f"The folder {tmp_path / 'none'} for the database does not exist."
    )


def test_a_folder_must_be_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert refusal_of(url_in(tmp_path)) == f"The folder {tmp_path} for the database cannot be written to."


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    path_in(tmp_path).mkdir()
    assert refusal_of(url_in(tmp_path)) == f"The database {path_in(tmp_path)} is a folder, not a file."


def test_a_file_the_system_refuses_is_named(tmp_path: Path) -> None:
    path_in(tmp_path).symlink_to(path_in(tmp_path))
    assert refusal_of(url_in(tmp_path)).startswith(f"The database {path_in(tmp_path)} cannot be opened: ")


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path) -> None:
    path_in(tmp_path).write_text("dear diary " * 1000)
    assert refusal_of(url_in(tmp_path)) == f"The file {path_in(tmp_path)} is not a database."
    assert path_in(tmp_path).read_text() == "dear diary " * 1000


def test_a_file_that_is_in_use_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.0)
    other = sqlite3.connect(path_in(tmp_path), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert refusal_of(url_in(tmp_path)) == f"The database {path_in(tmp_path)} is locked by another program."
    other.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_database_is_a_file(url: str) -> None:
    assert "needs the path of a file" in refusal_of(url)


@pytest.mark.parametrize("url", ["", "durak.db", "postgresql://ann:pass@host/name", "://ann:pass@"])
def test_another_url_is_refused_without_repeating_it(url: str) -> None:
    assert "pass" not in refusal_of(url)
