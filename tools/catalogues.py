"""Renews the gettext catalogues from the texts in pages, scripts and server.

    python -m tools.catalogues              renews web/locales/messages.pot and every messages.po
    python -m tools.catalogues --add de     the same, with a new language
    python -m tools.catalogues --check      only says whether messages.pot is up to date

How files are read stands in pyproject.toml under [tool.babel]. There are no .mo
files: the server reads .po.
"""

import sys
import tempfile
from contextlib import chdir
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "web" / "locales"
TEMPLATE = LOCALES / "messages.pot"
# Line numbers would change with every edit of a page; long lines are wrapped by nobody's editor.
FORM = ["--add-location=file", "--width=110"]


def _pybabel(*words: str) -> None:
    CommandLineInterface().run(["pybabel", "--quiet", *words])  # type: ignore[no-untyped-call]


def _texts(catalogue: Catalog) -> dict[str, tuple[object, ...]]:
    return {
        f"{message.context}\x04{message.id}": (
            sorted(place for place, _ in message.locations),
            message.auto_comments,
            sorted(message.flags),
        )
        for message in catalogue
        if message.id
    }


def read(file: Path) -> Catalog:
    """A catalogue from its .po or .pot file."""
    with file.open("rb") as lines:
        return read_po(lines)


def extract(into: Path) -> None:
    """Write all texts of the checkout into a new template."""
    names = ["--project=durak", "--version=1", "--header-comment=# Texts of Durak in the browser."]
    folders = ["web", "templates", "static/js"]
    mapping = f"--mapping-file={ROOT / 'pyproject.toml'}"
    with chdir(ROOT):  # so that the places in the catalogues are those of the checkout
        _pybabel(
            "extract",
            mapping,
            "--sort-by-file",
            "--add-comments=i18n:",
            *FORM,
            *names,
            f"--output-file={into}",
            *folders,
        )


def is_current(extracted: Path) -> bool:
    """Does messages.pot hold the same texts from the same files? Its date alone does not matter."""
    return TEMPLATE.exists() and _texts(read(TEMPLATE)) == _texts(read(extracted))


def renew(*, only_check: bool, new_languages: list[str]) -> None:
    """Bring the catalogues up to date. Raises SystemExit if only asked to check and they are not."""
    with tempfile.TemporaryDirectory() as folder:
        extracted = Path(folder) / "messages.pot"
        extract(extracted)
        if not is_current(extracted):
            if only_check:
                raise SystemExit("web/locales/messages.pot is not up to date: run make i18n.")
            LOCALES.mkdir(parents=True, exist_ok=True)
            TEMPLATE.write_bytes(extracted.read_bytes())
    if only_check:
        return
    template, locales = f"--input-file={TEMPLATE}", f"--output-dir={LOCALES}"
    for language in new_languages:
        _pybabel("init", template, locales, f"--locale={language}", "--width=110")
    if any(LOCALES.glob("*/LC_MESSAGES/messages.po")):
        flags = ["--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date", "--width=110"]
        _pybabel("update", template, locales, *flags)


def main(arguments: list[str]) -> None:
    """Do what the module's docstring says."""
    added = arguments[arguments.index("--add") + 1 :] if "--add" in arguments else []
    renew(only_check="--check" in arguments, new_languages=added)


if __name__ == "__main__":
    main(sys.argv[1:])
