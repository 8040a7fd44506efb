"""Catches a script that reaches upwards, or a pure one that starts to touch the page.

The order, lowest first:  texts and elements < voice < net < state < layout < table < panels < entries
"""

import re
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"
MODULES = sorted(SCRIPTS.rglob("*.js"))

# The first pattern that matches a module's path gives its layer.
LAYERS = (
    r"(types|dom|i18n|prefs|early)\.js",
    r"(announce|sound)\.js",
    r"net/.*",
    r"state/.*|autopass\.js",
    r"table/layout\.js",
    r"table/.*",
    r"panels/.*",
    r"[a-z]+\.js",
)
ENTRIES = len(LAYERS) - 1


def layer(module: Path) -> int:
    path = module.relative_to(SCRIPTS).as_posix()
    return next(index for index, pattern in enumerate(LAYERS) if re.fullmatch(pattern, path))


def code(module: Path) -> str:
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", module.read_text(encoding="utf-8"), flags=re.DOTALL)


def imported(module: Path) -> set[Path]:
    names = re.findall(r"\b(?:from|import)\s*\(?\s*[\"'](\.[^\"']+)[\"']", code(module))
    return {(module.parent / name).resolve() for name in names}


def name(module: Path) -> str:
    return module.relative_to(SCRIPTS).as_posix()


def test_there_are_scripts_and_they_import() -> None:
    assert any(imported(module) for module in MODULES)


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_imports_go_down(module: Path) -> None:
    for other in imported(module):
        assert other in MODULES, f"{other} does not exist"
        assert layer(other) <= layer(module), f"{name(other)} is above"
        assert layer(other) < ENTRIES, f"{name(other)} is a page's own script"


@pytest.mark.parametrize("module", MODULES, ids=name)
def test_what_is_pure_stays_pure(module: Path) -> None:
    path = name(module)
    if path.startswith("state/") or path == "table/layout.js":
        assert not re.search(r"\b(document|window|navigator|localStorage)\b", code(module))
