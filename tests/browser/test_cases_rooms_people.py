"""Catches a seat whose player is away and nobody knows, a word unheard, and a host who cannot host."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, SERVER_SETTINGS, OpenContext
from tests.browser.moments import opens
from tests.browser.seating import HAND, guest_at, host_at, seat_people
from tests.program import Program


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Program]:
    """A server whose time goes ten times as fast."""
    program = Program(tmp_path, {**SERVER_SETTINGS, "DURAK_TIME_RATE": "10"})
    program.start()
    yield program
    program.stop()


def test_case_25_a_bot_plays_for_who_is_away_and_gives_the_seat_back(
    open_context: OpenContext, own_server: Program
) -> None:
    anna, boris = seat_people(open_context, own_server, "classic", opens, people=2, devices=[DESKTOP])
    context, link = anna.page.context, anna.page.url
    anna.page.close()
    seat = boris.page.locator(".seat[data-seat='0']")
    expect(seat).to_have_attribute("data-hand", "away")
    expect(boris.page.locator("#lamp")).to_contain_text("Anna is away.")
    expect(seat).to_have_attribute("data-hand", "held")
    expect(seat).to_contain_text("bot plays")
    back = context.new_page()
    back.goto(link)
    back.locator(HAND).first.wait_for()
    expect(seat).not_to_have_attribute("data-hand", "held")
    expect(back.locator(".recap")).to_contain_text("While you were away the bot")


def test_stepping_away_is_undone_by_any_tap(open_context: OpenContext, server: Program) -> None:
    anna, boris = seat_people(open_context, server, "classic", opens, people=2, devices=[DESKTOP])
    boris.page.locator("#open-menu").click()
    boris.page.locator("#menu .btn", has_text="Step away").click()
    expect(boris.page.locator("#held")).to_contain_text("Tap to play on.")
    expect(anna.page.locator(".seat[data-seat='1']")).to_have_attribute("data-hand", "held")
    boris.page.locator("#held").click()
    expect(boris.page.locator("#held")).to_be_hidden()
    expect(anna.page.locator(".seat[data-seat='1']")).not_to_have_attribute("data-hand", "held")


def test_a_word_is_seen_and_heard_and_not_of_the_muted(open_context: OpenContext, server: Program) -> None:
    anna, boris = seat_people(open_context, server, "classic", opens, people=2, devices=[DESKTOP])
    boris.page.locator("#open-talk").click()
    boris.page.locator("#talk .phrases button", has_text="Hello!").click()
    expect(anna.page.locator(".bubble")).to_have_text("Hello!")
    expect(anna.page.locator("#say")).to_contain_text("Boris: Hello!")
    expect(anna.page.locator(".bubble")).to_have_count(0)
    anna.page.locator(".seat[data-seat='1']").click()
    anna.page.locator("#people details[open] .switch input").last.check()
    anna.page.keyboard.press("Escape")
    boris.page.locator("#open-talk").click()
    boris.page.locator("#talk .reactions button").first.click()
    expect(boris.page.locator(".bubble")).to_be_visible()
    anna.page.wait_for_timeout(700)
    assert anna.page.locator(".bubble").count() == 0


def test_the_host_moves_removes_and_chooses_by_keys_alone(open_context: OpenContext, server: Program) -> None:
    page = host_at(open_context(DESKTOP), server, chairs=4)
    link = page.url
    boris = guest_at(open_context(DESKTOP), server, "Boris", link)
    page.locator("#chairs li").nth(1).locator("button").focus()
    page.keyboard.press("Enter")
    page.locator("#people input[name=move-1]:checked").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#chairs li").nth(2)).to_contain_text("Boris")
    entry = page.locator("#people li", has_text="Boris")
    entry.locator("summary").focus()
    if not entry.locator("details[open]").count():
        page.keyboard.press("Enter")
    entry.get_by_role("button", name="Remove").press("Enter")
    entry.get_by_role("button", name="Really remove Boris?").press("Enter")
    expect(page.locator("#chairs > li.empty")).to_have_count(3)
    expect(boris.locator("#sit, #lamp:not([hidden])").first).to_be_visible()


def test_a_single_rule_is_changed_and_told_to_the_others(open_context: OpenContext, server: Program) -> None:
    page = host_at(open_context(DESKTOP), server)
    link = page.url
    boris = guest_at(open_context(DESKTOP), server, "Boris", link)
    page.get_by_role("button", name="Change single rules").click()
    page.locator("#rulesheet summary", has_text="Cards may be added at any time.").click()
    page.get_by_role("radio", name="Cards may be added only when all are beaten").check()
    expect(page.locator("#rulesheet summary", has_text="only when all are beaten")).to_be_visible()
    expect(boris.locator("#agreed")).to_contain_text("only when all are beaten")
    page.locator("#rulesheet input[name=set]").fill("Ours")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.locator("#rules option", has_text="Ours")).to_have_count(1)


def test_a_public_table_is_found_and_a_code_leads_there(open_context: OpenContext, server: Program) -> None:
    page = host_at(open_context(DESKTOP), server, "blitz", 3)
    link = page.url
    page.locator("#hosting summary").click()
    page.get_by_label("Public table").check()
    code = page.locator(".short b").text_content() or ""
    other = open_context(PHONE).new_page()
    other.goto(server.url + "/lobby")
    for _ in range(20):
        if other.locator(".tables a", has_text="Blitz").count():
            break
        other.wait_for_timeout(200)
        other.reload()
    other.locator(".tables a", has_text="Blitz").first.tap()
    other.locator("#sit").wait_for()
    other.goto(server.url)
    other.locator("#code input").fill(code.lower().replace("-", " "))
    other.locator("#code button").tap()
    other.wait_for_url(link)
