"""The way to the newest schema on PostgreSQL; what both databases share is in test_migrations.py.

Bugs this is here to catch: tables and migrations that drift apart, several processes that start at once on
one new database, rows of an earlier release that are lost, an old program on a newer database.
"""

import json
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect, select, text

from alembic import command
from tests.adapters.databases import postgres
from tests.adapters.test_migrations import OLD_ROWS, described, migrate_at_once
from web.adapters import migrations
from web.adapters.db import open_engine, reading
from web.adapters.migrations import is_current, migrate, migrating
from web.adapters.tables import metadata, players, rooms
from web.adapters.trouble import CannotOpen, TooNew


@pytest.fixture
def url() -> str:
    server = postgres()
    return server.url(server.new_database())


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    yield engine
    engine.dispose()


def test_migrations_end_at_the_tables(engine: Engine) -> None:
    assert not is_current(engine)
    migrate(engine)
    assert is_current(engine)
    with reading(engine).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    server = postgres()
    straight = open_engine(server.url(server.new_database()))
    metadata.create_all(straight)
    assert described(engine) == described(straight)
    straight.dispose()
    migrate(engine)
    assert is_current(engine)


def test_several_processes_may_start_on_one_new_database(url: str) -> None:
    migrate_at_once(url, 4)


def test_what_the_first_release_stored_is_kept_and_completed(engine: Engine) -> None:
    config = migrations._config()
    with migrating(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    with engine.begin() as connection:
        for statement in OLD_ROWS.strip().split(";\n"):
            written = statement.replace("zeroblob(32)", "decode(repeat('00', 32), 'hex')")
            connection.exec_driver_sql(written)
    migrate(engine)
    with reading(engine).connect() as connection:
        found = connection.execute(select(rooms.c.id, rooms.c.options).order_by(rooms.c.id))
        kept = {row.id: row.options and json.loads(row.options)["rules"] for row in found}
        assert kept == {"a": "transfer", "b": "blitz", "c": None}
        assert connection.execute(select(players.c.name, players.c.avatar)).all() == [("Ann", 0)]


def test_a_newer_database_and_another_programs_are_left_alone(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (title TEXT)"))
    with pytest.raises(CannotOpen, match=r"^The database belongs to another program\.$"):
        migrate(engine)
    assert inspect(engine).get_table_names() == ["recipes"]
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE recipes"))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("UPDATE compatibility SET oldest = '9999'"))
    with pytest.raises(TooNew):
        migrate(engine)
