"""Catches a page in the wrong language, a forgotten choice, a switch that loses the room or the guest."""

import re

import httpx
import pytest

from web.transport.languages import OWN_NAMES, choose_language

OWN = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}

PLAY_NOW = {
    "id": "Main sekarang",
    "de": "Sofort spielen",
    "en": "Play now",
    "ru": "Играть",
    "uk": "Грати",
}


def spoken(page: httpx.Response) -> str:
    """The language that a page says it is in, by markup and by header."""
    found = re.search(r'<html lang="(\w+)"', page.text)
    assert found is not None
    assert page.headers["content-language"] == found[1]
    return found[1]


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("fr", "en"),
        ("fr;q=0.9, id-ID;q=0.8, en;q=0.1", "id"),
        ("in-ID", "id"),
        ("de-AT,de;q=0.9", "de"),
        ("DE", "de"),
        ("uk-UA, ru;q=0.9, en;q=0.8", "uk"),
        ("be, ru;q=0.5", "ru"),
        ("en-GB, de;q=0.5", "en"),
        ("de;q=0, ru", "ru"),
        ("de;q=0, fr", "en"),
        ("en; q=0.5, de; q=0.7", "de"),
        ("*, ru;q=x", "en"),
    ],
)
def test_the_browser_proposes(accepted: str, code: str) -> None:
    assert choose_language(None, None, accepted) == code


def test_the_visitor_decides() -> None:
    assert choose_language("de", "ru", "uk") == "de"
    assert choose_language(None, "ru", "uk") == "ru"
    assert choose_language("xx", "yy", "uk") == "uk"


@pytest.mark.parametrize("code", OWN_NAMES)
async def test_a_choice_is_shown_and_remembered(http: httpx.AsyncClient, code: str) -> None:
    page = await http.get(f"/?lang={code}")
    assert spoken(page) == code
    assert PLAY_NOW[code] in page.text
    assert spoken(await http.get("/")) == code, "the choice is remembered"
    assert spoken(await http.get("/nowhere", headers={"accept": "text/html"})) == code


async def test_a_language_that_is_not_there_is_no_choice(http: httpx.AsyncClient) -> None:
    assert spoken(await http.get("/?lang=xx")) == "en"
    assert "lang" not in http.cookies


@pytest.mark.parametrize("code", OWN_NAMES)
async def test_a_switch_keeps_the_room_and_the_guest(http: httpx.AsyncClient, code: str) -> None:
    await http.post("/api/guest", json={"name": "Anna"}, headers=OWN)
    options = {"rules": "classic", "chairs": 3, "bots": "careful", "play_now": False}
    url = (await http.post("/api/rooms", json=options, headers=OWN)).json()["url"]
    link = re.search(rf'<a href="([^"]*)" lang="{code}"', (await http.get(url)).text)
    assert link is not None
    assert link[1] == f"{url}?lang={code}"
    page = await http.get(link[1])
    assert spoken(page) == code
    assert 'data-guest="Anna"' in page.text
    invitation = re.search(r'id="invite-link" readonly value="([^"]*)"', page.text)
    assert invitation is not None
    assert invitation[1].endswith(url), "friends keep their own language"


@pytest.mark.parametrize("code", sorted(set(OWN_NAMES) - {"en"}))
async def test_words_that_are_said_late_are_not_sent_early(http: httpx.AsyncClient, code: str) -> None:
    page = await http.get(f"/?lang={code}")
    address = re.search(r'data-i18n="([^"]*)"', page.text)
    assert address is not None
    early = await http.get(address[1])
    late = await http.get(address[1].replace(f"/{code}.", f"/{code}.late."))
    assert "immutable" in early.headers["cache-control"]
    assert "immutable" in late.headers["cache-control"]
    assert "Left-handed" in late.json()
    assert not early.json().keys() & late.json().keys()
    old = await http.get(f"/i18n/{code}.late.000000000000.json")
    assert old.json() == late.json()
    assert old.headers["cache-control"] == "no-store"
