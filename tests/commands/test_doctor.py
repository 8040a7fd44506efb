"""Catches a doctor that overlooks what is wrong, alarms for nothing, changes things, or tells a password."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.adapters import databases
from tests.adapters.sqlite import open_migrated, path_in, url_in
from tests.commands.asking import Asking
from tests.program import HOST, free_port
from tests.servers.nats import Nats
from web.adapters.db import open_engine
from web.adapters.sql_health import PostgresFacts
from web.commands.doctor import findings
from web.commands.doctor.bus import of_bus
from web.commands.doctor.database import of_clock, of_connections, of_database, of_version
from web.commands.doctor.file import kind_of_mount, of_space
from web.commands.doctor.finding import Finding
from web.commands.doctor.settings import of_metrics, of_proxies, of_settings
from web.settings import Settings

ON_POSTGRES = {"DURAK_DATABASE_URL": "postgresql://ann:word@host/durak"}


@pytest.mark.parametrize(
    ("environment", "level", "words"),
    [
        ({}, "ok", "none"),
        ({"PORT": "9000", "DURAK_SOMETHING": ""}, "warning", "DURAK_SOMETHING is no setting of this program"),
        ({"DURAK_PUBLIK_URL": "https://x"}, "wrong", "DURAK_PUBLIC_URL is meant?"),
        ({"DURAK_TRUSTED_PROXY": "10.0.0.1"}, "wrong", "DURAK_TRUSTED_PROXIES is meant?"),
        ({"DURAK_PUBLIC_URL": "durak.example"}, "wrong", "The variable DURAK_PUBLIC_URL cannot be"),
        ({"DURAK_BUS_URL": "nats://host"}, "wrong", "which need PostgreSQL"),
        ({"DURAK_TIME_RATE": "60"}, "warning", "for tests"),
        (
            {**ON_POSTGRES, "DURAK_BUS_URL": "http://ann:word@host"},
            "wrong",
            "DURAK_BUS_URL cannot be what it is",
        ),
    ],
)
def test_settings(environment: dict[str, str], level: str, words: str) -> None:
    (finding,) = of_settings(environment)
    assert (finding.level, finding.matter) == (level, "settings")
    assert words in finding.text
    assert "word@" not in finding.text


@pytest.mark.parametrize(
    ("trusted", "levels", "words"),
    [
        ("127.0.0.1", ["ok"], "believed from 127.0.0.1"),
        ("10.0.0.0/8, 192.168.1.7, fd00::/8", ["ok"], "believed"),
        ("203.0.112.0/22", ["ok"], "believed"),
        ("0.0.0.0/0", ["wrong"], "everybody says himself where he comes from"),
        ("127.0.0.1, ::/0", ["wrong"], "everybody"),
        ("8.0.0.0/7", ["warning"], "33554432 public addresses"),
        ("2a00::/12", ["warning"], "public addresses"),
        ("10.0.0.1/8", ["wrong"], "no network whose last bits are 0"),
        ("1.2.3, 127.0.0.1", ["wrong"], "1.2.3 in DURAK_TRUSTED_PROXIES does nothing"),
    ],
)
def test_proxies(trusted: str, levels: list[str], words: str) -> None:
    told = list(of_proxies(Settings(trusted_proxies=trusted)))
    assert [finding.level for finding in told] == levels
    assert words in told[0].text


@pytest.mark.parametrize(
    ("settings", "levels"),
    [
        (Settings(), []),
        (Settings(metrics_port=9100), ["ok"]),
        (Settings(metrics_port=9100, metrics_host="0.0.0.0"), ["warning"]),  # noqa: S104 - only said
    ],
)
def test_metrics(settings: Settings, levels: list[str]) -> None:
    assert [finding.level for finding in of_metrics(settings)] == levels


MOUNTS = """\
24 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
31 24 0:40 / /srv/shared\\040files rw shared:5 - nfs4 nas:/durak rw,vers=4.2
32 31 8:9 / /srv/shared\\040files/disk rw - xfs /dev/sdb rw
nonsense
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/lib/durak", "ext4"),
        ("/srv/shared files/durak", "nfs4"),
        ("/srv/shared files/disk/durak", "xfs"),
        ("/srv/shared filesystem", "ext4"),
    ],
)
def test_what_a_folder_lies_on(folder: str, kind: str) -> None:
    assert kind_of_mount(MOUNTS, Path(folder)) == kind
    assert kind_of_mount("", Path(folder)) is None


