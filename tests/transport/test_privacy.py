"""Catches a promise of the privacy page that is not kept: a trace that stays, a span that is another one."""

import json
import re
import sqlite3
from contextlib import AsyncExitStack, closing
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fake_clock import FakeClock
from tests.transport.conftest import serving
from tests.transport.tables import stored
from tests.transport.wire import Guest, Site
from web.adapters.retention import ROUND_SECONDS
from web.resources import LOCALES
from web.rooms.masks import UNSAID
from web.settings import Settings
from web.transport.languages import OWN_NAMES, load_languages
from web.transport.limits import COUNTED_SECONDS, DEVICE_SECONDS, OWN_DATA_PER_HOUR
from web.transport.spans import span

pytestmark = pytest.mark.anyio

LANGUAGES = load_languages(LOCALES)
ENGLISH = LANGUAGES["en"].translations
SAID = "Zebedee says what he likes"


async def page_text(site: Site, cookie: str | None = None, query: str = "") -> str:
    """What the page says, without its markup."""
    answer = await site.ask("GET", f"/privacy{query}", cookie=cookie)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def traces(settings: Settings, *words: str) -> list[str]:
    """Where in the database one of the words stands: in any column of any table."""
    found = []
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert {"rooms", "events", "seatings", "players", "device_codes", "blocks", "reports"} <= set(tables)
        for table in tables:
            rows = database.execute(f"SELECT * FROM {table}")  # noqa: S608  # names from the database itself
            columns = [column for column, *_ in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    found += [f"{table}.{column}: {value}" for word in words if word in str(value)]
    return found


def id_of(settings: Settings, name: str) -> str:
    return str(stored(settings, "SELECT id FROM players WHERE name = ?", name)[0][0])


async def an_evening(site: Site, stack: AsyncExitStack) -> tuple[str, Guest, Guest, Any, Any]:
    """Let Zebedee, who is the host, and Boris play, talk, and fall out; and Zebedee sit in another room."""
    zebedee, boris = await site.guest("Zebedee"), await site.guest("Boris")
    room = await zebedee.open_room(chairs=2, chat=True)
    z = await stack.enter_async_context(zebedee.line(room))
    b = await stack.enter_async_context(boris.line(room))
    assert (await b.ask("sit", chair=None))["t"] == "ok"
    assert (await z.ask("say", kind="text", what=SAID))["t"] == "ok"
    assert (await b.ask("say", kind="text", what="Boris listens"))["t"] == "ok"
    assert (await z.ask("start"))["t"] == "ok"
    for line in (z, b):
        await line.until_view(lambda view: view["game"])
    tags = [chair["tag"] for chair in b.view["room"]["chairs"]]
    for guest, tag in ((boris, tags[0]), (zebedee, tags[1])):
        about = {"room": room, "tag": tag}
        assert (await guest.ask("POST", "/api/block", about)).status_code == 200
        assert (await guest.ask("POST", "/api/report", about | {"why": "rude"})).status_code == 200
    await zebedee.open_room(public=True)
    assert (await zebedee.ask("POST", "/api/device", {})).status_code == 200
    return room, zebedee, boris, z, b


# Deleting


async def test_after_deleting_there_is_no_trace_of_him(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    room, zebedee, boris, z, b = await an_evening(site, stack)
    his = ("Zebedee", SAID, id_of(settings, "Zebedee"))
    before = stored(settings, "SELECT room_id, version, part FROM events ORDER BY 1, 2, 3")
    assert {trace.partition(":")[0] for trace in traces(settings, *his)} >= {
        *("events.body", "events.command_id", "rooms.options", "seatings.player_id", "players.name"),
        *("blocks.player_id", "reports.reporter_name", "reports.said", "device_codes.player_id"),
    }
    answer = await zebedee.ask("DELETE", "/api/me", {})
    assert (answer.status_code, answer.json()) == (200, {})
    assert traces(settings, *his) == []
    after = stored(settings, "SELECT room_id, version, part FROM events ORDER BY 1, 2, 3")
    assert set(before) < set(after), "no event is gone, and none has moved"
    assert await z.farewell() == ("reload", 4005)

    view = await b.until_view(lambda view: view["room"]["chairs"][0]["kind"] == "bot")
    assert view["room"]["phase"] == "playing"
    assert view["room"]["you"]["host"] is True
    assert view["game"]["hand"]
    async with boris.line(room) as again:
        assert "Zebedee" not in json.dumps(again.view)
        said = [(each["name"], each["what"]) for each in again.view["room"]["said"]]
        assert said == [("Guest", UNSAID), ("Boris", "Boris listens")]
    assert traces(settings, *his) == [], "his sockets have gone without a word in the log"


async def test_the_browser_forgets_its_cookies(site: Site) -> None:
    zebedee = await site.guest("Zebedee")
    answer = await zebedee.ask("DELETE", "/api/me", {})
    gone = {cookie.partition("=")[0]: cookie for cookie in answer.headers.get_list("set-cookie")}
    assert gone.keys() == {"durak", "lang"}
    for cookie in gone.values():
        assert "Max-Age=0" in cookie
        assert "Path=/" in cookie


async def test_deleting_twice_says_that_there_is_nobody(site: Site) -> None:
    zebedee = await site.guest("Zebedee")
    assert (await zebedee.ask("DELETE", "/api/me", {})).status_code == 200
    for guest in (zebedee.cookie, None, "nonsense"):
        again = await site.ask("DELETE", "/api/me", {}, guest)
        assert (again.status_code, again.json()) == (401, {"code": "not_a_guest", "facts": {}})
        assert "Max-Age=0" in again.headers["set-cookie"]
    assert "you are nobody here yet" in await page_text(site, zebedee.cookie)


@pytest.mark.parametrize(
    ("body", "origin", "status"),
    [
        ("{}", "https://evil.example", 403),
        ("{}", None, 403),
        ('{"all":1}', "own", 400),
        ("nonsense", "own", 400),
    ],
)
async def test_only_our_own_page_deletes_and_only_in_plain_words(
    site: Site, body: str, origin: str | None, status: int
) -> None:
    zebedee = await site.guest("Zebedee")
    headers = {"cookie": f"durak={zebedee.cookie}", "content-type": "application/json"}
    if origin:
        headers["origin"] = site.url if origin == "own" else origin
    async with httpx.AsyncClient(base_url=site.url, headers=headers) as client:
        assert (await client.request("DELETE", "/api/me", content=body)).status_code == status
        for method in ("GET", "POST", "PUT"):
            assert (await client.request(method, "/api/me", content="{}")).status_code == 405
    assert "You are Zebedee here" in await page_text(site, zebedee.cookie)


async def test_a_solo_game_ends_and_a_second_guest_of_that_name_stays(site: Site, settings: Settings) -> None:
    zebedee, other = await site.guest("Zebedee"), await site.guest("Zebedee")
    alone = await zebedee.open_room(play_now=True)
    theirs = await other.open_room()
    assert (await zebedee.ask("DELETE", "/api/me", {})).status_code == 200
    async with other.line(alone) as line:
        assert line.view["room"]["phase"] == "waiting"
    async with other.line(theirs) as line:
        assert line.view["room"]["chairs"][0]["name"] == "Zebedee"
    assert len(stored(settings, "SELECT id FROM players")) == 1


async def test_whoever_sits_down_elsewhere_meanwhile_leaves_no_trace_either(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    room, zebedee, _, _, _ = await an_evening(site, stack)
    his = ("Zebedee", SAID, id_of(settings, "Zebedee"))
    anna = await site.guest("Anna")
    others = [await anna.open_room(public=True) for _ in range(3)]
    lines = [await stack.enter_async_context(zebedee.line(other)) for other in others]
    for line in lines:
        await line.say({"t": "sit", "id": "sit", "chair": None})
    assert (await zebedee.ask("DELETE", "/api/me", {})).status_code == 200
    for line in lines:
        assert await line.farewell() == ("reload", 4005)
    assert traces(settings, *his) == []
    assert room not in others


# Exporting


async def test_an_export_holds_what_he_did_and_nothing_of_others(
    site: Site, settings: Settings, stack: AsyncExitStack
) -> None:
    room, zebedee, boris, z, b = await an_evening(site, stack)
    own: list[str] = []
    while not own:
        mover, other = (z, b) if z.choices else (b, z)
        action, v = mover.choices[0], other.view["v"]
        own += [action] if mover is z else []
        assert (await mover.play(action))["t"] == "ok"
        await mover.until_view(lambda view, action=action: action not in str(view["game"]["legal"]))
        await other.until_view(lambda view, v=v: view["v"] > v)
    answer = await zebedee.ask("GET", "/api/me/export")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="durak-data.json"'
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    known = answer.json()
    assert known.keys() == {"exported_at", "guest", "blocked_at", "reports", "rooms"}
    assert (known["guest"]["name"], known["guest"]["id"]) == ("Zebedee", id_of(settings, "Zebedee"))
    assert len(known["blocked_at"]) == 1
    assert [(report["whom"], report["why"]) for report in known["reports"]] == [("Boris", "rude")]
    assert len(known["rooms"]) == 2
    (played,) = (one for one in known["rooms"] if one["room"] == room)
    kinds = [event["event"] for event in played["events"]]
    assert kinds[:4] == ["RoomOpened", "ChairTaken", "Arrived", "Said"]
    assert played["events"][3] | {"at": ""} == {
        "at": "",
        "event": "Said",
        "name": "Zebedee",
        "say": "text",
        "what": SAID,
    }
    assert [event["action"] for event in played["events"] if event["event"] == "ActionTaken"] == own
    others = (boris.cookie, zebedee.cookie, "Boris listens", "secret", "session", id_of(settings, "Boris"))
    for word in (*others, *stored(settings, "SELECT token_hash FROM players")[0]):
        assert str(word) not in answer.text
    assert answer.text.count("Boris") == 1, "only whom he has reported"


async def test_only_the_guest_of_the_cookie_gets_a_file(site: Site) -> None:
    followed = await site.ask("GET", "/api/me/export")
    assert (followed.status_code, followed.headers["location"]) == (303, "/privacy")
    async with httpx.AsyncClient(base_url=site.url) as client:
        answer = await client.get("/api/me/export")
        assert (answer.status_code, answer.json()["code"]) == (401, "not_a_guest")


async def test_who_asks_too_often_is_told_so_in_a_page(
    settings: Settings, clock: FakeClock, stack: AsyncExitStack
) -> None:
    site = await stack.enter_async_context(serving(settings))
    zebedee = await site.guest("Zebedee")
    for _ in range(OWN_DATA_PER_HOUR):
        assert (await zebedee.ask("GET", "/api/me/export")).status_code == 200
    page = await zebedee.ask("GET", "/api/me/export")
    assert page.status_code == 429
    assert "In an hour it works again" in page.text
    refused = await zebedee.ask("DELETE", "/api/me", {})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    assert "You are Zebedee here" in await page_text(site, zebedee.cookie)
    await clock.advance(COUNTED_SECONDS)
    assert (await zebedee.ask("DELETE", "/api/me", {})).status_code == 200


# The page


@pytest.mark.parametrize("lang", OWN_NAMES)
async def test_the_page_tells_the_spans_that_the_server_goes_by(
    settings: Settings, stack: AsyncExitStack, lang: str
) -> None:
    changed = {"keep_rooms_days": 3, "keep_records_days": 11, "keep_guests_days": 1.5}
    site = await stack.enter_async_context(serving(settings.model_copy(update=changed)))
    words = LANGUAGES[lang].translations
    zebedee = await site.guest("Zebedee")
    text = await page_text(site, zebedee.cookie, f"?lang={lang}")
    for days, times in ((3, 1), (11, 2), (1.5, 2)):
        assert text.count(span(days * 86_400, words)) == times
    for seconds in (DEVICE_SECONDS, COUNTED_SECONDS):
        assert span(seconds, words) in text
    cookies = (await zebedee.ask("GET", f"/?lang={lang}")).headers.get_list("set-cookie")
    told = [int(re.findall(r"Max-Age=(\d+)", cookie)[0]) for cookie in cookies]
    assert len(told) == 2
    for seconds in told:
        assert span(seconds, words) in text
    assert ROUND_SECONDS == 3600, "the page says: once an hour"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (60, "1 minute"),
        (1.0, "1 minute"),
        (90, "2 minutes"),
        (3600, "1 hour"),
        (36 * 3600, "36 hours"),
        (86_400, "1 day"),
        (14 * 86_400.0, "14 days"),
    ],
)
async def test_spans_are_told_in_the_unit_that_fits(seconds: float, said: str) -> None:
    assert span(seconds, ENGLISH) == said


async def test_a_name_is_no_markup_there(site: Site) -> None:
    eve = await site.guest("<i>Eve")
    page = (await eve.ask("GET", "/privacy")).text
    assert "<bdi>&lt;i&gt;Eve</bdi>" in page


async def test_start_page_and_rules_lead_there(site: Site) -> None:
    for path in ("/", "/rules"):
        assert 'href="/privacy"' in (await site.ask("GET", path)).text
