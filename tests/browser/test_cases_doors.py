"""Catches what others' card tables did wrong at doors and in what they showed: seats, counts, turns."""

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
from tests.browser.moments import covers, opens
from tests.browser.seating import HAND, TABLE, Seated, actions_of, be_guest, make_room, seat_people
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
    open_context: OpenContext, own_server: Program, complaints: Complaints
) -> None:
    complaints.allow("WebSocket|ERR_ABORTED|net::")
    context = open_context(PHONE)
    be_guest(context, own_server, "Anna")
    link = make_room(context, own_server, "classic", 3)
    page = context.new_page()
    page.goto(own_server.url)
    for _ in range(5):
        page.goto(link, wait_until="commit")
        go_back(page, link, f"{own_server.url}/")
    page.goto(link)
    page.locator("#deal").wait_for()
    expect(page.locator("#chairs .line", has_text=re.compile("^you$"))).to_have_count(1)
    expect(page.locator("#chairs > li.empty")).to_have_count(2)
    # Whatever is not a socket is closed when nothing has been asked for a while.
    assert settles(own_server, 1), "a page that is gone has left its socket open"
    page.close()
    assert settles(own_server, 0)


def go_back(page: Page, here: str, there: str) -> None:
    """Go back as soon as the present page has come.

    While the browser swaps pages, Playwright's own `go_back` may be told that there is no active page, and
    what is evaluated may meet the page before, or be evaluated again. A page that knows its address knows its
    history, and goes back only once. And what is opened before the browser has noted that it is back passes
    for a reload of the page that was left, and takes the place of the one returned to.
    """
    back = "here => location.href === here && Boolean(window.goes ??= setTimeout(() => history.back()))"
    while not page.evaluate(back, here):
        page.wait_for_timeout(5)
    page.wait_for_url(there, wait_until="load")


def settles(server: Program, count: int, seconds: float = 20) -> bool:
    """Whether there come to be so many connections to the server, and stay."""
    deadline = time.monotonic() + seconds
    while connections(server) != count:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    time.sleep(0.3)
    return connections(server) == count


def connections(server: Program) -> int:
    """Count the established connections to the server."""
    port = f":{server.port:04X}"
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return sum(remote.endswith(port) and state == "01" for _, _, remote, state, *_ in fields)


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
