"""Catches a doctor that is content with any proxy, or with none: each mistake is made by a real one."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.front import PROXY_HOST, Habits, front, make_certificate
from tests.program import Program, free_port
from web.commands.doctor.address import of_address
from web.settings import Settings

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
pytestmark = [needs_openssl, pytest.mark.xdist_group("doctor")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("doctor")


@pytest.fixture(scope="module")
def certificate(folder: Path) -> Path:
    return make_certificate(folder, "localhost", 90)


@pytest.fixture(scope="module")
def program(folder: Path) -> Iterator[Program]:
    program = Program(folder, {"DURAK_TRUSTED_PROXIES": PROXY_HOST})
    program.start()
    yield program
    program.stop()


def told(url: str, trusted: str = PROXY_HOST) -> list[tuple[str, str, str]]:
    settings = Settings(public_url=url, trusted_proxies=trusted)
    return [(finding.level, finding.matter, finding.text) for finding in of_address(settings)]


def levels(findings: list[tuple[str, str, str]]) -> list[tuple[str, str]]:
    return [(level, matter) for level, matter, _ in findings]


FINE = [("ok", "address"), ("ok", "certificate"), ("ok", "proxy"), ("ok", "socket")]


@pytest.fixture
def trust(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return certificate


def test_a_proxy_as_it_should_be_is_found_well(program: Program, trust: Path) -> None:
    with front(program.port, Habits(), trust) as url:
        findings = told(url)
    assert levels(findings) == FINE, findings
    assert "cookies are Secure" in findings[2][2]


@pytest.mark.parametrize(
    ("habits", "matter", "sentence"),
    [
        (Habits(client="pass"), "proxy", "passes on an X-Forwarded-For that the asker wrote"),
        (Habits(client="none"), "proxy", f"everybody comes from the proxy, {PROXY_HOST}"),
        (Habits(says_scheme=False), "proxy", "takes https for http"),
        (Habits(host="127.0.0.1:8000"), "proxy", "asked for 127.0.0.1:8000"),
        (Habits(host="durak:8000"), "address", "under another name"),
        (Habits(upgrades=False), "socket", "Upgrade and Connection"),
        (Habits(answers="502 Bad Gateway"), "address", "finds no server behind it (502)"),
        (Habits(answers="301 Moved Permanently"), "address", "sent elsewhere (301)"),
        (Habits(answers="200 OK"), "address", "something else answers (200)"),
    ],
)
def test_each_mistake_of_a_proxy_is_named(
    program: Program, trust: Path, habits: Habits, matter: str, sentence: str
) -> None:
    with front(program.port, habits, trust) as url:
        findings = told(url)
    wrong = [(of, text) for level, of, text in findings if level == "wrong"]
    assert (matter, True) in [(of, sentence in text) for of, text in wrong], findings


def test_who_asks_from_a_believed_address_is_told_what_he_cannot_see(program: Program, trust: Path) -> None:
    with front(program.port, Habits(client="none"), trust) as url:
        findings = told(url, trusted=f"127.0.0.1, {PROXY_HOST}")
    assert not [finding for finding in findings if finding[0] == "wrong"]
    assert any("ask from another machine" in text for _, _, text in findings)


def test_a_certificate_that_nobody_trusts_is_named(program: Program, certificate: Path) -> None:
    with front(program.port, Habits(), certificate) as url:
        ((level, matter, text),) = told(url)
    assert (level, matter) == ("wrong", "certificate")
    assert "self-signed" in text


def test_a_certificate_of_another_name_is_named(
    program: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_certificate(folder, "durak.example", 90)
    monkeypatch.setenv("SSL_CERT_FILE", str(other))
    with front(program.port, Habits(), other) as url:
        ((level, matter, text),) = told(url)
    assert (level, matter) == ("wrong", "certificate")
    assert "localhost" in text


def test_a_certificate_that_ends_soon_is_warned_of(
    program: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending = make_certificate(folder, "localhost", 5)
    monkeypatch.setenv("SSL_CERT_FILE", str(ending))
    with front(program.port, Habits(), ending) as url:
        findings = told(url)
    assert ("warning", "certificate", "It is valid for 4 more days: is it renewed?") in findings


def test_a_public_address_without_tls_is_warned_of(program: Program) -> None:
    with front(program.port, Habits(), None) as url:
        findings = told(url)
    assert levels(findings) == [("ok", "address"), ("warning", "certificate"), *FINE[2:]]
    assert "Secure" not in findings[2][2]


def test_where_nobody_listens_one_sentence_says_so() -> None:
    ((level, matter, text),) = told(f"https://localhost:{free_port()}")
    assert (level, matter) == ("wrong", "address")
    assert "cannot be reached" in text


def test_where_there_is_no_tls_one_sentence_says_so(program: Program) -> None:
    ((level, _, text),) = told(program.url.replace("http:", "https:"))
    assert level == "wrong"
    assert "TLS" in text
