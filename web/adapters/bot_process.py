"""What runs in a bot's process: a view and a seed come in, an action or advice goes out, nothing else.

Both ways as JSON: nothing that the other side says can be more than data.
"""

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from random import Random
from threading import Thread
from typing import Any

from durak import encode_action, parse_view
from durak.bots import BOTS
from durak.bots.advice import advise as moves_worth_a_thought

DIGITS = 3
"""Of a chance: more are not known."""


def choose(level: str, view: str, seed: int) -> str:
    """Return the text of the action that this level's bot chooses on the view (`encode_view` as JSON)."""
    return encode_action(BOTS[level].choose(parse_view(json.loads(view)), Random(seed)))  # noqa: S311 - a bot's dice


def advise(view: str, seed: int) -> list[dict[str, Any]]:
    """Return the moves worth a thought on the view, the best first, as plain data."""
    return [
        {
            "action": encode_action(advice.action),
            "durak": round(advice.durak, DIGITS),
            "reason": {"code": advice.reason.code, "facts": dict(advice.reason.facts)},
        }
        for advice in moves_worth_a_thought(parse_view(json.loads(view)), Random(seed))  # noqa: S311 - as a bot's
    ]


def ready() -> None:
    """Do nothing, in a process that has started."""


TASKS: Mapping[str, Callable[..., Any]] = {"choose": choose, "advise": advise, "ready": ready}


def serve(line: Connection) -> None:
    """Answer what comes over the line until it ends.

    Of a fault only its kind goes back: its words may be a hand.
    """
    prepare()
    while True:
        try:
            task, *arguments = json.loads(line.recv_bytes())
        except EOFError:
            return
        line.send_bytes(json.dumps(_answer(task, arguments)).encode())


def prepare() -> None:
    """Be nice to the server's own work, and do not outlive it even if it is killed."""
    os.nice(10)
    # Ctrl-C in a terminal is for the server, which ends its bots itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _answer(task: str, arguments: list[Any]) -> tuple[bool, Any]:
    try:
        return True, TASKS[task](*arguments)
    except Exception as fault:
        return False, type(fault).__name__


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
