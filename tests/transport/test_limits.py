"""Catches a limit that is none, one that hits somebody else, and one whose memory grows.

Whoever floods here comes from an address of his own, which a trusted proxy on loopback names.
"""

import asyncio
import json
import re
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.fake_clock import FakeClock
from tests.transport.conftest import living, serving
from tests.transport.wire import ROOM, Guest, Line, Site
from web.main import create_app
from web.settings import VARIABLES, BadSettings, Settings, read_settings
from web.transport.addresses import address_of
from web.transport.limits import Limits, Places, Quota

pytestmark = pytest.mark.anyio
README = Path(__file__).resolve().parents[2] / "README.md"


def usual(settings: Settings, **changes: Any) -> Settings:
    """Return settings with the limits that people get."""
    limits = Limits()
    names = Limits.__dataclass_fields__
    return settings.model_copy(update={name: getattr(limits, name) for name in names} | changes)


# Counting


async def test_a_quota_counts_exactly_and_for_each_by_itself() -> None:
    clock = FakeClock()
    quota = Quota(clock, 3, 10.0)
    assert [quota.takes_one("a") for _ in range(4)] == [True, True, True, False]
    assert quota.takes_one("b")
    await clock.advance(9.0)
    assert not quota.takes_one("a")
    await clock.advance(1.0)
    assert [quota.takes_one("a") for _ in range(4)] == [True, True, True, False]
    await clock.advance(5.0)
    assert not quota.takes_one("a")
    await clock.advance(5.0)
    assert quota.takes_one("a")


async def test_case_76_a_flood_of_names_does_not_stay_in_memory() -> None:
    clock = FakeClock()
    quota = Quota(clock, 3, 60.0)
    for number in range(10_000):
        assert quota.takes_one(f"address {number}")
    assert len(quota) == 10_000
    await clock.advance(60.0)
    assert quota.takes_one("another")
    assert len(quota) == 1
    places = Places(2)
    for number in range(10_000):
        assert places.enter(number)
        places.leave(number)
    assert len(places) == 0


async def test_whoever_goes_on_is_remembered_while_others_are_forgotten() -> None:
    clock = FakeClock()
    quota = Quota(clock, 2, 10.0)
    assert quota.takes_one("steady")
    assert quota.takes_one("once")
    await clock.advance(6.0)
    assert quota.takes_one("steady")
    await clock.advance(5.0)
    assert quota.takes_one("new")
    assert len(quota) == 2, "once is forgotten"
    assert quota.takes_one("steady")
    assert not quota.takes_one("steady")


def test_places_are_taken_and_given_back() -> None:
    places = Places(2)
    assert [places.enter("a"), places.enter("a"), places.enter("a")] == [True, True, False]
    assert places.enter("b")
    places.leave("a")
    assert places.enter("a")


# Settings


def test_every_setting_is_in_the_table_of_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    table = text[text.index("| variable | means | else |") :].partition("\n\n")[0]
    assert set(re.findall(r"`([A-Z][A-Z0-9_]+)`", table)) == set(VARIABLES)


def test_every_limit_is_a_setting_with_the_same_usual_value() -> None:
    settings = Settings()
    for name, field in Limits.__dataclass_fields__.items():
        assert getattr(settings, name) == field.default, name


@pytest.mark.parametrize("value", ["*", "proxy.example", "10.0.0.0/8 ::1", ""])
def test_nobody_can_be_trusted_by_a_star_or_a_name(value: str) -> None:
    """With a star everybody could say where he comes from."""
    if value:
        with pytest.raises(BadSettings, match="DURAK_TRUSTED_PROXIES"):
            read_settings({"DURAK_TRUSTED_PROXIES": value})
    assert read_settings({"DURAK_TRUSTED_PROXIES": "10.0.0.0/8, ::1"}).trusted_proxies == "10.0.0.0/8, ::1"


# Addresses


@pytest.mark.parametrize(
    ("client", "counted_as"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::1", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:3::1", 5), "2001:db8:1:3::/64"),
        (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("nonsense", 5), "unknown"),
        (("192.0.2.7, 1.2.3.4", 5), "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_is_what_one_household_has(client: tuple[str, int] | None, counted_as: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": client, "headers": []})) == counted_as


async def tries_until_refused(site: Site, headers: list[list[tuple[str, str]]]) -> int:
    """Try a code with each of these headers, and return how many times that was let in."""
    async with httpx.AsyncClient(base_url=site.url) as client:
        for number, more in enumerate(headers):
            both = [("origin", site.url), ("content-type", "application/json"), *more]
            answer = await client.post("/api/join", content='{"code":"ABCD-EFGH"}', headers=both)
            if answer.status_code == 429:
                return number
            assert answer.status_code == 404
    return len(headers)


