"""What a page does that is over in a moment: where cards fly, and whether anybody looks."""

import json
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.person import Person
from tests.browser.seating import HAND
from tests.program import Program

# Notes every flight of a card, and how its element was when it began.
WATCH = """(() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const flight = animate.call(this, frames, options);
    const { fill, duration, delay } = flight.effect.getTiming();
    const poses = flight.effect.getKeyframes().map(({ transform }) => transform);
    const seen = { frames: poses, fill, duration, delay, what: this.className, style: this.style.transform };
    flight.addEventListener("cancel", () => (seen.cancelled = true));
    window.flights.push(seen);
    window.onflight?.(window.flights.length);
    return flight;
  };
})()"""

# A page that nobody looks at, whenever the test says so.
HIDE = """(() => {
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
  window.goAway = (away) => {
    window.away = away;
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""

# As a change in another tab arrives.
CHANGE = """changes => {
  const kept = { ...JSON.parse(localStorage.getItem("durak") ?? "{}"), ...changes };
  localStorage.setItem("durak", JSON.stringify(kept));
  dispatchEvent(new StorageEvent("storage", { key: "durak" }));
}"""

POSES = f"""[...document.querySelectorAll("{HAND}")].map((card) => {{
  const {{ x, y }} = card.getBoundingClientRect();
  return [card.dataset.card, Math.round(x), Math.round(y)];
}})"""


def open_table(
    context: BrowserContext, server: Program, prefs: Mapping[str, object], touches: bool = True
) -> Person:
    """Arrive at a table whose cards are being dealt."""
    kept = json.dumps(json.dumps(prefs))
    context.add_init_script(f"if (location.port) localStorage.durak ??= {kept}; {WATCH}; {HIDE}")
    person = Person(context.new_page(), server.url, touches)
    person.page.goto(server.url)
    person.press(person.page.locator("#solo"))
    person.page.locator(HAND).first.wait_for()
    return person


def flights(page: Page) -> list[dict[str, Any]]:
    """What has flown so far."""
    found: list[dict[str, Any]] = page.evaluate("window.flights")
    return found


def until(page: Page, what: str, seconds: float = 15) -> None:
    """Wait until this holds. Playwright's own way needs what the pages' policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(what):
        assert time.monotonic() < deadline, what
        page.wait_for_timeout(50)


def rest(page: Page) -> None:
    """Wait until nothing flies."""
    until(page, "!document.getAnimations().some((one) => one.effect?.target?.closest?.('.card'))")
