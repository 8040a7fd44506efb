"""Catches a switch of language that loses the game, and cards that speak another language than the page."""

import re
import unicodedata

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenContext
from tests.browser.person import Person
from tests.program import Program

HAND = "#cards [data-zone=hand]"
LETTERS = {"id": "JQKA", "de": "BDKA", "en": "JQKA", "ru": "ВДКТ", "uk": "ВДКТ"}
MENU = {"id": "Menu", "de": "Menü", "en": "Menu", "ru": "Меню", "uk": "Меню"}
TRUMP = {"id": "Truf", "de": "Trumpf", "en": "Trump", "ru": "Козырь", "uk": "Козир"}


def letters_of(page: Page) -> dict[str, str]:
    """What stands in the corners of the cards in the hand, by rank."""
    found: dict[str, str] = page.locator(HAND).evaluate_all(
        "cards => Object.fromEntries(cards.map((card) => "
        "[card.dataset.card[0], card.querySelector('[data-index]').dataset.index]))"
    )
    return found


def test_a_switch_in_the_middle_of_a_game_keeps_everything(
    server: Program, open_context: OpenContext
) -> None:
    page = open_context(PHONE, locale="de-DE").new_page()
    person = Person(page, server.url, touches=True)
    page.goto(server.url)
    person.press(page.locator("#solo"))
    page.locator(HAND).nth(5).wait_for()
    room, hand = page.url, sorted(person.hand)
    name = page.locator("body").get_attribute("data-guest")
    for code, own_name in (
        ("ru", "Русский"),
        ("uk", "Українська"),
        ("id", "Bahasa Indonesia"),
        ("en", "English"),
    ):
        person.press(page.locator("#open-menu"))
        person.press(page.locator("#menu .languages").get_by_text(own_name, exact=True))
        expect(page.locator("html")).to_have_attribute("lang", code)
        page.locator(HAND).nth(5).wait_for()
        assert page.url == room, "an address that is passed on forces no language on others"
        assert sorted(person.hand) == hand
        assert page.locator("body").get_attribute("data-guest") == name
        expect(page.locator("#open-menu")).to_have_attribute("aria-label", MENU[code])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", code)


@pytest.mark.parametrize("code", LETTERS)
def test_cards_and_sentences_speak_the_language_of_the_page(
    server: Program, open_context: OpenContext, code: str
) -> None:
    page = open_context(PHONE, locale=code).new_page()
    person = Person(page, server.url, touches=True)
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", code)
    person.press(page.locator("#solo"))
    page.locator(HAND).nth(5).wait_for()
    spoken = dict(zip("JQKA", LETTERS[code], strict=True)) | {"T": "10"}
    for rank, letter in letters_of(page).items():
        assert letter == spoken.get(rank, rank)
    expect(page.locator("#chip")).to_contain_text(f"{TRUMP[code]}:")
    for label in page.locator(HAND).evaluate_all("cards => cards.map((card) => card.ariaLabel)"):
        assert not re.search(r"[{}|]|undefined", label)
        assert any("CYRILLIC" in unicodedata.name(letter, "") for letter in label) == (code in ("ru", "uk"))
