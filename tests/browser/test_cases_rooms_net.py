"""Catches a page that keeps what was tapped offline, trusts a dead connection, or counts by its own clock."""

import time

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.moments import opens
from tests.browser.seating import HAND, TABLE, be_guest, make_room, seat_people
from tests.browser.touch import Finger
from tests.program import Program


def test_what_is_tapped_offline_is_refused_and_never_played_later(
    open_context: OpenContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED|WebSocket|net::")
    person = seat_people(open_context, server, "classic", opens)[0]
    person.page.context.set_offline(True)
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(person.page.locator("#lamp")).to_contain_text("no network")
    Finger(person.page).tap(*person.place(person.hand[0]))
    expect(person.toast).to_contain_text("No connection.")
    person.page.context.set_offline(False)
    expect(person.page.locator("#lamp")).to_be_hidden()
    person.page.wait_for_timeout(500)
    assert person.page.locator(TABLE).count() == 0
    assert len(person.hand) == 6


def test_case_35_a_page_that_wakes_up_with_a_dead_connection_makes_another(
    open_context: OpenContext, server: Program
) -> None:
    context = open_context(PHONE)
    be_guest(context, server, "Anna")
    link = make_room(context, server, "classic", 3)
    page = context.new_page()
    dead, made = [False], [0]

    def through(route: WebSocketRoute) -> None:
        made[0] += 1
        number, server_side = made[0], route.connect_to_server()
        route.on_message(lambda text: None if dead[0] and number == 1 else server_side.send(text))
        server_side.on_message(lambda text: None if dead[0] and number == 1 else route.send(text))

    page.route_web_socket("**/ws/**", through)
    page.goto(link)
    page.locator("#deal").wait_for()
    dead[0] = True
    begin = time.monotonic()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for _ in range(80):
        if made[0] > 1:
            break
        page.wait_for_timeout(100)
    assert 1.5 < time.monotonic() - begin < 5
    expect(page.locator("#lamp")).to_be_hidden()
    page.locator("#deal").click()
    page.locator(HAND).first.wait_for()


def test_case_36_a_restart_is_called_ours_and_the_game_goes_on(
    open_context: OpenContext, own_server: Program, complaints: Complaints
) -> None:
    complaints.allow("WebSocket|ERR_CONNECTION|net::")
    person = seat_people(open_context, own_server, "classic", opens)[0]
    hand = sorted(person.hand)
    own_server.stop()
    expect(person.page.locator("#lamp")).to_contain_text("We are restarting.")
    own_server.start()
    expect(person.page.locator("#lamp")).to_be_hidden(timeout=30_000)
    assert sorted(person.hand) == hand


def test_case_37_an_old_tab_is_told_to_load_anew_and_does(open_context: OpenContext, server: Program) -> None:
    context = open_context(DESKTOP)
    be_guest(context, server, "Anna")
    link = make_room(context, server, "classic", 3)
    page = context.new_page()
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))

    def older(route: WebSocketRoute) -> None:
        server_side = route.connect_to_server()
        old = len(loads) < 2
        route.on_message(
            lambda text: server_side.send(str(text).replace('"protocol":2', '"protocol":1') if old else text)
        )

    page.route_web_socket("**/ws/**", older)
    page.goto(link)
    expect(page.locator("#deal")).to_be_visible()
    assert loads == [link, link]


@pytest.mark.parametrize("minutes", [3, -3])
def test_case_45_a_clock_counts_as_the_server_does(
    open_context: OpenContext, server: Program, minutes: int
) -> None:
    context = open_context(PHONE)
    context.add_init_script(f"const now = Date.now; Date.now = () => now() + {minutes * 60_000};")
    be_guest(context, server, "Anna")
    asked = {"rules": "classic", "chairs": 2, "bots": "careful", "play_now": False, "turn_seconds": 60}
    answer = context.request.post(f"{server.url}/api/rooms", data=asked, headers={"origin": server.url})
    page = context.new_page()
    page.goto(server.url + str(answer.json()["url"]))
    page.locator("#deal").tap()
    clock = page.locator("#status .clock:not([hidden])")
    while not clock.count():
        page.wait_for_timeout(200)
    begin = time.monotonic()
    progress = "node => node.firstElementChild.getAnimations()[0].effect.getComputedTiming().progress"
    first = clock.evaluate(progress)
    page.wait_for_timeout(3000)
    left = 60 * (1 - clock.evaluate(progress))
    assert abs(left - (60 * (1 - first) - (time.monotonic() - begin))) < 1
    assert left < 60
