"""Catches a tap that plays what was not meant, or cannot play what was; with real touch events."""

import re
import time
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from durak import Phase, State
from tests.browser.conftest import PHONE, Complaints, OpenContext
from tests.browser.moments import covers, may_take, one_attack, opens, two_to_beat
from tests.browser.seating import (
    HAND,
    TABLE,
    Seated,
    actions_of,
    is_played,
    nothing_was_played,
    seat_people,
)
from tests.browser.touch import Finger
from tests.program import Program

GAME_SECONDS = 150.0
LANDINGS = cycle([(180, 330), (110, 280), (250, 280), (180, 230)])
"""Where a card is dropped: not every place serves every card."""


@pytest.fixture
def defender(open_context: OpenContext, server: Program) -> Seated:
    return seat_people(open_context, server, "classic", one_attack)[0]


@pytest.fixture
def attacker(open_context: OpenContext, server: Program) -> Seated:
    return seat_people(open_context, server, "classic", opens)[0]


# Tap


def test_a_tap_with_one_meaning_plays(defender: Seated) -> None:
    card = next(iter(covers(defender.moment.state)))
    Finger(defender.page).tap(*defender.place(card))
    is_played(defender, card)


def test_a_tap_on_a_card_that_cannot_be_played_says_why(defender: Seated) -> None:
    state = defender.moment.state
    card = next(one.text for one in state.hands[0] if one.text not in covers(state))
    Finger(defender.page).tap(*defender.place(card))
    expect(defender.toast).to_have_text(re.compile("you need a higher card|only a higher trump"))
    nothing_was_played(defender)


