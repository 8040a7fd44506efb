"""Photograph the game: `python -m tests.browser.shots`, or `make shots`.

Real pages of a real server, in every size, with chosen deals: single pictures, and one contact sheet of them
as a page and as a picture, in a folder that Git does not know. For looking at, not for comparing.
"""

import argparse
import html
import json
import os
import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser.scenes import LANGUAGES, SIZES, THREE, Scene, scenes
from tests.browser.seating import be_guest, make_room
from tests.program import Program
from tests.staged import Moment, find_moment, stage_now
from tools import chromium, node

OUT = Path(__file__).resolve().parents[2] / "shots"
PATIENCE_MS = 8000
SHEET_MS = 180_000
"""A picture of two hundred pictures takes a slow machine its time."""
ME = "Anna"
STILL_SECONDS = 3600.0
"""The bots do not move while somebody looks."""


class Studio:
    """A server, a browser, and the pictures so far: group, caption, file."""

    def __init__(self, browser: Browser, server: Program) -> None:
        self.browser, self.server = browser, server
        self.pictures: list[tuple[str, str, Path]] = []

    def guest(self, **options: Any) -> BrowserContext:
        """Be somebody new, in a browser of his own."""
        context = self.browser.new_context(**options)
        be_guest(context, self.server, ME)
        return context

    def take(self, scene: Scene, moment: Moment) -> None:
        """Take all the pictures of a scene, each of a room of its own."""
        for size in scene.sizes:
            for theme in scene.themes:
                for language in scene.languages:
                    look = {"color_scheme": theme, "locale": language, "reduced_motion": "reduce"}
                    with self.guest(**SIZES[size], **look) as context:
                        page = self.staged(context, scene, moment)
                        self.do(scene, page, moment)
                        caption = f"{size} {theme}" if len(scene.themes) > 1 else size
                        self.keep(page, scene.name, caption)

    def do(self, scene: Scene, page: Page, moment: Moment) -> None:
        """Do what the scene says; where that cannot be done, the picture shows why."""
        try:
            if scene.doing:
                scene.doing(page, moment.state)
        except PlaywrightError as reason:
            print(f"  {str(reason).splitlines()[0]}", flush=True)

    def staged(self, context: BrowserContext, scene: Scene, moment: Moment) -> Page:
        """Open a room in which the game has come to the moment."""
        link = make_room(context, self.server, scene.rules, scene.seats)
        stage_now(self.server.database, link.rpartition("/")[2], moment, scene.names, STILL_SECONDS)
        if scene.prefs:
            kept = json.dumps(json.dumps(dict(scene.prefs)))
            context.add_init_script(f"if (location.host) localStorage.setItem('durak', {kept})")
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        enlarge(page, scene.text)
        page.goto(link)
        page.locator("#cards [data-zone=hand]").first.wait_for()
        page.wait_for_timeout(700)
        return page

    def keep(self, page: Page, group: str, caption: str, *, whole: bool = False) -> None:
        """Write the picture."""
        file = OUT / (re.sub(r"[^a-z0-9]+", "-", f"{group} {caption}".lower()).strip("-") + ".png")
        page.screenshot(path=file, full_page=whole)
        self.pictures.append((group, caption, file))

    def pages(self) -> None:
        """Take the pictures of the pages that have no game: home, gathering, a link that leads nowhere."""
        for size in ("320x568", *THREE):
            for theme in ("dark", "light"):
                with self.guest(**SIZES[size], color_scheme=theme, locale="en") as context:
                    page = context.new_page()
                    caption = f"{size} {theme}"
                    page.goto(self.server.url)
                    page.wait_for_timeout(400)
                    self.keep(page, "home", caption, whole=True)
                    page.goto(make_room(context, self.server, "transfer", 4))
                    page.locator("#deal").wait_for()
                    page.wait_for_timeout(400)
                    self.keep(page, "gathering", caption)
        for language in LANGUAGES:
            with self.guest(**SIZES["360x640"], locale=language) as context:
                page = context.new_page()
                page.goto(self.server.url)
                page.wait_for_timeout(400)
                self.keep(page, f"home, {language}", "360x640", whole=True)

    def sheet(self) -> Path:
        """Lay all pictures on one sheet."""
        groups: dict[str, list[str]] = {}
        for group, caption, file in self.pictures:
            picture = f'<img src="{file.name}" alt=""><figcaption>{html.escape(caption)}</figcaption>'
            groups.setdefault(group, []).append(f"<figure>{picture}</figure>")
        body = "".join(f"<h2>{html.escape(group)}</h2>{''.join(all_)}" for group, all_ in groups.items())
        style = (
            "body{font:14px system-ui;margin:16px;background:#ddd}h2{margin:16px 0 4px}"
            "figure{display:inline-block;margin:0 8px 8px 0}img{height:300px;display:block}"
        )
        page_file = OUT / "index.html"
        page_file.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{body}", "utf-8")
        with self.browser.new_context(viewport={"width": 2400, "height": 800}) as context:
            page = context.new_page()
            page.goto(page_file.as_uri())
            page.screenshot(path=OUT / "sheet.png", full_page=True, timeout=SHEET_MS)
        return page_file


def enlarge(page: Page, percent: int) -> None:
    """Set the size of text as in a browser's settings."""
    if percent == 100:
        return
    size = 16 * percent // 100
    page.context.new_cdp_session(page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}}
    )


def main(words: Sequence[str] | None = None) -> None:
    """Take the pictures of all scenes, or of those whose names have one of the given words in them."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.shots", description="Take pictures.")
    parser.add_argument("words", nargs="*", help="of the names of scenes (all)")
    chosen = parser.parse_args(words).words
    found = chromium.find()
    assert found is not None, chromium.ADVICE
    node.lend_to_playwright()
    OUT.mkdir(exist_ok=True)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Program(Path(folder))
        server.start()
        arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        browser = playwright.chromium.launch(executable_path=found, args=arguments)
        try:
            studio = Studio(browser, server)
            for scene in scenes():
                if not chosen or any(word in scene.name for word in chosen):
                    print(scene.name, flush=True)
                    studio.take(scene, find_moment(scene.rules, scene.seats, scene.wanted, scene.taker))
            if not chosen or "pages" in chosen:
                studio.pages()
            sheet = studio.sheet()
        finally:
            browser.close()
            server.stop()
    print(f"{len(studio.pictures)} pictures in {time.monotonic() - begin:.0f} s: {sheet}")


if __name__ == "__main__":
    main()
