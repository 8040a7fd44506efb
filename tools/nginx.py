"""Finds the nginx that tests put before real workers, or brings one.

    python -m tools.nginx             prints its path, or says what to do and fails
    python -m tools.nginx --install   brings it first, where that is allowed

The tests that need it are skipped where it cannot be had; they are the only ones.
"""

import shutil
import sys
from pathlib import Path

from tools import machine

# openssl makes the certificate that the tests' browser is shown.
PACKAGES = ("nginx-light", "openssl")
# Where Debian puts programs of daemons, which is not on everybody's PATH.
DAEMONS = "/usr/sbin"

ADVICE = "The tests of the proxy need nginx and openssl: sudo apt install nginx-light openssl, on Debian."


def find() -> Path | None:
    """The nginx to use, None if it or what makes its certificates is missing."""
    found = shutil.which("nginx") or shutil.which("nginx", path=DAEMONS)
    return Path(found) if found and shutil.which("openssl") else None


def install() -> None:
    """Bring both, by Debian's packages where we may."""
    machine.say("The tests of the proxy need nginx: installing it.")
    if not machine.apt_install(PACKAGES):
        machine.say("Note: without nginx the tests of the proxy are skipped.")
    elif Path("/run/systemd/system").exists():
        # Debian starts it for the whole machine at once, on port 80. Nobody has asked for that.
        machine.run([*(machine.root_prefix() or []), "systemctl", "disable", "--now", "--quiet", "nginx"])


def main(arguments: list[str]) -> None:
    """Print the path of nginx. Raises SystemExit with advice if there is none and none was to be brought."""
    if "--install" in arguments and find() is None:
        install()
    found = find()
    if found is not None:
        print(found)
    elif "--install" not in arguments:
        raise SystemExit(ADVICE)


if __name__ == "__main__":
    main(sys.argv[1:])
