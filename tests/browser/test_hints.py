"""Catches a table that tells what can be played to who does not want to be told, or not to who asks."""

import pytest
from playwright.sync_api import expect

from durak import State
from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.keys import focused, hear, tab_to
from tests.browser.moments import costly, covers, one_attack
from tests.browser.seating import HAND, Seated, is_played, seat_people
from tests.browser.touch import Finger
from tests.program import Program

LOOKS = """nodes => nodes.map((node) => {
  const { transform, filter, outlineStyle, opacity } = getComputedStyle(node);
  return [transform, filter, outlineStyle, opacity].join();
})"""


def looks_of(person: Seated) -> set[str]:
    """How the own cards are drawn."""
    person.page.wait_for_timeout(250)
    return set(person.page.locator(f"{HAND} > .in").evaluate_all(LOOKS))


def test_hints_go_and_come_with_their_switch(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", one_attack)[0]
    page = person.page
    assert len(looks_of(person)) > 1
    page.locator("#open-menu").tap()
    page.locator("#open-settings").tap()
    switch = page.locator("#settings [data-pref=hints]")
    switch.tap()
    expect(page.locator("html")).to_have_attribute("data-hints", "off")
    assert len(looks_of(person)) == 1
    assert page.locator(f"{HAND}[aria-disabled]").count() == 0
    switch.tap()
    assert len(looks_of(person)) > 1
    assert page.locator(f"{HAND}[aria-disabled=true]").count() > 0


def test_without_hints_nothing_is_raised_or_dimmed_and_a_refusal_still_says_why(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", one_attack, prefs={"hints": False})[0]
    state = person.moment.state
    assert len(looks_of(person)) == 1
    dim = next(card.text for card in state.hands[0] if card.text not in covers(state))
    Finger(person.page).tap(*person.place(dim))
    expect(person.toast).to_be_visible()
    person.rest()
    legal = next(iter(covers(state)))
    Finger(person.page).tap(*person.place(legal))
    is_played(person, legal)


def lowest_is_dim(state: State) -> bool:
    """Anna defends, and could beat the only attack card, but not with the lowest of her plain cards."""
    plain = [card for card in state.hands[0] if card.suit != state.trump]
    return (
        one_attack(state) and bool(plain) and min(plain, key=lambda card: card.rank).text not in covers(state)
    )


@pytest.mark.parametrize("hints", [True, False], ids=["with hints", "without"])
def test_the_focus_leads_to_what_can_be_played_only_with_hints(
    open_context: OpenContext, server: Program, hints: bool
) -> None:
    prefs = {"hints": hints, "order": "rank"}
    person = seat_people(open_context, server, "classic", lowest_is_dim, devices=[DESKTOP], prefs=prefs)[0]
    tab_to(person.page, r"^(\d+|jack|queen|king|ace) of ")
    first = person.page.evaluate("document.activeElement.dataset.card")
    assert (first == person.hand[0]) != hints
    assert (first in covers(person.moment.state)) == hints


def test_who_asks_is_answered_without_hints_too(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", costly, devices=[DESKTOP], prefs={"hints": False})[
        0
    ]
    assert hear(person.page, "h").startswith("You can play ")
    assert hear(person.page, "c").startswith("You hold ")
    person.page.keyboard.press("n")
    assert focused(person.page)
    assert person.page.evaluate("document.activeElement.dataset.card") in covers(person.moment.state)
