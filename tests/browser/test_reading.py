"""Catches a page to read that is cut off, that loses its reader's place, or that nobody gets to."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Device, OpenContext, Size
from tests.browser.person import Person
from tests.program import Program
from web.transport.languages import OWN_NAMES

NARROW = Device(viewport=Size(width=320, height=568), has_touch=True, is_mobile=True)


@pytest.mark.parametrize("language", OWN_NAMES)
def test_rules_fit_a_narrow_page_in_every_language(
    open_context: OpenContext, server: Program, language: str
) -> None:
    page = open_context(NARROW, locale=language).new_page()
    for path in ("/rules", "/rules/deutsch_weitergeben"):
        page.goto(server.url + path)
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        assert page.locator("main h2").count() == 12


@pytest.mark.parametrize("language", OWN_NAMES)
def test_the_bots_fit_a_narrow_page_in_every_language(
    open_context: OpenContext, server: Program, language: str
) -> None:
    page = open_context(NARROW, locale=language).new_page()
    page.goto(f"{server.url}/bots")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    faces = page.locator(".company .face")
    assert faces.count() == 6
    assert faces.first.bounding_box()


def test_where_a_level_is_chosen_a_link_leads_to_the_bots(open_context: OpenContext, server: Program) -> None:
    page = open_context(NARROW, locale="en").new_page()
    page.goto(server.url)
    page.locator("#bots").select_option("sharp")
    expect(page.locator("#bots-sentence")).to_contain_text("of 100 games")
    page.get_by_role("link", name="The bots").tap()
    expect(page.locator("h1")).to_have_text("The bots")


def test_another_language_keeps_the_page(open_context: OpenContext, server: Program) -> None:
    page = open_context(NARROW, locale="en").new_page()
    page.goto(server.url)
    page.get_by_role("link", name="How Durak is played").click()
    page.get_by_role("link", name="Transfers").first.click()
    page.get_by_role("link", name="Deutsch", exact=True).last.click()
    expect(page.locator("h1")).to_have_text("Durak-Regeln: Weitergeben")
    assert page.url.startswith(f"{server.url}/rules/transfer")


def test_a_room_leads_to_its_own_rules(open_context: OpenContext, server: Program) -> None:
    person = Person(open_context(NARROW, locale="en").new_page(), server.url, touches=True)
    person.open_room()
    page = person.page
    page.locator("#rules").select_option("transfer")
    page.locator("#options > .btn, #options .field + .btn").first.tap()
    link = page.get_by_role("link", name="Explained with pictures")
    expect(link).to_have_attribute("href", "/rules/transfer")
