"""Catches words that are cut off in a panel, or lie over one another, where letters are large."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, OpenContext
from tests.browser.seating import host_at
from tests.browser.shots import enlarge
from tests.program import Program
from web.transport.languages import OWN_NAMES

CUT = """() => {
  const boxes = [...document.querySelectorAll("dialog[open] .scroll, .panel:not([hidden]) .scroll")];
  return boxes.flatMap((box) => {
    const edge = box.getBoundingClientRect().left + box.clientWidth + 1;
    const all = [...box.querySelectorAll(":not(.hidden, .hidden *, svg *)")];
    const wide = all.filter((one) => one.getBoundingClientRect().right > edge);
    // A button is as high as its words, whatever the room.
    const low = all.filter((one) => one.matches(".btn") && one.scrollHeight > one.clientHeight + 1);
    const told = (one) => `${one.tagName} ${one.className}: ${one.textContent}`;
    return [...wide, ...low].map(told);
  });
}"""


def nothing_is_cut(page: Page) -> None:
    page.wait_for_timeout(200)
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("language", OWN_NAMES)
def test_no_word_of_a_panel_is_cut_off(
    open_context: OpenContext, server: Program, language: str, text: int
) -> None:
    page = host_at(open_context(PHONE, locale=language), server)
    page.set_viewport_size({"width": 320, "height": 568})
    enlarge(page, text)
    nothing_is_cut(page)
    page.locator("#gathering details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    nothing_is_cut(page)
    page.locator("#chairs button").first.click()
    page.locator("#people .entry, #people summary").first.wait_for()
    nothing_is_cut(page)
    page.locator("#people [data-close]").click()
    page.locator("#open-menu").click()
    page.locator("#menu .scroll").wait_for()
    nothing_is_cut(page)
    page.keyboard.press("Escape")
    page.locator("#deal").click()
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.locator("#open-menu").click()
    nothing_is_cut(page)
