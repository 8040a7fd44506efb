"""Catches what other tables did wrong on screens: notches, turning, full tables, dialogs, long names."""

import re
import time
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from durak import Phase, State
from tests.browser.conftest import Device, OpenContext
from tests.browser.moments import one_attack, opens
from tests.browser.seating import (
    HAND,
    TABLE,
    actions_of,
    be_guest,
    make_room,
    nothing_was_played,
    seat_people,
)
from tests.browser.touch import Finger
from tests.program import Program
from tests.staged import find_moment, stage_now


def small(width: int, height: int) -> Device:
    size = {"width": width, "height": height}
    return cast(Device, {"viewport": size, "device_scale_factor": 2, "has_touch": True, "is_mobile": True})


# Name, left, top, right, bottom.
Tapped = tuple[str, float, float, float, float]

# All that can be tapped, by name; of a card what is to be seen of it.
TAPPED = """() => [...document.querySelectorAll("#bar button, #act button, #cards [data-zone=hand]")]
  .filter((node) => node.checkVisibility({ checkVisibilityCSS: true }))
  .map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [node.id || node.dataset.button || node.dataset.card, left, top, right, bottom];
  })"""


def within(page: Page, left: float, top: float, right: float, bottom: float) -> None:
    """See that all that can be tapped comes to lie within; of a card at least the upper half."""
    deadline = time.monotonic() + 5
    while outside(page, left, top, right, bottom) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert outside(page, left, top, right, bottom) == []


def outside(page: Page, left: float, top: float, right: float, bottom: float) -> list[Tapped]:
    """Return what does not lie within, with its edges."""
    found: list[Tapped] = page.evaluate(TAPPED)
    assert len(found) > 3
    return [
        (name, x0, y0, x1, y1)
        for name, x0, y0, x1, y1 in found
        if x0 < left - 3 or y0 < top - 1 or x1 > right + 3 or foot(name, y0, y1) > bottom + 1
    ]


def foot(name: str, y0: float, y1: float) -> float:
    return (y0 + y1) / 2 if re.fullmatch("[2-9TJQKA][SHDC]", name) else y1


# 56


@pytest.mark.parametrize(
    ("width", "height", "insets"),
    [
        (390, 844, {"top": 47, "bottom": 34, "left": 0, "right": 0}),
        (844, 390, {"top": 0, "bottom": 21, "left": 47, "right": 47}),
    ],
    ids=["upright", "lying"],
)
def test_case_56_notch_and_home_bar_cover_nothing(
    open_context: OpenContext, server: Program, width: int, height: int, insets: dict[str, int]
) -> None:
    person = seat_people(open_context, server, "classic", one_attack, devices=[small(width, height)])[0]
    page = person.page
    assert "viewport-fit=cover" in (page.locator("meta[name=viewport]").get_attribute("content") or "")
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    # A notch comes with a turn of the phone, which tells the page.
    page.set_viewport_size({"width": width, "height": height - 1})
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(400)
    within(page, insets["left"], insets["top"], width - insets["right"], height - insets["bottom"])


# 57


