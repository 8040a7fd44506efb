"""Catches what a stranger could do, read, guess or break: the public reports about games like this one.

Whole games are looked through, byte by byte, in test_leaks.py; floods in test_limits.py.
"""

import json
import random
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp
from websockets.exceptions import InvalidStatus

from tests.program import ROOT, Program
from tests.transport.conftest import serving
from tests.transport.test_play_socket import NO_ROOM, play_out
from tests.transport.wire import ROOM, Guest, Line, Site
from web.rooms.short_codes import new_code
from web.settings import Settings
from web.transport.identity import new_token
from web.transport.middleware import CONTENT_SECURITY_POLICY
from web.transport.new_rooms import new_room_id

pytestmark = pytest.mark.anyio
CARD = re.compile(r"\"[2-9TJQKA][SHDC]\"")


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


def stored(settings: Settings, statement: str, *facts: object) -> list[tuple[Any, ...]]:
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(statement, facts).fetchall()


async def three_at_a_table(site: Site, stack: AsyncExitStack) -> tuple[str, list[Guest], list[Line], Line]:
    """Return a room in which Anna, Boris and Clara have been dealt cards, and somebody watches."""
    guests = [await site.guest(name) for name in ("Anna", "Boris", "Clara")]
    room = await guests[0].open_room(chairs=3)
    lines = [await stack.enter_async_context(guest.line(room)) for guest in guests]
    watcher = await stack.enter_async_context(site.line(room))
    for line in lines[1:]:
        assert (await line.ask("sit", chair=None))["t"] == "ok"
    assert (await lines[0].ask("start"))["t"] == "ok"
    for line in (*lines, watcher):
        await line.until_view(lambda view: view["game"])
    return room, guests, lines, watcher


# Cards


