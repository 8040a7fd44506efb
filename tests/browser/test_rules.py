"""Catches a rule that the server plays and nobody can play at the table, with a finger."""

import re

from playwright.sync_api import BrowserContext, Locator, Page, expect

from durak import Phase, State, encode_action, legal_actions
from tests.browser.conftest import PHONE, OpenContext
from tests.browser.person import Person, play_until_over
from tests.browser.seating import HAND, LISTEN, be_guest, make_room, was_said
from tests.browser.test_play import CALM, at_table
from tests.program import Program
from tests.staged import Moment, Wanted, find_moment, stage_now


def staged(server: Program, link: str, rules: str, wanted: Wanted) -> Moment:
    """Deal in the room of three, and play to such a moment."""
    moment = find_moment(rules, 3, wanted)
    stage_now(server.database, link.rpartition("/")[2], moment)
    return moment


def tap_card(page: Page, card: str) -> None:
    """Tap a card of the hand where its left edge shows."""
    box = page.locator(f"{HAND}[data-card='{card}']").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 10, box["y"] + box["height"] / 2)


def trump_up(page: Page) -> Locator:
    return page.locator("#cards [data-zone=trump]")


# Choosing rules


def test_a_smaller_deck_takes_chairs_away_and_says_why(phone: BrowserContext, server: Program) -> None:
    host = Person(phone.new_page(), server.url, touches=True)
    host.open_room()
    page, chairs = host.page, host.page.locator("#chairs > li")
    page.locator("#options label:has([name=chairs][value='6'])").tap()
    expect(chairs).to_have_count(6)
    page.select_option("#rules", "blitz")
    expect(chairs).to_have_count(4)
    for size, can in (("4", True), ("5", False), ("6", False)):
        radio = page.locator(f"[name=chairs][value='{size}']")
        assert radio.is_enabled() == can
    expect(page.locator("#limit")).to_have_text("With this deck at most 4 players can play.")
    expect(page.locator("[role=radiogroup]:has([name=chairs])")).to_have_accessible_description(
        re.compile("at most 4 players")
    )
    page.select_option("#rules", "classic")
    expect(page.locator("#limit")).to_be_hidden()
    page.locator("#options label:has([name=chairs][value='6'])").tap()
    expect(chairs).to_have_count(6)


def test_on_the_start_page_the_bots_follow_the_deck_and_the_game_begins(
    phone: BrowserContext, server: Program
) -> None:
    page = phone.new_page()
    page.goto(server.url)
    page.locator("#options label:has([name=count][value='5'])").tap()
    page.select_option("#rules", "blitz")
    expect(page.locator("[name=count][value='3']")).to_be_checked()
    expect(page.locator("#solo-line")).to_have_text("against 3 bots")
    expect(page.locator("#limit")).to_be_visible()
    page.reload()
    expect(page.locator("[name=count][value='3']")).to_be_checked()
    page.locator("#solo").tap()
    at_table(page)
    assert page.locator(HAND).count() == 6
    assert page.locator("#seats > *").count() == 3


def test_rules_that_have_no_name_are_shown_changed_and_played(
    open_context: OpenContext, server: Program
) -> None:
    anna, boris = open_context(PHONE, **CALM), open_context(PHONE, **CALM)
    be_guest(anna, server, "Anna")
    link = make_room(anna, server, "D24T2F0", 3)
    host, guest = anna.new_page(), boris.new_page()
    host.goto(link)
    guest.goto(link)
    expect(host.locator("#rules")).to_have_value("D24T2F0")
    expect(host.locator("#rules-sentence")).to_contain_text("24 cards, from the 9 up.")
    assert host.locator("[name=chairs][value='5']").is_disabled()
    expect(guest.locator("#agreed")).to_contain_text("Own rules: 24 cards, from the 9 up.")
    host.select_option("#rules", "transfer")
    expect(guest.locator("#rulesname")).to_have_text("Transfers")
    host.select_option("#rules", "D24T2F0")
    expect(guest.locator("#rulesname")).to_have_text("Own rules")
    host.locator("#deal").tap()
    at_table(host)
    expect(host.locator("#rulesname")).to_have_text("Own rules")


def test_two_people_and_a_bot_play_a_game_of_every_trick(open_context: OpenContext, server: Program) -> None:
    contexts = [open_context(PHONE, **CALM) for _ in range(2)]
    be_guest(contexts[0], server, "Anna")
    link = make_room(contexts[0], server, "T2P1V1", 3)
    anna, boris = (Person(context.new_page(), server.url, touches=True) for context in contexts)
    boris.accept(link)
    anna.page.goto(link)
    anna.press(anna.page.locator("#deal"))
    for person in (anna, boris):
        at_table(person.page)
    play_until_over([anna, boris])


# Swap


def may_swap(state: State) -> bool:
    return state.main == 0 and any(
        encode_action(action) == "0:swap" for action in legal_actions(state, state.main)
    )


