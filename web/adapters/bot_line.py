"""One process for bots and the line to it: a question goes out, an answer comes back, one at a time.

Whoever asks waits in a thread. The process may die, or think for ever; then it is ended, and another one is
there for the next question.
"""

import json
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from threading import Lock
from typing import Any

from web.rooms.ports import NoAnswer

THOUGHTS_PER_PROCESS = 1000
"""After so many another process takes over, so that nothing can pile up in one."""

START_SECONDS = 60.0
"""How long a process may take to start: on a busy machine that takes longer than any thought."""

Serve = Callable[[Connection], None]
"""What runs in the process: answers `[task, *arguments]` by `[true, answer]` or `[false, kind of fault]`."""


class BotLine:
    """A process that is replaced whenever it has to be; to be asked by one thread at a time."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._process: ForkServerProcess | None = None
        self._changing = Lock()
        self._closed = False
        self._is_new, self._thoughts = True, 0

    @property
    def pid(self) -> int | None:
        """The process that there is now; the first question starts one."""
        return None if self._process is None else self._process.pid

    def ask(self, task: str, arguments: tuple[Any, ...], patience: float) -> Any:
        """Return the answer. Raises NoAnswer; by then the process is ready again, or another in its place."""
        try:
            try:
                is_done, answer = self._asked(task, arguments, patience)
            except ConnectionError:
                # It died before it took the question, which the system tells a moment late: nothing is lost.
                self._replace()
                is_done, answer = self._asked(task, arguments, patience)
        except TimeoutError as late:
            self._replace()
            raise NoAnswer("timeout") from late
        except (EOFError, OSError, ValueError) as broken:
            # ValueError: what it said was no answer at all.
            self._replace()
            raise NoAnswer("died") from broken
        if not is_done:
            raise NoAnswer("failed", answer)
        return answer

    def close(self) -> None:
        """End the process for good; whoever waits for its answer has none."""
        with self._changing:
            self._closed = True
            self._end()

    def _asked(self, task: str, arguments: tuple[Any, ...], patience: float) -> tuple[bool, Any]:
        """Return what the process says.

        Raises TimeoutError, EOFError if it dies of the question, ConnectionError if it died without it.
        """
        if not self._is_ready():
            self._replace()
        self._thoughts += 1
        if self._is_new:
            self._hear(START_SECONDS)
            self._is_new = False
        self._say(task, *arguments)
        return self._hear(patience)

    def _hear(self, patience: float) -> tuple[bool, Any]:
        if not self._line.poll(patience):
            raise TimeoutError
        is_done, answer = json.loads(self._line.recv_bytes())
        return is_done, answer

    def _say(self, *words: Any) -> None:
        # A view comes as the bytes of its JSON.
        self._line.send_bytes(json.dumps(words, default=bytes.decode).encode())

    def _is_ready(self) -> bool:
        if self._process is None or not self._process.is_alive():
            return False
        # Nothing was asked, so what can be heard is that it died just now.
        is_gone = not self._is_new and self._line.poll()
        return not is_gone and self._thoughts < THOUGHTS_PER_PROCESS

    def _replace(self) -> None:
        with self._changing:
            self._end()
            if self._closed:
                raise NoAnswer("died")
            self._start()

    def _start(self) -> None:
        context = get_context("forkserver")
        # What bots are made of is loaded once: another process is there in no time, however busy the machine.
        context.set_forkserver_preload(["web.adapters.bot_process"])
        self._line, far = context.Pipe()
        process = context.Process(target=self._serve, args=(far,), daemon=True)
        process.start()
        self._process = process
        # With the far end open here, too, nobody would notice that the process has died.
        far.close()
        # It starts while nobody waits for it; the first who asks waits for this answer, too.
        self._say("ready")
        self._is_new, self._thoughts = True, 0

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
