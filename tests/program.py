"""The real program as a child process: started, asked for its health, killed without warning, started again.

Used where a test must see what a person would see: a server with a port, a database and a life of its own.
"""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FROM_CHECKOUT = (sys.executable, "-m", "web.cli", "serve")

# All that a test does comes from one address, and often from one guest.
FOR_ONE_ADDRESS = {
    "DURAK_SOCKETS_PER_GUEST": "1000",
    "DURAK_SOCKETS_PER_ADDRESS": "100000",
    "DURAK_HANDSHAKES_PER_MINUTE": "1000000",
    "DURAK_REQUESTS_PER_MINUTE": "1000000",
    "DURAK_GUESTS_PER_HOUR": "1000000",
    "DURAK_ROOMS_PER_GUEST": "1000000",
    "DURAK_ROOMS_PER_ADDRESS": "1000000",
    "DURAK_CODES_PER_MINUTE": "1000000",
}

START_SECONDS = 60.0
STOP_SECONDS = 15.0
HOST = "127.0.0.1"


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class Program:
    """One server on one port and one database, through all its lives. Its output is kept in `folder`."""

    def __init__(
        self,
        folder: Path,
        settings: Mapping[str, str] | None = None,
        command: Sequence[str] = FROM_CHECKOUT,
        working_folder: Path = ROOT,
    ) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.database = folder / "durak.sqlite3"
        self._command = command
        self._working_folder = working_folder
        self._output = folder / "output.log"
        self._process: subprocess.Popen[bytes] | None = None
        outside = {name: value for name, value in os.environ.items() if not name.startswith("DURAK_")}
        self._environment = outside | {
            "HOST": HOST,
            "PORT": str(self.port),
            "DURAK_DATABASE_URL": f"sqlite:///{self.database}",
            "PYTHONUNBUFFERED": "1",
            **FOR_ONE_ADDRESS,
            **(settings or {}),
        }

    @property
    def output(self) -> str:
        """All that its lives have printed so far."""
        return self._output.read_text(encoding="utf-8", errors="replace") if self._output.exists() else ""

    @property
    def is_running(self) -> bool:
        """Has it been started, and not ended since?"""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process of the life it has now; those of its bots are in the same session."""
        assert self._process is not None, "it does not run"
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it is healthy. Raises AssertionError with its output if that fails."""
        assert not self.is_running, "it runs already"
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._working_folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # A group of its own, so that the bots' processes can be ended with it.
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._is_healthy():
            ended = self._process.poll()
            assert ended is None, f"the program ended with status {ended}:\n{self.output}"
            if time.monotonic() > deadline:
                self.stop()
                raise AssertionError(f"the program was not healthy in {START_SECONDS} s:\n{self.output}")
            time.sleep(0.02)

    def kill(self) -> None:
        """End it as a power cut would: SIGKILL, no goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, insist if it does not, and see that nothing of it is left."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Let it stand still: its port takes connections, and nothing answers."""
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.send(signal.SIGCONT)

    def send(self, what: signal.Signals) -> None:
        """Send it a signal, and do not wait for what it does."""
        assert self._process is not None, "it was started"
        self._process.send_signal(what)

    def _end(self, by: signal.Signals) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        with suppress(ProcessLookupError):
            process.send_signal(by)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def _is_healthy(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