def facts(version: int = 18, connections: int = 97, **more: bool) -> PostgresFacts:
    whole = {"is_standby": False, "is_read_only": False} | more
    return PostgresFacts(version=version, connections=connections, skew_seconds=0.0, **whole)


@pytest.mark.parametrize(
    ("finding", "level", "words"),
    [
        (of_space(50e9, 1e6), "ok", "50.0 GB are free."),
        (of_space(5e9, 4e9), "warning", "little beside 4.0 GB"),
        (of_space(0.5e9, 1e6), "warning", "make room"),
        (of_space(50e6, 1e6), "wrong", "moves will be refused"),
        (of_clock(0.02), "ok", "0.0 s ahead"),
        (of_clock(-1.5), "warning", "1.5 s behind"),
        (of_clock(7.0), "wrong", "7.0 s ahead of this machine's: let both follow a time server"),
        (of_connections(facts(), 3), "ok", "Room for 9 processes of 10 connections; 3 serve"),
        (of_connections(facts(connections=30), 3), "warning", "none is left"),
        (of_connections(facts(connections=30), 4), "wrong", "raise max_connections"),
        (of_connections(facts(connections=9), 0), "wrong", "raise max_connections"),
    ],
)
def test_figures(finding: Finding, level: str, words: str) -> None:
    assert finding.level == level
    assert words in finding.text


@pytest.mark.parametrize(
    ("of", "levels", "words"),
    [
        (facts(), ["ok"], "PostgreSQL 18."),
        (facts(version=12), ["warning"], "no more fixes"),
        (facts(is_standby=True, is_read_only=True), ["wrong", "ok"], "name the primary"),
        (facts(is_read_only=True), ["wrong", "ok"], "only reads"),
    ],
)
def test_versions(of: PostgresFacts, levels: list[str], words: str) -> None:
    told = list(of_version(of))
    assert [finding.level for finding in told] == levels
    assert words in told[0].text


def told_of(url: str) -> dict[str, Finding]:
    """Return the worst that is said of each matter."""
    worst: dict[str, Finding] = {}
    for finding in sorted(
        of_database(url), key=lambda finding: ["ok", "warning", "wrong"].index(finding.level)
    ):
        worst[finding.matter] = finding
    return worst


def test_a_file_that_is_not_there_yet_stays_away(tmp_path: Path) -> None:
    told = told_of(url_in(tmp_path))
    assert told["database"].text.endswith("yet: the first start makes it.")
    assert list(tmp_path.iterdir()) == []
    assert told_of(f"sqlite:///{tmp_path}/nowhere/durak.db")["file"].level == "wrong"


def test_a_file_as_it_should_be(tmp_path: Path) -> None:
    open_migrated(tmp_path).dispose()
    told = told_of(url_in(tmp_path))
    assert {finding.level for finding in told.values() if finding.matter != "disk"} == {"ok"}
    assert told.keys() == {"database", "file", "disk", "schema", "writing"}


def test_a_file_that_others_can_read(tmp_path: Path) -> None:
    open_migrated(tmp_path).dispose()
    path_in(tmp_path).chmod(0o644)
    finding = told_of(url_in(tmp_path))["file"]
    assert finding.level == "wrong"
    assert finding.text.startswith(f"Others can read the deals in it: chmod 600 {path_in(tmp_path)}")


