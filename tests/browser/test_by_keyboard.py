"""Catches a game that cannot be played without pointer and sight: by keys, names and the voice of a page."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from durak import Phase, State
from tests.browser.conftest import DESKTOP, OpenContext
from tests.browser.keys import focused, hear, tab_to
from tests.browser.moments import after_set, covers, one_attack, opens, two_attacks
from tests.browser.seating import HAND, LISTEN, TABLE, Seated, be_guest, make_room, seat_people, was_said
from tests.program import Program

GAME_SECONDS = 150.0
CARD = re.compile(r"^(\d+|jack|queen|king|ace) of (spades|hearts|diamonds|clubs)(, trump)?$")


def act(page: Page) -> None:
    """Do one thing, knowing only what is said and what has the focus."""
    hint = hear(page, "h")
    if "You can play" in hint:
        page.keyboard.press("n")
        if not CARD.match(focused(page)):
            return  # The table was faster.
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        if focused(page).startswith(("Beat", "Transfer")):
            page.keyboard.press("Enter")
    elif "You can be done" in hint:
        page.keyboard.press("d")
    elif "You can take" in hint:
        page.keyboard.press("t")


@pytest.fixture
def defender(open_context: OpenContext, server: Program) -> Seated:
    return seat_people(open_context, server, "classic", one_attack, devices=[DESKTOP])[0]


def test_case_67_a_whole_game_from_the_invitation_to_the_result_by_keys_and_ears(
    open_context: OpenContext, server: Program
) -> None:
    contexts = [open_context(DESKTOP, reduced_motion="reduce") for _ in range(2)]
    be_guest(contexts[0], server, "Anna")
    link = make_room(contexts[0], server, "blitz", 2)
    anna, boris = (context.new_page() for context in contexts)
    for page in (anna, boris):
        page.goto(link)
        page.locator("#chairs > li").nth(1).wait_for()
        page.evaluate(LISTEN)
    tab_to(boris, "^Sit down")
    boris.keyboard.press("Enter")
    boris.locator("#wait").wait_for()
    expect(anna.locator("#chairs .name").nth(1)).not_to_have_text("empty")
    tab_to(anna, "^Deal")
    anna.keyboard.press("Enter")
    for page in (anna, boris):
        was_said(page, "The cards are dealt. Trump: ")
        page.locator(HAND).first.wait_for()
    deadline = time.monotonic() + GAME_SECONDS
    while not all(page.locator("#result").is_visible() for page in (anna, boris)):
        assert time.monotonic() < deadline, "the game does not end"
        for page in (anna, boris):
            if not page.locator("#result").is_visible():
                act(page)
    for page in (anna, boris):
        expect(page.get_by_role("heading", name=re.compile("durak|draw"))).to_be_visible()
        expect(page.get_by_role("button", name="Play again")).to_be_focused()
    anna.keyboard.press("Enter")
    for page in (anna, boris):
        expect(page.locator("#result")).to_be_hidden()


# What is heard


def test_the_regions_are_there_and_empty_when_the_page_comes(
    open_context: OpenContext, server: Program
) -> None:
    context = open_context(DESKTOP)
    be_guest(context, server, "Anna")
    html = context.request.get(make_room(context, server, "classic", 2)).text()
    assert re.search(r'<div id="say"[^>]*role="status"[^>]*></div>', html)
    assert re.search(r'<div id="alert"[^>]*role="alert"[^>]*></div>', html)


def test_what_lies_there_is_told_on_request_and_named(defender: Seated) -> None:
    page, state = defender.page, defender.moment.state
    assert re.search("Defend: 1 to beat.*not beaten.*Trump: ", hear(page, "s"))
    assert hear(page, "c").count(" of ") == len(state.hands[0])
    assert "You can take: T." in hear(page, "h")
    hand = page.get_by_role("group", name=f"Your hand, {len(state.hands[0])} cards")
    names = hand.get_by_role("button").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert len(names) == len(state.hands[0])
    assert all(CARD.match(name) for name in names)
    expect(page.get_by_role("region", name="On the table").get_by_role("listitem").first).to_contain_text(
        "not beaten"
    )
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_attribute(
        "aria-label", re.compile(r"bot, \d cards?, attacks")
    )


def test_what_others_do_is_said_in_sentences_and_what_it_comes_down_to(
    open_context: OpenContext, server: Program
) -> None:
    anna, boris = seat_people(open_context, server, "classic", opens, people=2, devices=[DESKTOP])
    anna.page.keyboard.press("n")
    anna.page.keyboard.press("Enter")
    was_said(anna.page, "You attack with the ")
    was_said(boris.page, "Anna attacks you with the ")
    was_said(boris.page, "Your turn: 1 card to beat.")
    boris.rest()
    boris.page.keyboard.press("t")
    was_said(anna.page, "Boris t")


def test_a_card_that_cannot_be_played_stays_reachable_and_says_why(defender: Seated) -> None:
    page = defender.page
    cards = [card.text for card in defender.moment.state.hands[0]]
    dim = next(card for card in cards if card not in covers(defender.moment.state))
    expect(defender.card(dim)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("n")
    for _ in cards:
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.dataset.card") == dim:
            break
    page.keyboard.press("Enter")
    was_said(page, "you need a higher card")


def test_a_greyed_button_and_a_key_out_of_place_say_why(open_context: OpenContext, server: Program) -> None:
    anna, boris = seat_people(
        open_context, server, "classic", may_wait, people=2, devices=[DESKTOP], prefs={"autoPass": False}
    )
    anna.page.keyboard.press("d")
    was_said(anna.page, "Not everything is beaten yet")
    anna.page.keyboard.press("t")
    was_said(anna.page, "It is not your turn: wait for Boris.")
    anna.page.keyboard.press("x")
    was_said(anna.page, "There is nothing to transfer now.")
    boris.page.keyboard.press("d")
    was_said(boris.page, "You are defending")


def may_wait(state: State) -> bool:
    """Anna has attacked, and Boris defends."""
    return state.phase is Phase.DEFENCE and state.defender == 1


# Focus


def test_after_a_card_is_played_the_next_playable_one_has_the_focus(
    open_context: OpenContext, server: Program
) -> None:
    moment = after_set("classic", 2, 1, two_attacks)
    person = seat_people(open_context, server, "classic", moment, devices=[DESKTOP])[0]
    page = person.page
    page.keyboard.press("n")
    first = focused(page)
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    if focused(page).startswith("Beat"):
        page.keyboard.press("Enter")
    expect(page.locator(HAND)).to_have_count(len(moment.state.hands[0]) - 1)
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement !== document.body")
    assert focused(page) != first


def test_a_question_takes_the_focus_to_its_answers_and_gives_it_back(
    open_context: OpenContext, server: Program
) -> None:
    moment = after_set("classic", 2, 1, two_attacks)
    person = seat_people(open_context, server, "classic", moment, devices=[DESKTOP])[0]
    page = person.page
    card = next(card for card, attacks in covers(moment.state).items() if len(attacks) == 2)
    page.keyboard.press("n")
    while page.evaluate("document.activeElement.dataset.card") != card:
        page.keyboard.press("ArrowRight")
    name = focused(page)
    page.keyboard.press("Enter")
    was_said(page, "Beat which card?")
    assert focused(page).startswith("Beat ")
    before = focused(page)
    page.keyboard.press("ArrowRight")
    assert focused(page) != before
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    assert focused(page) == name
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(f"{TABLE}[data-card='{card}']")).to_have_count(1)


def test_a_key_that_is_held_down_plays_one_card(open_context: OpenContext, server: Program) -> None:
    person = seat_people(open_context, server, "classic", opens, devices=[DESKTOP])[0]
    page = person.page
    page.keyboard.press("n")
    for _ in range(12):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(400)
    assert page.locator(f"{TABLE}").count() >= 1
    assert len(person.hand) == 5


# The keys themselves


def test_the_list_of_keys_is_behind_a_question_mark(defender: Seated) -> None:
    page = defender.page
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    for key in "DTXNSCHLM":
        expect(page.locator("#keys kbd", has_text=re.compile(f"^{key}$"))).to_be_visible()
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    expect(defender.status).to_contain_text("Defend")


def test_single_letters_can_be_switched_off(open_context: OpenContext, server: Program) -> None:
    person = seat_people(
        open_context, server, "classic", one_attack, devices=[DESKTOP], prefs={"letters": False}
    )[0]
    person.page.keyboard.press("t")
    person.page.wait_for_timeout(300)
    expect(person.status).to_contain_text("Defend")
    tab_to(person.page, "^Take")
    person.page.keyboard.press("Enter")
    expect(person.status).not_to_contain_text("Defend")


def test_letters_with_another_key_or_in_a_field_are_not_ours(defender: Seated) -> None:
    page = defender.page
    page.keyboard.press("Control+t")
    page.keyboard.press("Alt+t")
    page.locator("#open-menu").click()
    page.locator("#rename input").fill("")
    page.keyboard.type("tt")
    page.keyboard.press("Escape")
    expect(defender.status).to_contain_text("Defend")


def test_the_log_opens_by_its_key_and_says_from_where_it_knows(defender: Seated) -> None:
    page = defender.page
    page.keyboard.press("l")
    log = page.get_by_role("log", name="What happened")
    expect(log).to_be_focused()
    expect(log).to_contain_text("This page has come in the middle of the game")
    page.keyboard.press("Escape")
    expect(log).to_be_hidden()
    defender.rest()
    page.keyboard.press("t")
    expect(defender.status).not_to_contain_text("Defend")
    page.keyboard.press("l")
    expect(log).to_contain_text("You take")
    page.keyboard.press("Escape")
