"""Catches an engine that starts to need something: a package, a clock, a disk, a network, global dice."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "durak"
# Standard library, but effects. `random` may be imported for its types: ruff's S311 sees to its use.
# fmt: off
EFFECTS = {
    "asyncio", "concurrent", "ctypes", "datetime", "io", "logging", "multiprocessing", "os", "pathlib",
    "pickle", "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "tempfile", "threading",
    "time", "urllib", "uuid",
}
# fmt: on
MODULES = sorted(ENGINE.rglob("*.py"))
# The game in a terminal is all effects, and the arena reads files, starts processes and shows a bar.
WITH_EFFECTS = {
    ENGINE / "__main__.py",
    *(ENGINE / "arena" / f"{name}.py" for name in ("command", "entrants", "progress", "workers")),
}
PURE = [module for module in MODULES if module not in WITH_EFFECTS]


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


def test_there_is_an_engine() -> None:
    assert MODULES


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(ENGINE)))
def test_standard_library_only(module: Path) -> None:
    assert set(imported(module)) <= set(sys.stdlib_module_names) | {"durak"}


@pytest.mark.parametrize("module", PURE, ids=lambda module: str(module.relative_to(ENGINE)))
def test_no_effects(module: Path) -> None:
    assert not set(imported(module)) & EFFECTS
