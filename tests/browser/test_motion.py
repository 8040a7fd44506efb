"""Catches cards that fly as they should not, or are disturbed on their way, and sounds out of measure."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.person import Person, play_some
from tests.program import Program

LENGTHS = {200, 240, 280, 340, 360}
"""Milliseconds of the flights of cards, at the usual speed."""

HAND = "#cards [data-zone=hand]"

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

ORDER = f"[...document.querySelectorAll('{HAND}')].map((card) => card.dataset.card).join(' ')"

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
    found: list[dict[str, Any]] = page.evaluate("window.flights")
    return found


def until(page: Page, what: str, seconds: float = 15) -> None:
    """Wait until this holds; the page's policy lets nothing wait in the page itself."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(what):
        assert time.monotonic() < deadline, what
        page.wait_for_timeout(50)


def rest(page: Page) -> None:
    """Wait until nothing flies."""
    until(page, "!document.getAnimations().some((one) => one.effect?.target?.closest?.('.card'))")


@pytest.mark.parametrize(("speed", "factor"), [("slow", 1.5), ("normal", 1), ("fast", 0.6)])
def test_cards_fly_at_the_chosen_speed_whatever_the_device_asks(
    open_context: OpenContext, server: Program, speed: str, factor: float
) -> None:
    person = open_table(open_context(PHONE, reduced_motion="reduce"), server, {"speed": speed})
    play_some(person, 2)
    seen = [flight for flight in flights(person.page) if flight["what"].startswith("card")]
    assert len(seen) > 5
    assert {round(flight["duration"] / factor) for flight in seen} <= LENGTHS


@pytest.mark.parametrize("how", [{"speed": "off"}, {}], ids=["off", "as the device asks"])
def test_stillness(open_context: OpenContext, server: Program, how: dict[str, str]) -> None:
    asks = {} if how else {"reduced_motion": "reduce"}
    person = open_table(open_context(PHONE, **asks), server, how)
    play_some(person, 3)
    assert flights(person.page) == []
    slowest = person.page.evaluate(
        """Math.max(...[...document.querySelectorAll("#table *")].flatMap((node) =>
          getComputedStyle(node).transitionDuration.split(",").map(parseFloat)))"""
    )
    assert slowest <= 0.001


def test_a_speed_is_shown_when_it_is_chosen(phone: BrowserContext, server: Program) -> None:
    phone.add_init_script(WATCH)
    page = phone.new_page()
    page.goto(server.url)
    page.locator("#open-settings").tap()
    for speed, length in (("slow", 420), ("fast", 168)):
        page.evaluate("window.flights.length = 0")
        page.locator(f"#settings label:has([value={speed}])").tap()
        until(page, "window.flights.length === 6")
        assert {round(flight["duration"]) for flight in flights(page)} == {length}
    page.evaluate("window.flights.length = 0")
    page.locator("#settings label:has([value=off])").tap()
    expect(page.locator("html")).to_have_attribute("data-speed", "off")
    assert flights(page) == []


def test_flights_end_where_the_card_is_already_written_to_be(
    open_context: OpenContext, server: Program
) -> None:
    person = open_table(open_context(PHONE), server, {"speed": "fast"})
    play_some(person, 6)
    rest(person.page)
    seen = flights(person.page)
    assert len(seen) > 15
    for flight in seen:
        assert flight["fill"] in {"auto", "backwards"}
        assert all(flight["frames"]), "nothing but the transform is animated"
        if flight["what"].startswith("card"):
            assert flight["style"]
            assert person.page.evaluate(
                "([a, b]) => new DOMMatrix(a).toString() === new DOMMatrix(b).toString()",
                [flight["style"], flight["frames"][-1]],
            )


def test_nothing_flies_on_a_page_that_nobody_sees(open_context: OpenContext, server: Program) -> None:
    person = open_table(open_context(PHONE), server, {"speed": "slow"})
    page = person.page
    page.evaluate("goAway(true)")
    page.evaluate("window.flights.length = 0")
    play_some(person, 4)
    assert flights(page) == []
    # What was missed is not played later: as long as nothing new comes, nothing flies.
    page.evaluate(CHANGE, {"autoPass": False})
    for _ in range(20):
        page.evaluate("goAway(true); window.flights.length = 0")
        page.wait_for_timeout(700)
        before = (person.table, person.hand)
        page.evaluate("goAway(false)")
        page.wait_for_timeout(400)
        if (person.table, person.hand) == before:
            break
    assert flights(page) == []


