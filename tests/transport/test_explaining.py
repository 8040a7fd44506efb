"""Catches rules that are not told, in the wrong language, or to somebody who knows them."""

from urllib.parse import quote

import httpx
import pytest

from durak import PRESETS

pytestmark = pytest.mark.anyio


async def test_rules_are_told_in_the_readers_language(http: httpx.AsyncClient) -> None:
    told = (await http.get("/api/rules/transfer")).json()
    assert told["name"] == "Transfers"
    assert "The defender may transfer the attack with a card of the same rank." in told["lines"]
    assert told["news"] == []
    german = (await http.get("/api/rules/transfer", headers={"accept-language": "de"})).json()
    assert german["name"] == "Weitergeben"
    assert "36 Karten, von der 6 an aufwärts." in german["lines"]
    assert len(german["lines"]) == len(told["lines"])


async def test_somebody_who_knows_other_rules_is_told_what_is_new(http: httpx.AsyncClient) -> None:
    told = (await http.get("/api/rules/D24T1?known=transfer")).json()
    assert told["name"] == "D24T1"
    assert told["news"] == ["24 cards, from the 9 up."]
    assert (await http.get("/api/rules/transfer?known=T1")).json()["news"] == []


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_is_told(http: httpx.AsyncClient, preset: str) -> None:
    assert len((await http.get(f"/api/rules/{preset}")).json()["lines"]) > 10


@pytest.mark.parametrize("code", ["nonsense", "L4F5", "D24" * 200, "..", "<img>", "T1?"])
async def test_what_are_no_rules_is_refused(http: httpx.AsyncClient, code: str) -> None:
    for path in (f"/api/rules/{quote(code, safe='')}", f"/api/rules/classic?known={quote(code)}"):
        answer = await http.get(path)
        assert answer.status_code in (400, 404, 409)
        assert answer.json()["code"] in ("bad_option", "no_such_page", "first_cap_above_limit")
