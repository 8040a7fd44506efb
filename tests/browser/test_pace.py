"""Catches a game that runs on without its player's tap, and a tap that lets more happen than one move."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.keys import focused
from tests.browser.person import Person, play_until_over
from tests.browser.seating import be_guest
from tests.program import Program

READY = "#next:not([hidden], [aria-disabled])"
BOTS_SECONDS = 1.2
"""Much longer than a bot would pause here."""


class Sent:
    """What a page has asked for."""

    def __init__(self, page: Page) -> None:
        self._asked: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._keep))

    def _keep(self, text: Any) -> None:
        self._asked.append(json.loads(text)["t"])

    def __getitem__(self, kind: str) -> int:
        return self._asked.count(kind)


def alone(context: BrowserContext, server: Program, pace: str, rules: str = "blitz") -> tuple[Page, Sent]:
    """Be Anna in a fresh game against two bots at this pace."""
    be_guest(context, server, "Anna")
    asked = {"rules": rules, "chairs": 3, "bots": "casual", "play_now": True, "pace": pace}
    answer = context.request.post(f"{server.url}/api/rooms", data=asked, headers={"origin": server.url})
    assert answer.ok, answer.text()
    page = context.new_page()
    sent = Sent(page)
    page.goto(server.url + str(answer.json()["url"]))
    page.locator("#cards [data-zone=hand]").first.wait_for()
    return page, sent


def come_to_next(person: Person, *, rest: bool = True) -> None:
    """Play until a bot waits to be let move."""
    for _ in range(200):
        if person.page.locator(READY).count():
            # Only then it hears.
            person.page.wait_for_timeout(700 if rest else 0)
            if person.page.locator(READY).count():
                return
        if not person.page.locator("#next:not([hidden])").count():
            person.act()
        person.page.wait_for_timeout(100)
    raise AssertionError("no bot ever waits")


def lies(page: Page) -> tuple[str, list[str]]:
    """Return the table and how many cards each bot holds, as they are read out."""
    return page.locator("#tabletext").inner_text(), page.locator("#seats .seat").all_inner_texts()


def test_a_whole_game_by_tap_on_a_phone_to_the_result(phone: BrowserContext, server: Program) -> None:
    page, sent = alone(phone, server, "tap")
    person = Person(page, server.url, touches=True)
    come_to_next(person)
    before = lies(page)
    page.wait_for_timeout(BOTS_SECONDS * 1000)
    assert lies(page) == before, "a bot has moved by itself"
    page.locator(READY).tap()
    # What the bot does then may be a pass, which changes nothing that lies there.
    play_until_over([person])
    expect(page.locator("#result-title")).not_to_be_empty()
    expect(page.locator("#next")).to_be_hidden()
    assert sent["next"] > 5


def test_two_quick_taps_let_one_move_happen(phone: BrowserContext, server: Program) -> None:
    page, sent = alone(phone, server, "tap")
    come_to_next(Person(page, server.url, touches=True))
    asked = sent["next"]
    # By a script: what a slow machine makes of two taps is not quick.
    page.locator("#next").evaluate("button => { button.click(); button.click(); }")
    page.wait_for_timeout(BOTS_SECONDS * 1000)
    assert sent["next"] == asked + 1


def test_by_keys_next_has_the_focus_and_a_key_held_down_is_one_press(
    open_context: OpenContext, server: Program
) -> None:
    page, sent = alone(open_context(DESKTOP), server, "tap")
    person = Person(page, server.url, touches=False)
    come_to_next(person)
    page.locator("#next").focus()
    asked = sent["next"]
    page.keyboard.down("Enter")
    for _ in range(8):
        page.wait_for_timeout(120)
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert sent["next"] == asked + 1
    page.wait_for_function(
        f"() => document.querySelector('{READY}') || document.querySelector('[data-legal=yes]')"
    )
    if page.locator(READY).count():
        assert focused(page) == "Next"
    else:
        assert page.locator("#cards [data-zone=hand]:focus, #act .btn:focus").count() == 1


@pytest.mark.parametrize("turn", ["on", "off"])
def test_the_pace_is_changed_in_the_menu_in_the_middle_of_a_game(
    phone: BrowserContext, server: Program, turn: str
) -> None:
    was, becomes = ("slow", "tap") if turn == "on" else ("tap", "once")
    page, sent = alone(phone, server, was)
    person = Person(page, server.url, touches=True)
    if turn == "off":
        come_to_next(person)
    asked = sent["next"]
    page.locator("#open-menu").tap()
    page.locator("#pace").select_option(becomes)
    page.locator("#menu [data-close]").tap()
    assert sent["options"] == 1
    if turn == "on":
        come_to_next(person)
        return
    expect(page.locator("#next")).to_be_hidden()
    play_until_over([person])
    assert sent["next"] == asked


def test_the_next_game_from_the_start_page_goes_at_the_pace_of_the_last(
    phone: BrowserContext, server: Program
) -> None:
    page, _ = alone(phone, server, "normal")
    page.locator("#open-menu").tap()
    page.locator("#pace").select_option("tap")
    page.goto(server.url)
    page.locator("#solo").tap()
    page.locator("#cards [data-zone=hand]").first.wait_for()
    page.locator("#open-menu").tap()
    expect(page.locator("#pace")).to_have_value("tap")
