"""Catches what other tables did wrong in signs: letters for suits, suits that vanish, colour alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, OpenContext
from tests.browser.moments import costly, covers, one_attack
from tests.browser.seating import HAND, seat_people
from tests.browser.touch import Finger
from tests.program import Program

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
    shapes = page.locator(HAND).evaluate_all(
        "nodes => nodes.map((one) => [one.dataset.suit, one.querySelector('.index path').getAttribute('d')])"
    )
    assert {suit for suit, _ in shapes} == {card[1] for card in person.hand}
    assert len({shape for _, shape in shapes}) == len({suit for suit, _ in shapes}) > 1
    assert page.locator("#chip").inner_text().startswith("Trump: ")


def test_case_68_a_chosen_card_is_higher_and_says_so(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", costly, prefs={"careful": True}, devices=[PHONE])[0]
    state = person.moment.state
    card = next(card for card in covers(state) if card[1] == state.trump.value)
    raised = "node => new DOMMatrix(getComputedStyle(node.firstElementChild).transform).m42"
    before = person.card(card).evaluate(raised)
    Finger(person.page).tap(*person.place(card))
    expect(person.card(card)).to_have_attribute("aria-pressed", "true")
    person.page.wait_for_timeout(250)
    assert person.card(card).evaluate(raised) < before - 5