def test_changed_settings_leave_what_flies_alone(open_context: OpenContext, server: Program) -> None:
    page = open_table(open_context(PHONE), server, {"speed": "slow"}).page
    until(page, "document.getAnimations().length > 5")
    page.evaluate(CHANGE, {"theme": "light", "deck": "4", "back": "plain", "sound": False, "speed": "fast"})
    expect(page.locator("html")).to_have_attribute("data-deck", "4")
    rest(page)
    assert not any("cancelled" in flight for flight in flights(page) if flight["what"].startswith("card"))


def test_changed_settings_leave_a_dragged_card_at_the_pointer(
    open_context: OpenContext, server: Program
) -> None:
    person = open_table(open_context(DESKTOP), server, {"speed": "fast"}, touches=False)
    page = person.page
    rest(page)
    table, hand = person.table, set(person.hand)
    card = page.locator(HAND).first
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 10, steps=4)
    dragged = page.locator(".card.drag")
    expect(dragged).to_have_count(1)
    before = dragged.bounding_box()
    page.evaluate(CHANGE, {"order": "rank", "indices": "large", "theme": "light"})
    page.wait_for_timeout(300)
    after = dragged.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["x"] - after["x"]) < 1
    assert abs(before["y"] - after["y"]) < 1
    page.mouse.move(box["x"] + 12, box["y"] + 60, steps=3)
    page.mouse.up()
    rest(page)
    assert (person.table, set(person.hand)) == (table, hand)
    places = page.evaluate(POSES)
    assert [x for _, x, _ in places] == sorted(x for _, x, _ in places), "each card lies where it is read"


@pytest.mark.parametrize("touches", [True, False], ids=["finger", "mouse"])
def test_a_card_is_laid_elsewhere_in_the_hand_and_nothing_is_played(
    open_context: OpenContext, server: Program, touches: bool
) -> None:
    device = PHONE if touches else DESKTOP
    context = open_context(device)
    person = open_table(context, server, {"speed": "fast", "order": "hand"}, touches)
    page = person.page
    rest(page)
    before = person.hand
    start, end = (page.evaluate(POSES)[i] for i in (0, 3))
    slot = page.locator(HAND).first.bounding_box()
    assert slot is not None
    x0, y0 = start[1] + 10, start[2] + 30
    x1, y1 = end[1] + slot["width"] / 2, y0
    way = [(x0, y0 - 40), ((x0 + x1) / 2, y0 - 30), (x1, y1 - 10), (x1, y1)]
    if touches:
        cdp = context.new_cdp_session(page)
        for kind, points in (
            ("touchStart", [(x0, y0)]),
            *(("touchMove", [point]) for point in way),
            ("touchEnd", []),
        ):
            cdp.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
            )
            page.wait_for_timeout(40)
    else:
        page.mouse.move(x0, y0)
        page.mouse.down()
        for x, y in way:
            page.mouse.move(x, y)
            page.wait_for_timeout(40)
        page.mouse.up()
    rest(page)
    after = person.hand
    assert sorted(after) == sorted(before), "nothing was played"
    assert after == [*before[1:4], before[0], *before[4:]]
    page.reload()
    page.locator(HAND).first.wait_for()
    page.wait_for_timeout(200)
    kept = [card for card in person.hand if card in after]
    assert kept == [card for card in after if card in kept], "the tab remembers it"


