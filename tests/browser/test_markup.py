"""Catches: a name or a word of somebody's that the others' pages take for markup, or for a script."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.seating import be_guest
from tests.program import Program

NAME = "<img onerror=boom()>"
WORDS = """<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>"""
STRANGERS = "[...document.querySelectorAll('img, script')].filter((node) => !node.src.startsWith(origin))"


def talking_room(context: BrowserContext, server: Program) -> str:
    """Make a room for two who may chat, and return its link."""
    asked = {"rules": "classic", "chairs": 2, "bots": "careful", "play_now": False, "chat": True}
    answer = context.request.post(f"{server.url}/api/rooms", data=asked, headers={"origin": server.url})
    assert answer.ok, answer.text()
    return server.url + str(answer.json()["url"])


def nothing_strange(page: Page) -> None:
    """See that the page has no picture, and runs no script, but our own; complaints fail the test anyway."""
    assert page.evaluate(STRANGERS) == []
    assert page.title() != "owned"


def test_names_and_words_are_text_wherever_they_are_shown(open_context: OpenContext, server: Program) -> None:
    anna, boris = open_context(DESKTOP), open_context(DESKTOP)
    be_guest(anna, server, NAME)
    be_guest(boris, server, "Boris")
    link = talking_room(anna, server)
    host, guest = anna.new_page(), boris.new_page()
    host.goto(link)
    guest.goto(link)
    preview = guest.locator("meta[property='og:title']").get_attribute("content")
    assert preview is not None
    assert NAME in preview
    guest.locator("#sit").click()
    expect(guest.locator("#chairs")).to_contain_text(NAME)
    host.locator("#open-talk").click()
    host.locator("#talk input").fill(WORDS)
    host.locator("#talk form button").click()
    guest.locator("#open-talk").click()
    expect(guest.locator("#talk .said")).to_contain_text(WORDS)
    expect(guest.locator("#talk .said")).to_contain_text(NAME)
    for page in (host, guest):
        nothing_strange(page)
