"""Catches a rule page that tells other rules than are played, half a language, or what nobody should find."""

import json
import re
from gettext import NullTranslations
from html import unescape
from random import Random
from xml.etree import ElementTree as ET

import httpx
import pytest

from durak import OPTIONS, PRESETS, describe, encode_rules
from tests.rules.rule_sets import random_rules
from tests.transport.wire import Site
from web.resources import LOCALES
from web.transport.finding import PAGES, SITEMAP, XHTML
from web.transport.languages import OWN_NAMES, load_languages
from web.transport.rules_page import SECTIONS, told
from web.transport.rules_words import rule_sentence
from web.transport.terms import TERMS, terms

pytestmark = pytest.mark.anyio

ENGLISH = NullTranslations()
LANGUAGES = load_languages(LOCALES)


async def text_of(http: httpx.AsyncClient, path: str) -> str:
    """What a page says, without its markup."""
    answer = await http.get(path)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def test_every_option_is_told_in_one_place() -> None:
    options = [option for part in SECTIONS.values() for option in part]
    assert sorted(options) == sorted(set(OPTIONS) - {"first_cap_scope"})


def test_a_page_tells_all_that_the_engine_says_of_its_rules() -> None:
    rng = Random(0)
    for rules in (*PRESETS.values(), *(random_rules(rng) for _ in range(200))):
        sentences = [line for part in told(rules, ENGLISH).values() for line in part]
        assert sorted(sentences) == sorted(rule_sentence(line, ENGLISH) for line in describe(rules))


@pytest.mark.parametrize("lang", OWN_NAMES)
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_has_a_page_in_every_language(
    http: httpx.AsyncClient, preset: str, lang: str
) -> None:
    text = await text_of(http, f"/rules/{preset}?lang={lang}")
    for part in told(PRESETS[preset], LANGUAGES[lang].translations).values():
        for sentence in part:
            assert sentence in text


async def test_the_rules_of_a_room_have_one_too_which_is_not_to_be_found(http: httpx.AsyncClient) -> None:
    own = encode_rules(random_rules(Random(1)))
    assert own not in PRESETS
    page = (await http.get(f"/rules/{own}")).text
    assert '<meta name="robots" content="noindex">' in page
    assert "canonical" not in page
    known = (await http.get("/rules/transfer")).text
    assert "noindex" not in known
    assert '<link rel="canonical" href="http://127.0.0.1:8000/rules/transfer">' in known


@pytest.mark.parametrize("code", ["nonsense", "L4F5", "D24" * 200, "<img>"])
async def test_where_there_are_no_rules_there_is_no_page(http: httpx.AsyncClient, code: str) -> None:
    assert (await http.get(f"/rules/{code}", headers={"accept": "text/html"})).status_code == 404


def test_players_words_differ_from_language_to_language() -> None:
    rows = terms(LANGUAGES.values())
    assert len(rows) == len(TERMS)
    for row in rows:
        assert set(row) == set(OWN_NAMES)
        assert row["en"] not in (row["de"], row["id"], row["ru"], row["uk"])


async def test_questions_are_told_to_search_engines_as_they_are_to_readers(http: httpx.AsyncClient) -> None:
    page = (await http.get("/rules?lang=de")).text
    [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    found = json.loads(data)
    assert found["@type"] == "FAQPage"
    text = await text_of(http, "/rules?lang=de")
    assert len(found["mainEntity"]) == 5
    for entity in found["mainEntity"]:
        assert entity["name"] in text
        assert entity["acceptedAnswer"]["text"] in text


async def test_the_map_names_every_page_in_every_language_and_each_is_there(http: httpx.AsyncClient) -> None:
    answer = await http.get("/sitemap.xml")
    urls = ET.fromstring(answer.content).findall(f"{{{SITEMAP}}}url")  # noqa: S314  # our own
    assert len(urls) == len(PAGES) * (1 + len(OWN_NAMES))
    for url in urls:
        address = url.findtext(f"{{{SITEMAP}}}loc")
        assert address is not None
        page = await http.get(address)
        assert page.status_code == 200
        assert f'<link rel="canonical" href="{address}">' in page.text
        links = url.findall(f"{{{XHTML}}}link")
        assert {link.get("hreflang") for link in links} == {*OWN_NAMES, "x-default"}
        for link in links:
            told_there = f'hreflang="{link.get("hreflang")}" href="{link.get("href")}">'
            assert told_there in page.text


async def test_robots_may_look_at_rooms_for_a_preview_but_not_keep_them(
    http: httpx.AsyncClient, site: Site
) -> None:
    text = (await http.get("/robots.txt")).text
    assert "Disallow: /api/\n" in text
    assert "Disallow: /r" not in text
    room = await (await site.guest("Anna")).open_room()
    async with httpx.AsyncClient(base_url=site.url) as robot:
        assert '<meta name="robots" content="noindex">' in (await robot.get(f"/r/{room}")).text
    assert "\nSitemap: http://127.0.0.1:8000/sitemap.xml\n" in text
