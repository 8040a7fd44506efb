"""Catches a first game that a stranger gets, that asks for options, or that knows no limit."""

import pytest

from tests.transport.conftest import serving
from tests.transport.wire import ROOM, Site
from web.rooms.first_game import FIRST_DEALS
from web.settings import Settings

pytestmark = pytest.mark.anyio


async def test_whoever_asks_for_it_sits_at_a_table_to_learn_at(site: Site) -> None:
    anna = await site.guest("Anna")
    answer = await anna.ask("POST", "/api/first", {})
    assert answer.status_code == 201
    assert answer.json()["url"] == f"/r/{answer.json()['id']}"
    async with anna.line(answer.json()["id"]) as line:
        room, game = line.view["room"], line.view["game"]
        assert (room["taught"], room["solo"], room["phase"], room["advice"]) == (True, True, "playing", False)
        assert (room["rules"], game["viewer"], len(game["counts"])) == ("transfer", 0, 3)
        assert [chair["kind"] for chair in room["chairs"]] == ["player", "bot", "bot"]


async def test_nothing_of_it_can_be_chosen_and_nobody_else_gets_one(site: Site) -> None:
    anna = await site.guest("Anna")
    for body in ({"rules": "classic"}, {"secret": FIRST_DEALS[0].hex()}, {"chairs": 2}):
        answer = await anna.ask("POST", "/api/first", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    made = await anna.ask("POST", "/api/rooms", {**ROOM, "taught": True})
    assert (made.status_code, made.json()["code"]) == (400, "bad_message")
    assert (await site.ask("POST", "/api/first", {})).status_code == 401


async def test_it_counts_as_a_room(settings: Settings) -> None:
    async with serving(settings.model_copy(update={"rooms_per_guest": 1})) as site:
        anna = await site.guest("Anna")
        assert (await anna.ask("POST", "/api/first", {})).status_code == 201
        late = await anna.ask("POST", "/api/first", {})
        assert (late.status_code, late.json()["code"]) == (429, "too_fast")
