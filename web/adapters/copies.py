"""Backups: a database in one file, made while it is in use, and put back into an empty one."""

from pathlib import Path

from sqlalchemy import Engine, inspect

from web.adapters import postgres_copy, sqlite_copy
from web.adapters.db import is_sqlite, missing_file, open_engine, reading
from web.adapters.migrations import is_known, migrate, refuse_unreadable
from web.adapters.new_file import new_file
from web.adapters.postgres_copy import copy_postgres, restore_postgres, revisions_in_postgres
from web.adapters.sqlite_copy import copy_sqlite, restore_sqlite, revisions_in_sqlite
from web.adapters.trouble import CannotCopy, TooNew


def back_up(engine: Engine, to: Path) -> None:
    """Write the database, as it is at one moment, into a new file that is its owner's alone.

    Raises CannotCopy, and CannotOpen if there is nothing of ours to copy; nothing is left behind then.
    """
    with reading(engine).connect() as connection:
        refuse_unreadable(connection)
    with new_file(to) as making:
        copy_sqlite(engine, making) if is_sqlite(engine) else copy_postgres(engine, making)


def restore(file: Path, url: str) -> Engine:
    """Write a backup into the empty database at `url`, bring that to this program's schema, and open it.

    Raises TooNew and CannotCopy, which change nothing, and CannotOpen, as `open_engine` and `migrate` do.
    """
    made = missing_file(url)
    engine = open_engine(url)
    try:
        _refuse_all_but_ours(file, engine)
        restore_sqlite(file, engine) if is_sqlite(engine) else restore_postgres(file, engine)
        migrate(engine)
    except BaseException:
        engine.dispose()
        for ending in ("", "-wal", "-shm") if made is not None else ():
            Path(f"{made}{ending}").unlink(missing_ok=True)
        raise
    return engine


def _refuse_all_but_ours(file: Path, engine: Engine) -> None:
    _refuse_other_kind(file, "SQLite" if is_sqlite(engine) else "PostgreSQL")
    with reading(engine).connect() as connection:
        if inspect(connection).get_table_names():
            how = _how_to_empty(engine)
            raise CannotCopy(f"The database is not empty, and nothing in it is overwritten. {how}")
    revisions = revisions_in_sqlite(file) if is_sqlite(engine) else revisions_in_postgres(file, engine)
    if not revisions:
        raise CannotCopy(f"The file {file} has nothing of this program's in it.")
    if not all(map(is_known, revisions)):
        raise TooNew(f"The backup {file} was made by a later release of this program.")


def _refuse_other_kind(file: Path, wanted: str) -> None:
    try:
        with file.open("rb") as opened:
            start = opened.read(len(sqlite_copy.MAGIC))
    except OSError as error:
        raise CannotCopy(f"The file {file} cannot be read: {error.strerror}.") from error
    kinds = {"SQLite": sqlite_copy.MAGIC, "PostgreSQL": postgres_copy.MAGIC}
    kind = next((name for name, magic in kinds.items() if start.startswith(magic)), None)
    if kind is None:
        raise CannotCopy(f"The file {file} is no backup.")
    if kind != wanted:
        raise CannotCopy(f"The backup {file} is of {kind}; DURAK_DATABASE_URL names a database of {wanted}.")


def _how_to_empty(engine: Engine) -> str:
    if is_sqlite(engine):
        return "Name a file in DURAK_DATABASE_URL that does not exist."
    return "Make another with `createdb`, and name that in DURAK_DATABASE_URL."
