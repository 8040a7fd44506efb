"""Catches a pace that the wire does not carry, and a game by tap that goes on by itself, or hangs."""

from typing import Any

import pytest

from tests.transport.wire import Line, Site

pytestmark = pytest.mark.anyio
ROOM = {"rules": "classic", "chairs": 3, "bots": "casual", "play_now": False}


async def step(line: Line) -> str | None:
    """Do the first thing that is to be done, or let a bot move; return what `next` was answered, if asked."""
    if line.view["room"]["you"]["next"] == "ready":
        before = line.view["v"]
        answer: dict[str, Any] = await line.ask("next")
        while line.view["v"] == before or line.view["room"]["you"]["next"] == "called":
            await line.until("view")
        return str(answer.get("code", answer["t"]))
    assert line.choices, "nothing is to be done, and nobody may be let move"
    before = line.view["v"]
    await line.play(line.choices[0])
    while line.view["v"] == before:
        await line.until("view")
    return None


async def test_a_game_by_tap_goes_on_by_next_alone_and_comes_to_its_end(site: Site) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(rules="blitz", chairs=4, play_now=True, pace="tap")
    async with anna.line(room) as line:
        assert line.view["room"]["pace"] == "tap"
        answers = []
        while line.view["game"]["outcome"] is None:
            answers.append(await step(line))
        assert answers.count("ok") > 10
        assert set(answers) == {"ok", None}
        assert (await line.ask("next"))["code"] == "no_game"


async def test_the_same_press_again_is_answered_again_and_done_once(site: Site) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(rules="classic", chairs=4, play_now=True, pace="tap")
    async with anna.line(room) as line:
        while line.view["room"]["you"]["next"] != "ready":
            await step(line)
        for _ in range(2):
            await line.say({"t": "next", "id": "twice"})
        for _ in range(2):
            assert (await line.until("ok"))["id"] == "twice"


async def test_among_people_there_is_no_next_and_no_tap(site: Site) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(rules="classic", chairs=3, pace="fast")
    async with anna.line(room) as host, boris.line(room) as line:
        assert host.view["room"]["pace"] == line.view["room"]["pace"] == "fast"
        assert (await host.ask("options", pace="tap"))["code"] == "bad_option"
        assert (await host.ask("options", pace="slow"))["t"] == "ok"
        assert (await line.ask("options", pace="once"))["code"] == "not_host"
        while line.view["room"]["pace"] != "slow":
            await line.until("view")
        assert (await line.ask("next"))["code"] == "not_seated"
        await host.ask("start")
        assert (await host.ask("next"))["code"] == "not_solo"
    for pace, code in (("tap", "bad_option"), ("quick", "bad_message")):
        answer = await anna.ask("POST", "/api/rooms", {**ROOM, "pace": pace})
        assert (answer.status_code, answer.json()["code"]) == (400, code)


async def test_whoever_plays_alone_changes_the_pace_while_a_bot_is_waited_for(site: Site) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(rules="classic", chairs=4, play_now=True, pace="tap")
    async with anna.line(room) as line:
        while line.view["room"]["you"]["next"] != "ready":
            await step(line)
        seen = line.view["game"]["table_ply"], line.view["game"]["bout"]
        assert (await line.ask("options", pace="once"))["t"] == "ok"
        while (line.view["game"]["table_ply"], line.view["game"]["bout"]) == seen:
            await line.until("view")
        assert line.view["room"]["you"]["next"] is None
