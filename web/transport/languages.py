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

from web.transport.packed import Packed

OWN_NAMES = {
    "id": "Bahasa Indonesia",
    "de": "Deutsch",
    "en": "English",
    "ru": "Русский",
    "uk": "Українська",
}
DEFAULT = "en"
LATE = frozenset(
    {
        "static/js/controls.js",
        "static/js/learn.js",
        "static/js/panels/advice.js",
        "static/js/panels/between.js",
        "static/js/panels/choices.js",
        "static/js/panels/coach.js",
        "static/js/panels/device.js",
        "static/js/panels/faces.js",
        "static/js/panels/gathering.js",
        "static/js/panels/hosting.js",
        "static/js/panels/inapp.js",
        "static/js/panels/install.js",
        "static/js/panels/invite.js",
        "static/js/panels/keys.js",
        "static/js/panels/log.js",
        "static/js/panels/menu.js",
        "static/js/panels/pace.js",
        "static/js/panels/people.js",
        "static/js/panels/result.js",
        "static/js/panels/rules.js",
        "static/js/panels/seen.js",
        "static/js/panels/settings.js",
        "static/js/panels/sheet.js",
        "static/js/panels/talk.js",
        "static/js/presence.js",
        "static/js/state/advice.js",
        "static/js/state/coach.js",
        "static/js/state/ending.js",
        "static/js/state/refusals.js",
        "static/js/state/talk.js",
        "static/js/table/bubbles.js",
        "static/js/table/intents.js",
        "static/js/table/keyboard.js",
        "static/js/table/pointer.js",
        "static/js/tapping.js",
    }
)
"""Scripts that say nothing before `loadLate` was called."""


_Words = tuple[dict[str, object], dict[str, object]]


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its code, what it calls itself, the words for pages, and those for the browser as JSON.

    `direction` is that of its script, `browser_words` maps an English text to its translation, or to a list
    with one for each plural form, and `digest` names that content in its address. `late_words` are those
    of the scripts that are loaded when somebody asks for them.
    """

    code: str
    own_name: str
    direction: str
    translations: NullTranslations
    browser_words: Packed
    late_words: Packed
    digest: str


def load_languages(folder: Path) -> dict[str, Language]:
    """Return the languages by code; English needs no catalogue. Raises OSError if a catalogue is missing."""
    return {code: _load(folder, code, own_name) for code, own_name in OWN_NAMES.items()}


def choose_language(
    asked: str | None, remembered: str | None, accepted: str, usual: str | None = None
) -> str:
    """Return a code we have: the one asked for, remembered, best in an Accept-Language header, or usual."""
    for code in (asked, remembered, *_by_preference(accepted), usual):
        if code in OWN_NAMES:
            return code
    return DEFAULT


def _load(folder: Path, code: str, own_name: str) -> Language:
    if code == DEFAULT:
        return _language(code, own_name, NullTranslations(), ({}, {}))
    with (folder / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalog = read_po(file, locale=code)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return _language(code, own_name, GNUTranslations(compiled), _browser_words(catalog))


def _language(code: str, own_name: str, translations: NullTranslations, words: _Words) -> Language:
    early, late = (orjson.dumps(part) for part in words)
    direction = Locale.parse(code).text_direction
    digest = hashlib.sha256(early + late).hexdigest()[:12]
    packed_early, packed_late = (Packed(part, "application/json") for part in (early, late))
    return Language(code, own_name, direction, translations, packed_early, packed_late, digest)


def _browser_words(catalog: Catalog) -> _Words:
    """Return only what scripts say, early and late: a page's own words have been rendered into it."""
    early: dict[str, object] = {}
    late: dict[str, object] = {}
    for message in catalog:
        scripts = {path for path, _line in message.locations if path.startswith("static/")}
        if not message.id or not scripts:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        (late if scripts <= LATE else early)[key] = message.string
    return early, late


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
