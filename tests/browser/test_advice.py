"""Catches advice that plays, that covers what one plays with, that stays too long, or that nobody hears."""

import pytest
from playwright.sync_api import Locator, Page, expect

from durak import State
from tests.browser.boxes import Box, check, overlap
from tests.browser.conftest import DESKTOP, Device, OpenContext, Size
from tests.browser.keys import hear
from tests.browser.moments import costly, covers, one_attack
from tests.browser.person import Person, play_until_over
from tests.browser.seating import HAND, Seated, is_played, nothing_was_played, seat_people, was_said
from tests.browser.shots import enlarge
from tests.browser.test_axe import check as find_faults
from tests.program import Program

SIZES = [(320, 568), (360, 640), (568, 320), (640, 360), (768, 1024), (1440, 900)]
MARKED = "[data-advised]"
LAMP = "#advise:not([hidden])"


def advised(
    open_context: OpenContext, server: Program, size: tuple[int, int] = (360, 640), **more: object
) -> Seated:
    """Seat Anna where she has to beat a card, in a room with advice."""
    device = Device(viewport=Size(width=size[0], height=size[1]), has_touch=True, is_mobile=True)
    seated: Seated = seat_people(
        open_context,
        server,
        "classic",
        one_attack,
        devices=[device],
        advice=True,
        **more,  # type: ignore[arg-type]  # options of seat_people
    )[0]
    return seated


def panel(page: Page) -> Locator:
    return page.locator("#advice")


def box_of(node: Locator) -> Box:
    box = node.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_lamp_shows_what_to_do_and_covers_nothing_to_play_with(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    person = advised(open_context, server, size)
    page = person.page
    check(page)
    page.locator(LAMP).tap()
    expect(panel(page)).to_be_visible()
    expect(panel(page)).to_contain_text("Durak in ")
    assert 1 <= panel(page).locator("li").count() <= 3
    expect(page.locator(MARKED)).to_have_count(1)
    expect(page.locator(f"{MARKED} .advised .icon")).to_be_visible()
    shown = box_of(panel(page))
    for other in [*page.locator(f"{HAND} > .in").all(), page.locator("#status"), page.locator(LAMP)]:
        assert not overlap(shown, box_of(other))
    for button in page.locator("#act .btn:not([hidden])").all():
        assert not overlap(shown, box_of(button))
    nothing_was_played(person)


@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_there_is_room_for_the_lamp_with_large_text_too(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    person = advised(open_context, server, size)
    enlarge(person.page, 200)
    person.rest()
    check(person.page)
    person.page.locator(LAMP).tap()
    expect(panel(person.page)).to_be_visible()
    for card in person.page.locator(f"{HAND} > .in").all():
        assert not overlap(box_of(panel(person.page)), box_of(card))


def test_advice_goes_with_a_second_press_and_with_its_table(
    open_context: OpenContext, server: Program
) -> None:
    person = advised(open_context, server)
    page, lamp = person.page, person.page.locator(LAMP)
    lamp.tap()
    expect(lamp).to_have_attribute("aria-expanded", "true")
    lamp.tap()
    expect(panel(page)).to_be_hidden()
    expect(page.locator(MARKED)).to_have_count(0)
    expect(lamp).to_have_attribute("aria-expanded", "false")
    lamp.tap()
    expect(panel(page)).to_be_visible()
    card = next(iter(covers(person.moment.state)))
    page.touchscreen.tap(*person.place(card))
    is_played(person, card)
    expect(panel(page)).to_be_hidden()
    expect(page.locator(f"{MARKED}, .advised")).to_have_count(0)


def test_advice_comes_by_a_key_is_said_and_goes_with_escape(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_attack, devices=[DESKTOP], advice=True)[0]
    page = person.page
    page.keyboard.press("h")
    was_said(page, " of 100 games.")
    expect(panel(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    page.keyboard.press("h")
    expect(panel(page)).to_be_visible()
    page.keyboard.press("h")
    expect(panel(page)).to_be_hidden()
    nothing_was_played(person)


def test_where_there_is_no_advice_the_key_says_what_can_be_played(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_attack, devices=[DESKTOP])[0]
    expect(person.page.locator("#advise")).to_be_hidden()
    assert hear(person.page, "h").startswith("You can play ")


def test_the_result_says_how_often_who_was_advised(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "blitz", is_late, advice=True)[0]
    person.page.locator(LAMP).tap()
    expect(panel(person.page)).to_be_visible()
    play_until_over([Person(person.page, server.url, touches=True)])
    rows = person.page.locator("#places li")
    expect(rows.filter(has_text="Anna")).to_contain_text("with 1 hint")
    expect(rows.filter(has_text="hint")).to_have_count(1)


def test_the_panel_and_its_lamp_shut_nobody_out(open_context: OpenContext, server: Program) -> None:
    page = advised(open_context, server).page
    page.locator(LAMP).tap()
    expect(panel(page)).to_be_visible()
    find_faults(page, "advice")


def is_late(state: State) -> bool:
    """Anna has to act, and the end is near."""
    return not state.stock and state.outcome is None and state.defender == 0 and bool(covers(state))


def test_who_wants_to_be_asked_is_asked_at_the_first_tap(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", costly, prefs={"careful": True})[0]
    trump = person.moment.state.trump.value
    card = next(card for card in covers(person.moment.state) if card[1] == trump)
    person.page.reload()
    person.page.locator(HAND).first.wait_for()
    person.page.wait_for_function("() => document.querySelector('#cards [data-legal=yes]')")
    person.rest()
    person.page.touchscreen.tap(*person.place(card))
    expect(person.card(card)).to_have_attribute("data-chosen", "")
    nothing_was_played(person)
