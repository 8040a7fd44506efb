"""Catches what other tables did wrong on screens: notches, turning, full tables, dialogs, suits, colours."""

import re
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from durak import Phase, State
from tests.browser.conftest import DESKTOP, PHONE, Device, OpenContext
from tests.browser.seating import HAND, TABLE, actions_of, be_guest, make_room, seat_people
from tests.browser.test_by_touch import covers, nothing_was_played, one_attack, opens
from tests.browser.touch import Finger
from tests.program import Program
from tests.staged import find_moment, stage_now


def small(width: int, height: int) -> Device:
    size = {"width": width, "height": height}
    return cast(Device, {"viewport": size, "device_scale_factor": 2, "has_touch": True, "is_mobile": True})


# All that can be tapped, by name; of a card what is to be seen of it.
TAPPED = """() => [...document.querySelectorAll("#bar button, #act button, #cards [data-zone=hand]")]
  .filter((node) => node.checkVisibility({ checkVisibilityCSS: true }))
  .map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [node.id || node.dataset.button || node.dataset.card, left, top, right, bottom];
  })"""


def within(page: Page, left: float, top: float, right: float, bottom: float) -> None:
    """See that all that can be tapped lies within; of a card at least the upper half."""
    found = page.evaluate(TAPPED)
    assert len(found) > 3
    for name, x0, y0, x1, y1 in found:
        foot = (y0 + y1) / 2 if re.fullmatch("[2-9TJQKA][SHDC]", name) else y1
        assert x0 >= left - 3, name
        assert y0 >= top - 1, name
        assert x1 <= right + 3, name
        assert foot <= bottom + 1, name


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


# 65 and 66

SIGNS = re.compile("[\u2660-\u2667\U0001f0a0-\U0001f0ff]")


def test_case_65_suits_are_drawn_and_never_letters_of_a_font(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_attack)[0]
    page = person.page
    page.locator("#open-log").tap()
    page.locator("#log li").first.wait_for()
    shown = page.evaluate(
        """() => {
          const styled = [...document.querySelectorAll("*")].flatMap((node) =>
            ["::before", "::after"].map((part) => getComputedStyle(node, part).content));
          return document.body.textContent + styled.join();
        }"""
    )
    assert not SIGNS.search(shown)
    assert page.locator("#chip [data-suit] svg").count() == 1
    assert page.locator(f"{HAND} .index svg").count() >= 6


CONTRAST = """(node) => {
  const parse = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (rgb) => {
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paint = document.createElement("i");
  paint.style.color = "var(--paper)";
  node.append(paint);
  const paper = light(parse(getComputedStyle(paint).color));
  paint.remove();
  const ink = light(parse(getComputedStyle(node).color));
  return (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("deck", ["2", "4"])
def test_case_66_suits_stand_out_from_their_ground(
    open_context: OpenContext, server: Program, scheme: str, deck: str
) -> None:
    person = seat_people(
        open_context, server, "classic", one_attack, prefs={"deck": deck}, color_scheme=scheme
    )[0]
    signs = person.page.locator("#cards [data-suit], #chip [data-suit]").all()
    assert len(signs) > 6
    for sign in signs:
        assert sign.evaluate(CONTRAST) >= 4.5


# 68


def test_case_68_nothing_is_told_by_colour_alone(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", one_attack, chairs=3, devices=[DESKTOP])[0]
    page, state = person.page, person.moment.state
    roles = page.locator("#seats [data-seat]").evaluate_all(
        """nodes => nodes.map((node) => [node.dataset.role, node.querySelector(".line").textContent,
          node.querySelector(".role use")?.getAttribute("href")])"""
    )
    assert len({(word, sign) for _, word, sign in roles}) == len({role for role, *_ in roles})
    assert all(word for role, word, _ in roles if role)
    legal = next(iter(covers(state)))
    dim = next(card.text for card in state.hands[0] if card.text not in covers(state))
    raised = "node => getComputedStyle(node.firstElementChild).transform"
    assert person.card(legal).evaluate(raised) != person.card(dim).evaluate(raised)
    assert person.card(dim).get_attribute("aria-disabled") == "true"
    trump = state.trump.value
    for card in person.hand:
        assert ("trump" in (person.card(card).get_attribute("aria-label") or "")) == (card[1] == trump)
    # Each suit has a shape of its own, whatever its colour.
    shapes = page.locator(f"{HAND} .index use").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('href'))"
    )
    assert {shape[-1] for shape in shapes} == {card[1] for card in person.hand}
    assert page.locator("#chip").inner_text().startswith("Trump: ")


def test_case_68_a_chosen_card_is_higher_and_says_so(open_context: OpenContext, server: Program) -> None:
    person = seat_people(
        open_context, server, "classic", costly_or_two, prefs={"careful": True}, devices=[PHONE]
    )[0]
    state = person.moment.state
    card = next(card for card in covers(state) if card[1] == state.trump.value)
    raised = "node => new DOMMatrix(getComputedStyle(node.firstElementChild).transform).m42"
    before = person.card(card).evaluate(raised)
    Finger(person.page).tap(*person.place(card))
    expect(person.card(card)).to_have_attribute("aria-pressed", "true")
    person.page.wait_for_timeout(250)
    assert person.card(card).evaluate(raised) < before - 5


def costly_or_two(state: State) -> bool:
    """Anna could beat the only attack card with a trump and with another card."""
    if state.phase is not Phase.DEFENCE or state.defender != 0 or len(state.table) != 1:
        return False
    trumps = [card[1] == state.trump.value for card in covers(state)]
    return any(trumps) and not all(trumps)
