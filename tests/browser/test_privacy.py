"""Catches data that one cannot get at or get rid of by hand, and a table that stops without somebody."""

import json
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.seating import HAND, be_guest, guest_at, host_at
from tests.browser.test_axe import check
from tests.browser.test_play import CALM, at_table
from tests.browser.test_reading import NARROW
from tests.program import Program
from web.transport.languages import OWN_NAMES

KEYS = """[...Object.keys(localStorage), ...Object.keys(sessionStorage)]
  .filter((key) => key.startsWith("durak"))"""


def answer(status: int, code: str, route: Route) -> None:
    """Refuse a request."""
    route.fulfill(status=status, json={"code": code, "facts": {}})


def a_guest(page: Page, server: Program, name: str = "Anna") -> None:
    """Be somebody who has chosen something, and look at the page."""
    be_guest(page.context, server, name)
    page.goto(server.url)
    page.evaluate(
        "localStorage.setItem('durak', '{\"theme\":\"light\"}'); localStorage.setItem('durak-muted', '[]');"
        "localStorage.setItem('durak-rules', '[]'); sessionStorage.setItem('durak-fan', '{}');"
        "localStorage.setItem('another', 'page')"
    )
    page.goto(f"{server.url}/privacy")


def test_by_touch_somebody_takes_his_data_along_and_is_nobody_then(
    open_context: OpenContext, server: Program
) -> None:
    page = open_context(PHONE).new_page()
    a_guest(page, server)
    expect(page.locator("#yours")).to_contain_text("You are Anna here.")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Export my data").tap()
    file = Path(downloading.value.path())
    assert downloading.value.suggested_filename == "durak-data.json"
    assert json.loads(file.read_text())["guest"]["name"] == "Anna"

    page.get_by_role("button", name="Delete my data").tap()
    sure = page.get_by_role("dialog", name="Delete all of it?")
    sure.get_by_role("button", name="Cancel").tap()
    expect(sure).to_be_hidden()
    page.get_by_role("button", name="Delete my data").tap()
    sure.get_by_role("button", name="Delete my data").tap()
    expect(page.get_by_role("heading", name="All of it is deleted")).to_be_focused()
    expect(page.get_by_role("link", name="Export my data")).to_have_count(0)
    assert page.evaluate(KEYS) == []
    assert page.evaluate("localStorage.getItem('another')") == "page"
    assert [cookie for cookie in page.context.cookies() if cookie.get("name") == "durak"] == []
    page.reload()
    expect(page.locator("#yours")).to_contain_text("you are nobody here yet")


def test_by_keyboard_the_dialog_holds_the_focus_and_gives_it_back(
    open_context: OpenContext, server: Program
) -> None:
    page = open_context(DESKTOP).new_page()
    a_guest(page, server)
    ask = page.locator("#delete")
    while not ask.evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#sure")).to_be_visible()
    page.keyboard.press("Escape")
    expect(ask).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#sure [data-close]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#really")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="All of it is deleted")).to_be_focused()


def test_a_table_goes_on_without_somebody_and_his_other_tab_is_nobodys(
    open_context: OpenContext, server: Program
) -> None:
    anna = host_at(open_context(PHONE, **CALM), server)
    boris = guest_at(open_context(PHONE, **CALM), server, "Boris", anna.url)
    anna.locator("#deal").tap()
    for page in (anna, boris):
        at_table(page)
    expect(boris.locator("#seats")).to_contain_text("Anna")
    page = anna.context.new_page()
    page.goto(f"{server.url}/privacy")
    page.locator("#delete").tap()
    page.locator("#really").tap()
    page.locator("#yours h2:focus").wait_for()
    expect(boris.locator("#seats")).not_to_contain_text("Anna")
    expect(boris.locator(HAND).first).to_be_visible()
    # The page at the table has loaded anew by itself, and watches.
    expect(anna.locator("body")).to_have_attribute("data-guest", "")
    expect(anna.locator(HAND)).to_have_count(0)


def test_what_goes_wrong_is_said_and_can_be_tried_again(
    open_context: OpenContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED|503|429")
    page = open_context(PHONE).new_page()
    a_guest(page, server)
    page.locator("#delete").tap()
    alert = page.get_by_role("alert")
    page.context.set_offline(True)
    page.locator("#really").tap()
    expect(alert).to_contain_text("The server cannot be reached.")
    page.context.set_offline(False)
    for status, code, said in (
        (503, "busy", "not everything is deleted yet"),
        (429, "too_fast", "In an hour it works again."),
        (500, "fault", "not everything is deleted yet"),
    ):
        complaints.allow(str(status))
        page.route("**/api/me", partial(answer, status, code))
        page.locator("#really").tap()
        expect(alert).to_contain_text(said)
        assert page.evaluate(KEYS), "nothing is forgotten here before it is there"
        page.unroute("**/api/me")
    page.locator("#really").tap()
    expect(page.get_by_role("heading", name="All of it is deleted")).to_be_focused()


@pytest.mark.parametrize("language", OWN_NAMES)
def test_it_fits_a_narrow_page_in_every_language(
    open_context: OpenContext, server: Program, language: str
) -> None:
    page = open_context(NARROW, locale=language).new_page()
    page.goto(f"{server.url}/privacy")
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    be_guest(page.context, server, "W" * 20)
    page.goto(f"{server.url}/privacy")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator("#delete").tap()
    for button in page.locator("#sure .btn").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
        assert box["height"] >= 44
    assert page.locator("#sure").evaluate("node => node.scrollWidth <= node.clientWidth")


def test_axe_finds_nothing(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE, reduced_motion="reduce").new_page()
    page.goto(f"{server.url}/privacy")
    check(page, "privacy as nobody")
    be_guest(page.context, server, "Anna")
    page.goto(f"{server.url}/privacy")
    check(page, "privacy as a guest")
    page.locator("#delete").tap()
    check(page, "before deleting")
    page.locator("#really").tap()
    page.locator("#yours h2:focus").wait_for()
    check(page, "after deleting")


def test_the_settings_and_the_start_page_lead_there(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE).new_page()
    page.goto(server.url)
    page.locator("#open-settings").tap()
    link = page.locator("#settings").get_by_role("link", name="Privacy")
    expect(link).to_have_attribute("href", "/privacy")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Privacy").tap()
    expect(page.locator("h1")).to_have_text("Privacy")
