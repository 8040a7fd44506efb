"""Catches what others' card tables did wrong under fingers."""

import json
import re

from playwright.sync_api import Page, expect

from durak import Phase, State
from tests.browser.conftest import DESKTOP, PHONE, TABLET, OpenContext
from tests.browser.moments import one_attack, opens
from tests.browser.seating import HAND, TABLE, be_guest, make_room, nothing_was_played, seat_people
from tests.browser.touch import Finger
from tests.program import Program
from tests.staged import find_moment


def plays_sent(page: Page) -> list[str]:
    """Collect the actions that a page sends from its next load on, but for the passes it makes by itself."""
    sent: list[str] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["t"] == "play" and not message["action"].endswith(":pass"):
            sent.append(message["action"])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    return sent


# 51: a tap on a strip


def large_hand(state: State) -> bool:
    return state.phase is Phase.DEFENCE and state.defender == 0 and len(state.hands[0]) >= 18


def test_case_51_the_card_whose_strip_is_touched_is_the_one(
    open_context: OpenContext, server: Program
) -> None:
    moment = find_moment("classic", 2, large_hand, taker=0)
    person = seat_people(open_context, server, "classic", moment)[0]
    finger = Finger(person.page)
    strips = person.page.locator(HAND).evaluate_all(
        """nodes => nodes.map((node) => {
          const { left, right, top, bottom } = node.getBoundingClientRect();
          const seen = [];
          for (let y = top + 6; y < bottom; y += 6)
            for (let x = Math.max(0, left); x < Math.min(innerWidth, right); x += 2)
              if (document.elementFromPoint(x, y)?.closest(".card") === node) seen.push([x, y]);
          // The middle of the widest row of what is to be seen of it.
          const rows = Map.groupBy(seen, ([, y]) => y);
          const row = [...rows.values()].sort((a, b) => b.length - a.length)[0] ?? [];
          return [node.dataset.card, row.length * 2, ...(row[Math.floor(row.length / 2)] ?? [0, 0])];
        })"""
    )
    assert len(strips) >= 18
    for card, width, x, y in strips:
        assert width >= 22, f"{card} shows {width} pixels"
        finger.down(x, y)
        expect(person.page.locator("#cards .peek")).to_have_attribute("data-card", card)
        finger.cancel()
    nothing_was_played(person)


# 52 to 54: what a phone makes of fingers


