"""A PostgreSQL database in one archive, made and put back by PostgreSQL's own programs.

They are given the password in the environment: what stands in a command line can be read by everybody on the
machine.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo
from sqlalchemy import Engine

from web.adapters.postgres import postgres_reading
from web.adapters.trouble import CannotCopy

MAGIC = b"PGDMP"
"""How an archive begins."""

END = r"\."
"""The line after the last row."""

_VERSION = re.compile(r"\) (\d+)[.\d]*")
_NO_SCHEMA_OF_OTHERS = ("--no-owner", "--no-privileges")


def copy_postgres(engine: Engine, to: Path) -> None:
    """Write the database, as it is at one moment, into a file, and read that back. Raises CannotCopy."""
    program = _program("pg_dump", engine)
    conninfo, environment = _address(engine)
    words = ["--format=custom", *_NO_SCHEMA_OF_OTHERS, f"--file={to}", f"--dbname={conninfo}"]
    _run("The backup cannot be written", [program, *words], environment)
    # It is unpacked to the last byte, so that a damaged archive is noticed now.
    _run("The backup cannot be read back", [_program("pg_restore", engine), f"--file={os.devnull}", str(to)])


def revisions_in_postgres(file: Path, engine: Engine) -> list[str]:
    """Return which schema an archive has, nothing if it is of no database of ours. Raises CannotCopy."""
    words = ["--data-only", "--table=alembic_version", "--file=-", str(file)]
    told = _run("The backup cannot be read", [_program("pg_restore", engine), *words])
    lines = iter(told.splitlines())
    next((line for line in lines if line.startswith("COPY ")), None)
    return list(iter(lambda: next(lines, END), END))


def restore_postgres(file: Path, engine: Engine) -> None:
    """Write an archive into an empty database, in one transaction. Raises CannotCopy."""
    program = _program("pg_restore", engine)
    conninfo, environment = _address(engine)
    words = ["--exit-on-error", "--single-transaction", *_NO_SCHEMA_OF_OTHERS, f"--dbname={conninfo}"]
    _run("The backup cannot be restored", [program, *words, str(file)], environment)


def _program(name: str, engine: Engine) -> str:
    """Return where one of PostgreSQL's programs is; one older than the server is of no use."""
    with postgres_reading(engine).connect() as connection:
        number = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    server = number // 10_000
    path = shutil.which(name)
    if path is None:
        raise CannotCopy(
            f"{name} is not on this machine: install PostgreSQL's programs for clients, {server} or newer"
            f" (on Debian: postgresql-client-{server})."
        )
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    found = _VERSION.search(said)
    if found is None or int(found[1]) < server:
        raise CannotCopy(
            f"{path} is of PostgreSQL {found[1] if found else '?'}, older than the server's {server}:"
            f" install {server} or newer (on Debian: postgresql-client-{server})."
        )
    return path


def _address(engine: Engine) -> tuple[str, dict[str, str]]:
    """Return the database's address without its password, and the environment that has it."""
    _, options = engine.dialect.create_connect_args(engine.url)
    if "sslpassword" in options:
        raise CannotCopy("PostgreSQL's programs cannot be told sslpassword in secret: use a key without.")
    password = options.pop("password", None)
    environment = {"PGCONNECT_TIMEOUT": "5", "PGAPPNAME": "durak"}
    if password is not None:
        environment["PGPASSWORD"] = str(password)
    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    # The rest is for the driver.
    return make_conninfo("", **{name: options[name] for name in options if name in known}), environment


def _run(failing: str, command: list[str], environment: dict[str, str] | None = None) -> str:
    """Run a program to its end and return what it printed. Raises CannotCopy with its first complaint."""
    whole = {**os.environ, "LC_ALL": "C", **(environment or {})}
    done = subprocess.run(  # noqa: S603 - PostgreSQL's own programs
        command, env=whole, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"it ended with status {done.returncode}"]
        said = next((line for line in lines if " error: " in line), lines[0])
        raise CannotCopy(f"{failing}: {said.partition(' error: ')[2] or said}.")
    return done.stdout
