"""Catches a table at which there is no place, and a page that does not say so, or leaves nothing to do."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from durak import State
from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.seating import be_guest, guest_at, make_room, seat_people
from tests.browser.test_end import ENDS, act, ending
from tests.program import Program

FULL = "All chairs are taken. As soon as one is free, you can sit down here."


def table_of(open_context: OpenContext, server: Program, names: Sequence[str], **options: Any) -> list[Page]:
    """Return the pages of a table for two at which these people sit, the host first."""
    host = open_context(DESKTOP)
    be_guest(host, server, names[0])
    page = host.new_page()
    page.goto(make_room(host, server, "classic", 2, **options))
    page.locator("#deal").wait_for()
    others = [guest_at(open_context(DESKTOP), server, name, page.url) for name in names[1:]]
    return [page, *others]


def come(context: BrowserContext, link: str) -> Page:
    """Open the link as somebody who has never been here."""
    page = context.new_page()
    page.goto(link)
    return page


def deal(host: Page) -> None:
    host.locator("#deal").click()
    host.locator("#cards [data-zone=hand]").first.wait_for()


def leads_home(page: Page, server: Program) -> None:
    """See that the start page is offered, and follow."""
    page.get_by_role("link", name="Start page").and_(page.locator(":visible")).tap()
    page.wait_for_url(f"{server.url}/")


def test_before_the_deal_it_says_so_and_shows_a_chair_that_gets_free(
    open_context: OpenContext, server: Program
) -> None:
    host, boris = table_of(open_context, server, ("Anna", "Boris"))
    late = come(open_context(PHONE), host.url)
    expect(late.locator("#wait-line")).to_have_text(FULL)
    expect(late.locator("#sit")).to_be_hidden()
    boris.context.close()
    expect(late.locator("#sit"), "his chair may be free soon").to_be_visible()
    late.reload()
    late.locator("#sit").wait_for()


def test_before_the_deal_one_can_go_elsewhere(open_context: OpenContext, server: Program) -> None:
    host, _ = table_of(open_context, server, ("Anna", "Boris"))
    late = come(open_context(PHONE), host.url)
    expect(late.locator("#wait-line")).to_have_text(FULL)
    leads_home(late, server)


def test_a_game_that_may_be_watched_is_and_a_chair_is_waited_for(
    open_context: OpenContext, server: Program
) -> None:
    host, _ = table_of(open_context, server, ("Anna", "Boris"))
    deal(host)
    late = come(open_context(PHONE), host.url)
    expect(late.locator("#watching")).to_be_visible()
    late.locator("#late", has_text="Wait for a chair").tap()
    expect(late.locator("#late")).to_contain_text("You get the next free chair.")


@pytest.mark.parametrize(
    ("names", "offer"), [(("Anna", "Boris"), "Wait for a chair"), (("Anna",), "at the next bout")]
)
def test_at_a_game_that_may_not_be_watched_a_chair_is_waited_for(
    open_context: OpenContext, server: Program, names: Sequence[str], offer: str
) -> None:
    host = table_of(open_context, server, names, watch="none")[0]
    deal(host)
    late = come(open_context(PHONE), host.url)
    expect(late.locator("#wait-line")).to_have_text("They are playing. This table is not open for watching.")
    expect(late.locator("#cards [data-zone]")).to_have_count(0)
    offered = late.locator("#wait #late")
    expect(offered).to_contain_text(offer)
    offered.tap()
    expect(offered).to_contain_text("Do not wait")
    offered.tap()
    expect(offered).to_contain_text(offer)
    leads_home(late, server)


def test_after_the_game_it_says_so(open_context: OpenContext, server: Program) -> None:
    def is_near(state: State) -> bool:
        return ending(state, ENDS["by a cover"]) is not None

    anna, _ = seat_people(open_context, server, "classic", is_near, people=2)
    last = ending(anna.moment.state, ENDS["by a cover"])
    assert last is not None
    act(anna, last)
    anna.page.locator("#result").wait_for()
    late = come(open_context(PHONE), anna.page.url)
    expect(late.locator("#result-line")).to_have_text(FULL)
    expect(late.locator("#enter")).to_be_hidden()
    leads_home(late, server)


def test_whoever_was_sent_away_and_may_not_watch_is_told_and_led_elsewhere(
    open_context: OpenContext, server: Program, complaints: Complaints
) -> None:
    host, boris = table_of(open_context, server, ("Anna", "Boris"))
    host.locator("#chairs button").nth(1).click()
    entry = host.locator("#people li", has_text="Boris")
    entry.locator("details[open]").wait_for()
    entry.get_by_text("May watch when removed").click()
    entry.get_by_role("button", name="Remove").click()
    entry.get_by_role("button", name="Really remove Boris?").click()
    expect(boris.locator("#lamp")).to_contain_text("asked you to leave")
    boris.locator("#lamp button", has_text="Watch").click()
    complaints.allow("403")
    expect(boris.locator("h1")).to_have_text("This table is not open to you")
    assert boris.url == host.url
    boris.get_by_role("button", name="Make a new room").click()
    boris.locator("#deal").wait_for()
    assert boris.url != host.url
