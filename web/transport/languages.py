"""The languages: gettext catalogues, read once, for the pages and, as JSON, for the browser."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import orjson
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

OWN_NAMES = {
    "id": "Bahasa Indonesia",
    "de": "Deutsch",
    "en": "English",
    "ru": "Русский",
    "uk": "Українська",
}
DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code, what it calls itself, the words for pages, and those for the browser as JSON.

    `direction` is that of its script, `browser_words` maps an English text to its translation, or to a list
    with one for each plural form, and `digest` names that content in its address.
    """

    code: str
    own_name: str
    direction: str
    translations: NullTranslations
    browser_words: bytes
    digest: str


def load_languages(folder: Path) -> dict[str, Language]:
    """Return the languages by code; English needs no catalogue. Raises OSError if a catalogue is missing."""
    return {code: _load(folder, code, own_name) for code, own_name in OWN_NAMES.items()}


def choose_language(asked: str | None, remembered: str | None, accepted: str) -> str:
    """Return a code we have: the one asked for, remembered, or best in an Accept-Language header."""
    for code in (asked, remembered, *_by_preference(accepted)):
        if code in OWN_NAMES:
            return code
    return DEFAULT


def _load(folder: Path, code: str, own_name: str) -> Language:
    if code == DEFAULT:
        return _language(code, own_name, NullTranslations(), {})
    with (folder / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalog = read_po(file, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return _language(code, own_name, GNUTranslations(compiled), _browser_words(catalog))


def _language(code: str, own_name: str, translations: NullTranslations, words: dict[str, object]) -> Language:
    data = orjson.dumps(words)
    direction = Locale.parse(code).text_direction
    return Language(code, own_name, direction, translations, data, hashlib.sha256(data).hexdigest()[:12])


def _browser_words(catalog: Catalog) -> dict[str, object]:
    """Return only what scripts say: a page's own words have been rendered into it."""
    words: dict[str, object] = {}
    for message in catalog:
        if not message.id or not any(path.startswith("static/") for path, _line in message.locations):
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        words[key] = message.string
    return words


def _by_preference(accepted: str) -> Iterable[str]:
    weighted = []
    for part in accepted.replace(" ", "").split(","):
        code, _, weight = part.partition(";q=")
        try:
            weighted.append((float(weight or 1), code.partition("-")[0].lower()))
        except ValueError:
            continue
    # Older systems still say "in" for Indonesian.
    best_first = sorted(weighted, key=lambda pair: -pair[0])
    return ["id" if code == "in" else code for weight, code in best_first if weight > 0]
