"""Catches watchers that hear nothing: without these, every browser test could pass on a broken page."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Complaints


@pytest.fixture
def page(phone: BrowserContext) -> Page:
    page = phone.new_page()
    page.goto("about:blank")
    return page


def test_a_quiet_page_has_none(page: Page, complaints: Complaints) -> None:
    page.evaluate("console.log('fine')")
    assert complaints.left == []


def test_what_the_console_shows_is_heard(page: Page, complaints: Complaints) -> None:
    page.evaluate("console.error('broken'), console.warn('nearly')")
    assert complaints.left == ["console error: broken", "console warning: nearly"]
    complaints.allow("broken|nearly")
    assert complaints.left == []


def test_an_exception_is_heard(page: Page, complaints: Complaints) -> None:
    with page.context.expect_event("weberror"):
        page.evaluate("setTimeout(() => { throw new Error('nobody caught me') })")
    assert any("nobody caught me" in complaint for complaint in complaints.left)
    complaints.allow("nobody caught me")


def test_a_request_to_another_host_is_heard(page: Page, complaints: Complaints) -> None:
    page.route("**/*", lambda route: route.abort())
    page.evaluate("fetch('http://elsewhere.example/').catch(() => null)")
    assert "request to another host: http://elsewhere.example/" in complaints.left
    complaints.allow("elsewhere|ERR_FAILED")


def test_a_socket_to_another_host_is_heard(page: Page, complaints: Complaints) -> None:
    with page.expect_websocket():
        page.evaluate("void new WebSocket('ws://elsewhere.invalid/')")
    assert "request to another host: ws://elsewhere.invalid/" in complaints.left
    complaints.allow("elsewhere")
