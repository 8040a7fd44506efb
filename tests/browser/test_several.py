"""Catches an opening with several cards that nobody finds, or that slows the opening with one."""

from playwright.sync_api import expect

from durak import Phase, State
from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.moments import costly, covers
from tests.browser.seating import TABLE, Seated, actions_of, nothing_was_played, seat_people, was_said
from tests.browser.touch import Finger
from tests.program import Program


def sets(state: State) -> list[list[str]]:
    return [action.split(":")[2].split(",") for action in actions_of(state, 0) if "," in action]


def a_pair(state: State) -> bool:
    return state.phase is Phase.OPEN and state.main == 0 and len(sets(state)) == 1


def a_triple(state: State) -> bool:
    """Three of a rank without a trump among them."""
    return (
        state.phase is Phase.OPEN
        and state.main == 0
        and any(
            len(cards) == 3 and all(card[1] != state.trump.value for card in cards) for cards in sets(state)
        )
    )


def lies(person: Seated, *cards: str) -> None:
    for card in cards:
        expect(person.page.locator(f"{TABLE}[data-card='{card}']")).to_be_visible()


def test_a_pair_is_one_tap_on_a_button_that_shows_it(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", a_pair)[0]
    cards = sets(person.moment.state)[0]
    button = person.button("set")
    assert [sign.get_attribute("data-suit") for sign in button.locator(".small").all()] == [
        card[1] for card in cards
    ]
    assert (button.get_attribute("aria-label") or "").startswith("Attack with the ")
    button.tap()
    lies(person, *cards)


def test_a_single_card_of_a_pair_still_takes_one_tap(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", a_pair)[0]
    card = sets(person.moment.state)[0][0]
    Finger(person.page).tap(*person.place(card))
    lies(person, card)
    assert len(person.hand) == len(person.moment.state.hands[0]) - 1


def test_of_three_equals_two_are_picked_and_played(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", a_triple)[0]
    state = person.moment.state
    three = next(c for c in sets(state) if len(c) == 3 and all(one[1] != state.trump.value for one in c))
    finger = Finger(person.page)
    person.button("set").tap()
    expect(person.status).to_contain_text("Which cards?")
    finger.tap(*person.place(three[0]))
    expect(person.page.locator("#cards [aria-pressed=true]")).to_have_count(3)
    person.rest()
    finger.tap(*person.place(three[0]))
    expect(person.page.locator("#cards [aria-pressed=true]")).to_have_count(2)
    expect(person.button("set")).to_have_text("Play 2")
    nothing_was_played(person)
    person.button("set").tap()
    lies(person, *three[1:])
    assert three[0] in person.hand


def test_picking_is_cancelled_by_its_sign_and_by_escape(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", a_triple, devices=[DESKTOP])[0]
    person.button("set").click()
    person.rest()
    expect(person.button("cancel")).to_have_attribute("aria-label", "Cancel")
    person.button("cancel").click()
    expect(person.status).to_contain_text("Your turn: attack")
    person.rest()
    person.button("set").click()
    person.page.keyboard.press("Escape")
    expect(person.status).to_contain_text("Your turn: attack")
    nothing_was_played(person)


def test_several_cards_by_keys_alone(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", a_pair, devices=[DESKTOP])[0]
    page = person.page
    page.keyboard.press("h")
    was_said(page, "A button plays the ")
    page.keyboard.press("n")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.button") == "set"
    page.keyboard.press("Enter")
    lies(person, *sets(person.moment.state)[0])


# Careful


def test_a_careful_page_asks_before_a_trump_where_another_card_would_do(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", costly, prefs={"careful": True})[0]
    state = person.moment.state
    trump = next(card for card in covers(state) if card[1] == state.trump.value)
    finger = Finger(person.page)
    finger.double_tap(*person.place(trump))  # Its second half is no answer.
    expect(person.status).to_contain_text("Play a trump?")
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    nothing_was_played(person)
    finger.tap(*person.place(trump))
    lies(person, trump)


def test_a_careful_page_asks_before_taking_what_could_be_beaten(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", costly, prefs={"careful": True})[0]
    box = person.button("take").bounding_box()
    assert box is not None
    Finger(person.page).double_tap(box["x"] + 30, box["y"] + 20)
    expect(person.status).to_contain_text("Really take?")
    nothing_was_played(person)
    person.button("cancel").tap()
    expect(person.status).to_contain_text("Defend")
    person.rest()
    person.button("take").tap()
    person.rest()
    person.button("take").tap()
    expect(person.status).not_to_contain_text("Really take?")
    expect(person.button("take")).to_have_count(0)


def test_a_plain_card_is_not_asked_about(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", costly, prefs={"careful": True})[0]
    state = person.moment.state
    plain = next(card for card in covers(state) if card[1] != state.trump.value)
    Finger(person.page).tap(*person.place(plain))
    lies(person, plain)
