"""Logs: one line of JSON for each record, never with cards, tokens or addresses of rooms' sockets."""

import json
import logging
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
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr() -> None:
    """Send everything from warnings up, and our own from info up, to standard error."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[lines], force=True)
    logging.getLogger("web").setLevel(logging.INFO)
