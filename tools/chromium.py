"""Finds the Chromium that the browser tests drive, or brings one.

    python -m tools.chromium             prints its path, or says what to do and fails
    python -m tools.chromium --install   brings one first if there is none

Order: DURAK_CHROMIUM, the system's, Playwright's own. Of Debian's two the shell goes first: the same browser,
but it draws no windows around its pages. It never answers "skip the tests".
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import machine, node

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MACOS_APPS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
FONTS = "fonts-noto-core"

ADVICE = """The browser tests need Chromium, and none could be found or installed. Any of these helps:
    sudo apt install chromium                       on Debian
    .venv/bin/python -m playwright install chromium      where its download can be reached
    DURAK_CHROMIUM=/path/to/chrome make test        if it stands in an unusual place"""


def starts(program: Path) -> bool:
    """Does it tell its version? A launcher that only asks for a snap to be installed does not."""
    try:
        asked = subprocess.run(
            [str(program), "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0 and any(byte in b"0123456789" for byte in asked.stdout)


def _playwrights_own() -> Path | None:
    """Where Playwright keeps its browser, there or not. None if its driver cannot start on this machine."""
    node.lend_to_playwright()
    ask = (
        "from playwright.sync_api import sync_playwright as p\n"
        "with p() as playwright: print(playwright.chromium.executable_path)"
    )
    asked = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    return Path(asked.stdout.strip()) if asked.returncode == 0 else None


def candidates() -> Iterator[Path]:
    """Where a Chromium may be, best first."""
    for name in NAMES:
        if found := shutil.which(name):
            yield Path(found)
    yield from MACOS_APPS
    if own := _playwrights_own():
        yield own


def find() -> Path | None:
    """The Chromium to use. Raises SystemExit if DURAK_CHROMIUM names one that does not start."""
    if chosen := os.environ.get("DURAK_CHROMIUM"):
        if starts(Path(chosen)):
            return Path(chosen)
        raise SystemExit(f"DURAK_CHROMIUM is {chosen}, which does not start.")
    return next((path for path in candidates() if path.exists() and starts(path)), None)


def install() -> None:
    """Bring a Chromium, by Debian's package where we may, else by Playwright's download."""
    machine.say("The browser tests need Chromium: installing it.")
    if machine.apt_install(["chromium"]) and find() is not None:
        return
    node.lend_to_playwright()
    command = [sys.executable, "-m", "playwright", "install"]
    with_libraries = ["--with-deps"] if machine.root_prefix() is not None else []
    machine.run([*command, *with_libraries, "chromium"])


def install_shell() -> None:
    """Bring the shell that has no windows, where Debian has it. Without it tests take longer."""
    if machine.is_debian() and not machine.has_package(SHELL) and not machine.apt_install([SHELL]):
        machine.say(f"Note: with Debian's package {SHELL} the browser tests would take less time.")


def install_fonts() -> None:
    """Bring the fonts that make screenshots look as on phones. Without them tests still pass."""
    if machine.is_debian() and not machine.has_package(FONTS) and not machine.apt_install([FONTS]):
        machine.say(f"Note: without Debian's package {FONTS} screenshots show other letters than phones do.")


def main(arguments: list[str]) -> None:
    """Print the path of Chromium. Raises SystemExit with advice if there is none."""
    if "--install" in arguments:
        install_shell()
        if find() is None:
            install()
        install_fonts()
    found = find()
    if found is None:
        raise SystemExit(ADVICE)
    print(found)


if __name__ == "__main__":
    main(sys.argv[1:])
