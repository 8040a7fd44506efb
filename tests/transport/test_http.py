"""Catches a page that changes something, a stranger's request that does, an answer that tells too much."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.types import ASGIApp

from durak import PRESETS, most_seats
from tests.transport.conftest import living
from web.main import create_app
from web.resources import STATIC
from web.settings import Settings
from web.transport.languages import OWN_NAMES
from web.transport.middleware import CONTENT_SECURITY_POLICY

pytestmark = pytest.mark.anyio
OWN = {"origin": "http://127.0.0.1:8000"}
ROOM = {"rules": "classic", "chairs": 3, "bots": "careful", "play_now": False}


async def static_path(http: httpx.AsyncClient) -> str:
    """Return the address that the home page loads its files from."""
    found = re.search(r"/static/[0-9a-f]+", (await http.get("/")).text)
    assert found
    return found[0]


async def guest(http: httpx.AsyncClient, name: str = "Anna") -> str:
    response = await http.post("/api/guest", json={"name": name}, headers=OWN)
    assert response.status_code == 200, response.text
    return str(response.json()["name"])


async def room(http: httpx.AsyncClient, **asked: object) -> str:
    await guest(http)
    response = await http.post("/api/rooms", json=ROOM | asked, headers=OWN)
    assert response.status_code == 201, response.text
    return str(response.json()["url"])


async def test_a_page_makes_nobody_a_guest(http: httpx.AsyncClient) -> None:
    for path in ("/", "/r/AAAAAAAAAAAAAAAAAAAAAA", "/healthz"):
        assert "set-cookie" not in (await http.get(path)).headers


async def test_the_cookie_of_a_guest_over_http_and_https(app: ASGIApp) -> None:
    for scheme, name, secure in (("http", "durak", False), ("https", "__Host-durak", True)):
        base = f"{scheme}://127.0.0.1:8000"
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as http:
            response = await http.post("/api/guest", json={"name": "Anna"}, headers={"origin": base})
        cookie = response.headers["set-cookie"]
        assert cookie.startswith(f"{name}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert ("Secure" in cookie) is secure
        assert ("strict-transport-security" in response.headers) is secure


async def test_a_known_guest_is_renamed_and_keeps_his_token(http: httpx.AsyncClient) -> None:
    first = await http.post("/api/guest", json={"name": "Anna", "avatar": 7}, headers=OWN)
    assert first.json() == {"name": "Anna", "avatar": 7}
    token = http.cookies["durak"]
    again = await http.post("/api/guest", json={"name": "  Anna\u202e  Maria "}, headers=OWN)
    assert again.json() == {"name": "Anna Maria", "avatar": 7}
    other = await http.post("/api/guest", json={"name": "Anna Maria", "avatar": 2}, headers=OWN)
    assert other.json() == {"name": "Anna Maria", "avatar": 2}
    assert again.cookies["durak"] == token, "the cookie lasts from the last visit on"
    assert "Anna Maria" in (await http.get("/")).text


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "...", "x" * 81])
async def test_a_name_without_a_letter_is_refused(http: httpx.AsyncClient, name: str) -> None:
    response = await http.post("/api/guest", json={"name": name}, headers=OWN)
    assert response.status_code == 400
    assert response.json() == {"code": "bad_message", "facts": {"field": "name"}}


@pytest.mark.parametrize("path", ["/api/guest", "/api/rooms", "/api/first"])
@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://127.0.0.1:9"])
async def test_nothing_changes_for_another_origin(
    http: httpx.AsyncClient, path: str, origin: str | None
) -> None:
    headers = {} if origin is None else {"origin": origin}
    response = await http.post(path, json={"name": "Eve"} if "guest" in path else ROOM, headers=headers)
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


async def test_only_json_is_read(http: httpx.AsyncClient) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        response = await http.post(
            "/api/guest", content='{"name":"Eve"}', headers=OWN | {"content-type": kind}
        )
        assert response.status_code == 400


async def test_a_large_body_is_refused_with_or_without_its_length(http: httpx.AsyncClient) -> None:
    big = b'{"name":"' + b"x" * 20_000 + b'"}'

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(big), 1000):
            yield big[start : start + 1000]

    for content in (big, pieces()):
        headers = OWN | {"content-type": "application/json"}
        assert (await http.post("/api/guest", content=content, headers=headers)).status_code == 413


async def test_a_room_needs_a_guest_and_options_that_exist(http: httpx.AsyncClient) -> None:
    assert (await http.post("/api/rooms", json=ROOM, headers=OWN)).status_code == 401
    await guest(http)
    response = await http.post("/api/rooms", json=ROOM | {"rules": "nonsense"}, headers=OWN)
    assert response.status_code == 400
    assert response.json()["code"] == "bad_option"
    assert response.json()["facts"]["option"] == "rules"


async def test_a_room_has_its_page_and_its_invitation(http: httpx.AsyncClient) -> None:
    url = await room(http)
    page = await http.get(url)
    assert page.status_code == 200
    assert f"http://127.0.0.1:8000{url}" in page.text
    assert "<svg" in page.text


@pytest.mark.parametrize(
    ("public", "asked_by", "invited_to"),
    [
        (None, "localhost:8000", "http://192.168.1.5:8000"),
        (None, "127.0.0.1:8000", "http://192.168.1.5:8000"),
        (None, "192.168.1.9:8000", "http://192.168.1.9:8000"),
        ("https://durak.example/", "127.0.0.1:8000", "https://durak.example"),
    ],
)
async def test_an_invitation_is_one_that_a_friends_phone_can_open(
    settings: Settings, public: str | None, asked_by: str, invited_to: str
) -> None:
    """On a phone, "localhost" would be the phone."""
    changes = {"share_url": "http://192.168.1.5:8000", "public_url": public}
    app = create_app(settings.model_copy(update=changes))
    base = f"http://{asked_by}"
    transport = httpx.ASGITransport(app)
    async with (
        living(app),
        httpx.AsyncClient(transport=transport, base_url=base, headers={"origin": base}) as http,
    ):
        await http.post("/api/guest", json={"name": "Anna"})
        url = (await http.post("/api/rooms", json=ROOM)).json()["url"]
        assert f"{invited_to}{url}" in (await http.get(url)).text


@pytest.mark.parametrize("path", ["/r/AAAAAAAAAAAAAAAAAAAAAA", "/r/short", "/r/" + "A" * 300])
async def test_a_dead_link_says_so_and_offers_a_new_room(http: httpx.AsyncClient, path: str) -> None:
    page = await http.get(path, headers={"accept": "text/html"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert "<button" in page.text


async def test_a_wrong_address_is_answered_with_a_page_or_with_a_code(http: httpx.AsyncClient) -> None:
    for path in ("/nowhere", "/r/..%2f..%2fetc"):
        page = await http.get(path, headers={"accept": "text/html"})
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert 'href="/"' in page.text
        assert (await http.get(path)).json() == {"code": "no_such_page", "facts": {}}


async def test_scripts_and_styles_come_without_their_comments(http: httpx.AsyncClient) -> None:
    """What a browser makes of the styles is asked in `tests/browser/test_sheets.py`."""
    static = await static_path(http)
    for path, kind in (("js/room.js", "text/javascript"), ("css/table.css", "text/css")):
        plain = await http.get(f"{static}/{path}", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.headers["content-type"].startswith(kind)
        assert "/*" in (STATIC / path).read_text()
        assert "/*" not in plain.text


async def test_a_page_comes_as_tight_as_its_browser_reads(http: httpx.AsyncClient) -> None:
    plain = await http.get("/", headers={"accept-encoding": "identity"})
    for accepted, coding in (("gzip, deflate, br", "br"), ("gzip, deflate", "gzip"), ("identity", None)):
        page = await http.get("/", headers={"accept-encoding": accepted})
        assert page.headers.get("content-encoding") == coding
        assert "accept-encoding" in page.headers["vary"].lower()
        names = re.compile(r'(?<=value=")[^"]*(?="></label>)|data-\w+="\d+"')
        assert len(names.sub("", page.text)) == len(names.sub("", plain.text))


async def test_an_invitation_can_be_scanned(http: httpx.AsyncClient) -> None:
    url = await room(http)
    assert f'src="{url}/qr.svg"' in (await http.get(url)).text
    drawn = await http.get(f"{url}/qr.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<?xml")
    assert drawn.text != (await http.get(f"/r/{'x' * 22}/qr.svg")).text
    assert (await http.get("/r/short/qr.svg")).status_code == 404


async def test_what_never_changes_comes_in_the_tightest_form_that_a_browser_reads(
    http: httpx.AsyncClient,
) -> None:
    home = (await http.get("/?lang=ru")).text
    words = re.search(r"/i18n/ru[.]\w+[.]json", home)
    assert words is not None
    for path in (f"{await static_path(http)}/js/room.js", words[0]):
        forms = {}
        for accepted, coding in (
            ("identity", None),
            ("gzip, deflate", "gzip"),
            ("gzip, deflate, br;q=0", "gzip"),
            ("gzip, deflate, br, zstd", "br"),
        ):
            form = forms[coding] = await http.get(path, headers={"accept-encoding": accepted})
            assert form.headers.get("content-encoding") == coding, accepted
            assert "accept-encoding" in form.headers["vary"]
        assert forms["br"].text == forms["gzip"].text == forms[None].text
        sizes = [int(forms[coding].headers["content-length"]) for coding in ("br", "gzip", None)]
        assert sizes[0] < 0.95 * sizes[1] < 0.5 * sizes[2]


async def test_a_running_game_is_offered_at_home(http: httpx.AsyncClient) -> None:
    assert "/r/" not in (await http.get("/")).text
    url = await room(http, play_now=True)
    assert url in (await http.get("/")).text


@pytest.mark.parametrize("language", OWN_NAMES)
async def test_every_preset_has_a_name_a_sentence_and_its_number_of_chairs(
    http: httpx.AsyncClient, language: str
) -> None:
    page = (await http.get(f"/?lang={language}")).text
    for preset, rules in PRESETS.items():
        option = re.search(rf'<option value="{preset}"[^>]*>([^<]*)</option>', page)
        assert option is not None, preset
        assert option[1] != preset, "its code"
        assert re.search(r'data-sentence="[^"]{20,}[.]"', option[0]), preset
        assert f'data-most="{most_seats(rules)}"' in option[0]


async def test_every_answer_binds_the_browser(http: httpx.AsyncClient) -> None:
    static = await static_path(http)
    paths = ("/", "/nowhere", "/r/gone", "/healthz", f"{static}/css/table.css", f"{static}/nothing")
    answers = [await http.get(path) for path in paths]
    answers.append(await http.post("/api/guest", content=b"x" * 20_000, headers=OWN))
    answers.append(await http.get("/", headers={"host": "evil.example"}))
    assert {answer.status_code for answer in answers} == {200, 404, 413, 400}
    for headers in (answer.headers for answer in answers):
        assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert all("cross-origin-opener-policy" in answer.headers for answer in answers[:-1])


async def test_openers_are_kept_out_where_a_browser_can(app: ASGIApp) -> None:
    """On plain http in a home network the header is ignored, with an error in the console of every page."""
    transport = httpx.ASGITransport(app)
    for base, policy in (
        ("http://127.0.0.1:8000", "same-origin"),
        ("https://table.local", "same-origin"),
        ("http://table.local:8000", None),
        ("http://192.168.1.5:8000", None),
    ):
        async with httpx.AsyncClient(transport=transport, base_url=base) as http:
            assert (await http.get("/")).headers.get("cross-origin-opener-policy") == policy, base


async def test_a_fault_says_nothing_of_our_insides_and_binds_the_browser_too(
    app: ASGIApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("AS,KH")

    monkeypatch.setattr("web.transport.templating.Pages.render", fail)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        answer = await http.get("/")
    assert answer.status_code == 500
    assert answer.json() == {"code": "fault", "facts": {}}
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY


async def test_the_database_holds_no_token_that_opens_anything(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    await guest(http)
    token = http.cookies["durak"]
    path = Path(settings.database_url.removeprefix("sqlite:///"))
    stored = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert b"Anna" in stored
    for piece in (token.encode(), token[:16].encode(), token[-16:].encode()):
        assert piece not in stored


async def test_the_language_links_stay_on_this_site(http: httpx.AsyncClient) -> None:
    page = (await http.get("//evil.example/x", headers={"accept": "text/html"})).text
    assert "evil.example" not in page


async def test_files_are_kept_for_good_and_pages_never(http: httpx.AsyncClient) -> None:
    static = await static_path(http)
    assert "immutable" in (await http.get(f"{static}/css/table.css")).headers["cache-control"]
    assert (await http.get("/")).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[", "localhost@evil.example"]
)
async def test_a_host_that_is_not_ours_is_turned_away(http: httpx.AsyncClient, host: str) -> None:
    assert (await http.get("/", headers={"host": host})).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8000", "192.168.1.5", "[::1]:8000", "durak.local"])
async def test_addresses_and_local_names_are_ours(http: httpx.AsyncClient, host: str) -> None:
    assert (await http.get("/", headers={"host": host})).status_code == 200


async def test_no_page_describes_our_insides(http: httpx.AsyncClient) -> None:
    for path in (
        "/docs",
        "/redoc",
        "/openapi.json",
        "/.git/config",
        "/durak.sqlite3",
        "/static/../web/cli.py",
    ):
        assert (await http.get(path)).status_code == 404
    wrong = await http.get("/api/guest")
    assert wrong.status_code == 405
    assert wrong.json() == {"code": "no_such_method", "facts": {}}
