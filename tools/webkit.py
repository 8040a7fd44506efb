"""Finds WebKitGTK's driver and a screen for it, or brings them; only `make webkit` asks for it.

python -m tools.webkit             says what to install, and fails, where something is missing
python -m tools.webkit --install   brings it first, where that is allowed
"""

import shutil
import sys

from tools import machine

PROGRAMS = ("WebKitWebDriver", "Xvfb")
PACKAGES = ("webkit2gtk-driver", "xvfb")

ADVICE = (
    "The test in WebKit needs WebKitWebDriver and Xvfb: sudo apt install webkit2gtk-driver xvfb, on Debian."
)


def is_here() -> bool:
    """Is everything installed?"""
    return all(shutil.which(program) for program in PROGRAMS)


def main(arguments: list[str]) -> None:
    """See that everything is there. Raises SystemExit with advice if not."""
    if "--install" in arguments and not is_here():
        machine.say("The test in WebKit needs WebKitGTK: installing it.")
        machine.apt_install(PACKAGES)
    if not is_here():
        raise SystemExit(ADVICE)


if __name__ == "__main__":
    main(sys.argv[1:])
