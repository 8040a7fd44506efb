"""Draws the PNG icons from their SVG sources, and the pictures of shared links, with the tests' Chromium.

    python -m tools.icons

Phones want PNGs, and messengers a picture in each language. They are committed, so that neither server nor
players need a browser to have them made; tests/browser/test_installable.py fails when the source of an icon
has changed and its pictures have not.
"""

import tempfile
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from playwright.sync_api import Browser, sync_playwright

from tools import chromium, node
from web.resources import LOCALES, STATIC, TEMPLATES
from web.transport.languages import Language, load_languages

FOLDER = Path(__file__).resolve().parent.parent / "static" / "img"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("maskable.svg", 512),
    "touch-180.png": ("maskable.svg", 180),
}
SHARE_WIDTH, SHARE_HEIGHT, SHARE_QUALITY = 1200, 630, 80


def draw(browser: Browser, source: str, pixels: int) -> bytes:
    """Return the source as a square PNG, transparent where nothing is drawn."""
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    try:
        svg = (FOLDER / source).read_text(encoding="utf-8")
        page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{svg}")
        return page.screenshot(omit_background=True)
    finally:
        page.close()


def draw_share(browser: Browser, language: Language) -> bytes:
    """Return the picture of a shared link as a JPEG: felt as a PNG would be several times as large."""
    folders = FileSystemLoader([Path(__file__).parent, TEMPLATES])
    pages = Environment(
        loader=folders, autoescape=True, undefined=StrictUndefined, extensions=["jinja2.ext.i18n"]
    )
    pages.install_gettext_translations(language.translations, newstyle=True)  # type: ignore[attr-defined]
    html = pages.get_template("share.html").render(lang=language.code, static=STATIC.as_uri())
    page = browser.new_page(viewport={"width": SHARE_WIDTH, "height": SHARE_HEIGHT})
    with tempfile.TemporaryDirectory() as place:
        # As a file it may load style sheets, and these the backs of cards.
        file = Path(place) / "share.html"
        file.write_text(html, encoding="utf-8")
        try:
            page.goto(file.as_uri())
            return page.screenshot(type="jpeg", quality=SHARE_QUALITY)
        finally:
            page.close()


def main() -> None:
    """Write all icons and pictures. Raises SystemExit if there is no Chromium."""
    found = chromium.find()
    if found is None:
        raise SystemExit(chromium.ADVICE)
    node.lend_to_playwright()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name, (source, pixels) in ICONS.items():
            (FOLDER / name).write_bytes(draw(browser, source, pixels))
        for code, language in load_languages(LOCALES).items():
            (FOLDER / f"share-{code}.jpg").write_bytes(draw_share(browser, language))
        browser.close()


if __name__ == "__main__":
    main()
