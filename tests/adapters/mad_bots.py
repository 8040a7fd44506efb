"""A bot's process in which bots do what no bot should: what `bot_process.serve` does with them is as ever."""

import os
import signal
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, cast

from durak import Action, View
from durak.bots import BOTS, Bot, net
from web.adapters import bot_process


class Mad:
    """A bot with one fault."""

    def __init__(self, level: str) -> None:
        self.level = level

    def choose(self, view: View, rng: Random) -> Action:
        if self.level == "hangs":
            while True:
                rng.random()
        if self.level == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        raise ValueError(f"my hand is {view.hand}")


MAD = ("hangs", "dies", "raises")
LATE_SECONDS = 3.0


def serve(line: Connection) -> None:
    """Serve with mad bots among the others, and with a foreign file in place of every net."""
    cast(dict[str, Bot], BOTS).update({level: Mad(level) for level in MAD})
    with tempfile.TemporaryDirectory() as folder:
        for name in ("classic", "transfer"):
            Path(folder, f"{name}{net.SUFFIX}").write_bytes(b'{"magic": "another program"}\n\x00\x01')
        net.FOLDER = folder
        bot_process.serve(line)


def serve_late(line: Connection) -> None:
    """Serve after a slow start."""
    time.sleep(LATE_SECONDS)
    serve(line)


def serve_second(line: Connection, died: Path) -> None:
    """Serve, unless nobody has died yet: then die before anything can be asked, and leave that file."""
    try:
        died.touch(exist_ok=False)
    except FileExistsError:
        serve(line)


class Trojan:
    """Something that does more than being there, for who unpickles it."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.trace,)


def serve_pickles(line: Connection, trace: Path) -> None:
    """Answer whatever is asked by a trojan."""
    while True:
        line.recv_bytes()
        line.send((True, Trojan(trace)))


def serve_mortal(line: Connection, died: Path) -> None:
    """Serve; but whoever is asked for advice first, before there is that file, dies of it."""

    def advise(view: str, seed: int) -> list[dict[str, Any]]:
        try:
            died.touch(exist_ok=False)
        except FileExistsError:
            return bot_process.advise(view, seed)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it is dead")

    cast(dict[str, Any], bot_process.TASKS)["advise"] = advise
    bot_process.serve(line)
