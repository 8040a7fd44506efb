"""Catches tooling that gives up where it could have brought a tool, or takes one that does not run."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tools import chromium, machine, nginx, node, venv, webkit

MakeProgram = Callable[[str, str], Path]


@pytest.fixture
def make_program(tmp_path: Path) -> MakeProgram:
    """Makes a small program of shell words, in a folder of its own."""

    def make(name: str, body: str) -> Path:
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        program.chmod(0o755)
        return program

    return make


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with nothing on its PATH but what the test makes."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("DURAK_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "MACOS_APPS", ())
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: None)
    monkeypatch.setattr(node, "_drivers_own", lambda: tmp_path / "nothing")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    return tmp_path / "bin"


def record_commands(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Commands are noted instead of run, and all fail."""
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> bool:
        asked.append(command)
        return False

    monkeypatch.setattr(machine, "run", run)
    return asked


def test_debian_is_told_from_its_children(tmp_path: Path) -> None:
    release = tmp_path / "os-release"
    assert not machine.is_debian(release)
    release.write_text('NAME="Debian GNU/Linux"\nID=debian\n', encoding="utf-8")
    assert machine.is_debian(release)
    release.write_text("ID=ubuntu\nID_LIKE=debian\n", encoding="utf-8")
    assert not machine.is_debian(release)


def test_nothing_is_installed_where_nothing_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "root_prefix", lambda: None)
    monkeypatch.setattr(machine, "run", lambda _: pytest.fail("ran a command"))
    assert not machine.apt_install(["chromium"])


def test_a_failing_command_is_an_answer_and_no_crash(bare: Path) -> None:
    assert not machine.run([str(bare / "nothing")])


@pytest.mark.usefixtures("bare")
def test_chromium_that_only_asks_for_a_snap_is_none(make_program: MakeProgram) -> None:
    make_program("chromium-browser", "echo 'requires the chromium snap' >&2; exit 1")
    assert chromium.find() is None
    with pytest.raises(SystemExit, match="sudo apt install chromium"):
        chromium.main([])


@pytest.mark.usefixtures("bare")
def test_chromium_on_the_path_is_found(make_program: MakeProgram, capsys: pytest.CaptureFixture[str]) -> None:
    program = make_program("chromium", "echo Chromium 156.0")
    chromium.main([])
    assert capsys.readouterr().out == f"{program}\n"


def test_playwrights_own_browser_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    own = chromium._playwrights_own()
    assert own is not None
    assert tmp_path in own.parents
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(tmp_path / "nothing"))
    assert chromium._playwrights_own() is None


@pytest.mark.usefixtures("bare")
def test_a_named_chromium_must_start(make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    named = make_program("mine", "exit 1")
    make_program("chromium", "echo Chromium 156.0")
    monkeypatch.setenv("DURAK_CHROMIUM", str(named))
    with pytest.raises(SystemExit, match="does not start"):
        chromium.find()


@pytest.mark.usefixtures("bare")
def test_chromium_comes_from_debian_first_and_else_from_playwright(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = record_commands(monkeypatch)
    monkeypatch.setattr(machine, "root_prefix", lambda: None)
    monkeypatch.setattr(machine, "apt_install", lambda _: False)
    chromium.install()
    assert asked[0][1:] == ["-m", "playwright", "install", "chromium"]

    def apt_install(packages: Sequence[str]) -> bool:
        make_program(packages[0], "echo Chromium 156.0")
        return True

    asked.clear()
    monkeypatch.setattr(machine, "apt_install", apt_install)
    chromium.install()
    assert not asked
    assert chromium.find() is not None


@pytest.mark.usefixtures("bare")
def test_node_must_be_new_enough(make_program: MakeProgram) -> None:
    make_program("node", "echo v18.20.4")
    assert node.find(with_npm=False) is None
    found = make_program("node", "echo v20.20.2")
    assert node.find(with_npm=False) == found


@pytest.mark.usefixtures("bare")
def test_node_without_npm_will_do_for_tests_only(make_program: MakeProgram) -> None:
    found = make_program("node", "echo v22.0.0")
    assert node.find(with_npm=False) == found
    assert node.find(with_npm=True) is None
    make_program("npm", "")
    assert node.find(with_npm=True) == found


@pytest.mark.usefixtures("bare")
def test_playwright_is_lent_a_node_where_its_own_does_not_start(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "")  # so that it is put back afterwards
    monkeypatch.delenv("PLAYWRIGHT_NODEJS_PATH")
    node.lend_to_playwright()
    assert "PLAYWRIGHT_NODEJS_PATH" not in os.environ
    found = make_program("node", "echo v24.0.0")
    node.lend_to_playwright()
    assert os.environ["PLAYWRIGHT_NODEJS_PATH"] == str(found)


@pytest.mark.usefixtures("bare")
def test_a_machine_without_node_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = record_commands(monkeypatch)
    with pytest.raises(SystemExit, match=r"need Node\.js 20"):
        node.main(["--npm", "--install"])
    assert "--require-hashes" in asked[0]


def test_an_environment_is_whole_or_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "environment"

    def half(command: Sequence[str], *, check: bool) -> subprocess.CompletedProcess[str]:
        assert not check
        folder.mkdir()
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", half)
    with pytest.raises(SystemExit, match="Could not make"):
        venv.make(folder)
    assert not folder.exists()


def test_advice_names_the_package_of_this_python() -> None:
    assert "python3.11-venv" in venv.advice((3, 11))


@pytest.mark.usefixtures("bare")
def test_webkit_is_asked_for_where_it_may_not_be_installed(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Sequence[str]] = []
    monkeypatch.setattr(machine, "apt_install", asked.append)
    make_program("WebKitWebDriver", "exit 0")
    with pytest.raises(SystemExit, match="sudo apt install webkit2gtk-driver xvfb"):
        webkit.main(["--install"])
    assert asked == [webkit.PACKAGES]
    make_program("Xvfb", "exit 0")
    webkit.main(["--install"])
    assert len(asked) == 1, "what is there is not installed again"


@pytest.mark.usefixtures("bare")
def test_nginx_is_brought_and_left_out_only_where_it_may_not_be(
    make_program: MakeProgram, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(nginx, "DAEMONS", "")
    asked: list[Sequence[str]] = []
    monkeypatch.setattr(machine, "apt_install", asked.append)
    with pytest.raises(SystemExit, match="sudo apt install nginx-light openssl"):
        nginx.main([])
    nginx.main(["--install"])
    assert asked == [nginx.PACKAGES]
    assert "are skipped" in capsys.readouterr().err
    found = make_program("nginx", "exit 0")
    assert nginx.find() is None, "without openssl there are no certificates"
    make_program("openssl", "exit 0")
    nginx.main(["--install"])
    assert capsys.readouterr().out == f"{found}\n"
    assert len(asked) == 1, "what is there is not installed again"
