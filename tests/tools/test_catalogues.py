"""Catches a text that was never translated, is still English, or has the wrong gaps, forms or letters."""

import re
import unicodedata
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tools import catalogues
from web.resources import LOCALES
from web.transport.languages import DEFAULT, OWN_NAMES
from web.transport.names import READY_MADE, clean_name

LANGUAGES = sorted(catalogues.LOCALES.glob("*/LC_MESSAGES/messages.po"))
IN_EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES, ids=lambda file: file.parts[-3])

PLURAL_FORMS = {"id": 1, "de": 2, "ru": 3, "uk": 3}
CYRILLIC = {"ru", "uk"}
CASES = ["acc", "ins"]
"""The forms that may follow a word's first one, in this order, as static/js/i18n.js knows them."""

# The same in both languages, word for word; every other text that equals its source was forgotten.
COGNATES = {
    "id": {"Boris", "Vera", "J", "Q", "K", "A", "Menu", "Durak", "jack", "Grrr!"},
    "de": {
        "Boris",
        "Vera",
        "K",
        "A",
        "Bots",
        "Durak",
        "Bots: {level}.",
        "Normal",
        "normal",
        "Vibration",
        "Chat",
        "Bravo!",
        "Grrr!",
        "Code",
        "Link",
    },
    "ru": set(),
    "uk": set(),
}


def messages(file: Path) -> dict[tuple[object, object], Message]:
    return {(message.context, message.id): message for message in catalogues.read(file) if message.id}


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def gaps(text: str) -> list[str]:
    """The names to be filled in, as often as they are: {name} in scripts, %(name)s in pages."""
    first = text.partition("|")[0]
    return sorted(re.sub(r":\w+", "", gap) for gap in re.findall(r"\{\w+(?::\w+)?\}|%\(\w+\)s", first))


def code_of(file: Path) -> str:
    return file.parts[-3]


def catalog_of(file: Path) -> Catalog:
    return catalogues.read(file)


def test_the_template_holds_all_texts() -> None:
    catalogues.main(["--check"])


def test_there_are_languages() -> None:
    assert {code_of(file) for file in LANGUAGES} == OWN_NAMES.keys() - {DEFAULT} == PLURAL_FORMS.keys()
    assert LOCALES == catalogues.LOCALES


@IN_EVERY_LANGUAGE
def test_every_text_is_translated_for_certain(language: Path) -> None:
    translated = messages(language)
    assert translated.keys() == messages(catalogues.TEMPLATE).keys(), "run make i18n"
    for message in translated.values():
        assert all(forms(message.string)), f"not translated: {message.id}"
        assert not message.fuzzy, f"only guessed: {message.id}"


@IN_EVERY_LANGUAGE
def test_no_text_is_still_english(language: Path) -> None:
    same = {
        forms(message.id)[0]
        for message in messages(language).values()
        if set(forms(message.string)) & set(forms(message.id))
        and re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", forms(message.id)[0]))
    }
    allowed = COGNATES[code_of(language)]
    known = {forms(message.id)[0] for message in messages(language).values()}
    assert same - allowed == set(), "translate it, or name it a cognate"
    assert allowed & known == same, "named a cognate, but it is not"


@IN_EVERY_LANGUAGE
def test_every_gap_is_one_that_is_filled(language: Path) -> None:
    for message in messages(language).values():
        source = forms(message.id)
        for form in forms(message.string):
            # A form for one may leave the number out; apart from that each gap stays, once.
            allowed = [gaps(text) for text in source]
            assert gaps(form) in allowed, f"{message.id}: {form}"
            asked = re.findall(r"\{\w+:(\w+)\}", form)
            assert set(asked) <= {*CASES, "cap"}, f"no such case: {form}"


@IN_EVERY_LANGUAGE
def test_every_plural_has_its_forms(language: Path) -> None:
    catalog = catalog_of(language)
    assert catalog.num_plurals == PLURAL_FORMS[code_of(language)]
    plurals = [message for message in messages(language).values() if isinstance(message.id, tuple)]
    assert len(plurals) > 10
    for message in plurals:
        assert len(forms(message.string)) == catalog.num_plurals, message.id


@IN_EVERY_LANGUAGE
def test_case_forms_fit_their_word(language: Path) -> None:
    """They are told apart by place, so each has as many words as the first. Only scripts can choose."""
    for message in messages(language).values():
        for form in forms(message.string):
            first, *others = form.split("|")
            if not others:
                continue
            assert all(path.startswith("static/") for path, _ in message.locations), f"not a script's: {form}"
            assert len(others) == len(CASES), form
            assert {len(other.split(" ")) for other in others} == {len(first.split(" "))}, form


@IN_EVERY_LANGUAGE
def test_letters_are_of_the_right_alphabet(language: Path) -> None:
    """A Latin K on a Russian card looks right and is read out wrong."""
    own = "CYRILLIC" if code_of(language) in CYRILLIC else "LATIN"
    other = {"CYRILLIC": "LATIN", "LATIN": "CYRILLIC"}[own]
    # Names of keys and of things, and the keys themselves, which are those of the keyboard.
    borrowed = re.compile(
        r"\{\w+(?::\w+)?\}|%\(\w+\)s|JavaScript|QR|iPhone|iPad|Safari|Esc|Enter|Shift|Durak|\b[A-Z]\b(?!$)"
    )
    for message in messages(language).values():
        for form in forms(message.string):
            for letter in borrowed.sub("", form):
                assert not unicodedata.name(letter, "").startswith(other), f"{letter!r} in {form!r}"


@IN_EVERY_LANGUAGE
def test_ready_made_names_are_names_in_every_language(language: Path) -> None:
    translated = messages(language)
    names = [forms(translated[None, name].string)[0] for name in READY_MADE]
    assert [clean_name(name) for name in names] == names
    assert len(set(names)) == len(names)


def test_every_text_is_used_by_somebody() -> None:
    """The template is made from the code, so an entry of it without a place would be nobody's."""
    for message in messages(catalogues.TEMPLATE).values():
        assert message.locations, message.id
