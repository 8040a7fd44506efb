"""Catches what others' card tables did wrong under fingers, at doors and in what they showed."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from durak import Phase, State
from tests.browser.conftest import DESKTOP, PHONE, TABLET, Complaints, OpenContext
from tests.browser.seating import HAND, TABLE, Seated, actions_of, be_guest, make_room, seat_people
from tests.browser.test_by_touch import (
    covers,
    nothing_was_played,
    one_attack,
    opens,
)
from tests.browser.touch import Finger
from tests.program import Program
from tests.staged import find_moment


def last_view(page: Page) -> Callable[[], dict[str, Any]]:
    """Listen to what the server sends to a page, and return what it said last of the game."""
    views: list[dict[str, Any]] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["t"] == "view":
            views.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return lambda: views[-1]


def plays_sent(page: Page) -> list[str]:
    """Collect the actions that a page sends from its next load on."""
    sent: list[str] = []

    def hear(text: str | bytes) -> None:
        message = json.loads(text)
        if message["t"] == "play":
            sent.append(message["action"])

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    return sent


# 38: the browser's own idea of the rules


def has_two(state: State) -> bool:
    twos = [card for card in state.hands[0] if card.rank.letter == "2" and card.suit != state.trump]
    return state.phase is Phase.OPEN and state.main == 0 and bool(twos)


def beats_with_two(state: State) -> bool:
    """Anna defends against one card that is not a trump, and holds the two of trumps."""
    if state.phase is not Phase.DEFENCE or state.defender != 0 or len(state.table) != 1:
        return False
    return f"2{state.trump.value}" in covers(state)


def test_case_38_small_cards_of_the_whole_deck_are_drawn_sorted_and_played(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "D52", has_two)[0]
    state = person.moment.state
    two = next(c.text for c in state.hands[0] if c.rank.letter == "2" and c.suit != state.trump)
    expect(person.card(two).locator(".index b").first).to_have_attribute("data-index", "2")
    same = [card for card in person.hand if card[1] == two[1]]
    assert same[0] == two
    Finger(person.page).tap(*person.place(two))
    expect(person.page.locator(f"{TABLE}[data-card='{two}']")).to_be_visible()


def test_case_38_the_two_of_trumps_beats_what_the_server_says(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "D52", beats_with_two)[0]
    two = f"2{person.moment.state.trump.value}"
    legal = person.page.locator(f"{HAND}[data-legal=yes]").evaluate_all(
        "nodes => nodes.map(node => node.dataset.card)"
    )
    assert sorted(legal) == sorted(covers(person.moment.state))
    Finger(person.page).tap(*person.place(two))
    expect(person.page.locator(f"{TABLE}[data-card='{two}']")).to_be_visible()


# 41: seats and counts


@pytest.mark.parametrize("chairs", [2, 3, 4, 5, 6])
def test_case_41_every_seat_once_and_the_counts_are_the_servers(
    open_context: OpenContext, server: Program, chairs: int
) -> None:
    context = open_context(TABLET, reduced_motion="reduce")
    be_guest(context, server, "Anna")
    page = context.new_page()
    view = last_view(page)
    page.goto(make_room(context, server, "classic", chairs))
    page.locator("#deal").tap()
    page.locator(HAND).first.wait_for()
    for turn in range(4):
        page.wait_for_timeout(300)
        agrees(page, view)
        Seated(page, 0, find_moment("classic", 2, opens)).rest()
        card = page.locator(f"{HAND}[data-legal=yes]").first
        button = page.locator("#act .btn:not([hidden], [aria-disabled])").first
        if card.count():
            box = card.bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + 8, box["y"] + 50)
        elif button.count():
            button.evaluate("node => node.click()")
        if turn == 2:
            page.reload()
            page.locator(HAND).first.wait_for()
    assert page.locator("#seats [data-seat]").count() == chairs - 1


def agrees(page: Page, view: Callable[[], dict[str, Any]]) -> None:
    """Wait until the page shows each other seat once, with the count that the server told last."""
    shown, counts = [], []
    for _ in range(40):
        counts = view()["game"]["counts"]
        shown = page.locator("#seats [data-seat]").evaluate_all(
            "nodes => nodes.map(node => [node.dataset.seat, node.querySelector('.count').textContent])"
        )
        if {int(seat): int(count) for seat, count in shown} == dict(enumerate(counts[1:], start=1)):
            assert len(shown) == len(counts) - 1
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{shown} is not {counts}")


# 44 and 50: two sockets, two seats


def test_case_44_sitting_down_twice_takes_one_chair(open_context: OpenContext, server: Program) -> None:
    host = open_context(DESKTOP)
    be_guest(host, server, "Anna")
    link = make_room(host, server, "classic", 4)
    page = open_context(DESKTOP).new_page()
    page.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 500); };"""
    )
    page.goto(link)
    page.locator("#sit").wait_for()
    page.locator("#sit").dblclick()
    page.keyboard.press("Enter")
    page.locator("#wait").wait_for()
    page.wait_for_timeout(1500)
    taken = page.locator("#chairs > li:not(.empty) .name")
    expect(taken).to_have_count(2)
    expect(page.locator("#chairs .line", has_text=re.compile("^you$"))).to_have_count(1)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="sockets are counted as Linux shows them")
