"""Catches a start that fails without saying, in one sentence, what to do."""

import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.program import Program
from web.cli import main
from web.settings import BadSettings, read_settings


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "web.cli", *arguments],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ".", **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_migrate_makes_a_private_database(tmp_path: Path) -> None:
    path = tmp_path / "durak.sqlite3"
    done = run("migrate", DURAK_DATABASE_URL=f"sqlite:///{path}")
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_is_no_database_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "durak.sqlite3"
    path.write_text("This is a letter, not a database. " * 50)
    done = run("serve", "--port", "0", DURAK_DATABASE_URL=f"sqlite:///{path}")
    assert done.returncode == 2
    assert done.stderr.strip().count("\n") == 0
    assert "not a database" in done.stderr


def test_a_database_of_a_later_release_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "durak.sqlite3"
    url = f"sqlite:///{path}"
    assert run("migrate", DURAK_DATABASE_URL=url).returncode == 0
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute("UPDATE compatibility SET oldest = '9999'")
    database.close()
    done = run("serve", "--port", "0", DURAK_DATABASE_URL=url)
    assert done.returncode == 2
    assert "later release" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///{}", "sqlite:///{}?timeout=abc", "sqlite:////dev/null"])
def test_any_other_trouble_with_the_database_is_one_sentence_too(tmp_path: Path, url: str) -> None:
    done = run("migrate", DURAK_DATABASE_URL=url.format(tmp_path / "durak.sqlite3"))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().count("\n") == 0


@pytest.mark.parametrize("arguments", [("--port", "99999"), ("--port", "-5"), ("--host", "ä.ä..ä")])
def test_an_address_that_cannot_be_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run("serve", *arguments, DURAK_DATABASE_URL=f"sqlite:///{tmp_path / 'durak.sqlite3'}")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_port_for_metrics_that_is_in_use_stops_the_start_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "durak.sqlite3"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        settings = {"DURAK_DATABASE_URL": f"sqlite:///{path}", "DURAK_METRICS_PORT": port}
        done = run("serve", "--port", "0", **settings)
    assert done.returncode == 2
    assert done.stderr == f"Cannot give metrics on 127.0.0.1, port {port}: Address already in use.\n"
    assert not path.exists()


def test_a_missing_folder_stops_the_start(tmp_path: Path) -> None:
    done = run("serve", "--port", "0", DURAK_DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/durak.sqlite3")
    assert done.returncode == 2
    assert "does not exist" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [("PORT", "many"), ("PORT", "70000"), ("DURAK_BOT_PACE", "-1"), ("DURAK_PUBLIC_URL", "ftp://x")],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSettings, match=name):
        read_settings({name: value})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, value)
        assert main(["migrate"]) == 2
    assert name in capsys.readouterr().err


def test_an_empty_variable_is_not_there() -> None:
    assert read_settings({"PORT": ""}).port == 8000


@pytest.mark.parametrize(
    ("host", "public", "warned"),
    [
        ("0.0.0.0", "", True),  # noqa: S104 - for as long as it takes to say so
        ("0.0.0.0", "https://durak.example", False),  # noqa: S104
        ("127.0.0.1", "", False),
    ],
)
def test_whoever_serves_everybody_without_tls_is_told(
    tmp_path: Path, host: str, public: str, warned: bool
) -> None:
    program = Program(tmp_path, {"HOST": host, "DURAK_PUBLIC_URL": public})
    program.start()
    program.stop()
    assert "Durak is ready" in program.output
    assert ("Without TLS" in program.output) is warned
