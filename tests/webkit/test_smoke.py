"""Catches: a page or a table that works in Chromium and not in WebKit, Safari's engine.

Not part of `make test`: `make webkit` runs it, and brings the browser. It is no touch test; that stays with
the real devices of README.md.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import ActionChains, WebKitGTK
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.program import Program

SECONDS = 15.0
GAME_SECONDS = 60.0
# A button that has just come hears nothing for a moment.
DEAF_SECONDS = 0.45

# A module that did not load, or threw, fails in the same way when it is imported again.
ARRIVE = """
const done = arguments[0];
window.heard = [];
window.said = "";
const hear = (text) => window.heard.push(String(text));
addEventListener("error", (event) => hear(event.message || event.target), true);
addEventListener("unhandledrejection", (event) => hear(event.reason));
addEventListener("securitypolicyviolation", (event) => hear(event.violatedDirective));
for (const kind of ["error", "warn"]) {
  const spoken = console[kind];
  console[kind] = (...words) => (hear(words.join(" ")), spoken.apply(console, words));
}
const region = document.getElementById("say");
new MutationObserver(() => (window.said += region.textContent + " ")).observe(region, { childList: true });
const scripts = [...document.querySelectorAll("script[type=module]")].map((script) => script.src);
Promise.all(scripts.map((src) => import(src).catch(hear))).then(() => done(scripts.length));
"""

# Where a card of the hand that may be played shows its left edge, with its name.
PLAYABLE = """
const card = document.querySelector("#cards [data-zone=hand][data-legal=yes]");
if (!card) return null;
const { x, y, height } = card.getBoundingClientRect();
return [card.dataset.card, Math.round(x + 12), Math.round(y + height / 2)];
"""

# What a chosen card may be put on, and else where it may be dropped.
TARGET = """
const found = document.querySelector("#cards [data-target], .slot[data-target], .slot[data-asked]") ??
  (arguments[0] ? document.getElementById("felt") : null);
if (!found) return null;
const { x, y, width, height } = found.getBoundingClientRect();
return [Math.round(x + width / 2), Math.round(y + height / 2)];
"""

BUTTON = ":is([data-button=take], [data-button=pass]):not([hidden], [aria-disabled])"
STATUS = "return document.getElementById('status').textContent"
ZONE = "return document.querySelector(`#cards [data-card='${arguments[0]}']`)?.dataset.zone ?? 'gone'"
FELT = "return getComputedStyle(document.body).backgroundColor"


def wait(browser: WebKitGTK, seen: Callable[[], Any], seconds: float = SECONDS) -> Any:
    """Wait until something is seen, and return it."""
    return WebDriverWait(browser, seconds, poll_frequency=0.05).until(lambda _: seen())


def find(browser: WebKitGTK, selector: str) -> Any:
    """The first such element that is displayed."""
    return next((one for one in browser.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()), None)


def click(browser: WebKitGTK, selector: str) -> None:
    """Wait for it and click on it."""
    wait(browser, lambda: find(browser, selector)).click()


def arrived(browser: WebKitGTK) -> None:
    """Make sure that the scripts of this page have run, and listen to it from here on."""
    assert browser.execute_async_script(ARRIVE), "no script"


def pointed(browser: WebKitGTK) -> Any:
    """A mouse, in pixels of the window."""
    return ActionBuilder(browser, duration=40)


def click_card(browser: WebKitGTK, x: int, y: int) -> None:
    """Click on a card, and on the first target if it asks where."""
    for place in ((x, y), None):
        at = place or browser.execute_script(TARGET, False)
        if at is None:
            return
        mouse = pointed(browser)
        mouse.pointer_action.move_to_location(*at).click()
        mouse.perform()
        time.sleep(0.5)


def drag_card(browser: WebKitGTK, x: int, y: int) -> None:
    """Drag a card to the first place that shows itself while it is dragged."""
    mouse = pointed(browser)
    mouse.pointer_action.move_to_location(x, y).pointer_down()
    mouse.pointer_action.move_to_location(x + 4, y - 30).move_to_location(x + 8, y - 60)
    mouse.perform()
    mouse = pointed(browser)
    mouse.pointer_action.move_to_location(*browser.execute_script(TARGET, True)).pause(0.15).pointer_up()
    mouse.perform()
    time.sleep(0.5)


def play(browser: WebKitGTK, way: Callable[[WebKitGTK, int, int], None]) -> None:
    """Play one card this way as soon as one may be played; where none may, press what there is."""
    deadline = time.monotonic() + GAME_SECONDS
    while time.monotonic() < deadline:
        card = browser.execute_script(PLAYABLE)
        if card is None:
            press(browser)
            continue
        way(browser, *card[1:])
        if browser.execute_script(ZONE, card[0]) != "hand":
            return
    raise AssertionError(f"no card could be played: {way.__name__}")


def press(browser: WebKitGTK) -> bool:
    """Press Take, Done or Pass if it is there; True if it did something."""
    time.sleep(DEAF_SECONDS)
    button = find(browser, BUTTON)
    if button is None:
        return False
    status = browser.execute_script(STATUS)
    button.click()
    time.sleep(0.5)
    return bool(browser.execute_script(STATUS) != status)


def play_until_pressed(browser: WebKitGTK) -> None:
    """Press Take, Done or Pass; play cards until there is such a button."""
    deadline = time.monotonic() + GAME_SECONDS
    while not press(browser):
        assert time.monotonic() < deadline, "neither Take nor Done can be pressed"
        card = browser.execute_script(PLAYABLE)
        if card is not None and find(browser, BUTTON) is None:
            click_card(browser, *card[1:])


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (430, 860)], ids=["desktop", "narrow"])
def test_from_the_home_page_into_a_game(browser: WebKitGTK, server: Program, width: int, height: int) -> None:
    browser.set_window_size(width, height)
    browser.get(server.url)
    arrived(browser)
    assert find(browser, "h1").text == "Durak"
    heard = browser.execute_script("return window.heard")
    click(browser, "#solo")
    wait(browser, lambda: "/r/" in browser.current_url)
    wait(browser, lambda: find(browser, "#cards [data-zone=hand]"))
    arrived(browser)
    play(browser, click_card)
    play(browser, drag_card)
    play_until_pressed(browser)
    assert wait(browser, lambda: browser.execute_script("return window.said.trim()"))

    felt = browser.execute_script(FELT)
    click(browser, "#open-menu")
    click(browser, "#menu #open-settings")
    wait(browser, lambda: find(browser, "#settings"))
    chosen = browser.find_element(By.CSS_SELECTOR, "#settings [data-pref=theme][value=dark]")
    ActionChains(browser).move_to_element(chosen.find_element(By.XPATH, "..")).click().perform()
    wait(browser, lambda: browser.execute_script(FELT) != felt)
    browser.find_element(By.CSS_SELECTOR, "#settings header button").click()
    wait(browser, lambda: find(browser, "#settings") is None)
    heard += browser.execute_script("return window.heard")
    assert not heard, "\n".join(heard)
