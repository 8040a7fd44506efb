"""Processor time as the system counts it, the same way for every process, with all its threads."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
SESSION, USER, SYSTEM = 3, 11, 12
"""Places in /proc/PID/stat, counted from the one after the name, which may have spaces in it."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of a server's process, how many of them in the kernel, and seconds of others in its session."""

    server: float
    kernel: float
    others: float

    def since(self, earlier: "Spent") -> "Spent":
        """Return what was spent after that."""
        return Spent(self.server - earlier.server, self.kernel - earlier.kernel, self.others - earlier.others)


def spent(pid: int) -> Spent:
    """Return what a process that leads a session has spent until now. Raises OSError if it is gone."""
    leader, others = _fields(pid), 0.0
    for folder in Path("/proc").iterdir():
        # Any of them may end meanwhile.
        with suppress(OSError):
            if folder.name.isdigit() and int(folder.name) != pid:
                fields = _fields(int(folder.name))
                others += _seconds(fields, USER, SYSTEM) if int(fields[SESSION]) == pid else 0.0
    return Spent(_seconds(leader, USER, SYSTEM), _seconds(leader, SYSTEM), others)


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def _seconds(fields: list[str], *kinds: int) -> float:
    return sum(int(fields[kind]) for kind in kinds) / TICKS
