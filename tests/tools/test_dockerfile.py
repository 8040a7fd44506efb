"""Catches an image that quietly loses a promise: root, a shell in between, an unlocked package."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def instructions() -> Iterator[tuple[str, str]]:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    for line in filter(str.strip, text.splitlines()):
        word, rest = line.split(maxsplit=1)
        yield word, rest.strip()


def last_stage() -> list[tuple[str, str]]:
    everything = list(instructions())
    start = max(index for index, (word, _) in enumerate(everything) if word == "FROM")
    return everything[start:]


def only(word: str) -> str:
    found = [rest for name, rest in last_stage() if name == word]
    assert len(found) == 1, f"{word} stands {len(found)} times in the last stage"
    return found[0]


def test_base_image_is_pinned_by_digest_once() -> None:
    bases = [rest for word, rest in instructions() if word == "FROM"]
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64} AS python", bases[0])
    assert bases[1:] == ["python AS builder", "python"]


def test_runs_as_a_numbered_user_that_is_not_root() -> None:
    user, _, group = only("USER").partition(":")
    assert int(user) > 0
    assert int(group) > 0
    words = [word for word, _ in last_stage()]
    assert "RUN" not in words[words.index("USER") :]


def test_no_shell_stands_between_docker_and_the_program() -> None:
    assert json.loads(only("CMD")) == ["durak", "serve"]
    assert "ENTRYPOINT" not in dict(last_stage())
    for word, rest in instructions():
        if word == "RUN":
            assert isinstance(json.loads(rest), list)


def test_health_is_asked_without_a_shell() -> None:
    command = json.loads(only("HEALTHCHECK").partition(" CMD ")[2])
    assert command[:2] == ["python", "-c"]
    assert "/healthz" in command[2]
    compile(command[2], "HEALTHCHECK", "exec")


def test_only_data_outlives_the_container() -> None:
    assert json.loads(only("VOLUME")) == ["/data"]
    assert "DURAK_DATABASE_URL=sqlite:////data/durak.sqlite3" in only("ENV")


def test_nothing_is_fetched_but_locked_packages() -> None:
    assert "ADD" not in dict(instructions())
    installs = [
        json.loads(rest) for word, rest in instructions() if word == "RUN" and '"install", "--' in rest
    ]
    from_pip = [command for command in installs if command[0].endswith("/pip")]
    assert len(from_pip) == 3
    for command in from_pip:
        assert "--require-hashes" in command or "--no-index" in command


def test_the_context_holds_what_is_copied_and_no_more() -> None:
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignore
    allowed = {line[1:] for line in ignore if line.startswith("!")}
    copied = {
        source.rstrip("/")
        for word, rest in instructions()
        if word == "COPY" and "--from" not in rest
        for source in rest.split()[:-1]
    }
    assert copied == allowed


def test_the_container_is_shown_how_to_be_started_with_no_more_than_it_needs() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    shown = " ".join(line.strip("#\\ ") for line in text.splitlines() if line.startswith("#"))
    for flag in (
        "--init",
        "--read-only",
        "--tmpfs /tmp",
        "--cap-drop ALL",
        "--security-opt no-new-privileges",
        "--pids-limit 256",
        "--memory 512m",
        "--volume durak:/data",
    ):
        assert f" {flag} " in shown
