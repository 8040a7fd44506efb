"""Runs the migrations: for `web.adapters.migrations`, which brings a connection, or for a command line.

No folder here may have an `__init__.py`: it would hide the library of the same name.
"""

import os

from alembic.util import CommandError
from sqlalchemy import Connection

from alembic import context
from web.adapters.db import open_engine
from web.adapters.migrations import migrating
from web.adapters.tables import metadata


def run(connection: Connection) -> None:
    """Do what alembic was asked for, inside the connection's transaction."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def run_alone() -> None:
    """Open the database that the environment names, as the server does."""
    if context.is_offline_mode():
        raise CommandError("migrations copy tables and so need a database")
    engine = open_engine(os.environ.get("DURAK_DATABASE_URL", "sqlite:///durak.sqlite3"))
    try:
        with migrating(engine) as connection:
            run(connection)
    finally:
        engine.dispose()


given = context.config.attributes.get("connection")
if given is None:
    run_alone()
else:
    run(given)
