"""Catches a route that another page can use, that changes what it only reads, or that tells too much."""

import re
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp
from websockets.exceptions import InvalidStatus

from tests.transport.conftest import serving
from tests.transport.tables import stored
from tests.transport.test_play_socket import NO_ROOM
from tests.transport.wire import Site
from web.settings import Settings
from web.transport.middleware import CONTENT_SECURITY_POLICY

pytestmark = pytest.mark.anyio


async def test_case_75_the_cookie_alone_opens_nothing(site: Site) -> None:
    guest = await site.guest("Anna")
    room = await guest.open_room()
    for origin in (None, "null", "https://evil.example", site.url.replace("http", "https")):
        with pytest.raises(InvalidStatus) as refused:
            async with site.socket(room, guest.cookie, origin):
                pass
        assert refused.value.response.status_code == 403
        headers = {"cookie": f"durak={guest.cookie}"} | ({"origin": origin} if origin else {})
        async with httpx.AsyncClient(base_url=site.url, headers=headers) as client:
            for path in ("/api/rooms", "/api/device", "/api/guest", "/api/quick", "/api/block"):
                assert (await client.post(path, json={})).status_code == 403
            assert (await client.request("DELETE", "/api/block", json={})).status_code == 403
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
                simple = await client.post("/api/device", content="{}", headers={"content-type": kind})
                assert simple.status_code == 403


POSTS = (
    "guest",
    "rooms",
    "first",
    "device",
    "device/take",
    "join",
    "quick",
    "block",
    "report",
    f"rooms/{NO_ROOM}/again",
)


@pytest.mark.parametrize("path", POSTS)
async def test_every_route_that_changes_something_reads_json_from_our_pages_only(
    site: Site, path: str
) -> None:
    guest = await site.guest("Anna")
    for headers, status in (
        ({"origin": "https://evil.example", "content-type": "application/json"}, 403),
        ({"content-type": "application/json"}, 403),
        ({"origin": site.url, "content-type": "text/plain"}, 400),
        ({"origin": site.url, "content-type": "application/json"}, 400),
    ):
        cookie = {"cookie": f"durak={guest.cookie}"}
        async with httpx.AsyncClient(base_url=site.url, headers=headers | cookie) as client:
            answer = await client.post(f"/api/{path}", content='{"more":1}')
            assert answer.status_code == status
            assert (await client.get(f"/api/{path}")).status_code in (404, 405)


async def test_no_page_that_is_only_read_changes_anything(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(public=True)
    await stack.enter_async_context(anna.line(room))
    code = stored(settings, "SELECT code FROM rooms")[0][0]
    before = dump(settings)
    for path in (
        "/",
        f"/r/{room}",
        f"/r/{NO_ROOM}",
        f"/j/{code}",
        "/j/AAAA-AAAA",
        "/lobby",
        "/api/lobby",
        "/api/rules/classic?known=transfer",
        "/privacy",
        "/bots",
        "/api/me/export",
        "/offline",
        "/sw.js",
        "/en.webmanifest",
        "/healthz",
        "/readyz",
        "/api/seen",
        "/?lang=de",
        "/api/guest",
        "/api/rooms",
        "/nowhere",
    ):
        for cookie in (anna.cookie, None):
            await site.ask("GET", path, cookie=cookie)
            await site.ask("HEAD", path, cookie=cookie)
    assert dump(settings) == before


def dump(settings: Settings) -> list[str]:
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


async def test_every_route_there_is_binds_the_browser_and_answers_nonsense(app: ASGIApp) -> None:
    inner: Any = app
    while not hasattr(inner, "routes"):
        inner = inner._app
    included = [each.original_router for each in inner.routes if hasattr(each, "original_router")]
    routes = {route.path for router in included for route in router.routes}
    assert {"/", "/r/{room_id}", "/j/{code}", "/lobby", "/api/guest", "/api/rooms/{room_id}/again"} <= routes
    headers = {"origin": "http://127.0.0.1:8000", "accept": "text/html"}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1:8000", headers=headers
    ) as http:
        for path in routes | {"/nowhere", "/static/x/y.js", "/r/%00", "/j/%0a", "/api/rules/%ff"}:
            for value in ("x", "A" * 22, "..", "%00", "<script>"):
                filled = re.sub(r"{[^}]*}", value, path)
                for method in ("GET", "POST", "DELETE", "PUT"):
                    answer = await http.request(method, filled, json={})
                    assert answer.status_code < 500, (method, filled)
                    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
                    assert answer.headers["x-content-type-options"] == "nosniff"
                    assert answer.headers["referrer-policy"] == "same-origin"
                    is_page = "html" in answer.headers.get("content-type", "")
                    assert not (is_page and "<script>" in answer.text)


@pytest.mark.parametrize(
    ("trusted", "name", "secure"), [("127.0.0.1", "__Host-durak", True), ("203.0.113.9", "durak", False)]
)
async def test_only_the_proxys_word_makes_a_cookie_one_for_tls(
    settings: Settings, trusted: str, name: str, secure: bool
) -> None:
    async with serving(settings.model_copy(update={"trusted_proxies": trusted})) as site:
        origin = site.url.replace("http:", "https:") if secure else site.url
        headers = {"origin": origin, "x-forwarded-proto": "https"}
        async with httpx.AsyncClient(base_url=site.url, headers=headers) as client:
            answer = await client.post("/api/guest", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{name}=")
    assert ("; Secure" in cookie) is secure
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=15552000"):
        assert part in cookie
    assert ("strict-transport-security" in answer.headers) is secure


# Sizes, answers


async def test_a_frame_of_sixty_thousand_bytes_is_too_big(site: Site) -> None:
    room = await (await site.guest("Anna")).open_room()
    async with site.line(room) as line:
        await line.socket.send("x" * 60_000)
        assert await line.farewell() == (None, 1009)


ALLOWED = {
    "/api/lobby": {"rooms"},
    "/api/rules/classic": {"name", "lines", "news"},
    "/healthz": {"status"},
    "/readyz": {"status", "lack"},
    "/api/seen": {"program", "scheme", "host", "address"},
    "/nowhere": {"code", "facts"},
    "/api/guest": {"code", "facts"},
}


async def test_case_78_answers_are_built_from_lists_of_what_may_be_told(
    site: Site, stack: AsyncExitStack
) -> None:
    anna = await site.guest("Anna")
    room = await anna.open_room(public=True)
    await stack.enter_async_context(anna.line(room))
    async with httpx.AsyncClient(base_url=site.url) as client:
        for path, keys in ALLOWED.items():
            assert (await client.get(path)).json().keys() == keys, path
        (listed,) = (await client.get("/api/lobby")).json()["rooms"]
    fields = {"url", "rules", "rules_name", "chairs", "free", "bots", "phase", "language", "watch"}
    assert listed.keys() == fields
    for path in ("/api/rooms", f"/api/rooms/{room}", "/metrics", "/debug", "/status", "/admin", "/api"):
        assert (await site.ask("GET", path)).status_code in (404, 405)
