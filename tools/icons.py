"""Draws the PNG icons from their SVG sources, with the Chromium of the tests.

    python -m tools.icons

Phones want PNGs. They are committed, so that neither server nor players need a browser to have them made;
tests/browser/test_icons.py fails when a source has changed and its pictures have not.
"""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools import chromium, node

FOLDER = Path(__file__).resolve().parent.parent / "static" / "img"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("maskable.svg", 512),
    "touch-180.png": ("maskable.svg", 180),
}


def draw(browser: Browser, source: str, pixels: int) -> bytes:
    """Return the source as a square PNG, transparent where nothing is drawn."""
    page = browser.new_page(viewport={"width": pixels, "height": pixels})
    try:
        svg = (FOLDER / source).read_text(encoding="utf-8")
        page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw}}</style>{svg}")
        return page.screenshot(omit_background=True)
    finally:
        page.close()


def main() -> None:
    """Write all icons. Raises SystemExit if there is no Chromium."""
    found = chromium.find()
    if found is None:
        raise SystemExit(chromium.ADVICE)
    node.lend_to_playwright()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name, (source, pixels) in ICONS.items():
            (FOLDER / name).write_bytes(draw(browser, source, pixels))
        browser.close()


if __name__ == "__main__":
    main()
