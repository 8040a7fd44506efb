"""Catches a dependency that sinks below a release which closed a hole, in this environment or in a lock file.

No advisory service is asked: where it cannot be reached, such tools say that all is well.
"""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements"

FLOORS = {
    # CVE-2025-43859: request smuggling.
    "h11": (0, 16, 0),
    # CVE-2025-54121, -62727, CVE-2026-48710, -48817, -48818, -54282, -54283.
    "starlette": (1, 3, 1),
    # No CVE, but: write flow control (0.52.1) and a doubled Date header (0.52.4).
    "uvicorn": (0, 52, 4),
    # CVE-2025-27516: out of the sandbox by the attr filter.
    "jinja2": (3, 1, 6),
}


def pins(lock: str) -> dict[str, str]:
    text = (REQUIREMENTS / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([\w.]+)", text, re.MULTILINE))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


@pytest.mark.parametrize("package", FLOORS)
def test_installed(package: str) -> None:
    assert numbers(version(package)) >= FLOORS[package]


@pytest.mark.parametrize("lock", ["play.txt", "dev.txt"])
def test_locked(lock: str) -> None:
    for package, floor in FLOORS.items():
        assert numbers(pins(lock)[package]) >= floor


def test_no_dependency_is_left_out_of_the_locks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    tools = [wish for name in ("build", "lint", "lock", "test") for wish in groups[name]]
    for lock, wishes in {"play.txt": project["project"]["dependencies"], "dev.txt": tools}.items():
        named = {re.split(r"[\[<>=~! ]", wish)[0].lower() for wish in wishes}
        assert named <= pins(lock).keys(), "run make lock"


@pytest.mark.parametrize("lock", sorted(REQUIREMENTS.glob("*.txt")), ids=lambda lock: str(lock.name))
def test_every_package_is_pinned_with_hashes_and_without_an_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    lines = text.replace("\\\n", " ").splitlines()
    packages = [line for line in lines if line and not line.lstrip().startswith("#")]
    assert packages
    for line in packages:
        assert re.match(r"[a-z0-9-]+==\S+ ", line), line
        assert "--hash=sha256:" in line, line


def test_both_locks_agree() -> None:
    assert pins("play.txt").items() <= pins("dev.txt").items()
