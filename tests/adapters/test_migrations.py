"""The way to the newest schema.

Bugs this is here to catch: tables and migrations that drift apart; two servers that start at once on one new
file; rows lost because SQLite changes a table by dropping it; an old program on a newer database; a folder
that hides the library of the same name.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Integer,
    Table,
    create_engine,
    func,
    insert,
    inspect,
    select,
    text,
)

from alembic import command
from tests.adapters.sqlite import open_migrated, path_in, url_in
from web.adapters import migrations, sqlite_file
from web.adapters.db import open_engine, reading
from web.adapters.migrations import is_current, migrate, migrating
from web.adapters.tables import events, metadata, players, rooms
from web.adapters.trouble import CannotOpen, TooNew

ROOT = Path(__file__).resolve().parents[2]
MIGRATE = """
import sys
from web.adapters.db import open_engine
from web.adapters.migrations import is_current, migrate
print("ready", flush=True)
sys.stdin.readline()
engine = open_engine(sys.argv[1])
migrate(engine)
assert is_current(engine)
"""


def described(engine: Engine) -> dict[str, Any]:
    """Return everything an inspector can tell of the schema, names of constraints included."""
    found = inspect(engine)
    return {
        table: {
            "columns": [
                (c["name"], str(c["type"]), c["nullable"], c["default"]) for c in found.get_columns(table)
            ],
            "key": found.get_pk_constraint(table),
            "foreign": found.get_foreign_keys(table),
            "unique": sorted(found.get_unique_constraints(table), key=str),
            "checks": sorted(found.get_check_constraints(table), key=str),
            "indexes": sorted((index | _as_text(index) for index in found.get_indexes(table)), key=str),
        }
        for table in found.get_table_names()
        if table != "alembic_version"
    }


def _as_text(index: Any) -> dict[str, Any]:
    """Return an index's condition, if any: two that say the same are not equal."""
    return {"dialect_options": {name: str(said) for name, said in index.get("dialect_options", {}).items()}}


def test_migrations_end_at_the_tables(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with reading(engine).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    straight = create_engine("sqlite://")
    metadata.create_all(straight)
    assert described(engine) == described(straight)
    engine.dispose()
    straight.dispose()


def test_a_drift_would_be_noticed(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE rooms ADD COLUMN another TEXT")
    with reading(engine).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) != []
    engine.dispose()


def test_migrating_twice_is_migrating_once(tmp_path: Path) -> None:
    engine = open_engine(url_in(tmp_path))
    assert not is_current(engine)
    migrate(engine)
    assert is_current(engine)
    before = described(engine)
    migrate(engine)
    assert is_current(engine)
    assert described(engine) == before
    engine.dispose()


def migrate_at_once(url: str, processes: int) -> None:
    """Have so many processes migrate one database in the same moment, and see that each is content."""
    starters = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, url],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(processes)
    ]
    for starter in starters:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "ready\n"
    for starter in starters:
        assert starter.stdin is not None
        starter.stdin.write("go\n")
        starter.stdin.flush()
    for starter in starters:
        _, errors = starter.communicate(timeout=60)
        assert (starter.returncode, errors) == (0, "")


def test_several_processes_may_start_on_one_new_file(tmp_path: Path) -> None:
    migrate_at_once(url_in(tmp_path), 6)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("UPDATE compatibility SET oldest = '9999'"))
    assert not is_current(engine)
    with pytest.raises(TooNew, match=r"^The database was changed by a later release of this program\.$"):
        migrate(engine)
    engine.dispose()


def grow(engine: Engine, oldest: str) -> None:
    """Leave the database as a program of some later release would, which still gets along with `oldest`."""
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE rooms ADD COLUMN mood TEXT")
        connection.exec_driver_sql("CREATE TABLE moods (name TEXT)")
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("UPDATE compatibility SET oldest = :oldest"), {"oldest": oldest})


def test_a_database_that_has_grown_serves_this_program_too_until_something_it_needs_is_gone(
    tmp_path: Path,
) -> None:
    engine = open_migrated(tmp_path)
    grow(engine, oldest=migrations._head())
    migrate(engine)
    with reading(engine).connect() as connection:
        assert migrations.suits(connection)
    with engine.begin() as connection:
        fill(connection)
    assert "moods" in inspect(engine).get_table_names()
    with engine.begin() as connection:
        connection.execute(text("UPDATE compatibility SET oldest = '9998'"))
    with reading(engine).connect() as connection:
        assert not migrations.suits(connection)
    with pytest.raises(TooNew):
        migrate(engine)
    engine.dispose()


def test_no_migration_breaks_a_program_that_it_does_not_name(tmp_path: Path) -> None:
    """One that takes something away says so: in order, and never of programs later than itself."""
    oldest = []
    for revision in sorted(migrations._known()):
        if revision < "0004":
            continue
        (tmp_path / revision).mkdir()
        engine = at_revision(tmp_path / revision, revision)
        with reading(engine).connect() as connection:
            [named] = connection.scalars(text("SELECT oldest FROM compatibility"))
        assert named <= revision
        oldest.append(named)
        engine.dispose()
    assert oldest == sorted(oldest)
    assert oldest[0] == "0004"


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    engine = open_engine(url_in(tmp_path))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (title TEXT)")
    with pytest.raises(CannotOpen, match=r"^The database belongs to another program\.$"):
        migrate(engine)
    assert inspect(engine).get_table_names() == ["recipes"]
    engine.dispose()


def test_a_file_that_is_in_use_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.0)
    engine, other = open_engine(url_in(tmp_path)), open_engine(url_in(tmp_path))
    with other.begin(), pytest.raises(CannotOpen, match=r"^The database is locked by another program\.$"):
        migrate(engine)
    engine.dispose()
    other.dispose()


