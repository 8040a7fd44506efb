"""Catches a wheel that works only beside its source: a page, script, migration or dependency left behind.

The wheel is built from this checkout and installed, with the locked packages and nothing else, into a fresh
environment, where no file of the checkout can be seen.
"""

import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.program import Program
from tests.servers.nobody import give_to_nobody, is_root

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check")
PACKED = {
    "templates": "web/templates",
    "static": "web/static",
    "alembic": "web/migrations",
    "durak/bots": "durak/bots",
}


PYTHONS = (sys._base_executable, "/usr/bin/python3", "/usr/local/bin/python3")  # type: ignore[attr-defined]
"""Those of the machine, the one that runs the tests first: root's own is closed to others."""

# What a container of the image is left with: no rights at all.
WITHOUT_RIGHTS = ("setpriv", "--no-new-privs", "--inh-caps=-all") + (
    ("--bounding-set=-all", "--reuid=nobody", "--regid=nogroup", "--clear-groups") if is_root() else ()
)


def may_be_run(python: str) -> bool:
    """Can somebody without any rights run this Python, and is it new enough?"""
    ask = "import os, sys; sys.exit(sys.version_info < (3, 11) or not os.access(sys.executable, os.X_OK))"
    if shutil.which("setpriv") is None or not Path(python).exists():
        return False
    asked = [*WITHOUT_RIGHTS, python, "-c", ask]
    return subprocess.run(asked, check=False, capture_output=True, cwd="/").returncode == 0


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
def installed(wheel: Path) -> Iterator[Path]:
    """The folder of programs of an environment into which the wheel is installed, for anybody to run."""
    folder = Path(tempfile.mkdtemp(prefix="durak-installed-"))
    folder.chmod(0o755)
    python = next(filter(may_be_run, PYTHONS), PYTHONS[0])
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    into = ("--python", str(folder / "bin" / "python"))
    subprocess.run(
        [*PIP, *into, "install", "--require-hashes", "-r", ROOT / "requirements/play.txt"], check=True
    )
    subprocess.run([*PIP, *into, "install", "--no-deps", "--no-index", wheel], check=True)
    yield folder / "bin"
    shutil.rmtree(folder, ignore_errors=True)


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


@pytest.fixture
def data() -> Iterator[Path]:
    """All that belongs to whoever runs the program: a folder of his own."""
    folder = Path(tempfile.mkdtemp(prefix="durak-data-"))
    give_to_nobody(folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_it_needs_no_rights_and_writes_nowhere_but_into_its_data(installed: Path, data: Path) -> None:
    """As in its image, where it is a numbered user and everything but data and /tmp is read-only."""
    if not may_be_run(str(installed / "python")):
        pytest.skip("it takes Linux, and a Python that others than root may run")
    before = everything(installed.parent)
    program = Program(
        data,
        {"HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"},
        [*WITHOUT_RIGHTS, str(installed / "durak"), "serve"],
        data,
    )
    program.start()
    try:
        assert program._process is not None
        told = Path(f"/proc/{program._process.pid}/status").read_text("utf-8")
        facts = dict(re.findall(r"^(\w+):\s*(\w+)", told, re.MULTILINE))
        assert int(facts["Uid"]) > 0
        assert int(facts["CapEff"], 16) == 0
        assert facts["NoNewPrivs"] == "1"
        with httpx.Client(base_url=program.url, headers={"origin": program.url}) as anna:
            assert anna.post("/api/guest", json={"name": "Anna"}).status_code == 200
            asked = {"rules": "classic", "chairs": 2, "bots": "steady", "play_now": True}
            assert anna.post("/api/rooms", json=asked).status_code == 201
    finally:
        program.stop()
    assert "Traceback" not in program.output
    assert everything(installed.parent) == before
    assert stat.S_IMODE(program.database.stat().st_mode) == 0o600


def everything(folder: Path) -> dict[str, float]:
    """Return every file below a folder, with when it was changed."""
    return {
        str(Path(place, name)): Path(place, name).lstat().st_mtime
        for place, _, names in os.walk(folder)
        for name in names
    }
