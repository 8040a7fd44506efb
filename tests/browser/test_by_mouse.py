"""Catches a mouse that cannot drag a whole game, or plays what was dropped back."""

import re
import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.moments import after_set, covers, one_attack, opens, two_attacks
from tests.browser.seating import HAND, TABLE, nothing_was_played, seat_people
from tests.program import Program

GAME_SECONDS = 150.0

# A card that can be played, and a place for it: the first target that shows itself while it is dragged.
NEXT_DRAG = """() => {
  const card = document.querySelector("#cards [data-zone=hand][data-legal=yes]");
  const button = [...document.querySelectorAll("#act .btn:not([hidden], [aria-disabled])")].at(-1);
  const node = card ?? button;
  if (!node) return null;
  const { x, y, height } = node.getBoundingClientRect();
  return [x + 12, y + height / 2, Boolean(card)];
}"""
FIRST_PLACE = """() => {
  const node = document.querySelector("#cards [data-zone=table][data-target], .slot[data-target]") ??
    document.getElementById("felt");
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def drag_or_press(page: Page) -> None:
    """Drag one card to where it may lie; where none can be played, press Done or Take."""
    found = page.evaluate(NEXT_DRAG)
    if found is None:
        return
    x, y, is_card = found
    page.mouse.move(x, y)
    page.mouse.down()
    if not is_card:
        page.mouse.up()
        return
    page.mouse.move(x, y - 40)
    page.mouse.move(*page.evaluate(FIRST_PLACE), steps=4)
    page.mouse.up()


def test_a_whole_game_by_dragging_alone(open_context: OpenContext, server: Program) -> None:
    page = open_context(DESKTOP, reduced_motion="reduce").new_page()
    page.goto(server.url)
    page.locator("#solo").click()
    page.locator(HAND).first.wait_for()
    deadline = time.monotonic() + GAME_SECONDS
    while not page.locator("#result").is_visible():
        assert time.monotonic() < deadline, "the game does not end"
        drag_or_press(page)
        page.wait_for_timeout(60)
    expect(page.locator("#result-title")).not_to_be_empty()


def test_a_drop_on_the_card_to_beat_decides_which(open_context: OpenContext, server: Program) -> None:
    moment = after_set("classic", 2, 1, two_attacks)
    person = seat_people(open_context, server, "classic", moment, devices=[DESKTOP])[0]
    card, attacks = next(item for item in covers(moment.state).items() if len(item[1]) == 2)
    mouse = person.page.mouse
    mouse.move(*person.place(card))
    mouse.down()
    mouse.move(*person.place(attacks[1]), steps=6)
    expect(person.card(attacks[1])).to_have_class(re.compile("hot"))
    mouse.up()
    expect(person.page.locator(f"{TABLE}[data-card='{card}']")).to_be_visible()


def test_escape_and_the_way_back_let_a_card_go(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", opens, devices=[DESKTOP])[0]
    mouse, start = person.page.mouse, person.place(person.hand[0])
    mouse.move(*start)
    mouse.down()
    mouse.move(720, 350, steps=6)
    person.page.keyboard.press("Escape")
    mouse.up()
    nothing_was_played(person)
    mouse.move(*start)
    mouse.down()
    mouse.move(720, 350, steps=6)
    mouse.move(*start, steps=6)
    mouse.up()
    nothing_was_played(person)


def test_take_is_a_button_and_never_the_felt(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", one_attack, devices=[DESKTOP])[0]
    for x, y in ((720, 250), (500, 300), person.place(person.moment.state.table[0].attack.text)):
        person.page.mouse.click(x, y)
        person.page.mouse.dblclick(x, y)
    nothing_was_played(person)
    expect(person.status).to_contain_text("Defend")
    assert person.button("take").get_attribute("data-side") == "left"
