"""Catches a wheel that works only beside its source: a page, script, migration or dependency left behind.

The wheel is built from this checkout and installed, with the locked packages and nothing else, into a fresh
environment, where no file of the checkout can be seen.
"""

import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.program import Program

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check")
PACKED = {
    "templates": "web/templates",
    "static": "web/static",
    "alembic": "web/migrations",
    "durak/bots": "durak/bots",
}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The freshly built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True
    )
    (built,) = folder.glob("durak-*-py3-none-any.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment into which the wheel is installed."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    into = ("--python", str(folder / "bin" / "python"))
    subprocess.run(
        [*PIP, *into, "install", "--require-hashes", "-r", ROOT / "requirements/play.txt"], check=True
    )
    subprocess.run([*PIP, *into, "install", "--no-deps", "--no-index", wheel], check=True)
    return folder / "bin"


def source_files(folder: Path) -> set[Path]:
    return {
        file.relative_to(folder)
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.mark.parametrize("folder", PACKED)
def test_carries_what_is_not_python(wheel: Path, folder: str) -> None:
    with zipfile.ZipFile(wheel) as files:
        names = {Path(name) for name in files.namelist()}
    expected = source_files(ROOT / folder)
    assert expected
    assert {Path(PACKED[folder]) / file for file in expected} <= names


def test_carries_catalogues_and_no_rubbish(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    assert any(name.endswith("/LC_MESSAGES/messages.po") for name in names)
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"durak", "web"}
    assert not [name for name in names if name.endswith((".pyc", ".sqlite3", ".mo"))]


def test_needs_nothing_that_is_not_locked(installed: Path) -> None:
    checked = subprocess.run(
        [*PIP, "--python", str(installed / "python"), "check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


def test_it_serves_the_game(installed: Path, tmp_path: Path) -> None:
    program = Program(tmp_path, command=[str(installed / "durak"), "serve"], working_folder=tmp_path)
    program.start()
    try:
        with urllib.request.urlopen(program.url) as page:
            scripts = re.findall(r'src="(/static/[^"]+\.js)"', page.read().decode())
        assert scripts
        for script in scripts:
            with urllib.request.urlopen(program.url + script) as served:
                assert served.read()
    finally:
        program.stop()
    assert program.database.exists()
    assert "Traceback" not in program.output