async def test_case_69_from_the_deal_on_nobody_gets_more_than_his_hand_and_the_trump(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    room, guests, lines, watcher = await three_at_a_table(site, stack)
    trump = {f'"{watcher.view["game"]["turned_up"]}"'}
    hands = [{f'"{card}"' for card in line.view["game"]["hand"]} for line in lines]
    for line, own in zip((*lines, watcher), (*hands, set()), strict=True):
        for message in line.heard:
            assert set(CARD.findall(json.dumps(message))) <= own | trump
            assert "secret" not in json.dumps(message)
            assert "salts" not in json.dumps(message)
    (secret,) = stored(settings, "SELECT body FROM events WHERE body LIKE '%GameStarted%'")
    deal = json.loads(secret[0])["secret"]
    for path in (f"/r/{room}", "/", "/lobby", "/api/lobby", "/healthz", "/api/rules/classic", "/nowhere"):
        text = (await guests[1].ask("GET", path)).text
        assert not set(CARD.findall(text))
        assert deal not in text
    assert len(set().union(*hands)) == 18


HISTORY = ("log", "history", "events", "replay", "undo", "record", "state", "debug", "players", "hands")


async def test_case_70_what_happened_tells_counts_where_cards_were_hidden(
    site: Site, stack: AsyncExitStack
) -> None:
    room, guests, lines, watcher = await three_at_a_table(site, stack)
    for name in HISTORY:
        for path in (f"/api/rooms/{room}/{name}", f"/r/{room}/{name}", f"/api/{name}", f"/{name}"):
            for guest in (guests[1].cookie, None):
                assert (await site.ask("GET", path, cookie=guest)).status_code == 404
    await play_out(*lines)
    for line, seat in zip((*lines, watcher), (0, 1, 2, None), strict=True):
        while line.view["room"]["phase"] != "over":
            await line.until("view")
        refills = [
            told
            for message in line.heard
            for told in message.get("happened", ())
            if told["kind"] == "refill" and told["seat"] != seat
        ]
        assert refills
        # The last one of the stock lay open.
        shown = [card for told in refills for card in told["cards"] if card is not None]
        assert set(shown) <= {turned_up(line)}
        undo = await line.ask("undo")
        assert undo["code"] in ("not_a_guest", "no_game", "not_solo", "not_seated")


def turned_up(line: Line) -> str:
    games = [message["game"] for message in line.heard if message["t"] == "view" and message["game"]]
    return str(next(game["turned_up"] for game in games if game["turned_up"]))


async def test_case_73_only_a_card_in_the_hand_is_read_from_what_a_client_says(
    site: Site, stack: AsyncExitStack
) -> None:
    _, _, lines, watcher = await three_at_a_table(site, stack)
    mover = next(line for line in lines if line.choices)
    seat, game = lines.index(mover), mover.view["game"]
    foreign = lines[(seat + 1) % 3].view["game"]["hand"][0]
    v = watcher.view["v"]
    aimed = {"bout": game["bout"], "table_ply": game["table_ply"]}
    refused = await mover.ask("play", action=f"{seat}:A:{foreign}", **aimed)
    assert refused["code"] == "card_not_held"
    for action in (f"{seat}:A:7\u2664", f"{seat}:A:1S", f"{seat}:A:", "9:A:7S", "take", f"{seat}:A:7S,7S"):
        assert (await mover.ask("play", action=action, **aimed))["t"] == "refused"
    for nonsense in (
        {"action": {"card": "7S", "trump": True}, **aimed},
        {"action": ["7S"], **aimed},
        {"action": f"{seat}:A:{foreign}", "card": "7S", **aimed},
        {"action": f"{seat}:A:{foreign}", "trump": True, **aimed},
        {"action": f"{seat}:A:{foreign}", "seat": (seat + 1) % 3, **aimed},
    ):
        await mover.say({"t": "play", "id": "x", **nonsense})
        assert (await mover.until("refused"))["code"] == "bad_message"
    await mover.say({"t": "ping"})
    assert (await mover.until("pong"))["v"] == mover.view["v"]
    assert watcher.view["v"] == v


# Seats and tokens


async def test_case_71_whoever_has_left_acts_for_nobody_any_more(site: Site, stack: AsyncExitStack) -> None:
    anna, boris, dora = [await site.guest(name) for name in ("Anna", "Boris", "Dora")]
    room = await anna.open_room()
    a, b, d = [await stack.enter_async_context(guest.line(room)) for guest in (anna, boris, dora)]
    assert (await b.ask("sit", chair=1))["t"] == "ok"
    assert (await b.ask("leave"))["t"] == "ok"
    assert (await d.ask("sit", chair=1))["t"] == "ok"
    assert (await a.ask("start"))["t"] == "ok"
    for line in (a, b, d):
        await line.until_view(lambda view: view["game"])
    assert b.view["game"]["hand"] == []
    mover, other = (a, d) if a.choices else (d, a)
    game = mover.view["game"]
    aimed = {"action": mover.choices[0], "bout": game["bout"], "table_ply": game["table_ply"]}
    assert (await b.ask("play", **aimed))["code"] == "not_seated"
    assert (await other.ask("play", **aimed))["code"] == "not_your_seat"
    for kind in ("leave", "step_away", "come_back", "start", "undo", "give_up"):
        assert (await b.ask(kind))["code"] in ("not_seated", "game_running", "not_host", "no_game")
    async with boris.line(await boris.open_room()) as elsewhere:
        assert (await elsewhere.ask("play", **aimed))["code"] == "no_game"
    # A bot plays for whoever leaves in mid game; he does not.
    assert (await mover.ask("leave"))["t"] == "ok"
    assert (await mover.ask("play", **aimed))["code"] in ("not_seated", "no_game")


async def test_case_72_nothing_but_the_whole_token_is_somebody(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    anna, boris = await site.guest("Anna"), await site.guest("Boris")
    room = await anna.open_room()
    ids = [row[0] for row in stored(settings, "SELECT id FROM players")]
    token = anna.cookie
    guesses = [
        "",
        token[:-1],
        token + "A",
        token[1:],
        token.swapcase(),
        token[:-1] + chr(ord(token[-1]) ^ 1),
        boris.cookie[:20] + token[20:],
        *ids,
        ids[0] + token,
    ]
    for guess in guesses:
        answer = await site.ask("POST", "/api/rooms", ROOM, cookie=guess)
        assert answer.json()["code"] == "not_a_guest", guess
        async with site.line(room, guess or None) as line:
            assert line.view["room"]["you"]["guest"] is False
    line = await stack.enter_async_context(anna.line(room))
    other = await stack.enter_async_context(boris.line(room))
    await other.ask("sit", chair=None)
    await line.until_view(lambda view: view["room"]["chairs"][1]["name"])
    for one, another in ((line, boris), (other, anna)):
        heard = json.dumps(one.heard)
        assert another.cookie not in heard
        assert not any(player in heard for player in ids)
    page = (await anna.ask("GET", f"/r/{room}")).text
    assert anna.cookie not in page
    assert not any(player in page for player in ids)


def test_case_72_tokens_rooms_and_codes_cannot_be_guessed() -> None:
    for make, length in ((new_token, 43), (new_room_id, 22), (lambda: new_code(12), 12)):
        made = {make() for _ in range(10_000)}
        assert len(made) == 10_000
        assert {len(each) for each in made} == {length}


def test_chance_that_matters_comes_from_the_system_not_from_a_generator_one_can_predict() -> None:
    """The global generator's state can be read from a server's pings, so nothing of value comes from it."""
    made = []
    for _ in range(2):
        random.seed(624)
        made.append((new_token(), new_room_id(), new_code(8), secrets.token_bytes(32)))
    assert all(one != other for one, other in zip(*made, strict=True))


DICE = (
    "durak/bots/",
    "durak/terminal/",
    "durak/__main__.py",
    "web/adapters/bot_process.py",
    "web/rooms/driver.py",
)


def test_the_library_with_that_generator_is_used_for_bots_dice_alone() -> None:
    sources = [path for folder in ("durak", "web") for path in (ROOT / folder).rglob("*.py")]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sources}
    users = {
        name for name, text in texts.items() if re.search(r"^\s*(import|from) random\b", text, re.MULTILINE)
    }
    assert users
    assert all(name.startswith(DICE) for name in users), users
    functions = re.compile(r"\brandom\.(random|rand\w+|shuffle|choice\w*|sample|seed|getrandbits)\b")
    assert not [name for name in users if functions.search(texts[name])]


# Other pages, other hosts


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
        "/offline",
        "/sw.js",
        "/en.webmanifest",
        "/healthz",
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
    included = [each.original_router for each in app._app._app.routes if hasattr(each, "original_router")]  # type: ignore[attr-defined]
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


async def test_case_77_what_is_private_is_neither_listed_nor_hinted_at(
    site: Site, settings: Settings
) -> None:
    anna, eve = await site.guest("Anna"), await site.guest("Eve")
    room, other = await anna.open_room(), await eve.open_room()
    async with anna.line(room):
        assert (await eve.ask("GET", "/api/lobby")).json() == {"rooms": []}
        assert room not in (await eve.ask("GET", "/lobby")).text
    codes = dict(stored(settings, "SELECT id, code FROM rooms"))
    changed = room[:-1] + ("Q" if room.endswith("A") else "A")
    for guess in (NO_ROOM, changed, other[:11] + room[11:], room.swapcase()):
        async with site.socket(guess, eve.cookie) as socket:
            assert json.loads(await socket.recv()) == {"t": "bye", "code": "no_such_room"}
        assert (await eve.ask("GET", f"/r/{guess}")).status_code == 404
    wrong = codes[room][:-1] + ("A" if codes[room][-1] != "A" else "B")
    assert (await eve.ask("POST", "/api/join", {"code": wrong})).json()["code"] == "no_such_code"
    assert (await eve.ask("POST", "/api/join", {"code": codes[other]})).json() == {"url": f"/r/{other}"}


ALLOWED = {
    "/api/lobby": {"rooms"},
    "/api/rules/classic": {"name", "lines", "news"},
    "/healthz": {"status"},
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


# What is written down


async def test_no_log_has_a_token_an_invitation_or_a_deal(tmp_path: Path) -> None:
    program = Program(tmp_path, {"DURAK_BOT_PACE": "0", "DURAK_COMMANDS_PER_SECOND": "10000"})
    program.start()
    try:
        site = Site(program.url)
        guest = await site.guest("Anna\n{}\x1b[31m")
        room = await guest.open_room(chairs=3, play_now=True)
        async with guest.line(room) as line:
            await play_out(line)
            await line.socket.send("nonsense " * 10)
        device = (await guest.ask("POST", "/api/device", {})).json()["code"]
        moved = await site.ask("POST", "/api/device/take", {"code": device})
        await site.ask("GET", "/j/ABCD-EFGH?x=1")
        with closing(sqlite3.connect(program.database)) as database:
            secret = json.loads(
                database.execute("SELECT body FROM events WHERE body LIKE '%GameStarted%'").fetchone()[0]
            )["secret"]
            code = database.execute("SELECT code FROM rooms").fetchone()[0]
            player = database.execute("SELECT id FROM players").fetchone()[0]
    finally:
        program.stop()
    logged = program.output
    for told in (
        guest.cookie,
        moved.cookies["durak"],
        room,
        device,
        device.replace("-", ""),
        secret,
        code,
        player,
    ):
        assert told not in logged
    assert not CARD.findall(logged)
    for text in logged.splitlines():
        assert not text.startswith("{") or json.loads(text)
