"""The command `backup`: a copy of the database in one file, made while the server runs, and checked.

The copy is as the database was at one moment, and only its owner may read it: it holds the deals.
"""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from sqlalchemy import Engine

from web.adapters.copies import back_up
from web.adapters.db import is_sqlite, open_engine
from web.adapters.sqlite_file import open_copy
from web.commands import check
from web.settings import read_settings


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what can be asked for."""
    parser.description = __doc__
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; never one that is there already")


def run(asked: Namespace) -> int:
    """Make a backup and return 0, or 1 if what was copied is damaged.

    Raises BadSettings, CannotOpen and CannotCopy.
    """
    engine = open_engine(read_settings(os.environ).database_url, make=False)
    try:
        back_up(engine, asked.file)
        print(f"The backup is in {asked.file}.")
        return _tell_of_copy(engine, asked.file)
    finally:
        engine.dispose()


def _tell_of_copy(engine: Engine, file: Path) -> int:
    if not is_sqlite(engine):
        print("It can be read to its end. What is in it, `durak restore` into an empty database checks.")
        return check.SOUND
    return check.tell(check.checked(open_copy(file)))
