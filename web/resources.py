"""Where the files that are not Python lie: beside the packages in a checkout, inside `web` in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(inside: str, beside: str) -> Path:
    """Return the folder `inside` the package if the wheel brought it, else the one `beside` it."""
    packed = _PACKAGE / inside
    return packed if packed.is_dir() else _PACKAGE.parent / beside


TEMPLATES = folder("templates", "templates")
STATIC = folder("static", "static")
LOCALES = _PACKAGE / "locales"
