"""Catches a finger that slides, swipes or drags, and plays what was not meant, or cannot play what was."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenContext
from tests.browser.moments import covers, one_attack, opens, two_to_beat
from tests.browser.seating import TABLE, Seated, is_played, nothing_was_played, seat_people
from tests.browser.touch import Finger
from tests.program import Program


@pytest.fixture
def defender(open_context: OpenContext, server: Program) -> Seated:
    return seat_people(open_context, server, "classic", one_attack)[0]


@pytest.fixture
def attacker(open_context: OpenContext, server: Program) -> Seated:
    return seat_people(open_context, server, "classic", opens)[0]


# Slide, swipe, other fingers


def test_sliding_along_the_hand_reads_it_and_plays_nothing(attacker: Seated) -> None:
    finger = Finger(attacker.page)
    first, last = attacker.hand[0], attacker.hand[-1]
    finger.down(*attacker.place(first))
    finger.slide(*attacker.place(last), steps=20)
    expect(attacker.card(last)).to_have_class(re.compile("peek"))
    assert attacker.page.locator("#cards .peek").count() == 1
    x, y = attacker.place(last)
    finger.slide(x, y - 200)
    finger.up()
    nothing_was_played(attacker)


@pytest.mark.parametrize(
    "way", [(0, -330), (150, -300), (250, -20), (3, 60)], ids=["up", "aslant", "sideways", "down"]
)
def test_a_swipe_plays_nothing(attacker: Seated, way: tuple[int, int]) -> None:
    finger = Finger(attacker.page)
    finger.swipe(*attacker.place(attacker.hand[1]), *way)
    nothing_was_played(attacker)
    if way[1] < -100:
        expect(attacker.toast).to_contain_text("Nothing is played by a swipe")


def test_a_second_finger_plays_nothing_and_ends_what_the_first_began(attacker: Seated) -> None:
    finger = Finger(attacker.page)
    first, other = attacker.place(attacker.hand[0]), attacker.place(attacker.hand[4])
    finger.down(*first)
    finger.down(*other, number=1)
    finger.up(1)
    finger.up()
    nothing_was_played(attacker)
    # The other finger rests on the felt.
    finger.down(180, 330)
    finger.down(*other, number=1)
    attacker.page.wait_for_timeout(40)
    finger.up(1)
    expect(attacker.toast).to_have_text("One finger at a time, please.")
    finger.up()
    nothing_was_played(attacker)
    finger.drag([first, (first[0], first[1] - 100)], rest=20)


def test_a_touch_that_the_system_takes_plays_nothing(attacker: Seated) -> None:
    finger = Finger(attacker.page)
    x, y = attacker.place(attacker.hand[0])
    finger.down(x, y)
    finger.slide(180, 300)
    finger.cancel()
    nothing_was_played(attacker)
    finger.tap(*attacker.place(attacker.hand[0]))
    expect(attacker.page.locator(TABLE).first).to_be_visible()


# Drag


def test_a_card_is_dropped_on_the_card_to_beat(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", two_to_beat())[0]
    card, attacks = next(item for item in covers(person.moment.state).items() if len(item[1]) == 2)
    finger = Finger(person.page)
    finger.down(*person.place(card))
    finger.slide(*person.place(attacks[1]))
    expect(person.card(attacks[1])).to_have_class(re.compile("hot"))
    person.page.wait_for_timeout(120)
    finger.up()
    is_played(person, card)
    expect(person.page.locator("#tabletext li").nth(1)).to_contain_text("beaten by")


def test_a_place_attracts_a_card_that_is_dropped_beside_it(
    open_context: OpenContext, server: Program
) -> None:
    person = seat_people(open_context, server, "classic", two_to_beat())[0]
    card, attacks = next(item for item in covers(person.moment.state).items() if len(item[1]) == 2)
    x, y = person.place(attacks[0])
    box = person.card(attacks[0]).bounding_box()
    assert box is not None
    start = person.place(card)
    Finger(person.page).drag([start, (start[0], start[1] - 60), (x - 10, y + box["height"] / 2 + 55)])
    is_played(person, card)


def test_a_card_dropped_back_on_the_hand_is_not_played(attacker: Seated) -> None:
    start = attacker.place(attacker.hand[0])
    Finger(attacker.page).drag([start, (180, 300), (start[0], start[1] + 10)])
    nothing_was_played(attacker)


def test_a_card_dropped_on_what_it_cannot_beat_says_why(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", two_to_beat())[0]
    table = [pair.attack.text for pair in person.moment.state.table]
    card, attacks = next(item for item in covers(person.moment.state).items() if len(item[1]) == 1)
    other = next(attack for attack in table if attack not in attacks)
    start = person.place(card)
    Finger(person.page).drag([start, (start[0], start[1] - 60), person.place(other)])
    expect(person.toast).to_have_text(re.compile("you need a higher card|only a higher trump"))
    nothing_was_played(person)


def test_a_card_that_cannot_be_played_at_all_says_why_when_dropped(defender: Seated) -> None:
    state = defender.moment.state
    card = next(one.text for one in state.hands[0] if one.text not in covers(state))
    start = defender.place(card)
    Finger(defender.page).drag([start, (start[0], start[1] - 60), (180, 300)])
    expect(defender.toast).to_have_text(re.compile("you need a higher card|only a higher trump"))
    nothing_was_played(defender)
