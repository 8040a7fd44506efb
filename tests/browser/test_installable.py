"""Catches a page that needs a secure origin, a worker that keeps games, a dark screen, a lost offer."""

import base64
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PATIENCE_MS, PHONE, Complaints, OpenContext
from tests.browser.person import Person
from tests.browser.watching import until
from tests.program import Program
from tools import chromium, icons

SECURE_ONLY = ["serviceWorker", "wakeLock", "clipboard", "share"]

WAKE_LOCK = """
window.asked = [];
const give = async (kind) => {
  window.asked.push(kind);
  if (window.refuses) throw new DOMException("no", "NotAllowedError");
  return { released: false, release: async () => { window.asked.push("released"); } };
};
Object.defineProperty(navigator, "wakeLock", { value: { request: give } });
"""

SHARE = """
window.shared = [];
navigator.share = async (what) => { window.shared.push(what.url); };
"""

KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  return kept;
}"""


def play_alone(page: Page, url: str) -> Person:
    """Open a table against bots."""
    person = Person(page, url, touches=True)
    page.goto(url)
    person.press(page.locator("#solo"))
    page.locator("#cards [data-zone=hand]").first.wait_for()
    return person


def wait_for_worker(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")


def test_without_a_server_there_is_a_page_that_says_so(
    own_server: Program, open_context: OpenContext, complaints: Complaints
) -> None:
    context = open_context(PHONE, locale="ru-RU")
    page = context.new_page()
    page.goto(own_server.url)
    wait_for_worker(page)
    person = play_alone(page, own_server.url)
    person.act()
    kept = page.evaluate(KEPT)
    assert "/offline" in kept
    assert {path for path in kept if not path.startswith("/static/")} == {"/offline"}, "no page, no game"

    own_server.stop()
    complaints.allow("ERR_CONNECTION_REFUSED|Failed to load resource|WebSocket connection")
    room = page.url
    page.reload()
    expect(page.locator("h1")).to_have_text("Нет связи")
    assert page.url == room
    width = page.evaluate("document.querySelector('.big').getBoundingClientRect().width")
    assert width > 150, "its style sheets are there without a server"

    own_server.start()
    person.press(page.locator(".big"))
    page.locator("#cards [data-zone]").first.wait_for()


def test_the_offline_page_follows_the_language(
    own_server: Program, open_context: OpenContext, complaints: Complaints
) -> None:
    page = open_context(PHONE, locale="ru-RU").new_page()
    page.goto(own_server.url)
    wait_for_worker(page)
    page.goto(f"{own_server.url}/?lang=de")
    until(page, "caches.match('/offline').then((page) => page.headers.get('content-language') === 'de')")
    own_server.stop()
    complaints.allow("ERR_CONNECTION_REFUSED|Failed to load resource")
    page.reload()
    expect(page.locator("h1")).to_have_text("Keine Verbindung")


@pytest.mark.parametrize("refuses", [False, True], ids=["given", "refused"])
def test_the_screen_stays_on_during_a_game(server: Program, open_context: OpenContext, refuses: bool) -> None:
    context = open_context(PHONE)
    context.add_init_script(f"window.refuses = {str(refuses).lower()};" + WAKE_LOCK)
    page = context.new_page()
    Person(page, server.url, touches=True).open_room()
    page.wait_for_timeout(300)
    assert page.evaluate("window.asked") == [], "nobody plays yet"
    Person(page, server.url, touches=True).press(page.locator("#deal"))
    until(page, "window.asked.length === 1")
    # The system takes it when the page is hidden; seen again, the page asks again.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "window.asked.length === 2")
    assert page.evaluate("window.asked") == ["screen", "screen"]


def test_an_invitation_is_shared_where_that_is_possible(server: Program, open_context: OpenContext) -> None:
    context = open_context(PHONE)
    context.add_init_script(SHARE)
    person = Person(context.new_page(), server.url, touches=True)
    link = person.open_room()
    person.press(person.page.locator("#share"))
    assert person.page.evaluate("window.shared") == [link]


def test_the_game_offers_to_be_installed_after_a_game(server: Program, open_context: OpenContext) -> None:
    page = open_context(PHONE).new_page()
    person = play_alone(page, server.url)
    offer = """() => {
      const offer = new Event("beforeinstallprompt", { cancelable: true });
      offer.prompt = async () => { window.prompted = true; };
      dispatchEvent(offer);
      return offer.defaultPrevented;
    }"""
    assert page.evaluate(offer), "the browser is not to say it in the middle of a game"
    person.press(page.locator("#open-menu"))
    expect(page.locator("#menu")).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.locator("#install")).to_be_hidden()
    page.evaluate("localStorage.setItem('durak', JSON.stringify({ finished: true }))")
    page.reload()
    page.locator("#cards [data-zone]").first.wait_for()
    person.press(page.locator("#open-menu"))
    expect(page.locator("#install")).to_be_hidden()
    page.evaluate(offer)
    expect(page.locator("#install-now")).to_be_visible()
    expect(page.locator("#install-hint")).to_be_hidden()
    person.press(page.locator("#install-now"))
    until(page, "window.prompted === true")
    expect(page.locator("#install")).to_be_hidden()


def test_a_browser_that_cannot_ask_says_how(server: Program, open_context: OpenContext) -> None:
    context = open_context(PHONE)
    # The blank page before the first one has no storage.
    context.add_init_script("""
      Object.defineProperty(navigator, "standalone", { value: false });
      try { localStorage.setItem("durak", JSON.stringify({ finished: true })); } catch {}
    """)
    page = context.new_page()
    person = play_alone(page, server.url)
    person.press(page.locator("#open-menu"))
    expect(page.locator("#install-hint")).to_be_visible()
    expect(page.locator("#install-now")).to_be_hidden()


@pytest.fixture
def lan_browser(browser: Browser) -> Iterator[Browser]:
    """A browser for which durak.local is this machine, as in a home network: plain http, no secure origin."""
    started = browser.browser_type.launch(
        executable_path=chromium.find(),
        args=["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP durak.local 127.0.0.1"],
    )
    yield started
    started.close()


def test_everything_works_on_plain_http_in_a_home_network(
    server: Program, lan_browser: Browser, complaints: Complaints
) -> None:
    url = f"http://durak.local:{server.port}"
    complaints.allow(r"request to another host: (http|ws)://durak\.local:")
    host_context, guest_context = (
        lan_browser.new_context(**device, locale="en-US") for device in (PHONE, DESKTOP)
    )
    for context in (host_context, guest_context):
        context.set_default_timeout(PATIENCE_MS)
        complaints.listen(context)
    host = Person(host_context.new_page(), url, touches=True)
    link = host.open_room()
    assert not host.page.evaluate("isSecureContext")
    assert host.page.evaluate("names => names.filter(name => name in navigator)", SECURE_ONLY) == []
    expect(host.page.locator("#share")).to_be_hidden()
    # The link can be copied without a clipboard, or at least be marked.
    host.press(host.page.locator("#copy"))
    expect(host.page.locator("#copy")).to_contain_text(re.compile("Copied|Copy the marked link"))
    marked = "document.activeElement.value.slice(document.activeElement.selectionStart)"
    assert host.page.evaluate(marked) == link
    guest = Person(guest_context.new_page(), url, touches=False)
    guest.accept(link)
    host.press(host.page.locator("#deal"))
    for person in (host, guest):
        person.page.locator("#cards [data-zone=hand]").nth(5).wait_for()
    acted = 0
    for _ in range(40):
        acted += host.act() + guest.act()
        host.page.wait_for_timeout(150)
    assert acted > 4
    # Longer than the page waits before it would register a worker.
    host.page.wait_for_timeout(4000)
    assert complaints.left == []
    assert host.page.evaluate("names => names.filter(name => name in navigator)", ["vibrate"]) == ["vibrate"]


@pytest.mark.parametrize("name", icons.ICONS)
def test_the_icons_are_those_that_were_drawn(browser: Browser, name: str) -> None:
    source, pixels = icons.ICONS[name]
    drawn = icons.draw(browser, source, pixels)
    page = browser.new_page()
    difference = page.evaluate(
        """async ([kept, drawn]) => {
          const bits = await Promise.all([kept, drawn].map(async (png) => {
            const image = new Image();
            image.src = "data:image/png;base64," + png;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height);
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            return pen.getImageData(0, 0, image.width, image.height).data;
          }));
          if (bits[0].length !== bits[1].length) return 255;
          return bits[0].reduce((sum, value, i) => sum + Math.abs(value - bits[1][i]), 0) / bits[0].length;
        }""",
        [base64.b64encode(png).decode() for png in ((icons.FOLDER / name).read_bytes(), drawn)],
    )
    page.close()
    # Other versions of Chromium round edges differently.
    assert difference < 1, "run python -m tools.icons"
