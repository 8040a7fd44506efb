"""Catches a page that grows heavy, and one that some people cannot use."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import DESKTOP, PHONE, Device, OpenContext
from tests.browser.person import Person
from tests.program import Program

MOST_BYTES = 60_000
"""The first load of the room: page, style sheets, scripts and words, compressed."""

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def bytes_loaded(context: BrowserContext, page: Page, url: str, until: str) -> tuple[int, int]:
    """Return the compressed bytes that were loaded until this element is there: of contents, of headers."""
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    headers: dict[str, float] = {}
    whole: dict[str, float] = {}
    network.on(
        "Network.responseReceived",
        lambda got: headers.update({got["requestId"]: got["response"]["encodedDataLength"]}),
    )
    network.on(
        "Network.loadingFinished", lambda got: whole.update({got["requestId"]: got["encodedDataLength"]})
    )
    page.goto(url)
    page.locator(until).first.wait_for()
    page.wait_for_load_state("networkidle")
    of_headers = sum(headers.get(request, 0) for request in whole)
    return int(sum(whole.values()) - of_headers), int(of_headers)


@pytest.mark.parametrize("language", ["en-US", "id-ID"])
def test_the_room_loads_in_sixty_kilobytes(open_context: OpenContext, server: Program, language: str) -> None:
    host = Person(open_context(DESKTOP).new_page(), server.url, touches=False)
    link = host.open_room()
    for moment, until in (("waiting", "#sit"), ("playing", "#cards [data-zone]")):
        if moment == "playing":
            host.press(host.page.locator("#deal"))
            host.page.locator("#cards [data-zone=hand]").first.wait_for()
            host.act()
        phone = open_context(PHONE, locale=language)
        contents, headers = bytes_loaded(phone, phone.new_page(), link, until)
        print(f"{language}, {moment}: {contents} bytes of contents, {headers} of headers")
        assert 5_000 < contents <= MOST_BYTES


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_page_shuts_anybody_out(
    open_context: OpenContext, server: Program, device: Device, scheme: str
) -> None:
    page = open_context(device, color_scheme=scheme, reduced_motion="reduce").new_page()
    person = Person(page, server.url, touches=bool(device.get("has_touch")))
    page.goto(server.url)
    check(page, "home")
    person.open_room()
    check(page, "waiting room")
    page.goto(server.url)
    person.press(page.locator("#solo"))
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.wait_for_timeout(800)
    check(page, "table")


def check(page: Page, what: str) -> None:
    found = Axe().run(page, options={"runOnly": LEVELS})
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"
