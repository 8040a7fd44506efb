"""How smoothly the table moves and how soon it answers, in Chromium on a processor that is made slower.

A real page of the real program, at a staged game. The frames are those that Chromium says it has drawn while
36 cards or more of a hand fly to other places, as another order was chosen. The answers are what Event Timing
says of taps, drags, keys and panels: from the input to the next frame, in steps of 8 ms.
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from durak import State
from tests.browser.scenes import HAND, Scene, has_many, is_defence
from tests.browser.shots import Studio
from tests.program import Program
from tests.staged import find_moment
from tools import chromium, node

SLOWER = 4
ROUNDS = 6
FLEW, HELD = 36, 47
"""So many cards fly at least, of so many: trumps, and a few more, lie alike in either order."""
SMALL_PHONE: Mapping[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1440, "height": 900}}


def has_full(state: State) -> bool:
    """Seat 0 has very many cards, and few of them are trumps."""
    hand = state.hands[0]
    return len(hand) == HELD and sum(card.suit == state.trump for card in hand) < 9 and bool(state.table)


FULL = Scene("a full hand", has_full, rules="D52", seats=2, taker=0)
DEFENCE = Scene("defence", is_defence, seats=4)
MANY = Scene("many", has_many(24), seats=2, taker=0)

# Another tab chooses another order: the page hears of it, and every card flies to its new place.
FLY = """async (round) => {
  const order = round % 2 ? "suit" : "rank";
  localStorage.setItem("durak", JSON.stringify({ order, speed: "slow" }));
  performance.mark("fly " + round + " begins");
  dispatchEvent(new StorageEvent("storage", { key: "durak" }));
  const flights = document.getAnimations().filter((one) => one.effect?.target?.matches?.(".card"));
  await Promise.allSettled(flights.map((one) => one.finished));
  performance.mark("fly " + round + " ends");
  return flights.length;
}"""

WATCH = """
window.answers = [];
new PerformanceObserver((list) => {
  for (const { name, duration, interactionId } of list.getEntries())
    if (interactionId) window.answers.push([window.doing ?? "", name, duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


@dataclass(frozen=True)
class Flight:
    """Milliseconds from frame to frame while the cards fly, and how many flew each time."""

    frames: tuple[float, ...]
    cards: tuple[int, ...]

    @property
    def median(self) -> float:
        """The usual frame."""
        return median(self.frames)

    @property
    def p95(self) -> float:
        """One frame in twenty takes longer."""
        return quantiles(self.frames, n=20)[-1]


def fly(studio: Studio, rounds: int = ROUNDS) -> Flight:
    """Let the cards of a full hand fly to and fro."""
    with studio.guest(**SMALL_PHONE, locale="en") as context:
        page = studio.staged(context, FULL, find_moment(FULL.rules, FULL.seats, FULL.wanted, FULL.taker))
        slow_down(page)
        tracing = page.context.new_cdp_session(page)
        events: list[dict[str, Any]] = []
        done: list[object] = []
        tracing.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
        tracing.on("Tracing.tracingComplete", lambda end: done.append(end))
        wanted = [
            "devtools.timeline.frame",
            "disabled-by-default-devtools.timeline.frame",
            "blink.user_timing",
        ]
        config = {"includedCategories": wanted, "excludedCategories": ["*"]}
        tracing.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
        cards = []
        for number in range(rounds):
            cards.append(page.evaluate(FLY, number))
            page.wait_for_timeout(200)
        tracing.send("Tracing.end")
        while not done:
            page.wait_for_timeout(50)
    return Flight(tuple(frames_of(events, rounds)), tuple(cards))


def frames_of(events: list[dict[str, Any]], rounds: int) -> Iterator[float]:
    """Yield the milliseconds between the frames that were drawn within each flight."""
    marks = {event["name"]: event["ts"] for event in events if "blink.user_timing" in event.get("cat", "")}
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    for number in range(rounds):
        begin, end = marks[f"fly {number} begins"], marks[f"fly {number} ends"]
        within = [at for at in drawn if begin <= at <= end]
        yield from ((late - early) / 1000 for early, late in pairwise(within))


def answers(studio: Studio, device: Mapping[str, Any]) -> dict[str, float]:
    """Do one thing after another, and return the slowest answer to each in milliseconds."""
    found: dict[str, float] = {}
    for scene in (DEFENCE, MANY):
        with studio.guest(**device, locale="en") as context:
            context.add_init_script(WATCH)
            moment = find_moment(scene.rules, scene.seats, scene.wanted, scene.taker)
            page = studio.staged(context, scene, moment)
            slow_down(page)
            for name, act in acts(bool(device.get("has_touch"))).items():
                page.evaluate("name => { window.doing = name; }", name)
                act(page)
                page.wait_for_timeout(700)
            for name, _, took in page.evaluate("window.answers"):
                found[name] = max(found.get(name, 0), took)
    return found


def acts(touch: bool) -> dict[str, Callable[[Page], None]]:
    """What somebody does at a table; the card that is played comes last."""

    def card(kind: str) -> Callable[[Page], None]:
        def act(page: Page) -> None:
            box = page.locator(f"{HAND}[data-legal={kind}]").last.bounding_box()
            assert box is not None
            at = (box["x"] + 10, box["y"] + 16)
            (page.touchscreen.tap if touch else page.mouse.click)(*at)

        return act

    def drag(page: Page) -> None:
        box = page.locator(f"{HAND}[data-legal=yes]").last.bounding_box()
        assert box is not None
        x, y = box["x"] + 10, box["y"] + 16
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 11):
            page.mouse.move(x, y - 12 * step)
        page.mouse.move(x, y)
        page.wait_for_timeout(200)
        page.mouse.up()

    def press(selector: str) -> Callable[[Page], None]:
        def act(page: Page) -> None:
            found = page.locator(selector).first
            found.tap() if touch else found.click()

        return act

    keys = {} if touch else {"drag and put back": drag}
    for key in () if touch else ("n", "ArrowRight", "s"):
        keys[f"key {key}"] = lambda page, key=key: page.keyboard.press(key)  # type: ignore[misc]
    # A narrow bar has its switch in the settings.
    theme = {"change the theme": press("#theme")}
    settings = {
        "open the menu again": press("#open-menu"),
        "open the settings": press("#open-settings"),
        "change the theme": press("#settings label:has([data-pref=theme][value=dark])"),
        "close the settings": press("#settings header button"),
    }
    return {
        "tap a dim card": card("no"),
        **keys,
        "open the menu": press("#open-menu"),
        "close the menu": press("dialog[open] [data-close]"),
        "open the log": press("#open-log"),
        "close the log": press("dialog[open] [data-close]"),
        **(settings if touch else theme),
        "tap a card": card("yes"),
    }


def slow_down(page: Page) -> None:
    """Make the processor slower for this page, and let it come to rest."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.wait_for_timeout(1500)


@contextmanager
def studio() -> Iterator[Studio]:
    """Start a server and a browser, on all cores."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    found = chromium.find()
    assert found is not None, chromium.ADVICE
    node.lend_to_playwright()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Program(Path(folder))
        server.start()
        browser: Browser = playwright.chromium.launch(
            executable_path=found,
            args=["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])],
        )
        try:
            yield Studio(browser, server)
        finally:
            browser.close()
            server.stop()


def measure(runs: int) -> dict[str, list[float]]:
    """Return the figures of so many runs by name, all of them milliseconds."""
    found: dict[str, list[float]] = {}
    with studio() as shown:
        for _ in range(runs):
            flight = fly(shown)
            cards = min(flight.cards)
            found.setdefault(f"{cards} cards fly: frame, median", []).append(flight.median)
            found.setdefault(f"{cards} cards fly: frame, 95th percentile", []).append(flight.p95)
            for name, device in (("phone", SMALL_PHONE), ("desktop", DESKTOP)):
                slowest = answers(shown, device)
                for act, took in slowest.items():
                    found.setdefault(f"{name}: {act}", []).append(took)
                found.setdefault(f"{name}: the slowest answer", []).append(max(slowest.values()))
    return found
