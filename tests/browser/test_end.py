"""Catches a table wiped when the game ends, a card in two places, a result that a reload changes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from durak import Action, Defend, Outcome, Seat, State, Take, apply, encode_action, legal_actions
from tests.browser.conftest import OpenContext
from tests.browser.seating import TABLE, Seated, seat_people
from tests.browser.touch import Finger
from tests.program import Program

ME = Seat(0)

WATCH = """() => {
  window.doubled = [];
  const look = () => {
    const cards = [...document.querySelectorAll("#cards [data-card]")].map((node) => node.dataset.card);
    const twice = cards.filter((card, i) => cards.indexOf(card) < i);
    if (twice.length) window.doubled.push(...twice);
  };
  new MutationObserver(look).observe(document.getElementById("cards"), { childList: true, subtree: true,
    attributes: true, attributeFilter: ["data-card"] });
}"""


def ending(state: State, fits: Callable[[Action, Outcome], bool]) -> Action | None:
    """Return the action of mine that ends the game so."""
    for action in legal_actions(state, ME):
        end = apply(state, action).outcome
        if end is not None and fits(action, end):
            return action
    return None


ENDS: dict[str, Callable[[Action, Outcome], bool]] = {
    "by a cover": lambda action, end: isinstance(action, Defend) and end.kind == "durak",
    "by a take": lambda action, end: isinstance(action, Take) and end.kind == "durak",
    "by a draw": lambda action, end: isinstance(action, Defend) and end.kind == "draw",
}


def act(person: Seated, action: Action) -> None:
    """Do it by touch."""
    finger = Finger(person.page)
    if isinstance(action, Defend):
        finger.tap(*person.place(action.card.text))
        if len(person.moment.state.uncovered) > 1:
            finger.tap(*person.place(action.attack.text))
    else:
        person.button("take").tap()


@pytest.mark.parametrize("how", ENDS)
def test_case_63_the_last_table_stays_and_a_reload_shows_the_same_end(
    open_context: OpenContext, server: Program, how: str
) -> None:
    def is_near(state: State) -> bool:
        return ending(state, ENDS[how]) is not None

    person = seat_people(open_context, server, "classic", is_near, reduced_motion="no-preference")[0]
    page, state = person.page, person.moment.state
    action = ending(state, ENDS[how])
    assert action is not None, encode_action(legal_actions(state, ME)[0])
    last = [card.text for pair in state.table for card in (pair.attack, pair.cover) if card is not None]
    last += [action.card.text] if isinstance(action, Defend) else []
    page.evaluate(WATCH)
    act(person, action)
    expect(page.locator("#result")).to_be_visible()
    for card in last:
        expect(page.locator(f"{TABLE}[data-card='{card}']")).to_be_visible()
    assert page.evaluate("window.doubled") == []
    title, places = page.locator("#result-title").inner_text(), page.locator("#places").inner_text()
    page.reload()
    expect(page.locator("#result-title")).to_have_text(title)
    assert page.locator("#places").inner_text() == places
