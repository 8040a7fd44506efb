"""Catches a block that seats two together after all, and a report that nobody gets to read."""

import subprocess
import sys
from contextlib import AsyncExitStack

import pytest

from tests.program import ROOT
from tests.transport.wire import Site
from web.settings import Settings

pytestmark = pytest.mark.anyio


def reports(settings: Settings) -> str:
    return subprocess.run(
        [sys.executable, "-m", "web.cli", "reports"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ".", "DURAK_DATABASE_URL": settings.database_url},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


async def test_two_who_were_blocked_never_sit_at_one_table(site: Site) -> None:
    anna, eve = await site.guest("Anna"), await site.guest("Eve")
    first, second, third = await anna.open_room(), await anna.open_room(), await eve.open_room()
    async with AsyncExitStack() as stack:
        line = await stack.enter_async_context(anna.line(first))
        with_eve = await stack.enter_async_context(eve.line(first))
        await with_eve.ask("sit", chair=None)
        view = await line.until_view(lambda view: view["room"]["chairs"][1]["name"] == "Eve")
        tag = view["room"]["chairs"][1]["tag"]
        assert (await anna.ask("POST", "/api/block", {"room": first, "tag": tag})).status_code == 200
    async with eve.line(second) as line:
        assert (await line.ask("sit", chair=None))["code"] == "blocked"
    async with anna.line(third) as line:
        assert (await line.ask("sit", chair=None))["code"] == "blocked"
        assert (await eve.ask("DELETE", "/api/block", {})).status_code == 200
        assert (await line.ask("sit", chair=None))["code"] == "blocked", "only who blocked can unblock"
        assert (await anna.ask("DELETE", "/api/block", {"room": first, "tag": tag})).status_code == 200
        assert (await line.ask("sit", chair=None))["t"] == "ok"


async def test_a_tag_means_somebody_in_one_room_only(site: Site) -> None:
    anna, eve = await site.guest("Anna"), await site.guest("Eve")
    room, other = await eve.open_room(), await eve.open_room()
    async with eve.line(room) as line:
        tag = line.view["room"]["you"]["tag"]
    for asked, status, code in (
        ({"room": other, "tag": tag}, 409, "nobody_there"),
        ({"room": room, "tag": "0" * 12}, 409, "nobody_there"),
        ({"room": "A" * 22, "tag": tag}, 404, "no_such_room"),
        ({"room": room, "tag": "eve"}, 400, "bad_message"),
    ):
        answer = await anna.ask("POST", "/api/block", asked)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await eve.ask("POST", "/api/block", {"room": room, "tag": tag})).json()["code"] == "bad_message"
    half = await anna.ask("DELETE", "/api/block", {"tag": tag})
    assert (half.status_code, half.json()["code"]) == (400, "bad_message")
    assert (await site.ask("POST", "/api/block", {"room": room, "tag": tag})).status_code == 401


async def test_a_report_is_read_by_the_host_of_the_server(site: Site, settings: Settings) -> None:
    assert reports(settings) == "Nobody has been reported.\n"
    anna, eve = await site.guest("Anna"), await site.guest("Eve")
    room = await eve.open_room(chat=True)
    async with eve.line(room) as line:
        assert (await line.ask("say", kind="text", what="You\u202e durak!"))["t"] == "ok"
        tag = line.view["room"]["you"]["tag"]
    asked = {"room": room, "tag": tag, "why": "rude\n\x1b[31mroot"}
    assert (await anna.ask("POST", "/api/report", asked)).status_code == 200
    told = reports(settings)
    assert "Eve" in told
    assert "by    Anna" in told
    assert room in told
    assert "why   rude [31mroot\n" in told
    assert "said  You durak!\n" in told
    assert "\x1b" not in told
    assert anna.cookie not in told
    empty = await anna.ask("POST", "/api/report", asked | {"why": "\u200b"})
    assert (empty.status_code, empty.json()["facts"]) == (400, {"field": "why"})


async def test_the_host_of_the_server_is_not_flooded_with_reports(site: Site) -> None:
    anna, eve = await site.guest("Anna"), await site.guest("Eve")
    room = await eve.open_room()
    async with eve.line(room) as line:
        asked = {"room": room, "tag": line.view["room"]["you"]["tag"], "why": "x"}
    codes = [(await anna.ask("POST", "/api/report", asked)).status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]
