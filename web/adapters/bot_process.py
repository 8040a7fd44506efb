"""What runs in a bot's process: a view and a seed come in, an action goes out, and nothing else is here."""

import json
import multiprocessing
import os
from random import Random
from threading import Thread

from durak import encode_action, parse_view
from durak.bots import BOTS


def choose(level: str, view: bytes, seed: int) -> str:
    """Return the text of the action that this level's bot chooses on the view (`encode_view` as JSON)."""
    return encode_action(BOTS[level].choose(parse_view(json.loads(view)), Random(seed)))  # noqa: S311 - a bot's dice


def ready() -> None:
    """Do nothing, in a process that has started."""


def prepare() -> None:
    """Be nice to the server's own work, and do not outlive it even if it is killed."""
    os.nice(10)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