def test_case_57_the_table_follows_every_turn_of_the_phone(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", opens)[0]
    page, finger = person.page, Finger(person.page)
    hand = person.hand
    for width, height in ((640, 360), (360, 640), (640, 360), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        within(page, 0, 0, width, height)
    # Turned in the middle of a drag.
    finger.down(*person.place(hand[1]))
    finger.slide(180, 330)
    page.set_viewport_size({"width": 640, "height": 360})
    page.wait_for_timeout(250)
    finger.cancel()
    page.wait_for_timeout(300)
    within(page, 0, 0, 640, 360)
    nothing_was_played(person)
    # With a dialog open, and with a card that waits for its answer.
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#open-menu").tap()
    page.set_viewport_size({"width": 640, "height": 360})
    page.keyboard.press("Escape")
    page.wait_for_timeout(250)
    within(page, 0, 0, 640, 360)
    assert person.hand == hand


# 58


def full_table(state: State) -> bool:
    """Boris takes, much lies on the table, and Anna has something to add."""
    return (
        state.phase is Phase.TAKING
        and state.defender == 1
        and len(state.table) >= 5
        and any(":A:" in action for action in actions_of(state, 0))
    )


@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("locale", ["en-US", "de-DE", "ru-RU"])
def test_case_58_the_buttons_stay_when_the_table_is_full(
    open_context: OpenContext, server: Program, size: tuple[int, int], locale: str
) -> None:
    person = seat_people(
        open_context,
        server,
        "classic",
        full_table,
        chairs=3,
        devices=[small(*size)],
        prefs={"autoPass": False},
        still=30,
        locale=locale,
    )[0]
    button = person.button("pass")
    within(person.page, 0, 0, *size)
    overflow = button.evaluate(
        "node => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]"
    )
    assert max(overflow) <= 0
    box = button.bounding_box()
    assert box is not None
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = "at => document.elementFromPoint(...at)?.closest('.btn')?.dataset.button"
    assert person.page.evaluate(hit, at) == "pass"
    card = next(action[-2:] for action in person.actions if ":A:" in action)
    person.rest()
    Finger(person.page).tap(*person.place(card))
    expect(person.page.locator(f"{TABLE}[data-card='{card}']")).to_be_visible()


# 59


@pytest.mark.parametrize("size", [(320, 480), (568, 320)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", [16, 32], ids=["text 100", "text 200"])
def test_case_59_every_dialog_can_be_closed(
    open_context: OpenContext, server: Program, size: tuple[int, int], text: int
) -> None:
    person = seat_people(open_context, server, "classic", opens, devices=[small(*size)])[0]
    page = person.page
    page.evaluate("size => (document.documentElement.style.fontSize = size + 'px')", text)
    page.wait_for_timeout(300)
    for name, openers in (
        ("menu", ["#open-menu"]),
        ("log", ["#open-menu", "#menu-log"]),
        ("inviting", ["#open-invite"]),
    ):
        dialog = page.locator(f"dialog#{name}")
        for how in ("cross", "escape", "outside"):
            for opener in openers:
                page.locator(opener).tap()
            dialog.locator("[data-close]").wait_for()
            page.wait_for_timeout(150)
            if how == "cross":
                cross = dialog.locator("[data-close]")
                box = cross.bounding_box()
                assert box is not None
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= size[0]
                dialog.locator(".scroll").first.evaluate("node => node.scrollTo(0, 9999)")
                cross.tap()
            elif how == "escape":
                page.keyboard.press("Escape")
            else:
                page.touchscreen.tap(2, 2)
            expect(dialog).to_be_hidden()
        assert page.evaluate("document.activeElement.id") == openers[0][1:]


# 64


LONG = ["W" * 20, "Wilhelminagroßmutter", "👩‍👩‍👧‍👦🎉🎊🎈", "محمد عبد الرحمن", "Константин Васильев"]


@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_case_64_five_others_with_long_names_fit_and_tell_all(
    open_context: OpenContext, server: Program, size: tuple[int, int]
) -> None:
    context = open_context(small(*size), reduced_motion="reduce")
    be_guest(context, server, "Anna")
    link = make_room(context, server, "classic", 6)
    moment = find_moment("classic", 6, opens)
    stage_now(server.database, link.rpartition("/")[2], moment, names=LONG)
    page = context.new_page()
    page.goto(link)
    page.locator(HAND).first.wait_for()
    page.wait_for_timeout(400)
    seats = page.locator("#seats [data-seat]")
    expect(seats).to_have_count(5)
    for seat, name in zip(seats.all(), LONG, strict=True):
        for part in (".avatar", ".count", ".name"):
            box = seat.locator(part).bounding_box()
            assert box is not None, (name, part)
            assert box["x"] >= -1, (name, part)
            assert box["y"] >= -1, (name, part)
            assert box["x"] + box["width"] <= size[0] + 1, (name, part)
        label = seat.get_attribute("aria-label") or ""
        assert label.startswith(name)
        assert re.search(r"\d+ cards", label)
