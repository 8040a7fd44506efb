"""Catches a hand that cannot be laid as its owner wants it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.moments import opens
from tests.browser.seating import HAND, nothing_was_played, seat_people
from tests.browser.touch import Finger
from tests.browser.watching import CHANGE, POSES, rest, until
from tests.program import Program

ORDER = f"[...document.querySelectorAll('{HAND}')].map((card) => card.dataset.card).join(' ')"


@pytest.mark.parametrize("touches", [True, False], ids=["finger", "mouse"])
def test_a_card_is_laid_elsewhere_in_the_hand_and_nothing_is_played(
    open_context: OpenContext, server: Program, touches: bool
) -> None:
    device, prefs = PHONE if touches else DESKTOP, {"speed": "fast", "order": "hand"}
    person = seat_people(open_context, server, "classic", opens, devices=[device], prefs=prefs)[0]
    page = person.page
    rest(page)
    before = person.hand
    start, end = (page.evaluate(POSES)[i] for i in (0, 3))
    slot = page.locator(HAND).first.bounding_box()
    assert slot is not None
    x0, y0 = start[1] + 10, start[2] + 30
    x1, y1 = end[1] + slot["width"] / 2, y0
    way = [(x0, y0 - 40), ((x0 + x1) / 2, y0 - 30), (x1, y1 - 10), (x1, y1)]
    if touches:
        finger = Finger(page)
        finger.down(x0, y0)
        for place in way:
            finger.move(*place)
            page.wait_for_timeout(40)
        finger.up()
    else:
        page.mouse.move(x0, y0)
        page.mouse.down()
        for x, y in way:
            page.mouse.move(x, y)
            page.wait_for_timeout(40)
        page.mouse.up()
    rest(page)
    after = person.hand
    nothing_was_played(person)
    assert after == [*before[1:4], before[0], *before[4:]]
    page.reload()
    page.locator(HAND).first.wait_for()
    page.wait_for_timeout(200)
    assert person.hand == after, "the tab remembers it"


def test_a_card_is_laid_elsewhere_by_keys(open_context: OpenContext, server: Program) -> None:
    device, prefs = DESKTOP, {"speed": "off", "order": "hand"}
    person = seat_people(open_context, server, "classic", opens, devices=[device], prefs=prefs)[0]
    page = person.page
    before = person.hand
    page.locator(HAND).nth(1).focus()
    page.keyboard.press("Shift+ArrowRight")
    moved = [before[0], before[2], before[1], *before[3:]]
    until(page, f"{ORDER} === '{' '.join(moved)}'")
    expect(page.locator(f"[data-card='{before[1]}']")).to_be_focused()
    expect(page.locator("#say")).to_contain_text("place 3 of 6")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
    moved = [before[1], before[0], *before[2:]]
    until(page, f"{ORDER} === '{' '.join(moved)}'")
    expect(page.locator(f"[data-card='{before[1]}']")).to_be_focused()
    page.evaluate(CHANGE, {"order": "suit"})
    sorted_hand = person.hand
    page.locator(HAND).nth(1).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(HAND).nth(2)).to_be_focused()
    assert person.hand == sorted_hand, "under another order the arrow only moves the focus"
