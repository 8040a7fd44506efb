"""Catches cards that fly as they should not, or are disturbed on their way."""

import json

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.moments import opens
from tests.browser.person import play_some
from tests.browser.seating import HAND, nothing_was_played, seat_people
from tests.browser.watching import CHANGE, POSES, WATCH, flights, open_table, rest, until
from tests.program import Program

LENGTHS = {200, 240, 280, 340, 360}
"""Milliseconds of the flights of cards, at the usual speed."""


@pytest.mark.parametrize(("speed", "factor"), [("slow", 1.5), ("normal", 1), ("fast", 0.6)])
def test_cards_fly_at_the_chosen_speed_whatever_the_device_asks(
    open_context: OpenContext, server: Program, speed: str, factor: float
) -> None:
    person = open_table(open_context(PHONE, reduced_motion="reduce"), server, {"speed": speed})
    play_some(person, 2)
    seen = [flight for flight in flights(person.page) if flight["what"].startswith("card")]
    assert len(seen) > 5
    assert {round(flight["duration"] / factor) for flight in seen} <= LENGTHS


@pytest.mark.parametrize("how", [{"speed": "off"}, {}], ids=["off", "as the device asks"])
def test_stillness(open_context: OpenContext, server: Program, how: dict[str, str]) -> None:
    asks = {} if how else {"reduced_motion": "reduce"}
    person = open_table(open_context(PHONE, **asks), server, how)
    play_some(person, 3)
    assert flights(person.page) == []
    slowest = person.page.evaluate(
        """Math.max(...[...document.querySelectorAll("#table *")].flatMap((node) =>
          getComputedStyle(node).transitionDuration.split(",").map(parseFloat)))"""
    )
    assert slowest <= 0.001


def test_a_speed_is_shown_when_it_is_chosen(phone: BrowserContext, server: Program) -> None:
    phone.add_init_script(WATCH)
    page = phone.new_page()
    page.goto(server.url)
    page.locator("#open-settings").tap()
    for speed, length in (("slow", 420), ("fast", 168)):
        page.evaluate("window.flights.length = 0")
        page.locator(f"#settings label:has([value={speed}])").tap()
        until(page, "window.flights.length === 6")
        assert {round(flight["duration"]) for flight in flights(page)} == {length}
    page.evaluate("window.flights.length = 0")
    page.locator("#settings label:has([value=off])").tap()
    expect(page.locator("html")).to_have_attribute("data-speed", "off")
    assert flights(page) == []


def test_flights_end_where_the_card_is_already_written_to_be(
    open_context: OpenContext, server: Program
) -> None:
    person = open_table(open_context(PHONE), server, {"speed": "fast"})
    play_some(person, 6)
    rest(person.page)
    seen = flights(person.page)
    assert len(seen) > 15
    for flight in seen:
        assert flight["fill"] in {"auto", "backwards"}
        assert all(flight["frames"]), "nothing but the transform is animated"
        if flight["what"].startswith("card"):
            assert flight["style"]
            assert person.page.evaluate(
                "([a, b]) => new DOMMatrix(a).toString() === new DOMMatrix(b).toString()",
                [flight["style"], flight["frames"][-1]],
            )


def test_nothing_flies_on_a_page_that_nobody_sees(open_context: OpenContext, server: Program) -> None:
    person = open_table(open_context(PHONE), server, {"speed": "slow"})
    page = person.page
    page.evaluate("goAway(true)")
    page.evaluate("window.flights.length = 0")
    play_some(person, 4)
    assert flights(page) == []
    # What was missed is not played later: as long as nothing new comes, nothing flies.
    page.evaluate(CHANGE, {"autoPass": False})
    for _ in range(20):
        page.evaluate("goAway(true); window.flights.length = 0")
        page.wait_for_timeout(700)
        before = (person.table, person.hand)
        page.evaluate("goAway(false)")
        page.wait_for_timeout(400)
        if (person.table, person.hand) == before:
            break
    assert flights(page) == []


def test_changed_settings_leave_what_flies_alone(open_context: OpenContext, server: Program) -> None:
    context = open_context(PHONE)
    changes = {"theme": "light", "deck": "4", "back": "plain", "sound": False, "speed": "fast"}
    context.add_init_script(f"window.onflight = (n) => n === 6 && ({CHANGE})({json.dumps(changes)})")
    # Among several bots so much may happen meanwhile that the page catches up without a film.
    page = open_table(context, server, {"speed": "slow", "bots": 1}).page
    expect(page.locator("html")).to_have_attribute("data-deck", "4")
    rest(page)
    assert not any("cancelled" in flight for flight in flights(page) if flight["what"].startswith("card"))


def test_changed_settings_leave_a_dragged_card_at_the_pointer(
    open_context: OpenContext, server: Program
) -> None:
    prefs = {"speed": "fast"}
    person = seat_people(open_context, server, "classic", opens, devices=[DESKTOP], prefs=prefs)[0]
    page = person.page
    rest(page)
    card = page.locator(HAND).first
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 12, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 10, steps=4)
    dragged = page.locator(".card.drag")
    expect(dragged).to_have_count(1)
    before = dragged.bounding_box()
    page.evaluate(CHANGE, {"order": "rank", "indices": "large", "theme": "light"})
    page.wait_for_timeout(300)
    after = dragged.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["x"] - after["x"]) < 1
    assert abs(before["y"] - after["y"]) < 1
    page.mouse.move(box["x"] + 12, box["y"] + 60, steps=3)
    page.mouse.up()
    rest(page)
    nothing_was_played(person)
    places = page.evaluate(POSES)
    assert [x for _, x, _ in places] == sorted(x for _, x, _ in places), "each card lies where it is read"
