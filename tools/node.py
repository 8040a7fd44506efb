"""Finds Node.js for the checks and tests of the browser's code, or brings one.

    python -m tools.node                prints the path of node
    python -m tools.node --npm          prints the path of an npm, with its node beside it
    python -m tools.node --install ...  brings both from PyPI first where the machine has none

The program itself never needs Node.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import machine

OLDEST = 20
LOCK = Path(__file__).resolve().parent.parent / "requirements" / "node.txt"

ADVICE = f"""The checks and tests of the browser's code need Node.js {OLDEST} or newer, with npm, and none
could be found or installed. Install both from your system's packages, then run make again."""


def version(node: Path) -> int:
    """The major version of this node, 0 if it does not start."""
    try:
        asked = subprocess.run(
            [str(node), "--version"], capture_output=True, text=True, timeout=60, check=False
        )
        return int(asked.stdout.strip().removeprefix("v").split(".")[0])
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return 0


def _drivers_own() -> Path:
    import playwright

    return Path(playwright.__file__).parent / "driver" / "node"


def candidates() -> Iterator[Path]:
    """Where a node may be, best first: the machine's, this environment's, the one that drives Playwright."""
    if found := shutil.which("node"):
        yield Path(found)
    yield Path(sys.executable).parent / "node"
    yield _drivers_own()


def find(*, with_npm: bool) -> Path | None:
    """The node to use; with npm beside it if that is asked for. Debian's package nodejs comes without."""
    for node in candidates():
        if node.exists() and version(node) >= OLDEST and (not with_npm or (node.parent / "npm").exists()):
            return node
    return None


def lend_to_playwright() -> None:
    """Give Playwright's driver a node that starts, where its own does not: a bare Debian lacks libatomic."""
    if "PLAYWRIGHT_NODEJS_PATH" in os.environ or version(_drivers_own()) > 0:
        return
    if found := find(with_npm=False):
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(found)


def install() -> None:
    """Bring node and npm into this environment from PyPI."""
    machine.say(
        f"No Node.js {OLDEST} or newer with npm on this machine: installing one into the environment."
    )
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    machine.run([*pip, "--require-hashes", "--requirement", str(LOCK)])


def main(arguments: list[str]) -> None:
    """Print the path of node or npm. Raises SystemExit with advice if there is none."""
    with_npm = "--npm" in arguments
    if "--install" in arguments and find(with_npm=with_npm) is None:
        install()
    node = find(with_npm=with_npm)
    if node is None:
        raise SystemExit(ADVICE)
    print(node.parent / "npm" if with_npm else node)


if __name__ == "__main__":
    main(sys.argv[1:])