FORGED = [
    [[("x-forwarded-for", f"192.0.2.{number}")] for number in range(12)],
    [[("x-forwarded-for", f"192.0.2.{number}, 198.51.100.1")] for number in range(12)],
    [
        [("x-forwarded-for", f"192.0.2.{number}"), ("x-forwarded-for", f"192.0.2.{100 + number}")]
        for number in range(12)
    ],
    [[("x-real-ip", f"192.0.2.{number}"), ("forwarded", f"for=192.0.2.{number}")] for number in range(12)],
]


@pytest.mark.parametrize("headers", FORGED, ids=["one", "a chain", "two headers", "other headers"])
async def test_nobody_but_the_proxy_says_where_somebody_comes_from(
    settings: Settings, headers: list[list[tuple[str, str]]]
) -> None:
    """The proxy is somewhere else, so what comes from here is a visitor's own word."""
    async with serving(usual(settings, trusted_proxies="203.0.113.9")) as site:
        assert await tries_until_refused(site, headers) == 10


FORGED_THROUGH = [
    # What the visitor sent himself comes first, in the same header or in one of its own.
    [[("x-forwarded-for", f"192.0.2.{number}, 198.51.100.1")] for number in range(12)],
    [[("x-forwarded-for", f"192.0.2.{number}"), ("x-forwarded-for", "198.51.100.1")] for number in range(12)],
    [[("x-forwarded-for", f"127.0.0.1, 192.0.2.{number}, 198.51.100.1, 127.0.0.1")] for number in range(12)],
    [[("x-forwarded-for", f"nonsense {number}")] for number in range(12)],
]


@pytest.mark.parametrize("headers", FORGED_THROUGH, ids=["a chain", "two headers", "two proxies", "nonsense"])
async def test_the_proxys_own_word_counts_whatever_the_visitor_wrote_before_it(
    settings: Settings, headers: list[list[tuple[str, str]]]
) -> None:
    async with serving(usual(settings)) as site:
        assert await tries_until_refused(site, headers) == 10
        honest = [[("x-forwarded-for", f"192.0.2.{number}")] for number in range(12)]
        assert await tries_until_refused(site, honest) == 12, "visitors of one proxy are told apart"


# What is limited


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


async def test_case_76_a_thousand_sockets_that_never_join_harm_nobody(settings: Settings) -> None:
    async with serving(usual(settings)) as site:
        anna = await site.guest("Anna")
        room = await anna.open_room()
        async with anna.line(room) as line, AsyncExitStack() as stack:
            flood = asyncio.create_task(open_many(site, room, stack))
            took = []
            while not flood.done():
                began = time.monotonic()
                assert (await line.ask("say", kind="reaction", what="wow"))["t"] in ("ok", "refused")
                took.append(time.monotonic() - began)
                await asyncio.sleep(0.02)
            codes = await flood
        assert codes.count(101) == 30
        assert codes.count(429) == 970
        assert sorted(took)[len(took) // 2] < 0.5


async def open_many(site: Site, room: str, stack: AsyncExitStack) -> list[int]:
    async def open_one() -> int:
        try:
            await stack.enter_async_context(site.socket(room, address="192.0.2.1"))
        except InvalidStatus as refused:
            return refused.response.status_code
        return 101

    codes: list[int] = []
    for _ in range(50):
        codes += await asyncio.gather(*(open_one() for _ in range(20)))
    return codes


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


async def test_case_76_a_thousand_messages_in_a_second_hit_their_sender_alone(settings: Settings) -> None:
    async with serving(usual(settings)) as site, AsyncExitStack() as stack:
        anna, boris = await site.guest("Anna"), await site.guest("Boris")
        room = await anna.open_room(chairs=3)
        calm = await stack.enter_async_context(anna.line(room))
        wild = await stack.enter_async_context(boris.line(room))
        await wild.ask("sit", chair=None)
        flood = asyncio.create_task(pour(wild, 1000))
        took = []
        for number in range(10):
            began = time.monotonic()
            answer = await calm.ask("options", rules=("classic", "transfer")[number % 2])
            took.append(time.monotonic() - began)
            assert answer["t"] == "ok"
        assert await flood in (1008, None)
        assert sorted(took)[5] < 0.5


async def pour(line: Line, many: int) -> int | None:
    kinds: list[dict[str, Any]] = [
        {"t": "say", "kind": "reaction", "what": "wow"},
        {"t": "sit", "chair": None},
        {"t": "leave"},
        {"t": "ping"},
    ]
    try:
        for number in range(many):
            message = kinds[number % 4] | ({"id": f"x{number}"} if number % 4 < 3 else {})
            await line.socket.send(json.dumps(message))
        while True:
            await line.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


async def test_case_76_ten_taps_in_two_seconds_are_never_cut(settings: Settings) -> None:
    async with serving(usual(settings)) as site:
        anna: Guest = await site.guest("Anna")
        async with anna.line(await anna.open_room()) as line:
            for burst in range(2):
                answers = []
                for number in range(10):
                    answers.append(
                        await line.ask("options", rules=("classic", "transfer")[(burst + number) % 2])
                    )
                    await asyncio.sleep(0.02)
                assert all(answer["t"] == "ok" for answer in answers)
