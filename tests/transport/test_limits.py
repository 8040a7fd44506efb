"""Catches a limit that is none, or one that hits somebody else.

Whoever floods here comes from an address of his own, which a trusted proxy on loopback names.
"""

import asyncio
import re
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.fake_clock import FakeClock
from tests.transport.conftest import living, serving
from tests.transport.tables import usual
from tests.transport.wire import ROOM, Line, Site
from web.main import create_app
from web.settings import Settings

pytestmark = pytest.mark.anyio


async def test_ten_codes_a_minute_are_tried_from_one_address(settings: Settings, clock: FakeClock) -> None:
    async with serving(usual(settings)) as site:
        anna = await site.guest("Anna")
        code = re.search(r"/j/([0-9A-Z-]{9})", (await anna.ask("GET", f"/r/{await anna.open_room()}")).text)
        for _ in range(5):
            assert (await site.ask("POST", "/api/join", {"code": "AAAA-AAAA"})).status_code == 404
            assert (await site.ask("GET", "/j/AAAA-AAAA")).status_code == 404
        for method, path in (("POST", "/api/join"), ("POST", "/api/device/take")):
            late = await site.ask(method, path, {"code": "AAAA-AAAA"})
            assert (late.status_code, late.json()["code"]) == (429, "too_fast")
        assert (await site.ask("GET", "/j/AAAA-AAAA")).status_code == 429
        assert (await site.ask("GET", "/j/AAAA-AAAA", address="192.0.2.1")).status_code == 404
        await clock.advance(60.0)
        assert (await site.ask("GET", "/j/AAAA-AAAA")).status_code == 404
        assert code is None or (await site.ask("GET", f"/j/{code[1]}")).status_code == 303


async def test_rooms_of_a_guest_and_of_an_address_are_limited_for_an_hour(
    settings: Settings, clock: FakeClock
) -> None:
    async with serving(usual(settings)) as site:
        guests = [await site.guest(f"Guest {number}") for number in range(3)]
        made = [await guests[number // 10].ask("POST", "/api/rooms", ROOM) for number in range(21)]
        assert [answer.status_code for answer in made] == [201] * 20 + [429]
        assert made[-1].json()["code"] == "too_fast"
        elsewhere = await guests[0].ask("POST", "/api/rooms", ROOM, address="192.0.2.1")
        assert elsewhere.status_code == 429, "his own ten are used up"
        assert (await guests[2].ask("POST", "/api/rooms", ROOM, address="192.0.2.1")).status_code == 201
        await clock.advance(3600.0)
        assert (await guests[0].ask("POST", "/api/rooms", ROOM)).status_code == 201


async def test_case_76_five_hundred_rooms_from_one_address_are_twenty(settings: Settings) -> None:
    async with serving(usual(settings, requests_per_minute=999)) as site:
        guests = [await site.guest(f"Guest {number}") for number in range(50)]
        async with httpx.AsyncClient(base_url=site.url, headers={"origin": site.url}) as client:
            answers: list[httpx.Response] = []
            for guest in guests:
                headers = {"cookie": f"durak={guest.cookie}"}
                asked = (client.post("/api/rooms", json=ROOM, headers=headers) for _ in range(10))
                answers += await asyncio.gather(*asked)
        assert [answer.status_code for answer in answers].count(201) == 20


async def test_a_server_that_is_full_says_so(settings: Settings) -> None:
    async with serving(settings.model_copy(update={"rooms_at_most": 3})) as site:
        anna = await site.guest("Anna")
        for _ in range(3):
            await anna.open_room()
        full = await anna.ask("POST", "/api/rooms", ROOM)
        assert (full.status_code, full.json()["code"]) == (503, "busy")


async def test_new_guests_of_an_address_are_limited_and_old_ones_are_not(settings: Settings) -> None:
    app = create_app(settings.model_copy(update={"guests_per_hour": 2}))
    base = "http://127.0.0.1:8000"
    async with living(app):
        answers = []
        for _ in range(3):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(
                transport=transport, base_url=base, headers={"origin": base}
            ) as http:
                answers.append((await http.post("/api/guest", json={"name": "Anna"})).status_code)
                answers.append((await http.post("/api/guest", json={"name": "Maria"})).status_code)
        assert answers == [200, 200, 200, 200, 429, 429]


async def test_case_76_a_flood_of_renamings_is_slowed_down(settings: Settings, clock: FakeClock) -> None:
    async with serving(usual(settings, requests_per_minute=40)) as site:
        anna = await site.guest("Anna")
        headers = {"origin": site.url, "cookie": f"durak={anna.cookie}"}
        async with httpx.AsyncClient(base_url=site.url, headers=headers) as client:
            codes = [
                (await client.post("/api/guest", json={"name": f"Anna {number}"})).status_code
                for number in range(60)
            ]
            assert codes == [200] * 39 + [429] * 21
            assert (await site.guest("Boris", "192.0.2.1")).name == "Boris"
            await clock.advance(60.0)
            assert (await client.post("/api/guest", json={"name": "Anna"})).status_code == 200


async def test_a_guest_has_five_sockets(settings: Settings) -> None:
    async with serving(usual(settings, sockets_per_address=99)) as site, AsyncExitStack() as stack:
        anna = await site.guest("Anna")
        rooms = [await anna.open_room() for _ in range(6)]
        lines = [await stack.enter_async_context(anna.line(room)) for room in rooms[:5]]
        async with site.socket(rooms[5], anna.cookie) as socket:
            assert await Line(socket).farewell() == (None, 1013)
        await lines[0].socket.close()
        async with asyncio.timeout(20):
            while not await can_open(site, rooms[5], anna.cookie):
                await asyncio.sleep(0.05)


async def can_open(site: Site, room: str, cookie: str | None = None, address: str | None = None) -> bool:
    try:
        async with site.socket(room, cookie, address=address) as socket:
            await Line(socket).hello()
    except (ConnectionClosed, InvalidStatus):
        return False
    return True


async def test_an_address_has_thirty_sockets_and_the_others_play_on(settings: Settings) -> None:
    async with serving(usual(settings)) as site, AsyncExitStack() as stack:
        anna = await site.guest("Anna")
        room = await anna.open_room()
        sockets = [await stack.enter_async_context(site.socket(room, address="192.0.2.1")) for _ in range(30)]
        with pytest.raises(InvalidStatus) as refused:
            async with site.socket(room, address="192.0.2.1"):
                pass
        assert refused.value.response.status_code == 429
        async with anna.line(room) as line:
            assert (await line.ask("options", rules="transfer"))["t"] == "ok"
        await sockets[0].close()
        async with asyncio.timeout(20):
            while not await can_open(site, room, address="192.0.2.1"):
                await asyncio.sleep(0.05)


async def test_handshakes_of_an_address_are_limited_for_a_minute(
    settings: Settings, clock: FakeClock
) -> None:
    async with serving(usual(settings, handshakes_per_minute=5)) as site:
        room = await (await site.guest("Anna")).open_room()

        async def shake(address: str) -> bool:
            try:
                async with site.socket(room, address=address):
                    return True
            except InvalidStatus:
                return False

        assert [await shake("192.0.2.1") for _ in range(6)] == [True] * 5 + [False]
        assert await shake("192.0.2.2")
        await clock.advance(60.0)
        assert await shake("192.0.2.1")


async def said(line: Line, **asked: Any) -> str:
    answer = await line.ask("say", **asked)
    return str(answer.get("code", answer["t"]))


async def test_three_sayings_in_five_seconds_over_all_sockets_of_a_guest(
    settings: Settings, clock: FakeClock
) -> None:
    async with serving(usual(settings)) as site, AsyncExitStack() as stack:
        anna = await site.guest("Anna")
        lines = [await stack.enter_async_context(anna.line(await anna.open_room())) for _ in range(2)]
        wow = {"kind": "reaction", "what": "wow"}
        assert [await said(lines[n % 2], **wow) for n in range(4)] == ["ok", "ok", "ok", "too_fast"]
        await clock.advance(5.0)
        assert await said(lines[0], **wow) == "ok"
