"""Catches a full table that stalls, or on which bots of different levels cannot be told apart."""

from playwright.sync_api import Page, expect

from durak.bots import LADDER
from tests.browser.boxes import check
from tests.browser.conftest import PHONE, OpenContext
from tests.browser.person import Person, play_until_over
from tests.program import Program

OPEN_TO_ME = "#cards [data-zone=hand][data-legal=yes], #act .btn:not([hidden], [aria-disabled])"


def test_a_phone_among_five_bots_from_the_start_page_to_the_result(
    open_context: OpenContext, server: Program
) -> None:
    person = Person(open_context(PHONE, reduced_motion="reduce").new_page(), server.url, touches=True)
    page = person.page
    page.goto(server.url)
    person.press(page.locator("#options label", has=page.locator("[name=count][value='5']")))
    page.locator("#bots").select_option("mixed")
    person.press(page.locator("#solo"))
    page.locator("#cards [data-zone=hand]").first.wait_for()
    expect(page.locator("#seats .seat")).to_have_count(5)
    # The sixth level would sit where the person does.
    levels = shown(page, ".avatar", "face")
    assert len(set(levels)) == 5
    assert set(levels) < set(LADDER)
    names = page.locator("#seats .name").all_inner_texts()
    assert len(set(names)) == 5
    page.locator(OPEN_TO_ME).first.wait_for()
    assert check(page)["seat"] >= 5 * 4
    assert told_of_bots(person) == [f"bot, {level.capitalize()}" for level in levels]
    play_until_over([person])
    assert page.locator("#result-title").inner_text()
    places = page.locator("#places > li").all_inner_texts()
    assert len(places) == 6
    assert all(any(name in place for place in places) for name in names)
    assert [place for place in places if "(you)" in place]


def told_of_bots(person: Person) -> list[str]:
    """Return what the list of those at the table says of each bot."""
    page = person.page
    person.press(page.locator("#open-menu"))
    person.press(page.locator("#menu .btn", has_text="At the table"))
    lines = page.locator("#people small", has_text="bot")
    expect(lines).to_have_count(5)
    told = lines.all_inner_texts()
    page.keyboard.press("Escape")
    expect(page.locator("#people")).to_be_hidden()
    return told


def shown(page: Page, part: str, fact: str) -> list[str]:
    """Return a fact of this part of every seat, as its page has it."""
    found: list[str] = page.locator(f"#seats {part}").evaluate_all(
        "(nodes, fact) => nodes.map((node) => node.dataset[fact])", fact
    )
    return found