def test_a_card_is_laid_elsewhere_by_keys(open_context: OpenContext, server: Program) -> None:
    person = open_table(open_context(DESKTOP), server, {"speed": "off", "order": "hand"}, touches=False)
    page = person.page
    before = person.hand
    page.locator(HAND).nth(1).focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = [before[0], before[2], before[1], *before[3:]]
    until(page, f"{ORDER} === '{' '.join(moved)}'")
    expect(page.locator(f"[data-card='{before[1]}']")).to_be_focused()
    expect(page.locator("#say")).to_contain_text("place 3 of 6")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
    moved = [before[1], before[0], *before[2:]]
    until(page, f"{ORDER} === '{' '.join(moved)}'")
    expect(page.locator(f"[data-card='{before[1]}']")).to_be_focused()
    page.evaluate(CHANGE, {"order": "suit"})
    sorted_hand = person.hand
    page.locator(HAND).nth(1).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(HAND).nth(2)).to_be_focused()
    assert person.hand == sorted_hand, "under another order the arrow only moves the focus"


PEAKS = """async () => {
  const page = document.querySelector("script[type=module]").src;
  const { schedule } = await import(new URL("sound.js", page).href);
  const found = {};
  for (const cue of ["card", "take", "discard", "deal", "turn", "no", "win", "lose"]) {
    const context = new OfflineAudioContext(1, 44100, 44100);
    schedule(context, cue);
    const heard = (await context.startRendering()).getChannelData(0);
    let [peak, last] = [0, 0];
    heard.forEach((value, i) => {
      peak = Math.max(peak, Math.abs(value));
      if (Math.abs(value) > 0.01) last = i / 44.1;
    });
    found[cue] = [peak, last];
  }
  return found;
}"""


def test_every_cue_is_heard_and_none_is_loud_or_long(phone: BrowserContext, server: Program) -> None:
    page = phone.new_page()
    page.goto(server.url)
    for cue, (peak, ends) in page.evaluate(PEAKS).items():
        assert 0.05 <= peak <= 0.3, f"{cue}: {peak}"
        assert 20 <= ends <= 700, f"{cue}: {ends} ms"


# Plays whatever is open, and says whether my turn has been heard since it was somebody else's.
TURN = """() => {
  if (!document.title.startsWith("●")) window.tones.length = 0;
  document.querySelector("#cards [data-legal=yes], #act .btn:not([hidden], [aria-disabled])")?.click();
  return window.tones.includes(660);
}"""


def test_my_turn_is_heard_from_a_hidden_page_and_not_when_muted(
    open_context: OpenContext, server: Program
) -> None:
    context = open_context(DESKTOP)
    context.add_init_script(
        """window.tones = [];
        const Own = window.OscillatorNode;
        window.OscillatorNode = class extends Own {
          constructor(context, options) {
            super(context, options);
            window.tones.push(options.frequency);
          }
        };"""
    )
    person = open_table(context, server, {"speed": "fast"}, touches=False)
    page = person.page
    play_some(person, 1)
    page.evaluate("goAway(true)")
    until(page, TURN, seconds=60)
    page.evaluate("goAway(false)")
    page.keyboard.press("m")
    expect(page.locator("#toast")).to_have_text("Sounds are off")
    assert page.evaluate("JSON.parse(localStorage.durak).sound") is False
    page.evaluate("window.tones.length = 0")
    play_some(person, 4)
    assert page.evaluate("window.tones.length") == 0
    page.locator("#open-menu").click()
    page.locator("#open-settings").click()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()


def test_the_device_shakes_for_a_play_and_a_refusal_unless_it_is_told_not_to(
    open_context: OpenContext, server: Program
) -> None:
    context = open_context(PHONE, reduced_motion="reduce")
    context.add_init_script("window.shaken = []; navigator.vibrate = (ms) => window.shaken.push(ms);")
    person = open_table(context, server, {})
    page = person.page
    until(page, f"document.querySelector('{HAND}[data-legal=no]')", seconds=60)
    dim = page.locator(f"{HAND}[data-legal=no]").first.bounding_box()
    assert dim is not None
    page.touchscreen.tap(dim["x"] + 8, dim["y"] + 30)
    until(page, "window.shaken.includes(30)")
    play_some(person, 3)
    assert set(page.evaluate("window.shaken")) <= {4, 6, 12, 30}
    until(page, "window.shaken.includes(12)")
    page.evaluate(CHANGE, {"vibrate": False})
    page.evaluate("window.shaken.length = 0")
    play_some(person, 3)
    assert page.evaluate("window.shaken") == []
