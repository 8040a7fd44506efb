"""Catches one person at two pages who is two players, the wrong one, or none, and a page dragged back."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.seating import HAND, be_guest, guest_at, host_at
from tests.program import Program

YOU = re.compile("^you$")
NAMES = "cards => cards.map(card => card.dataset.card)"


def test_case_26_a_doubled_tab_is_the_same_member_and_one_of_the_two_plays(
    open_context: OpenContext, server: Program
) -> None:
    first = host_at(open_context(DESKTOP), server)
    link = first.url
    first.locator("#deal").wait_for()
    second = first.context.new_page()
    second.goto(link)
    second.locator("#deal").wait_for()
    expect(first.locator("#lamp")).to_contain_text("You are playing elsewhere now.")
    expect(second.locator("#lamp")).to_be_hidden()
    expect(second.locator("#chairs > li.empty")).to_have_count(2)
    first.locator("#deal").click()
    expect(first.locator("#toast.on")).to_be_visible()
    expect(second.locator("#deal")).to_be_visible()
    first.locator("#lamp button").click()
    expect(first.locator("#lamp")).to_be_hidden()
    expect(first.locator("#lamp")).to_have_attribute("data-net", "open")
    expect(second.locator("#lamp")).to_contain_text("You are playing elsewhere now.")
    expect(first.locator("#chairs .line", has_text=YOU)).to_have_count(1)
    first.locator("#deal").click()
    first.locator(HAND).first.wait_for()


def test_case_27_another_browser_is_another_person_and_sees_no_hand(
    open_context: OpenContext, server: Program
) -> None:
    anna = host_at(open_context(DESKTOP), server)
    link = anna.url
    boris = guest_at(open_context(DESKTOP), server, "Boris", link)
    anna.locator("#deal").click()
    boris.locator(HAND).first.wait_for()
    boris.close()
    other = open_context(DESKTOP).new_page()
    other.goto(link)
    expect(other.locator("#late")).to_contain_text("Sit down")
    assert other.locator(HAND).count() == 0
    expect(anna.locator(".seat[data-hand=away]")).to_contain_text("Boris")
    other.locator("#late").click()
    expect(other.locator("#late, #cards [data-zone=hand]").first).not_to_contain_text("Sit down")
    assert "Boris" not in (other.locator("#late").text_content() or "")


def test_case_28_each_comes_back_to_his_own_seat(open_context: OpenContext, server: Program) -> None:
    host, guest = open_context(DESKTOP), open_context(DESKTOP)
    anna = host_at(host, server)
    link = anna.url
    boris = guest_at(guest, server, "Boris", link)
    anna.locator("#deal").click()
    hands = {}
    for name, page in (("Anna", anna), ("Boris", boris)):
        page.locator(HAND).nth(5).wait_for()
        hands[name] = set(page.locator(HAND).evaluate_all(NAMES))
    for page in (anna, boris):
        page.close()
    be_guest(open_context(DESKTOP), server, "Clara")
    again = {"Boris": guest.new_page(), "Anna": host.new_page()}
    for page in again.values():
        page.goto(link)
        page.locator(HAND).first.wait_for()
    for name, page in again.items():
        other = "Boris" if name == "Anna" else "Anna"
        names = page.locator("#seats .name").all_text_contents()
        assert other in names
        assert name not in names
        # Nobody has played for him: what he held he holds, whatever he has drawn since.
        assert hands[name] <= set(page.locator(HAND).evaluate_all(NAMES))


def test_case_33_who_has_left_stays_away_and_makes_another_table(
    open_context: OpenContext, server: Program
) -> None:
    anna = host_at(open_context(DESKTOP), server)
    link = anna.url
    boris = guest_at(open_context(DESKTOP), server, "Boris", link)
    anna.locator("#deal").click()
    boris.locator(HAND).first.wait_for()
    boris.locator("#open-menu").click()
    for _ in range(2):
        boris.locator("#leave").click()
    boris.wait_for_url(server.url + "/")
    boris.context.set_offline(True)
    boris.context.set_offline(False)
    boris.wait_for_timeout(600)
    assert boris.url == server.url + "/"
    assert boris.locator("a.primary").count() == 0
    boris.locator("#friends").click()
    boris.wait_for_url("**/r/*")
    assert boris.url != link
    expect(boris.locator("#deal")).to_be_visible()


def test_a_seat_moves_to_another_device_and_the_old_one_watches(
    open_context: OpenContext, server: Program
) -> None:
    page = host_at(open_context(DESKTOP), server, chairs=2)
    page.locator("#deal").click()
    page.locator(HAND).first.wait_for()
    page.locator("#open-menu").click()
    page.locator("#menu .btn", has_text="another device").click()
    expect(page.locator("#device .code")).not_to_be_empty()
    way = page.locator("#device input").input_value()
    new = open_context(DESKTOP).new_page()
    new.goto(way)
    new.locator(HAND).first.wait_for()
    assert "#" not in new.url
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator(HAND)).to_have_count(0)
