"""Makes the virtual environment, whole or not at all.

Runs on the bare Python of the machine, so it may import nothing but the standard library.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path


def advice(version: tuple[int, int]) -> str:
    """What to install when this Python cannot make environments: Debian and its kin pack that part apart."""
    major, minor = version
    return (
        f"Python {major}.{minor} is here, but not its venv module.\n"
        f"On Debian or Ubuntu install it with:  sudo apt install python{major}.{minor}-venv\n"
        "Elsewhere install Python 3.11 or newer from your system's packages, then run make again."
    )


def make(folder: Path) -> None:
    """Make the environment in `folder`, replacing what is there.

    Raises SystemExit with a sentence for the reader, and leaves no half-made folder behind.
    """
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise SystemExit(advice(sys.version_info[:2]))
    try:
        made = (
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=False).returncode
            == 0
        )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    if not made:
        shutil.rmtree(folder, ignore_errors=True)
        raise SystemExit(f"Could not make the virtual environment {folder}; the reason stands above.")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
