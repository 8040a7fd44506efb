"""Catches a part of the page that was once asked for in vain, and never again."""

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.conftest import Complaints
from tests.browser.person import Person
from tests.program import Program


@pytest.mark.parametrize("name", ["js/panels/menu.js", "css/dialogs.css"])
def test_what_could_not_be_loaded_is_loaded_by_the_next_tap(
    phone: BrowserContext, server: Program, complaints: Complaints, name: str
) -> None:
    complaints.allow("ERR_FAILED|Failed to fetch dynamically")
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.fallback()
        else:
            failed.append(route.request.url)
            route.abort()

    page = phone.new_page()
    person = Person(page, server.url, touches=True)
    page.goto(server.url)
    person.press(page.locator("#solo"))
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.reload()
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.route(f"**/{name}", fail_once)
    sheet = page.locator("link[href$='dialogs.css']")
    person.press(page.locator("#open-menu"))
    page.wait_for_timeout(500)
    assert failed
    page.keyboard.press("Escape")
    person.press(page.locator("#open-menu") if name.endswith("js") else page.locator("#open-log"))
    expect(page.locator("#menu" if name.endswith("js") else "#log")).to_be_visible()
    expect(sheet).to_have_count(1)
    assert sheet.evaluate("link => link.sheet.cssRules.length") > 0


def test_a_tap_that_needs_what_cannot_be_loaded_says_so(
    phone: BrowserContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_FAILED")
    page = phone.new_page()
    person = Person(page, server.url, touches=True)
    page.goto(server.url)
    person.press(page.locator("#solo"))
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.route("**/js/panels/menu.js", lambda route: route.abort())
    person.press(page.locator("#open-menu"))
    expect(page.locator("#toast")).to_contain_text("No connection.")


def test_what_is_kept_for_later_does_not_disturb_when_it_cannot_be_loaded(
    phone: BrowserContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_FAILED")
    page = phone.new_page()
    page.clock.install()
    page.route("**/js/worker.js", lambda route: route.abort())
    page.goto(server.url)
    page.wait_for_load_state("load")
    page.clock.run_for(5000)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("worker.js")):
        page.clock.run_for(20_000)
    page.wait_for_timeout(200)
    expect(page.locator("#toast")).not_to_contain_text("No connection.")
