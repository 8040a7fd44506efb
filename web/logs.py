"""Logs: one line of JSON for each record, never with cards or tokens.

What an exception says may hold what it was about, a hand among it. So a fault is logged by the kinds of its
exceptions and the places they came through, and their words are left out.
"""

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime

FACTS = ("room", "v", "seat", "cmd", "ms")


class JsonLines(logging.Formatter):
    """Formats a record as JSON, so that nothing in a message can pass for a second line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "ts": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {fact: getattr(record, fact) for fact in FACTS if hasattr(record, fact)}
        if "room" in line:
            # A room's id is the invitation to it; enough of it stays to tell rooms apart.
            line["room"] = str(line["room"])[:6]
        if record.exc_info:
            line["fault"] = list(_places(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False)


def _places(fault: BaseException | None) -> Iterator[str]:
    """Yield each exception of the chain by its kind, the cause after it, with the places it came through."""
    while fault is not None:
        yield f"{type(fault).__module__}.{type(fault).__qualname__}"
        for frame in traceback.extract_tb(fault.__traceback__):
            yield f"  {frame.filename}:{frame.lineno} {frame.name}"
        if isinstance(fault, BaseExceptionGroup):
            for inner in fault.exceptions:
                yield from _places(inner)
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def log_to_stderr() -> None:
    """Send everything from warnings up, and our own from info up, to standard error."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[lines], force=True)
    logging.getLogger("web").setLevel(logging.INFO)
