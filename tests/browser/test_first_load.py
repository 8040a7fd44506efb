"""Catches a page that grows heavy, in any language."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.audit.__main__ import found_pages
from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.person import Person
from tests.program import Program
from web.transport.languages import OWN_NAMES

MOST_BYTES = 60_000
"""The first load of a page: itself, style sheets, scripts and words, compressed."""
MOST_SCRIPT_BYTES = 40_000
"""The scripts among them."""


def bytes_loaded(context: BrowserContext, page: Page, url: str, until: str) -> tuple[int, int, int]:
    """Return the compressed bytes loaded until this element is there: contents, scripts of them, headers."""
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    headers: dict[str, float] = {}
    whole: dict[str, float] = {}
    scripts: set[str] = set()

    def answered(got: dict[str, Any]) -> None:
        headers[got["requestId"]] = got["response"]["encodedDataLength"]
        if got["response"]["mimeType"] == "text/javascript":
            scripts.add(got["requestId"])

    network.on("Network.responseReceived", answered)
    network.on(
        "Network.loadingFinished", lambda got: whole.update({got["requestId"]: got["encodedDataLength"]})
    )
    page.goto(url)
    page.locator(until).first.wait_for()
    page.wait_for_load_state("networkidle")
    contents = {request: size - headers.get(request, 0) for request, size in whole.items()}
    of_scripts = sum(contents.get(request, 0) for request in scripts)
    return (
        int(sum(contents.values())),
        int(of_scripts),
        int(sum(headers.get(request, 0) for request in whole)),
    )


@pytest.mark.parametrize("language", OWN_NAMES)
def test_the_room_loads_in_sixty_kilobytes(open_context: OpenContext, server: Program, language: str) -> None:
    host = Person(open_context(DESKTOP).new_page(), server.url, touches=False)
    link = host.open_room()
    for moment, until in (("waiting", "#sit"), ("playing", "#cards [data-zone]")):
        if moment == "playing":
            host.press(host.page.locator("#deal"))
            host.page.locator("#cards [data-zone=hand]").first.wait_for()
            host.act()
        phone = open_context(PHONE, locale=language)
        contents, scripts, headers = bytes_loaded(phone, phone.new_page(), link, until)
        print(f"{language}, {moment}: {contents} bytes, {scripts} of scripts; {headers} of headers")
        assert 5_000 < contents <= MOST_BYTES
        assert 5_000 < scripts <= MOST_SCRIPT_BYTES


@pytest.mark.parametrize("path", found_pages().values())
def test_a_page_that_may_be_found_loads_in_as_little(
    open_context: OpenContext, server: Program, path: str
) -> None:
    context = open_context(PHONE)
    # What a page fetches ahead for the next one is not its own.
    context.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => delete document.body.dataset.next)"
    )
    contents, scripts, _ = bytes_loaded(context, context.new_page(), server.url + path, "h1")
    print(f"{path}: {contents} bytes, {scripts} of scripts")
    assert 5_000 < contents <= MOST_BYTES
    assert scripts <= MOST_SCRIPT_BYTES


@pytest.mark.parametrize("language", OWN_NAMES)
def test_a_lesson_loads_in_as_little(open_context: OpenContext, server: Program, language: str) -> None:
    context = open_context(PHONE, locale=language)
    card = "#cards [data-zone=hand]"
    contents, scripts, _ = bytes_loaded(context, context.new_page(), f"{server.url}/learn/transfer", card)
    print(f"{language}: {contents} bytes, {scripts} of scripts")
    # Its hands are there from the first moment; a room's come later.
    assert 5_000 < contents <= MOST_BYTES
