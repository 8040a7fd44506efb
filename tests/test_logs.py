"""Catches a log line that says a card or a token, or that passes for two."""

import json
import logging
import sys

import pytest

from web.logs import JsonLines

HAND = "AS,KH"


def logged(message: str, exc_info: bool = False, **facts: object) -> str:
    record = logging.LogRecord(
        "web.rooms", logging.ERROR, "file.py", 1, message, None, sys.exc_info() if exc_info else None
    )
    record.__dict__.update(facts)
    return JsonLines().format(record)


def test_a_line_stays_one_line() -> None:
    line = logged(
        "named \n\x1b[31m", room="a\nb-and-the-rest-of-the-invitation", v=3, secret="not ours to log"
    )
    assert "\n" not in line
    assert "\x1b" not in line
    assert json.loads(line).items() >= {"event": "named \n\x1b[31m", "room": "a\nb-an", "v": 3}.items()
    assert "secret" not in line


def fail() -> None:
    try:
        raise ValueError(f"not a view: {HAND}")
    except ValueError as error:
        raise RuntimeError(HAND) from error


def test_a_fault_is_told_by_kind_and_place_and_not_by_its_words() -> None:
    with pytest.raises(RuntimeError) as caught:
        fail()
    try:
        raise ExceptionGroup(HAND, [caught.value])
    except ExceptionGroup:
        line = logged("a bot could not move", exc_info=True)
    fault = json.loads(line)["fault"]
    assert [place for place in fault if not place.startswith(" ")] == [
        "builtins.ExceptionGroup",
        "builtins.RuntimeError",
        "builtins.ValueError",
    ]
    assert any("fail" in place for place in fault)
    assert HAND not in line