def at_revision(folder: Path, revision: str) -> Engine:
    """Return a database as a program of that schema left it."""
    engine = open_engine(url_in(folder))
    config = migrations._config()
    with migrating(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return engine


OLD_ROWS = """
INSERT INTO rooms (id, version, created_at, changed_at) VALUES ('a', 3, 1, 2), ('b', 1, 1, 1), ('c', 1, 1, 1);
INSERT INTO events (room_id, version, part, command_id, body) VALUES
  ('a', 1, 0, 'open', '{"kind":"RoomOpened","schema":1,"rules":"classic"}'),
  ('a', 1, 1, NULL, '{"kind":"ChairTaken","schema":1}'),
  ('a', 2, 0, 'x', '{"kind":"ChairLeft","schema":1}'),
  ('a', 2, 1, NULL, '{"kind":"OptionsChanged","schema":1,"rules":"transfer"}'),
  ('a', 3, 0, 'y', '{"kind":"ActionTaken","schema":1,"action":"OptionsChanged"}'),
  ('b', 1, 0, 'open', '{"kind":"RoomOpened","schema":1,"rules":"blitz"}');
INSERT INTO players (id, token_hash, name, created_at, seen_at) VALUES ('ann', zeroblob(32), 'Ann', 1, 1);
"""


def test_what_the_first_release_stored_is_kept_and_completed(tmp_path: Path) -> None:
    engine = at_revision(tmp_path, "0001")
    with engine.begin() as connection:
        for statement in OLD_ROWS.strip().split(";\n"):
            connection.exec_driver_sql(statement)
    migrate(engine)
    assert is_current(engine)
    with reading(engine).connect() as connection:
        found = connection.execute(select(rooms.c.id, rooms.c.options, rooms.c.code).order_by(rooms.c.id))
        kept = {row.id: (row.options and json.loads(row.options)["rules"], row.code) for row in found}
        assert kept == {"a": ("transfer", None), "b": ("blitz", None), "c": (None, None)}
        assert connection.execute(select(players.c.name, players.c.avatar)).all() == [("Ann", 0)]
    assert count(engine, events) == 6
    engine.dispose()


def test_the_first_release_can_go_on_writing_beside_a_newer_one(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with engine.begin() as connection:
        for statement in OLD_ROWS.strip().split(";\n"):
            connection.exec_driver_sql(statement)
    assert count(engine, players) == 1
    engine.dispose()


def fill(connection: Connection) -> None:
    connection.execute(
        insert(rooms), {"id": "a", "version": 2, "due_at": None, "created_at": 0.0, "changed_at": 0.0}
    )
    for version in (1, 2):
        row = {"room_id": "a", "version": version, "part": 0, "command_id": f"{version}", "body": "{}"}
        connection.execute(insert(events), row)


def count(engine: Engine, table: Table) -> int | None:
    with reading(engine).connect() as connection:
        return connection.scalar(select(func.count()).select_from(table))


def test_copying_a_table_keeps_the_rows_that_refer_to_it(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with engine.begin() as connection:
        fill(connection)
    with migrating(engine) as connection:
        operations = Operations(MigrationContext.configure(connection, opts={"render_as_batch": True}))
        with operations.batch_alter_table("rooms", recreate="always") as batch:
            batch.add_column(Column("another", Integer, nullable=True))
    assert count(engine, events) == 2
    with engine.begin() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    with pytest.raises(Exception, match="FOREIGN KEY"), engine.begin() as connection:
        connection.execute(rooms.delete())
    engine.dispose()


def test_a_migration_that_orphans_rows_is_undone(tmp_path: Path) -> None:
    engine = open_migrated(tmp_path)
    with engine.begin() as connection:
        fill(connection)
    with pytest.raises(CannotOpen, match="refer to rows that are gone"), migrating(engine) as connection:
        connection.execute(rooms.delete())
    assert count(engine, rooms) == 1
    engine.dispose()


def test_a_migration_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE half (a TEXT)")
        connection.exec_driver_sql("INSERT INTO half VALUES ('a')")
        raise LookupError("on purpose")

    engine = open_migrated(tmp_path)
    with pytest.raises(LookupError), migrating(engine) as connection:
        fail(connection)
    assert "half" not in inspect(engine).get_table_names()
    engine.dispose()


def test_the_folder_does_not_hide_the_library() -> None:
    assert not list((ROOT / "alembic").rglob("__init__.py"))
    found = subprocess.run(
        [sys.executable, "-c", "import alembic; print(alembic.__file__)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not Path(found.stdout.strip()).is_relative_to(ROOT / "alembic")
    assert found.stdout.strip().endswith("__init__.py")


def test_an_installed_program_brings_its_migrations(tmp_path: Path) -> None:
    site, data = tmp_path / "100% site", tmp_path / "data"
    data.mkdir()
    without_bytecode = ignore_patterns("__pycache__")
    copytree(ROOT / "web", site / "web", ignore=without_bytecode)
    copytree(ROOT / "alembic", site / "web" / "migrations", ignore=without_bytecode)
    subprocess.run(
        [sys.executable, "-c", MIGRATE, url_in(data)],
        cwd=data,
        env={**os.environ, "PYTHONPATH": str(site)},
        input="go\n",
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    assert path_in(data).exists()


def test_the_command_line_sees_no_difference(tmp_path: Path) -> None:
    for arguments in (["upgrade", "head"], ["check"]):
        run = subprocess.run(
            [sys.executable, "-m", "alembic", *arguments],
            cwd=ROOT,
            env={**os.environ, "DURAK_DATABASE_URL": url_in(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
