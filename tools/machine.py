"""What this machine lets us install, and doing so. Everything here is asked for by `make test` alone."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def is_debian(os_release: Path = Path("/etc/os-release")) -> bool:
    """Is this Debian? Ubuntu does not count: its package `chromium` only asks for a snap."""
    try:
        lines = os_release.read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return any(line.strip() in {"ID=debian", 'ID="debian"'} for line in lines)


def root_prefix() -> list[str] | None:
    """What goes before a command that needs root: nothing for root, a sudo that asks nothing, else None."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    asked = subprocess.run([sudo, "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return [sudo, "-n"] if asked.returncode == 0 else None


def say(sentence: str) -> None:
    """Tell the person at the terminal; standard output is kept for the answer."""
    print(sentence, file=sys.stderr, flush=True)


def run(command: Sequence[str]) -> bool:
    """Run a command with its output on standard error. True if it went well."""
    try:
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode == 0
        )
    except OSError as reason:
        say(str(reason))
        return False


def has_package(package: str) -> bool:
    """Is this Debian package installed?"""
    if shutil.which("dpkg-query") is None:
        return False
    asked = subprocess.run(
        ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package],
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip() == "installed"


def apt_install(packages: Sequence[str]) -> bool:
    """Install Debian packages. False where that is not allowed, or did not go well."""
    prefix = root_prefix()
    if prefix is None or not is_debian() or shutil.which("apt-get") is None:
        return False
    quietly = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    wanted = ["install", "--yes", "--no-install-recommends", *packages]
    return run([*prefix, *quietly, "update"]) and run([*prefix, *quietly, *wanted])