def test_a_tap_with_two_meanings_asks_and_the_second_tap_decides(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", two_to_beat())[0]
    finger = Finger(person.page)
    card, attacks = next(item for item in covers(person.moment.state).items() if len(item[1]) == 2)
    finger.tap(*person.place(card))
    expect(person.status).to_contain_text("Beat which card?")
    expect(person.page.locator("#cards [data-target]")).to_have_count(2)
    nothing_was_played(person)
    finger.tap(*person.place(attacks[1]))
    is_played(person, card)
    expect(person.page.locator("#tabletext")).to_contain_text("beaten by")


def test_cancel_stands_at_the_right_and_lets_the_card_go(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", two_to_beat())[0]
    card = next(card for card, attacks in covers(person.moment.state).items() if len(attacks) == 2)
    Finger(person.page).tap(*person.place(card))
    expect(person.button("cancel")).to_have_attribute("data-side", "right")
    person.rest()
    person.button("cancel").tap()
    expect(person.page.locator("[data-target], [data-chosen]")).to_have_count(0)
    nothing_was_played(person)


def test_a_double_tap_plays_one_card(attacker: Seated) -> None:
    finger = Finger(attacker.page)
    card = attacker.hand[2]
    finger.double_tap(*attacker.place(card))
    is_played(attacker, card)
    attacker.page.wait_for_timeout(300)
    assert len(attacker.hand) == 5


def test_a_double_tap_does_not_answer_the_question_that_it_raised(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", two_to_beat())[0]
    card = next(card for card, attacks in covers(person.moment.state).items() if len(attacks) == 2)
    Finger(person.page).double_tap(*person.place(card))
    expect(person.status).to_contain_text("Beat which card?")
    nothing_was_played(person)


def test_a_long_press_reads_and_plays_nothing(defender: Seated) -> None:
    card = next(iter(covers(defender.moment.state)))
    Finger(defender.page).tap(*defender.place(card), held=800)
    expect(defender.toast).to_contain_text("A short tap plays it")
    nothing_was_played(defender)


def test_a_long_press_on_a_button_does_nothing(defender: Seated) -> None:
    box = defender.button("take").bounding_box()
    assert box is not None
    Finger(defender.page).tap(box["x"] + 20, box["y"] + 20, held=800)
    defender.page.wait_for_timeout(300)
    expect(defender.status).to_contain_text("Defend")


# What changes under the finger


def all_beaten(state: State) -> bool:
    """Boris has attacked, Anna has beaten everything, and a pass of Boris would make her the attacker."""
    return (
        state.phase is Phase.THROW
        and state.defender == 0
        and "1:pass" in actions_of(state, 1)
        and len(state.stock) > 6
    )


def test_nothing_is_played_when_the_hand_has_changed_under_the_finger(
    open_context: OpenContext, server: Program
) -> None:
    anna, boris = seat_people(
        open_context, server, "classic", all_beaten, people=2, prefs={"autoPass": False}
    )
    finger = Finger(anna.page)
    finger.down(*anna.place(anna.hand[1]))
    boris.button("pass").tap()
    expect(anna.page.locator(HAND)).to_have_count(6)
    expect(anna.status).to_contain_text("Your turn: attack")
    finger.up()
    expect(anna.toast).to_contain_text("The table has just changed")
    assert anna.page.locator(TABLE).count() == 0
    anna.rest()
    finger.tap(*anna.place(anna.hand[1]))
    expect(anna.page.locator(TABLE).first).to_be_visible()


def test_a_button_that_has_just_changed_its_meaning_is_deaf(
    open_context: OpenContext, server: Program
) -> None:
    anna, boris = seat_people(open_context, server, "classic", may_take, people=2, prefs={"autoPass": False})
    done = anna.button("pass")
    expect(done).to_have_text(re.compile("Done"))
    boris.button("take").tap()
    expect(done).to_have_text(re.compile("Pass"))
    done.tap()
    anna.page.wait_for_timeout(450)
    expect(anna.status).to_contain_text("Boris takes")
    expect(done).not_to_have_attribute("aria-disabled", "true")
    done.tap()
    expect(anna.page.locator(TABLE)).to_have_count(0)


def test_a_tap_is_never_silent_while_a_move_is_on_its_way(
    open_context: OpenContext, server: Program, complaints: Complaints
) -> None:
    complaints.allow("ERR_INTERNET_DISCONNECTED")
    person = seat_people(open_context, server, "classic", opens)[0]
    person.page.context.set_offline(True)
    finger = Finger(person.page)
    finger.tap(*person.place(person.hand[0]))
    person.page.wait_for_timeout(500)
    finger.tap(*person.place(person.hand[3]))
    expect(person.toast).to_be_visible()
    person.page.context.set_offline(False)


# A whole game


def touch_what_is_there(page: Page, finger: Finger) -> None:
    """Tap a target, tap or drag a card, else tap a button."""
    found = page.evaluate(
        """() => {
          const seek = (selector) => document.querySelector(selector);
          const node = seek("#cards [data-target], .slot[data-asked]") ?? seek("#cards [data-legal=yes]") ??
            seek("#act .btn[data-button=pass]:not([hidden], [aria-disabled])") ??
            seek("#act .btn[data-button=take]:not([hidden], [aria-disabled])");
          if (!node) return null;
          const { x, y, width, height } = node.getBoundingClientRect();
          const drags = node.dataset.legal === "yes" && Number(node.dataset.card.charCodeAt(0)) % 2;
          return [x + Math.min(12, width / 2), y + height / 2, Boolean(drags)];
        }"""
    )
    if found is None:
        return
    x, y, drags = found
    if drags:
        finger.drag([(x, y), (x, y - 80), next(LANDINGS)], rest=80)
    else:
        finger.tap(x, y)


def test_a_whole_game_by_touch_alone(open_context: OpenContext, server: Program) -> None:
    page = open_context(PHONE, reduced_motion="reduce").new_page()
    finger = Finger(page)
    page.goto(server.url)
    box = page.locator("#solo").bounding_box()
    assert box is not None
    finger.tap(box["x"] + 30, box["y"] + 20)
    page.locator(HAND).first.wait_for()
    deadline = time.monotonic() + GAME_SECONDS
    while not page.locator("#result").is_visible():
        assert time.monotonic() < deadline, "the game does not end"
        touch_what_is_there(page, finger)
        page.wait_for_timeout(60)
    expect(page.locator("#result-title")).not_to_be_empty()
    again = page.locator("#again").bounding_box()
    assert again is not None
    finger.tap(again["x"] + 30, again["y"] + 20)
    expect(page.locator("#result")).to_be_hidden()
