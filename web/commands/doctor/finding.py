"""What a doctor says: one sentence or two on one matter."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """How it stands with a matter, and what to do where it does not stand well."""

    level: Level
    matter: str
    text: str


def ok(matter: str, text: str) -> Finding:
    """Say that all is well."""
    return _found("ok", matter, text)


def warning(matter: str, text: str) -> Finding:
    """Say that it should be thought about."""
    return _found("warning", matter, text)


def wrong(matter: str, text: str) -> Finding:
    """Say that it is not as it has to be."""
    return _found("wrong", matter, text)


def _found(level: Level, matter: str, text: str) -> Finding:
    # On one line, whatever was quoted.
    return Finding(level, matter, " ".join(text.split()))