def test_case_50_back_and_forth_leaves_one_member_and_one_socket(
    open_context: OpenContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("WebSocket|ERR_ABORTED|net::")
    context = open_context(PHONE)
    be_guest(context, server, "Anna")
    link = make_room(context, server, "classic", 3)
    page = context.new_page()
    page.goto(server.url)
    for _ in range(5):
        page.goto(link, wait_until="commit")
        page.go_back(wait_until="commit")
    page.goto(link)
    page.locator("#deal").wait_for()
    page.wait_for_timeout(800)
    expect(page.locator("#chairs .line", has_text=re.compile("^you$"))).to_have_count(1)
    expect(page.locator("#chairs > li.empty")).to_have_count(2)
    before = connections(server)
    page.close()
    for _ in range(20):
        if connections(server) < before:
            break
        time.sleep(0.1)
    time.sleep(0.3)
    assert before - connections(server) == 1, "a page that is gone has left its socket open"


def connections(server: Program) -> int:
    """Count the established connections to the server; those for plain requests outlive their page."""
    port = f":{server.port:04X}"
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return sum(remote.endswith(port) and state == "01" for _, _, remote, state, *_ in fields)


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


# 60 and 61: whose turn, in which order


def may_add(state: State) -> bool:
    """Boris defends against Anna, and Clara has something to add."""
    if state.phase is not Phase.DEFENCE or (state.main, state.defender) != (0, 1):
        return False
    return any(":A:" in action for action in actions_of(state, 2)) and not any(
        ":A:" in action for action in actions_of(state, 0)
    )


def test_case_60_only_whom_the_table_waits_for_is_called(open_context: OpenContext, server: Program) -> None:
    anna, boris, clara = seat_people(open_context, server, "classic", may_add, chairs=3, people=3)
    expect(boris.status).to_contain_text("Defend")
    expect(anna.status).to_contain_text("Boris defends")
    expect(clara.status).to_contain_text("You may add")
    for one, title in ((anna, "Durak"), (boris, "● Your turn"), (clara, "Durak")):
        expect(one.page).to_have_title(title)
    boris.button("take").tap()
    expect(boris.status).to_contain_text("You take the cards")
    expect(boris.page).to_have_title("Durak")
    expect(clara.page).to_have_title("● Your turn")
    clara.page.reload()
    expect(clara.status).to_contain_text("Boris takes")
    expect(clara.page).to_have_title("● Your turn")


def test_case_61_all_see_the_same_circle(open_context: OpenContext, server: Program) -> None:
    people = seat_people(open_context, server, "classic", opens, chairs=5, people=3)
    for person in people:
        seats = person.page.locator("#seats [data-seat]").evaluate_all(
            "nodes => nodes.map(node => [Number(node.dataset.seat), node.getBoundingClientRect().x])"
        )
        assert [seat for seat, _ in seats] == [(person.seat + i) % 5 for i in range(1, 5)]
        assert [x for _, x in seats] == sorted(x for _, x in seats)
        expect(person.page.locator(".seat[data-role=defender]")).to_have_count(int(person.seat != 1))


# 63: the end


def one_card_from_the_end(state: State) -> bool:
    """Anna covers the last attack card with her last but one, or goes out, and the game is over."""
    return (
        state.phase is Phase.DEFENCE and state.defender == 0 and not state.stock and len(state.hands[0]) <= 2
    )


def test_case_63_the_last_table_stays_and_a_reload_shows_the_same_end(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_card_from_the_end)[0]
    page = person.page
    for _ in range(60):
        if page.locator("#result").is_visible():
            break
        target = page.locator(f"{HAND}[data-legal=yes]").first
        button = page.locator("#act .btn:not([hidden], [aria-disabled])").first
        if target.count():
            box = target.bounding_box()
            assert box is not None
            page.touchscreen.tap(box["x"] + 10, box["y"] + 40)
            chosen = page.locator("#cards [data-target]").first
            if chosen.count():
                chosen.tap()
        elif button.count():
            button.evaluate("node => node.click()")
        page.wait_for_timeout(250)
    title = page.locator("#result-title").inner_text()
    places = page.locator("#places").inner_text()
    cards = page.locator("#cards [data-card]").evaluate_all("nodes => nodes.map(node => node.dataset.card)")
    assert len(cards) == len(set(cards))
    page.reload()
    expect(page.locator("#result-title")).to_have_text(title)
    assert page.locator("#places").inner_text() == places
