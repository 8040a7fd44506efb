"""Catches a game that cannot be played from the link to the result by people at real browsers."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Complaints, OpenContext
from tests.browser.person import Person, come_to_rest, play_some, play_until_over
from tests.program import Program

CALM = {"reduced_motion": "reduce"}


def at_table(page: Page) -> None:
    page.locator("#cards [data-zone=hand]").first.wait_for()


def test_one_tap_from_the_start_page_to_the_cards(phone: BrowserContext, server: Program) -> None:
    person = Person(phone.new_page(), server.url, touches=True)
    person.page.goto(server.url)
    person.press(person.page.locator("#solo"))
    at_table(person.page)
    assert len(person.hand) == 6


def test_two_people_and_two_bots_play_from_the_invite_link_to_the_result_and_again(
    open_context: OpenContext, server: Program
) -> None:
    anna = Person(open_context(DESKTOP, **CALM).new_page(), server.url, touches=False)
    boris = Person(open_context(PHONE, **CALM).new_page(), server.url, touches=True)
    link = anna.open_room()
    anna.page.locator("#chairs > li").nth(1).wait_for()
    anna.page.locator(
        "#options [name=chairs][value='4'] + *, #options label:has([name=chairs][value='4'])"
    ).first.click()
    expect(anna.page.locator("#chairs > li")).to_have_count(4)
    boris.accept(link)
    expect(anna.page.locator("#chairs")).to_contain_text(
        boris.page.locator("#chairs .name").nth(1).inner_text()
    )
    anna.press(anna.page.locator("#deal"))
    for person in (anna, boris):
        at_table(person.page)
        assert len(person.hand) == 6
        assert person.page.locator("#seats > *").count() == 3
    assert not set(anna.hand) & set(boris.hand)
    play_until_over([anna, boris])
    titles = [person.page.locator("#result-title").inner_text() for person in (anna, boris)]
    assert all(titles)
    boris.press(boris.page.locator("#again"))
    for person in (anna, boris):
        expect(person.page.locator("#result")).to_be_hidden()
        at_table(person.page)
    assert anna.page.url == boris.page.url == link


def test_a_reload_in_mid_game_brings_everything_back(open_context: OpenContext, server: Program) -> None:
    person = Person(open_context(PHONE, **CALM).new_page(), server.url, touches=True)
    person.page.goto(server.url)
    person.press(person.page.locator("#solo"))
    at_table(person.page)
    play_some(person, 3)
    # What the table waits for is ours to do, so nothing changes while we look.
    person.page.locator("#cards [data-legal=yes], #act .btn:not([hidden])").first.wait_for()
    before, url = sorted(person.hand), person.page.url
    person.page.reload()
    at_table(person.page)
    assert sorted(person.hand) == before
    assert person.page.url == url
    person.page.goto(server.url)
    expect(person.page.locator(f"a[href='{url.removeprefix(server.url)}']")).to_be_visible()
    play_again = person.page.locator(f"a[href='{url.removeprefix(server.url)}']")
    person.press(play_again)
    at_table(person.page)
    play_until_over([person])


def test_the_server_is_killed_in_mid_game_and_nothing_is_lost(
    open_context: OpenContext, own_server: Program, complaints: Complaints
) -> None:
    """SIGKILL and a new start: the same guest, seat, hand and table are there, and no page was touched."""
    complaints.allow("WebSocket connection|ERR_CONNECTION_REFUSED|net::ERR")
    anna = Person(open_context(DESKTOP, **CALM).new_page(), own_server.url, touches=False)
    boris = Person(open_context(PHONE, **CALM).new_page(), own_server.url, touches=True)
    link = anna.open_room()
    boris.accept(link)
    anna.press(anna.page.locator("#deal"))
    for person in (anna, boris):
        at_table(person.page)
    for _ in range(6):
        for person in (anna, boris):
            person.act()
            person.page.wait_for_timeout(200)
    seen = come_to_rest([anna, boris])
    own_server.kill()
    for person in (anna, boris):
        expect(person.page.locator("#lamp")).to_be_visible()
    own_server.start()
    for person in (anna, boris):
        expect(person.page.locator("#lamp")).to_be_hidden(timeout=30_000)
    assert [(sorted(person.hand), person.table) for person in (anna, boris)] == seen
    play_until_over([anna, boris])


def test_a_dead_link_says_so_and_makes_a_new_room(
    phone: BrowserContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("404")
    person = Person(phone.new_page(), server.url, touches=True)
    person.page.goto(f"{server.url}/r/{'x' * 22}")
    expect(person.page.locator("h1")).to_be_visible()
    person.press(person.page.locator("#friends"))
    person.page.wait_for_url("**/r/*")
    expect(person.page.locator("#deal")).to_be_visible()
