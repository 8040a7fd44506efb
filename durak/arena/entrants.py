"""Who may enter: a level of this program, or a class in a file of somebody's own."""

import sys
from ast import literal_eval
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from durak.arena.counted import counted
from durak.bots import BOTS, Bot
from durak.errors import DurakError


class NoSuchBot(DurakError):
    """What was named is no bot; says why, in the middle of a sentence."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot, the name by which figures call it, and the text that named it, which any process can read."""

    name: str
    text: str
    bot: Bot


def parse_entrant(text: str) -> Entrant:
    """Return the bot of `careful`, `mybot.py:MyBot` or `mybot.py:MyBot,playouts=500`.

    The last form makes it with arguments: numbers, or else texts. A file is run, so it must be one that you
    trust. Raises NoSuchBot.
    """
    if text in BOTS:
        return Entrant(text, text, counted(BOTS[text]))
    file, found, rest = text.partition(".py:")
    if not found:
        raise NoSuchBot(
            f"there is no bot {text!r}, only {', '.join(BOTS)}; one of a file is named mybot.py:MyBot"
        )
    name, *arguments = rest.split(",")
    try:
        made = getattr(_module(Path(f"{file}.py")), name)(**dict(map(_argument, arguments)))
    except (Exception, SystemExit) as fault:
        raise NoSuchBot(f"the bot {text} cannot be had: {type(fault).__name__}: {fault}") from fault
    if not isinstance(getattr(made, "level", None), str) or not callable(getattr(made, "choose", None)):
        raise NoSuchBot(f"what {text} makes is no bot: it needs a name, `level`, and `choose(view, rng)`")
    return Entrant(",".join((made.level, *arguments)), text, made)


def entrants(texts: list[str]) -> dict[str, Entrant]:
    """Return the bots by name, each once. Raises NoSuchBot, also where two different ones have one name."""
    found: dict[str, Entrant] = {}
    for text in dict.fromkeys(texts):
        entrant = parse_entrant(text)
        other = found.setdefault(entrant.name, entrant)
        if other is not entrant:
            raise NoSuchBot(f"the bots {other.text} and {text} have the same level, {entrant.name}")
    return found


def _module(file: Path) -> ModuleType:
    """Run the file, which may import what lies beside it or in the current folder.

    It is kept under a name that nothing else has: its own may be that of a library.
    """
    for folder in (str(file.resolve().parent), str(Path.cwd())):
        if folder not in sys.path:
            sys.path.append(folder)
    spec = spec_from_file_location(f"entrant {file}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _argument(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, literal_eval(value)
    except (ValueError, SyntaxError):
        return name, value