def test_a_file_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.adapters.sqlite_file.BUSY_SECONDS", 0.1)
    engine = open_migrated(tmp_path)
    with engine.begin():
        assert told_of(url_in(tmp_path))["writing"].text == "A row could not be written: database is locked."
    engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def migrated(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return databases.DATABASES[request.param](tmp_path)


@pytest.mark.parametrize(
    ("statements", "level", "words"),
    [
        ([], "ok", "this release's"),
        (["UPDATE alembic_version SET version_num = '0002'"], "warning", "`durak migrate`"),
        (["UPDATE alembic_version SET version_num = '9999'"], "ok", "can work beside it"),
        (
            ["UPDATE alembic_version SET version_num = '9999'", "UPDATE compatibility SET oldest = '9999'"],
            "wrong",
            "A later release",
        ),
        (["DROP TABLE alembic_version"], "wrong", "another program's"),
    ],
)
def test_schemas(migrated: str, statements: list[str], level: str, words: str) -> None:
    change(migrated, *statements)
    finding = told_of(migrated)["schema"]
    assert (finding.level, words in finding.text) == (level, True), finding


def change(url: str, *statements: str) -> None:
    engine = open_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_nothing_stays_of_what_was_written(migrated: str) -> None:
    assert told_of(migrated)["writing"].level == "ok"
    engine = open_engine(migrated)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM rooms")) == 0
    engine.dispose()


@pytest.mark.xdist_group("postgres")
def test_a_postgres_that_cannot_be_used() -> None:
    server = databases.postgres()
    name = server.new_database("migrated")
    told = told_of(server.url(name))
    assert {finding.level for finding in told.values()} == {"ok"}, told
    assert told.keys() == {"database", "connections", "clock", "schema", "writing"}
    server.do(f"ALTER DATABASE {name} CONNECTION LIMIT 5")
    assert told_of(server.url(name))["connections"].level == "wrong"
    server.do(f"ALTER DATABASE {name} CONNECTION LIMIT -1")
    server.do(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    told = told_of(server.url(name))
    assert "only reads" in told["database"].text
    assert told["writing"].level == "wrong"
    assert "\n" not in told["writing"].text


def test_a_database_that_is_away_is_one_line_without_its_password() -> None:
    (finding,) = of_database(f"postgresql://ann:word@{HOST}:{free_port()}/durak")
    assert (finding.level, finding.matter) == ("wrong", "database")
    assert "word" not in finding.text


# The bus


@pytest.fixture
def nats() -> Iterator[Nats]:
    broker = Nats("--user", "durak", "--pass", "magic")
    broker.start()
    yield broker
    broker.stop()


def told_of_bus(url: str | None, database: str = ON_POSTGRES["DURAK_DATABASE_URL"]) -> list[Finding]:
    return list(of_bus(Settings(database_url=database, bus_url=url)))


def with_password(broker: Nats, word: str) -> str:
    return broker.url.replace("//", f"//durak:{word}@")


def test_a_bus_that_carries_our_news(nats: Nats) -> None:
    assert told_of_bus(with_password(nats, "magic")) == [Finding("ok", "bus", "It told us our own news.")]


def test_a_bus_that_does_not_know_us(nats: Nats) -> None:
    (finding,) = told_of_bus(with_password(nats, "tragic"))
    assert finding.level == "wrong"
    assert "tragic" not in finding.text


def test_a_bus_that_is_away_or_silent(nats: Nats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.commands.doctor.bus.ECHO_SECONDS", 1.0)
    nats.freeze()
    (finding,) = told_of_bus(with_password(nats, "magic"))
    assert finding.level == "wrong"
    nats.stop()
    (finding,) = told_of_bus(with_password(nats, "magic"))
    assert finding.level == "wrong"
    assert "magic" not in finding.text


def test_no_bus_is_needed_by_one_process() -> None:
    (finding,) = told_of_bus(None)
    assert finding.level == "ok"
    assert "up to 3 s later" in finding.text
    assert told_of_bus(None, "sqlite:///durak.db") == []


# The whole


def test_a_home_network_is_told_to_be_one(tmp_path: Path) -> None:
    environment = {"DURAK_DATABASE_URL": url_in(tmp_path), "HOST": "0.0.0.0"}  # noqa: S104 - only said
    assert "for a network of your own" in list(findings(environment))[-1].text
    assert "127.0.0.1 only" in list(findings({"DURAK_DATABASE_URL": url_in(tmp_path)}))[-1].text


def test_the_status_says_whether_something_is_wrong(
    ask: Asking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_migrated(tmp_path).dispose()
    fine = ask(url_in(tmp_path), "doctor")
    assert (fine.status, fine.err) == (0, ""), fine
    assert "\n\nNothing is wrong" in fine.out
    monkeypatch.setenv("DURAK_PUBLIK_URL", "https://durak.example")
    ill = ask(url_in(tmp_path), "doctor")
    assert ill.status == 1
    assert ill.out.startswith("wrong    settings     DURAK_PUBLIK_URL is no setting")
    assert "\n\n1 wrong" in ill.out
    monkeypatch.setenv("PORT", "many")
    assert "all else" in ask(url_in(tmp_path), "doctor").out
