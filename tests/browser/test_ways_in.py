"""Catches an old link that ends in nothing, a seat lost in a messenger's browser, and somebody met again."""

import os
import sqlite3
import subprocess
import sys

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.seating import be_guest, guest_at, host_at, make_room
from tests.program import ROOT, Program

MESSENGER = (
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Instagram 350.0"
)


def test_an_old_link_says_what_it_was_and_makes_the_same_table_again(
    open_context: OpenContext, own_server: Program, complaints: Complaints
) -> None:
    complaints.allow("410")
    context = open_context(PHONE)
    be_guest(context, own_server, "Anna")
    link = make_room(context, own_server, "blitz", 4)
    own_server.stop()
    with sqlite3.connect(own_server.database) as database:
        database.execute("UPDATE rooms SET changed_at = 0")
    own_server.start()
    page = open_context(PHONE).new_page()
    page.goto(link)
    expect(page.locator(".lead")).to_contain_text("Blitz, 4 chairs.")
    page.locator("#again").tap()
    page.locator("#deal").wait_for()
    assert page.url == link
    expect(page.locator("#rulesname")).to_have_text("Blitz")
    expect(page.locator("#chairs > li")).to_have_count(4)


def test_a_messengers_browser_lets_the_seat_come_along(open_context: OpenContext, server: Program) -> None:
    host = open_context(DESKTOP)
    be_guest(host, server, "Anna")
    link = make_room(host, server, "classic", 3)
    inside = open_context(PHONE, user_agent=MESSENGER, permissions=["clipboard-read", "clipboard-write"])
    page = guest_at(inside, server, "Boris", link)
    page.locator("#inapp button").tap()
    expect(page.locator("#inapp button")).to_contain_text("Copied.")
    way = page.evaluate("navigator.clipboard.readText()")
    assert way.startswith(f"{link}#")
    page.close()
    outside = open_context(PHONE).new_page()
    outside.goto(way)
    expect(outside.locator("#chairs > li", has_text="Boris")).to_contain_text("you")
    assert "#" not in outside.url
    other = open_context(PHONE).new_page()
    other.goto(link)
    other.locator("#sit").wait_for()
    assert not other.locator("#inapp").count(), "an ordinary browser remembers its guests"


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_link_that_makes_one_somebody_else_asks_first(
    open_context: OpenContext, server: Program, goes_on: bool
) -> None:
    """Anybody can send such a link; whoever follows it would have lost his own seats without a word."""
    anna, boris = open_context(DESKTOP), open_context(DESKTOP)
    be_guest(anna, server, "Anna")
    be_guest(boris, server, "Boris")
    link = make_room(anna, server, "classic", 3)
    offered = anna.request.post(f"{server.url}/api/device", data={}, headers={"origin": server.url}).json()
    page, asked = boris.new_page(), list[str]()

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept() if goes_on else dialog.dismiss()

    page.on("dialog", answer)
    page.goto(f"{link}#device={offered['code']}")
    chair = page.locator("#chairs > li", has_text="Anna")
    if goes_on:
        expect(chair).to_contain_text("you")
    else:
        page.locator("#sit").wait_for()
        expect(chair).not_to_contain_text("you")
    assert "#" not in page.url
    assert ["You are Boris here." in words for words in asked] == [True]


def test_who_is_blocked_is_not_met_again_and_who_is_reported_is_shown_to_the_servers_host(
    open_context: OpenContext, server: Program
) -> None:
    anna, boris = open_context(DESKTOP), open_context(DESKTOP)
    host = host_at(anna, server)
    guest_at(boris, server, "Boris", host.url)
    host.locator("#chairs li", has_text="Boris").locator("button").first.click()
    about = host.locator("#people details[open]")
    about.get_by_role("button", name="Block").click()
    about.get_by_role("button", name="Never sit together again?").click()
    expect(host.locator("#people .hint[role=status]")).to_contain_text("never sit with Boris again")
    about.get_by_role("button", name="Report").click()
    about.get_by_role("button", name="Send").click()
    expect(host.locator("#people .hint[role=status]")).to_contain_text("Somebody will look at it.")
    assert "Rude words" in reports(server)
    elsewhere = boris.new_page()
    elsewhere.goto(make_room(anna, server, "classic", 3))
    elsewhere.locator("#sit").click()
    expect(toast(elsewhere)).not_to_be_empty()
    expect(elsewhere.locator("#chairs > li", has_text="Boris")).to_have_count(0)


def toast(page: Page) -> Locator:
    return page.locator("#toast")


def reports(server: Program) -> str:
    """Return what the host of the server is shown."""
    command = (sys.executable, "-m", "web.cli", "reports")
    environment = {**os.environ, "DURAK_DATABASE_URL": f"sqlite:///{server.database}"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout
