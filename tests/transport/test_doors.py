"""Catches a way to a table that leads nowhere, past a block, or tells more than it should."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from tests.fake_clock import FakeClock
from tests.transport.conftest import serving
from tests.transport.tables import forget_all, stored
from tests.transport.wire import ROOM, Guest, Line, Site
from web.settings import Settings

pytestmark = pytest.mark.anyio
DEAD = "A" * 22
LISTED = {"url", "rules", "rules_name", "chairs", "free", "bots", "phase", "language", "watch"}


@pytest.fixture
async def site(settings: Settings, clock: FakeClock) -> AsyncIterator[Site]:
    async with serving(settings) as site:
        yield site


def code_of(settings: Settings, room: str) -> str:
    return str(stored(settings, "SELECT code FROM rooms WHERE id = ?", room)[0][0])


def plain(page: httpx.Response) -> tuple[int, str]:
    """Return what a page says, without the name and picture that are drawn by lot."""
    text = re.sub(r'data-(suggested|avatar)="[^"]*"|value="[^"]*"', "", page.text)
    return page.status_code, text


# Short codes


async def test_a_short_code_leads_to_the_room_however_it_is_typed(site: Site, settings: Settings) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room()
    code = code_of(settings, room)
    for typed in (code, f"{code[:4]}-{code[4:]}", f" {code[:4].lower()} {code[4:].lower()} "):
        for read in (typed, typed.replace("0", "O").replace("1", "l")):
            answer = await site.ask("POST", "/api/join", {"code": read})
            assert answer.json() == {"url": f"/r/{room}"}
            page = await site.ask("GET", f"/j/{read}")
            assert (page.status_code, page.headers["location"]) == (303, f"/r/{room}")
    assert (await site.ask("POST", "/api/join", {"code": code[:-1]})).status_code == 404
    assert (await site.ask("POST", "/api/join", {"code": ""})).status_code == 400


async def test_an_unknown_code_and_that_of_a_closed_room_are_told_alike(
    site: Site, settings: Settings, clock: FakeClock
) -> None:
    anna = await site.guest("Anna")
    closed = code_of(settings, await anna.open_room())
    assert (await site.ask("GET", f"/j/{closed}")).status_code == 303
    await forget_all(settings, clock)
    pages = [await site.ask("GET", f"/j/{code}") for code in (closed, "ABCDEFGH")]
    texts = [plain(page)[1].replace(closed, "").replace("ABCDEFGH", "") for page in pages]
    assert [page.status_code for page in pages] == [404, 404]
    assert texts[0] == texts[1]
    answers = [await site.ask("POST", "/api/join", {"code": code}) for code in (closed, "ABCDEFGH", "?")]
    assert [(answer.status_code, answer.text) for answer in answers] == [(404, answers[0].text)] * 3


# The lobby


async def test_case_77_the_lobby_shows_public_rooms_in_which_somebody_is(
    site: Site, stack: AsyncExitStack
) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    hidden = await anna.open_room()
    room = await anna.open_room(public=True, chairs=4, rules="transfer", watch="none")

    async def lobby() -> list[dict[str, Any]]:
        rooms: list[dict[str, Any]] = (await site.ask("GET", "/api/lobby")).json()["rooms"]
        return rooms

    assert await lobby() == [], "nobody is there yet"
    line = await stack.enter_async_context(anna.line(room))
    await stack.enter_async_context(anna.line(hidden))
    (shown,) = await lobby()
    assert shown == {
        "url": f"/r/{room}",
        "rules": "transfer",
        "rules_name": "Transfers",
        "chairs": 4,
        "free": 3,
        "bots": 0,
        "phase": "waiting",
        "language": "en",
        "watch": "none",
    }
    assert (await line.ask("start"))["t"] == "ok"
    (shown,) = await lobby()
    assert (shown["phase"], shown["bots"], shown["free"]) == ("playing", 3, 3)
    assert shown.keys() == LISTED
    assert f'href="/r/{room}"' in (await boris.ask("GET", "/lobby")).text
    assert (await line.ask("options", public=False))["code"] == "game_running"
    await line.socket.close()
    async with asyncio.timeout(20):
        while await lobby():
            await asyncio.sleep(0.02)


async def test_a_quick_match_seats_at_a_public_table_by_ones_own_rules_or_makes_one(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna, boris, clara = [await site.guest(name) for name in ("Anna", "Boris", "Clara")]
    first = await anna.ask("POST", "/api/quick", {"rules": "transfer"})
    room = first.json()["url"].removeprefix("/r/")
    line = await stack.enter_async_context(anna.line(room))
    assert line.view["room"]["public"]
    assert line.view["room"]["you"]["host"]
    other = await boris.ask("POST", "/api/quick", {"rules": "blitz"})
    assert other.json()["url"] != f"/r/{room}", "nobody is there, and the rules are others"
    any_rules = await clara.ask("POST", "/api/quick", {"rules": None})
    assert any_rules.json()["url"] == f"/r/{room}"
    await line.until_view(lambda view: view["room"]["chairs"][1]["name"] == "Clara")
    again = await clara.ask("POST", "/api/quick", {"rules": "transfer"})
    assert again.json()["url"] == f"/r/{room}", "where he sits already"
    wrong = await clara.ask("POST", "/api/quick", {"rules": "nonsense"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_option")
    assert len(stored(settings, "SELECT id FROM rooms")) == 2


async def test_a_quick_match_prefers_a_table_that_waits_and_never_seats_beside_a_blocked_one(
    site: Site, clock: FakeClock, stack: AsyncExitStack
) -> None:
    anna, boris, clara = [await site.guest(name) for name in ("Anna", "Boris", "Clara")]
    waiting = await boris.open_room(public=True, chairs=3)
    waits = await stack.enter_async_context(boris.line(waiting))
    await clock.advance(1.0)
    # The newest room stands first in the lobby.
    playing = await anna.open_room(public=True, chairs=3)
    line = await stack.enter_async_context(anna.line(playing))
    assert (await line.ask("start"))["t"] == "ok"
    tag = waits.view["room"]["you"]["tag"]
    assert (await clara.ask("POST", "/api/block", {"room": waiting, "tag": tag})).status_code == 200
    assert (await clara.ask("POST", "/api/quick", {"rules": None})).json()["url"] == f"/r/{playing}"
    late = await line.until_view(lambda view: any(chair["claimed_by"] for chair in view["room"]["chairs"]))
    assert [chair["claimed_by"] for chair in late["room"]["chairs"]] == [None, "Clara", None]
    dora = await site.guest("Dora")
    assert (await dora.ask("POST", "/api/quick", {"rules": None})).json()["url"] == f"/r/{waiting}"


# Old links


async def test_an_old_link_says_what_it_was_and_makes_the_same_room_again(
    site: Site, settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    seen = {"seen_cards": True, "turn_seconds": 45, "chat": True, "advice": True, "pace": "slow"}
    asked = {"rules": "D24T2F0", "chairs": 3, **seen}
    room = await anna.open_room(**asked)
    old = code_of(settings, room)
    await forget_all(settings, clock)
    page = await boris.ask("GET", f"/r/{room}")
    assert page.status_code == 410
    again = f"/api/rooms/{room}/again"
    assert (await site.ask("POST", again, {})).json()["code"] == "not_a_guest"
    both = await asyncio.gather(boris.ask("POST", again, {}), anna.ask("POST", again, {}))
    assert [answer.json() for answer in both] == [{"url": f"/r/{room}"}] * 2
    line = await stack.enter_async_context(boris.line(room))
    view = line.view["room"]
    assert {name: view[name] for name in asked if name != "chairs"} | {"chairs": len(view["chairs"])} == asked
    assert [chair["name"] for chair in view["chairs"]][1:] == [None, None]
    assert view["chairs"][0]["name"] in ("Anna", "Boris")
    assert (await site.ask("GET", f"/r/{room}")).status_code == 200
    assert code_of(settings, room) != old
    assert (await boris.ask("POST", again, {})).json() == {"url": f"/r/{room}"}
    assert (await line.ask("start"))["t"] == "ok" or view["chairs"][0]["name"] == "Anna"


@pytest.mark.parametrize("room", [DEAD, "short", "A" * 300])
async def test_what_never_was_cannot_be_made_again(site: Site, room: str) -> None:
    anna = await site.guest("Anna")
    answer = await anna.ask("POST", f"/api/rooms/{room}/again", {})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_room")
    assert (await site.ask("GET", f"/r/{room}")).status_code == 404


# The page of a room


async def test_a_robot_that_fetches_the_link_takes_no_seat_and_learns_no_names_but_the_hosts(
    site: Site, stack: AsyncExitStack
) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room(chairs=4)
    line = await stack.enter_async_context(anna.line(room))
    async with boris.line(room) as other:
        await other.ask("sit", chair=None)
    await line.until_view(lambda view: view["room"]["chairs"][1]["away"])
    v = line.view["v"]
    page = await site.ask("GET", f"/r/{room}")
    assert page.status_code == 200
    assert '<meta property="og:title" content="Anna invites you to Durak">' in page.text
    assert "Boris" not in page.text
    assert "set-cookie" not in page.headers
    assert (await line.ask("say", kind="reaction", what="wow"))["t"] == "ok"
    await line.until_view(lambda view: view["v"] > v)
    assert line.view["v"] == v + 1
    assert [chair["name"] for chair in line.view["room"]["chairs"]] == ["Anna", "Boris", None, None]


async def test_whoever_has_no_language_gets_that_of_the_rooms_maker(site: Site) -> None:
    anna = await site.guest("Anna")
    headers = {"origin": site.url, "cookie": f"durak={anna.cookie}", "accept-language": "de"}
    async with httpx.AsyncClient(base_url=site.url, headers=headers) as client:
        url = (await client.post("/api/rooms", json=ROOM)).json()["url"]
    async with httpx.AsyncClient(base_url=site.url) as robot:
        assert (await robot.get(url)).headers["content-language"] == "de"
        french = await robot.get(url, headers={"accept-language": "ru;q=0.8, fr"})
        assert french.headers["content-language"] == "ru"


async def test_a_page_lets_the_cookie_of_a_guest_last_from_today_on(site: Site) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room()
    for path in ("/", f"/r/{room}", "/lobby"):
        page = await anna.ask("GET", path)
        assert f"durak={anna.cookie};" in page.headers["set-cookie"]
        assert "Max-Age=15552000" in page.headers["set-cookie"]
        stranger = await site.ask("GET", path)
        assert "set-cookie" not in stranger.headers
        forged = await site.ask("GET", path, cookie="made-up")
        assert "set-cookie" not in forged.headers


def sat(line: Line) -> int | None:
    chair: int | None = line.view["room"]["you"]["chair"]
    return chair


async def test_a_room_made_before_there_were_codes_gets_one_when_its_page_is_opened(
    site: Site, settings: Settings
) -> None:
    anna: Guest = await site.guest("Anna")
    room = await anna.open_room()
    stored(settings, "UPDATE rooms SET code = NULL")
    assert (await anna.ask("GET", f"/r/{room}")).status_code == 200
    assert len(code_of(settings, room)) == 8
    async with anna.line(room) as line:
        assert sat(line) == 0