def test_the_swap_is_a_button_and_everybody_sees_it(open_context: OpenContext, server: Program) -> None:
    anna, watcher = open_context(PHONE), open_context(PHONE).new_page()
    be_guest(anna, server, "Anna")
    link = make_room(anna, server, "V1", 3)
    state = staged(server, link, "V1", may_swap).state
    low, high = f"6{state.trump.value}", str(state.turned_up)
    page = anna.new_page()
    for one in (page, watcher):
        one.goto(link)
        expect(trump_up(one)).to_have_attribute("data-card", high)
        one.evaluate(LISTEN)
    swap = page.locator("#act [data-button=swap]")
    expect(page.locator("#status")).to_contain_text("Swap gives you")
    page.wait_for_timeout(600)
    swap.tap()
    for one in (page, watcher):
        expect(trump_up(one)).to_have_attribute("data-card", low)
    expect(page.locator(f"{HAND}[data-card='{high}']")).to_be_visible()
    expect(page.locator(f"{HAND}[data-card='{low}']")).to_have_count(0)
    was_said(page, "You swap the 6 of")
    was_said(watcher, "Anna swaps the 6 of")
    expect(swap).to_be_hidden()
    page.wait_for_timeout(600)
    tap_card(page, high)
    expect(page.locator(f"#cards [data-zone=table][data-card='{high}']")).to_be_visible()


# Transfer by showing


def may_show(state: State) -> bool:
    """Anna defends, and could lay her trump as well as show it."""
    actions = [encode_action(action) for action in legal_actions(state, state.defender)]
    return state.defender == 0 and {":S:", ":T:"} <= {action[1:4] for action in actions}


def test_a_trump_is_shown_and_kept_and_the_attack_goes_on(open_context: OpenContext, server: Program) -> None:
    anna, watcher = open_context(PHONE), open_context(PHONE).new_page()
    be_guest(anna, server, "Anna")
    link = make_room(anna, server, "T2", 3)
    state = staged(server, link, "T2", may_show).state
    actions = [encode_action(action) for action in legal_actions(state, state.defender)]
    card = next(action[-2:] for action in actions if ":S:" in action)
    page = anna.new_page()
    for one in (page, watcher):
        one.goto(link)
        one.evaluate(LISTEN)
    at_table(page)
    page.wait_for_timeout(600)
    tap_card(page, card)
    show = page.locator(".slot[data-kind=show][data-asked]")
    expect(page.locator(".slot[data-kind=transfer][data-asked]")).to_be_visible()
    expect(show).to_have_accessible_name(re.compile("^Show to "))
    expect(page.locator("#status")).to_contain_text("Eye: you show it and keep it")
    show.tap()
    expect(page.locator("#status")).to_contain_text("You show the")
    was_said(page, "You show the")
    was_said(watcher, "Anna shows the")
    expect(page.locator(f"{HAND}[data-card='{card}']")).to_be_visible()
    expect(watcher.locator("[data-seat='0'] .line")).not_to_have_text("defends")


# The main attacker first


def boris_adds_first(state: State) -> bool:
    """Boris is the main attacker, a bot has beaten everything, and Anna holds something to add."""
    if state.phase is not Phase.THROW or (state.main, state.defender) != (1, 2) or not state.room:
        return False
    return bool(addable(state))


def addable(state: State) -> list[str]:
    return [card.text for card in state.hands[0] if card.rank in state.ranks_on_table]


def test_the_others_wait_until_the_main_attacker_is_done(open_context: OpenContext, server: Program) -> None:
    contexts = [open_context(PHONE) for _ in range(2)]
    be_guest(contexts[0], server, "Anna")
    be_guest(contexts[1], server, "Boris")
    link = make_room(contexts[0], server, "durak_online", 3)
    anna, boris = (Person(context.new_page(), server.url, touches=True) for context in contexts)
    boris.accept(link)
    card = addable(staged(server, link, "durak_online", boris_adds_first).state)[0]
    for person in (anna, boris):
        person.page.goto(link)
        at_table(person.page)
        person.page.evaluate(LISTEN)
    status, seat = anna.page.locator("#status"), anna.page.locator("[data-seat='1']")
    expect(status).to_contain_text("Boris adds first, then you")
    expect(seat).to_have_attribute("data-turn", "")
    # Longer than a page that passes for its owner waits: it must not do so for the main attacker.
    anna.page.wait_for_timeout(2600)
    expect(status).to_contain_text("Boris adds first, then you")
    tap_card(anna.page, card)
    expect(anna.page.locator("#toast")).to_have_text("Boris may add first; you come after that.")
    boris.page.locator("#act [data-button=pass]").tap()
    expect(status).to_contain_text("You may add")
    was_said(anna.page, "Boris adds nothing more.")
    expect(seat).to_have_attribute("data-role", "done")
    expect(boris.page.locator("#status")).to_contain_text("Waiting for Anna")
    tap_card(anna.page, card)
    expect(anna.page.locator(f"#cards [data-zone=table][data-card='{card}']")).to_be_visible()