def test_case_52_nothing_scrolls_while_a_card_is_dragged(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", opens)[0]
    page, finger = person.page, Finger(person.page)
    places = "() => [scrollX, scrollY, visualViewport.pageTop, document.getElementById('table').scrollTop]"
    card = person.place(person.hand[2])
    for start in (card, (card[0], card[1] - 110), (180, 330), (180, 4)):
        finger.down(*start)
        finger.slide(start[0], start[1] + 220)
        assert page.evaluate(places) == [0, 0, 0, 0]
        finger.slide(start[0], max(10, start[1] - 220))
        assert page.evaluate(places) == [0, 0, 0, 0]
        finger.cancel()
    assert page.locator(HAND).first.evaluate("node => getComputedStyle(node).touchAction") == "none"
    stops = page.evaluate("getComputedStyle(document.getElementById('table')).overscrollBehaviorY")
    assert stops == "none"
    finger.down(*card)
    finger.slide(card[0], card[1] - 60)
    expect(person.card(person.hand[2])).to_have_class(re.compile("drag"))
    finger.cancel()


def test_case_52_the_log_scrolls_inside_itself(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", opens)[0]
    person.page.locator("#open-log").tap()
    body = person.page.locator("#log .scroll")
    body.wait_for()
    person.page.wait_for_function(
        "() => getComputedStyle(document.querySelector('#log .scroll')).overscrollBehaviorY === 'contain'"
    )
    assert body.evaluate("node => getComputedStyle(node).overflowY") == "auto"


def test_case_53_a_long_press_calls_no_menu_and_selects_nothing(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", opens)[0]
    page, finger = person.page, Finger(person.page)
    page.evaluate(
        """() => {
          window.menus = 0;
          addEventListener("contextmenu", (event) => (window.menus += event.defaultPrevented ? 0 : 1));
        }"""
    )
    for x, y in (person.place(person.hand[0]), (40, 310), (180, 100), (180, 330)):
        finger.tap(x, y, held=1000)
    assert page.evaluate("[window.menus, getSelection().toString()]") == [0, ""]
    nothing_was_played(person)
    looks = page.locator("#table").evaluate(
        "node => [getComputedStyle(node).userSelect, getComputedStyle(node).webkitUserSelect]"
    )
    assert looks == ["none", "none"]
    # And then the card can be dragged as ever.
    card = person.hand[0]
    start = person.place(card)
    finger.drag([start, (start[0], start[1] - 80), (180, 330)])
    expect(person.page.locator(f"{TABLE}[data-card='{card}']")).to_be_visible()


def test_case_54_two_quick_taps_do_not_zoom_and_two_fingers_may(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_attack, devices=[TABLET])[0]
    page, finger = person.page, Finger(person.page)
    for x, y in ((384, 400), (384, 250), person.place(person.hand[0])):
        finger.tap(x, y)
        page.wait_for_timeout(60)
        finger.tap(x, y)
    page.wait_for_timeout(300)
    assert page.evaluate("visualViewport.scale") == 1
    meta = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in meta
    assert "maximum-scale" not in meta
    for selector in ("#table", "#open-menu", "#act .btn"):
        assert (
            page.locator(selector).first.evaluate("node => getComputedStyle(node).touchAction")
            == "manipulation"
        )


# 55: one gesture, one action


def test_case_55_finger_mouse_and_pen_each_do_one_thing(open_context: OpenContext, server: Program) -> None:
    device = {**TABLET, "is_mobile": False}
    person = seat_people(open_context, server, "classic", opens, devices=[device])[0]  # type: ignore[list-item]
    page = person.page
    sent = plays_sent(page)
    page.reload()
    page.locator(HAND).first.wait_for()
    person.rest()
    Finger(page).tap(*person.place(person.hand[0]))
    page.wait_for_timeout(900)
    assert len(sent) == 1
    for person, act in (
        (seat_people(open_context, server, "classic", opens, devices=[DESKTOP])[0], "mouse"),
        (seat_people(open_context, server, "classic", opens, devices=[DESKTOP])[0], "pen"),
    ):
        page, sent = person.page, plays_sent(person.page)
        page.reload()
        page.locator(HAND).first.wait_for()
        person.rest()
        x, y = person.place(person.hand[0])
        cdp = page.context.new_cdp_session(page)
        for kind in ("mousePressed", "mouseReleased"):
            asked = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "pointerType": act}
            cdp.send("Input.dispatchMouseEvent", asked)
        page.wait_for_timeout(900)
        assert len(sent) == 1, act


# 62: never silence


def test_case_62_every_tap_has_an_answer_on_a_slow_and_busy_table(
    open_context: OpenContext, server: Program
) -> None:
    context = open_context(PHONE, reduced_motion="reduce")
    be_guest(context, server, "Anna")
    context.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 300); };"""
    )
    page = context.new_page()
    page.goto(make_room(context, server, "classic", 5))
    page.locator("#deal").tap()
    page.locator(HAND).first.wait_for()
    looks = """() => JSON.stringify([document.getElementById("toast").className,
      document.getElementById("toast").textContent, document.getElementById("status").textContent,
      document.querySelectorAll("#cards [data-zone=hand]").length,
      document.querySelectorAll("[data-target]").length])"""
    silent = 0
    for turn in range(12):
        page.wait_for_timeout(350 + 37 * turn)
        card = page.locator(HAND).nth(turn % max(1, page.locator(HAND).count()))
        box = card.bounding_box() if card.count() else None
        if box is None or page.locator("#result").is_visible():
            break
        page.evaluate("document.getElementById('toast').className = ''")
        before = page.evaluate(looks)
        page.touchscreen.tap(box["x"] + 8, box["y"] + 50)
        page.wait_for_timeout(150)
        silent += page.evaluate(looks) == before
    assert silent == 0
