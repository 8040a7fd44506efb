"""What a server of the tests runs as, where the tests are root: nobody, as it would without any rights."""

import os
import pwd
from pathlib import Path
from typing import Any

NAME = "nobody"


def is_root() -> bool:
    """Are the tests root?"""
    return os.geteuid() == 0


def as_nobody() -> dict[str, Any]:
    """Return what makes a child process nobody; nothing where the tests have no rights either."""
    if not is_root():
        return {}
    nobody = pwd.getpwnam(NAME)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def give_to_nobody(place: Path) -> None:
    """Let a file, or a folder with what is in it, belong to whoever the server runs as."""
    if not is_root():
        return
    nobody = pwd.getpwnam(NAME)
    for path in (place, *(place.rglob("*") if place.is_dir() else ())):
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
