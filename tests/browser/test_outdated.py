"""Catches a browser that is too old and shows an empty table without a word, and a new one called old.

An older Chromium is not at hand. So the style sheet asks in a way that this one answers with no.
"""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.seating import host_at
from tests.program import Program
from web.resources import LOCALES, STATIC
from web.transport.languages import OWN_NAMES, load_languages

OLD = {"Chrome 110": ("color-mix(", "colour-mix("), "Safari 16.3": ("(width>=0)", "(width=>0)")}
"""What each has not learned yet, and what this Chromium never will."""
LANGUAGES = load_languages(LOCALES)
LAYER = re.compile(r"@layer[^{;]*;|@layer[^{]*\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}")
"""A layer with all that is in it."""


def outdated(context: BrowserContext, old: str) -> Page:
    """Return a page whose browser is as old."""
    known, unknown = OLD[old]
    assert known in (STATIC / "css" / "base.css").read_text(encoding="utf-8").replace(" ", "")

    def answer(route: Route) -> None:
        sheet = route.fetch()
        slim = sheet.text().replace("(width >= 0)", "(width>=0)")
        route.fulfill(response=sheet, body=slim.replace(known, unknown))

    context.route("**/css/base.css", answer)
    return context.new_page()


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("path", ["/", "/rules", "/nowhere"])
def test_a_browser_that_is_too_old_is_told_what_to_do(
    open_context: OpenContext, server: Program, complaints: Complaints, old: str, path: str
) -> None:
    complaints.allow("404")
    page = outdated(open_context(PHONE), old)
    page.goto(server.url + path)
    expect(page.locator("#outdated")).to_contain_text("This browser is too old for Durak. Update it")
    expect(page.locator("#outdated")).to_be_visible()
    page.get_by_role("link", name="Go on anyway").tap()
    expect(page.locator("#outdated")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize("language", OWN_NAMES)
def test_it_is_told_in_its_readers_language(
    open_context: OpenContext, server: Program, language: str
) -> None:
    page = outdated(open_context(PHONE, locale=language), "Chrome 110")
    page.goto(server.url)
    said = "This browser is too old for Durak. Update it or your device, or take another one."
    words = LANGUAGES[language].translations.gettext
    expect(page.locator("#outdated")).to_have_text(f"{words(said)} {words('Go on anyway')}")


def test_in_a_room_it_lies_over_the_table(open_context: OpenContext, server: Program) -> None:
    link = host_at(open_context(DESKTOP), server).url
    page = outdated(open_context(PHONE), "Safari 16.3")
    page.goto(link)
    page.locator("#sit").wait_for()
    top = "node => node.contains(document.elementFromPoint(30, 30))"
    assert page.locator("#outdated").evaluate(top)
    page.get_by_role("link", name="Go on anyway").tap()
    page.locator("#sit").tap()
    page.locator("#wait").wait_for()
    expect(page.locator("#outdated")).to_be_hidden()


def test_it_is_readable_where_layers_are_not_understood(open_context: OpenContext, server: Program) -> None:
    """They came with Chrome 99, Firefox 97 and Safari 15.4; to older ones they are nothing."""
    context = open_context(PHONE)

    def without_layers(route: Route) -> None:
        sheet = route.fetch()
        route.fulfill(response=sheet, body=LAYER.sub("", sheet.text()).replace("color-mix(", "colour-mix("))

    context.route("**/*.css", without_layers)
    page = context.new_page()
    page.goto(server.url)
    assert page.evaluate("getComputedStyle(document.querySelector('.page')).display") == "block"
    box = page.locator("#outdated").bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert box["height"] > 60
    assert page.locator("#outdated").evaluate("node => getComputedStyle(node).backgroundColor") == (
        "rgb(255, 255, 255)"
    )


def test_a_browser_that_is_new_enough_never_shows_it(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE).new_page()
    for path in ("/", "/rules"):
        page.goto(server.url + path)
        expect(page.locator("#outdated")).to_be_hidden()
