"""The command `migrate`: brings the database to this program's schema."""

import os
from argparse import ArgumentParser, Namespace

from web.adapters.db import open_engine
from web.adapters.migrations import migrate
from web.settings import read_settings


def add_arguments(_parser: ArgumentParser) -> None:
    """There is nothing to be asked for."""


def run(_asked: Namespace) -> int:
    """Migrate, say so and return 0. Raises BadSettings and CannotOpen."""
    engine = open_engine(read_settings(os.environ).database_url)
    migrate(engine)
    print("The database is up to date.")
    engine.dispose()
    return 0
