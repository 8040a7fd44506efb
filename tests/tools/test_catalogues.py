"""Catches a text of a page, a script or the server that was never translated, or with the wrong gaps."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from tools import catalogues

LANGUAGES = sorted(catalogues.LOCALES.glob("*/LC_MESSAGES/messages.po"))


def messages(file: Path) -> dict[tuple[object, object], Message]:
    return {(message.context, message.id): message for message in catalogues.read(file) if message.id}


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def gaps(text: str) -> set[str]:
    """The names to be filled in: {name} in scripts, %(name)s in pages."""
    return set(re.findall(r"\{\w+\}|%\(\w+\)s", text))


def test_the_template_holds_all_texts() -> None:
    catalogues.main(["--check"])


def test_there_are_languages() -> None:
    assert LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda file: file.parts[-3])
def test_every_text_is_translated_for_certain(language: Path) -> None:
    translated = messages(language)
    assert translated.keys() == messages(catalogues.TEMPLATE).keys()
    for message in translated.values():
        assert all(forms(message.string)), f"not translated: {message.id}"
        assert not message.fuzzy, f"only guessed: {message.id}"


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda file: file.parts[-3])
def test_every_gap_is_one_that_is_filled(language: Path) -> None:
    for message in messages(language).values():
        known = set().union(*map(gaps, forms(message.id)))
        for form in forms(message.string):
            assert gaps(form) <= known, f"{message.id} does not know {gaps(form) - known}"
        if isinstance(message.id, str):
            assert gaps(forms(message.string)[0]) == known, f"something is left out of {message.id}"
