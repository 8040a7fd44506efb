"""The command `restore`: puts a backup into an empty database, brings that up to date, and checks it."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from web.adapters.copies import restore
from web.commands import check
from web.settings import read_settings


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what can be asked for."""
    parser.description = __doc__
    parser.add_argument("file", metavar="FILE", type=Path, help="what `durak backup` has made")


def run(asked: Namespace) -> int:
    """Restore a backup and return 0, or 1 if what it holds is damaged.

    Raises BadSettings, CannotOpen and CannotCopy.
    """
    engine = restore(asked.file, read_settings(os.environ).database_url)
    try:
        print(f"The database is as it was in {asked.file}.")
        return check.tell(check.checked(engine))
    finally:
        engine.dispose()
