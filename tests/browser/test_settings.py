"""Catches a setting that is out of reach, needs a reload, is forgotten, or that somebody cannot read."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import PHONE, Complaints, Device, OpenContext, Size
from tests.browser.moments import opens
from tests.browser.person import Person
from tests.browser.seating import HAND, seat_people
from tests.program import Program
from web.transport.languages import OWN_NAMES

SMALLEST = Device(viewport=Size(width=320, height=568), device_scale_factor=2, has_touch=True, is_mobile=True)
RANKS = "23456789TJQKA"

LOOKS = {
    "theme": "light",
    "deck": "4",
    "indices": "large",
    "back": "scales",
    "hand": "left",
    "hints": "off",
}
FELT = "getComputedStyle(document.body).backgroundColor"
INKS = f"[...document.querySelectorAll('{HAND}')].map((card) => getComputedStyle(card).color).join()"

# What sticks out of the dialog, or is cut off, whatever the language.
STICKS_OUT = """() => {
  const dialog = document.querySelector("#settings");
  const { left, right } = dialog.getBoundingClientRect();
  const words = "h2, h3, .legend, .segments span, .switch > span, .hint, small, a";
  return [...dialog.querySelectorAll(words + ", input")]
    .filter((node) => node.offsetParent && !node.closest(".preview"))
    .filter((node) => {
      const box = node.getBoundingClientRect();
      const isCut = node.matches(words) && node.scrollWidth > node.clientWidth + 1;
      return box.left < left || box.right > right || isCut;
    })
    .map((node) => `${node.tagName} ${node.textContent}`);
}"""


def at_table(context: BrowserContext, server: Program, touches: bool = True) -> Person:
    person = Person(context.new_page(), server.url, touches)
    person.page.goto(server.url)
    person.press(person.page.locator("#solo"))
    person.page.locator(HAND).first.wait_for()
    return person


def open_settings(person: Person) -> Locator:
    """Two taps from the table, one from the home page."""
    if person.page.locator("#open-menu").count():
        person.press(person.page.locator("#open-menu"))
    person.press(person.page.locator("#open-settings"))
    dialog = person.page.locator("#settings")
    dialog.wait_for()
    return dialog


def choose(person: Person, pref: str, value: str = "") -> None:
    """Press a choice where it shows, or turn a switch."""
    field = person.page.locator(f"#settings [data-pref={pref}]" + (f"[value='{value}']" if value else ""))
    person.press(field.locator("xpath=..") if value else field)


def test_everything_can_be_set_at_the_table_and_holds_at_once(
    open_context: OpenContext, server: Program
) -> None:
    context = open_context(PHONE, reduced_motion="reduce", color_scheme="dark")
    person = at_table(context, server)
    page = person.page
    page.evaluate("window.sameDocument = true")
    other = context.new_page()
    other.goto(server.url)
    page.bring_to_front()
    open_settings(person)
    felt, inks = page.evaluate(FELT), page.evaluate(INKS)
    for pref, value in (("theme", "light"), ("back", "scales"), ("order", "rank")):
        choose(person, pref, value)
    for pref in ("deck", "indices", "hand", "hints"):
        choose(person, pref)
    for one in (page, other):
        for look, value in LOOKS.items():
            expect(one.locator("html")).to_have_attribute(f"data-{look}", value)
    assert page.evaluate(FELT) != felt
    bars = page.locator("meta[name=theme-color]").evaluate_all("all => all.map((meta) => meta.media)")
    assert sorted(bars) == ["all", "not all"], "the browser's own bar follows"
    assert page.evaluate(INKS) != inks
    trump = page.locator("#chip [data-suit]").get_attribute("data-suit")
    plain = [RANKS.index(card[0]) for card in person.hand if card[1] != trump]
    assert plain == sorted(plain)
    assert page.evaluate("window.sameDocument"), "nothing was loaded anew"
    page.reload()
    page.locator(HAND).first.wait_for()
    for look, value in LOOKS.items():
        expect(page.locator("html")).to_have_attribute(f"data-{look}", value)


def test_what_another_tab_changes_shows_in_an_open_dialog(open_context: OpenContext, server: Program) -> None:
    context = open_context(PHONE)
    first, second = (Person(context.new_page(), server.url, touches=True) for _ in range(2))
    for person in (first, second):
        person.page.goto(server.url)
        open_settings(person)
    first.page.bring_to_front()
    choose(first, "sound")
    choose(first, "speed", "fast")
    expect(second.page.locator("#settings [data-pref=sound]")).not_to_be_checked()
    expect(second.page.locator("#settings [data-pref=speed][value=fast]")).to_be_checked()


def test_by_keyboard_alone(desktop: BrowserContext, server: Program) -> None:
    page = at_table(desktop, server, touches=False).page
    page.locator("#open-menu").focus()
    page.keyboard.press("Enter")
    page.locator("#menu").wait_for()
    page.locator("#menu #open-settings").focus()
    page.keyboard.press("Enter")
    page.locator("#settings").wait_for()
    expect(page.locator("#settings-title")).to_be_focused()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        pref = page.evaluate("document.activeElement.dataset.pref ?? ''")
        if not pref or pref in seen:
            continue
        seen.append(pref)
        if pref == "order":
            page.keyboard.press("ArrowRight")
        if pref == "deck":
            page.keyboard.press("Space")
    assert {"order", "deck", "indices", "back", "theme", "speed", "hand", "hints", "careful"} < set(seen)
    expect(page.locator("html")).to_have_attribute("data-deck", "4")
    expect(page.get_by_role("radio", name="by rank")).to_be_checked()
    expect(page.get_by_role("radiogroup", name="Order of my cards")).to_be_visible()
    expect(page.get_by_role("switch", name="Left-handed", exact=True)).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#settings")).to_be_hidden()
    expect(page.locator("#open-menu")).to_be_focused()


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("language", sorted(OWN_NAMES))
def test_they_fit_the_smallest_phone_in_every_language(
    open_context: OpenContext, server: Program, language: str, text: int
) -> None:
    context = open_context(SMALLEST, reduced_motion="reduce")
    person = Person(context.new_page(), server.url, touches=True)
    size = 16 * text // 100
    context.new_cdp_session(person.page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}}
    )
    person.page.goto(f"{server.url}/?lang={language}")
    assert person.page.evaluate("document.documentElement.scrollWidth") == 320, "the page behind them"
    dialog = open_settings(person)
    assert person.page.evaluate(STICKS_OUT) == []
    body = dialog.locator(".scroll")
    assert body.evaluate("node => node.scrollWidth - node.clientWidth") == 0
    for field in ("order", "back", "speed", "hints", "letters"):
        control = dialog.locator(f"[data-pref={field}]").last
        control.scroll_into_view_if_needed()
        expect(control).to_be_in_viewport()
    close = dialog.locator("header button")
    expect(close).to_be_in_viewport(ratio=1)
    person.press(close)
    expect(dialog).to_be_hidden()


INDICES = f"[...document.querySelectorAll('{HAND} .index b')].map((letter) => letter.dataset.index)"


def choose_language(person: Person, code: str) -> None:
    person.press(person.page.locator(f"#settings a[lang={code}]"))
    expect(person.page.locator("html")).to_have_attribute("lang", code)


def test_another_language_costs_no_reload_at_the_table(open_context: OpenContext, server: Program) -> None:
    page = seat_people(open_context, server, "classic", opens)[0].page
    person = Person(page, server.url, touches=True)
    page.evaluate("window.sameDocument = true")
    address, hand = page.url, sorted(person.hand)
    open_settings(person)
    choose_language(person, "ru")
    expect(page.locator("#settings-title")).to_have_text("Настройки")
    expect(page.locator("#settings a[aria-current]")).to_have_text("Русский")
    assert not set(page.evaluate(INDICES)) & set("JQK")
    person.press(page.locator("#settings header button"))
    expect(page.locator("#open-menu")).to_have_attribute("aria-label", "Меню")
    page.reload()
    page.locator(HAND).first.wait_for()
    page.evaluate("window.sameDocument = true")
    open_settings(person)
    after_a_reload = visible_words(page)
    for code in ("de", "en", "ru"):
        choose_language(person, code)
    person.press(page.locator("#settings header button"))
    assert page.evaluate("window.sameDocument"), "nothing was loaded anew"
    assert (page.url, sorted(person.hand)) == (address, hand)
    assert visible_words(page) == after_a_reload, "as a page says it that was loaded in this language"


def visible_words(page: Page) -> list[str]:
    """What the page says, seen or heard, besides what it has said already."""
    words: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#table *, #menu *")]
          .filter((node) => !node.closest("#say, #alert, #toast, #lamp"))
          .flatMap((node) => [node.getAttribute("aria-label"),
            ...[...node.childNodes].map((child) => child instanceof Text ? child.data.trim() : "")])
          .filter(Boolean)"""
    )
    return words


def test_another_language_costs_no_reload_at_home(phone: BrowserContext, server: Program) -> None:
    person = Person(phone.new_page(), server.url, touches=True)
    page = person.page
    page.goto(server.url)
    page.evaluate("window.sameDocument = true")
    open_settings(person)
    choose_language(person, "de")
    person.press(page.locator("#settings header button"))
    expect(page.locator("#solo b")).to_have_text("Sofort spielen")
    expect(page.locator("#solo-line")).to_have_text("gegen 2 Bots")
    expect(page.locator(".ways .languages [aria-current]")).to_have_text("Deutsch")
    assert page.evaluate("window.sameDocument")
    page.reload()
    expect(page.locator("#solo b")).to_have_text("Sofort spielen")


def test_where_a_language_cannot_be_had_at_once_a_page_brings_it(
    phone: BrowserContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_FAILED")
    person = at_table(phone, server)
    page = person.page
    page.route(
        "**/*?lang=*",
        lambda route: route.abort() if route.request.resource_type == "xhr" else route.continue_(),
    )
    open_settings(person)
    person.press(page.locator("#settings a[lang=de]"))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#settings-title")).to_have_text("Einstellungen")
