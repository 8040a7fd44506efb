"""The command `check`: reads every log again, plays every game again, and says what cannot be true.

It may be used while the server runs: everything is read as it was at one moment.
"""

import os
import sys
from argparse import ArgumentParser, Namespace

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from durak.arena.progress import Bar
from web.adapters.db import open_engine
from web.adapters.sql_check import Checked, check
from web.adapters.trouble import CannotOpen
from web.settings import read_settings

SOUND, DAMAGED = 0, 1
MOST_TOLD = 10


def add_arguments(parser: ArgumentParser) -> None:
    """Tell the parser of the command what it is about."""
    parser.description = __doc__


def run(_asked: Namespace) -> int:
    """Check the database and return 0 if it is sound, else 1. Raises BadSettings and CannotOpen."""
    engine = open_engine(read_settings(os.environ).database_url, make=False)
    try:
        return tell(checked(engine))
    finally:
        engine.dispose()


def checked(engine: Engine) -> Checked:
    """Return what a check finds, with a bar if somebody looks on. Raises CannotOpen."""
    bar: Bar | None = None

    def progress(_done: int, total: int) -> None:
        nonlocal bar
        if sys.stderr.isatty():
            bar = bar or Bar(total, "rooms")
            bar.add(1)

    try:
        return check(engine, progress)
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise CannotOpen(f"The database cannot be read: {why}.") from error
    finally:
        if bar is not None:
            bar.close()


def tell(found: Checked) -> int:
    """Print the verdict, and return the exit status that says the same."""
    print(f"{found.rooms} rooms, {found.events} events, {found.games} games.")
    if not found.damages:
        print("Every log was read again and every game played again: all is as it should be.")
        return SOUND
    print(f"Damaged in {len(found.damages)} places:")
    for damage in found.damages[:MOST_TOLD]:
        # A room's id is the invitation to it; enough of it stays to find it.
        place = f"room {damage.room[:6]}…, version {damage.version}: " if damage.room else ""
        print(f"  {damage.kind:<10}  {place}{damage.what}")
    if len(found.damages) > MOST_TOLD:
        print(f"  and {len(found.damages) - MOST_TOLD} more")
    return DAMAGED
