"""A real NATS on a port of this machine: started, stopped, killed, frozen, started again."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.program import HOST, free_port

PROGRAM = Path(sys.executable).parent / "nats-server"
START_SECONDS = 30.0


class Nats:
    """One broker, which keeps nothing."""

    def __init__(self, *words: str, environment: Mapping[str, str] | None = None) -> None:
        self._words, self._environment = words, {**os.environ, **(environment or {})}
        self.port = free_port()
        self.url = f"nats://{HOST}:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it answers."""
        assert self._process is None
        command = [str(PROGRAM), "-a", HOST, "-p", str(self.port), *self._words]
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        give_up_at = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self._process.poll() is None, "NATS does not start"
            assert time.monotonic() < give_up_at, "NATS does not answer"
            time.sleep(0.02)

    def stop(self, how: int = signal.SIGKILL) -> None:
        """End it, without a word if nothing else is said."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(how)
            self._process.wait(START_SECONDS)
            self._process = None

    def freeze(self) -> None:
        """Let it take connections and answer nothing, as behind a network that swallows everything."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection((HOST, self.port), 1) as line:
            return line.recv(4) == b"INFO"
        return False
