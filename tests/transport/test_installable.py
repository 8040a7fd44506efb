"""Catches a game that cannot be installed, a worker that keeps too much, a room that search engines find."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import httpx
import pytest

from web.resources import LOCALES, TEMPLATES
from web.transport.assets import Assets
from web.transport.finding import PAGES
from web.transport.installable import service_worker
from web.transport.languages import OWN_NAMES
from web.transport.templating import Pages

MOST_PICTURE_BYTES = 60_000
MOST_LETTERS = {"title": 65, "description": 200}
"""What search engines show of a title is about as long, and of a description some less."""
EACH_LANGUAGE = pytest.mark.parametrize("code", OWN_NAMES)
OWN = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}


def shell_of(worker: bytes) -> dict[str, Any]:
    found = re.match(rb"self\.SHELL=(\{.*?\});\n", worker)
    assert found is not None
    shell: dict[str, Any] = json.loads(found[1])
    return shell


def meta(page: str) -> dict[str, str]:
    """What the head says, by property or name."""
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))


@EACH_LANGUAGE
async def test_the_manifest_describes_a_program(http: httpx.AsyncClient, code: str) -> None:
    page = (await http.get(f"/?lang={code}")).text
    link = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert link is not None
    answer = await http.get(link[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["lang"], manifest["dir"], manifest["id"]) == (code, "ltr", "/")
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["display"] == "standalone"
    assert len(manifest["short_name"]) <= 12
    assert manifest["description"] == meta(page)["description"]
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        png = (await http.get(icon["src"])).content
        assert png.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", png[16:24])
        assert f"{width}x{height}" == icon["sizes"]


async def test_there_is_no_manifest_in_another_language(http: httpx.AsyncClient) -> None:
    assert (await http.get("/xx.webmanifest")).status_code == 404


async def test_the_worker_keeps_files_that_are_there_and_nothing_of_a_game(http: httpx.AsyncClient) -> None:
    answer = await http.get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    files = shell_of(answer.content)["files"]
    assert len(files) > 40
    for path in files:
        assert re.fullmatch(r"/static/[0-9a-f]{12}/(css|js|img)/.+\.(css|js|svg)", path), path
        assert not path.endswith("/sw.js")
        assert "immutable" in (await http.get(path)).headers["cache-control"]


def test_the_workers_version_changes_with_any_content(tmp_path: Path) -> None:
    def version(assets: Assets, pages: Pages) -> str:
        kept: str = shell_of(service_worker(assets, pages))["version"]
        return kept

    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "sw.js").write_bytes(b"first()")
    before = Assets(folder)
    pages = Pages(TEMPLATES, LOCALES, before.url)
    (folder / "js" / "sw.js").write_bytes(b"second()")
    after = Assets(folder)
    assert version(before, pages) == version(before, pages) != version(after, pages)
    pages.digest = "other"
    assert version(before, pages) != version(before, Pages(TEMPLATES, LOCALES, before.url))
    assert b"second()" in service_worker(after, pages)


@EACH_LANGUAGE
async def test_the_offline_page_needs_nothing_but_what_is_kept(http: httpx.AsyncClient, code: str) -> None:
    files = set(shell_of((await http.get("/sw.js")).content)["files"])
    page = await http.get("/offline", headers={"accept-language": code})
    assert page.headers["content-language"] == code
    needed = set(re.findall(r'(?:src|href)="(/[^"]*)"', page.text)) - {"/"}
    assert len(needed) > 5
    assert {path for path in needed if not path.endswith(".png")} <= files
    assert 'href=""' in page.text, "trying again means the page that did not come"


@EACH_LANGUAGE
async def test_search_engines_and_messengers_read_the_home_page_in_its_language(
    http: httpx.AsyncClient, code: str
) -> None:
    page = (await http.get("/", headers={"accept-language": code})).text
    said = meta(page)
    title = re.search(r"<title>(.+)</title>", page)
    assert title is not None
    assert said["og:title"] == title[1]
    assert said["og:description"] == said["description"]
    assert said["og:locale"].startswith(f"{code}_")
    assert "robots" not in said
    assert f'<html lang="{code}" dir="ltr">' in page
    assert '<link rel="canonical" href="http://127.0.0.1:8000/">' in page
    others = re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page)
    assert dict(others) == {
        **{other: f"http://127.0.0.1:8000/?lang={other}" for other in OWN_NAMES},
        "x-default": "http://127.0.0.1:8000/",
    }
    chosen = (await http.get(f"/?lang={code}")).text
    assert f'<link rel="canonical" href="http://127.0.0.1:8000/?lang={code}">' in chosen


def jpeg_size(content: bytes) -> tuple[int, int]:
    """Return width and height as the first frame of a JPEG has them (ITU T.81, B.2.2)."""
    found = re.search(rb"\xff[\xc0-\xc2]\x00\x11\x08(..)(..)", content, re.DOTALL)
    assert found is not None
    return int.from_bytes(found[2]), int.from_bytes(found[1])


@EACH_LANGUAGE
async def test_a_shared_link_has_a_picture_in_its_language(http: httpx.AsyncClient, code: str) -> None:
    for path in ("/", "/rules", "/rules/blitz"):
        said = meta((await http.get(f"{path}?lang={code}")).text)
        assert re.fullmatch(rf"http://127.0.0.1:8000/static/\w+/img/share-{code}\.jpg", said["og:image"])
        picture = await http.get(said["og:image"])
        assert picture.status_code == 200
        assert picture.headers["content-type"] == "image/jpeg"
        assert len(picture.content) < MOST_PICTURE_BYTES
        told = int(said["og:image:width"]), int(said["og:image:height"])
        assert jpeg_size(picture.content) == told == (1200, 630)
        assert said["og:image:alt"]
        assert said["twitter:card"] == "summary_large_image"


@EACH_LANGUAGE
async def test_search_engines_read_what_the_game_is(http: httpx.AsyncClient, code: str) -> None:
    page = (await http.get(f"/?lang={code}")).text
    [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    game = json.loads(data)
    assert game["@type"] == ["VideoGame", "WebApplication"]
    assert game["inLanguage"] == code
    assert game["url"] == f"http://127.0.0.1:8000/?lang={code}"
    assert game["description"] == meta(page)["description"]
    assert game["image"] == meta(page)["og:image"]
    assert game["numberOfPlayers"] | {"@type": ""} == {"@type": "", "minValue": 2, "maxValue": 6}
    assert game["offers"]["price"] == 0
    assert all(game.values())


@EACH_LANGUAGE
async def test_no_two_pages_are_called_or_described_alike(http: httpx.AsyncClient, code: str) -> None:
    for name in ("title", "description"):
        said = []
        for path in PAGES:
            page = (await http.get(f"{path}?lang={code}")).text
            title = re.search(r"<title>(.+)</title>", page)
            assert title is not None
            said.append(title[1] if name == "title" else meta(page)["description"])
        assert len(set(said)) == len(PAGES), said
        assert max(map(len, said)) < MOST_LETTERS[name], max(said, key=len)


async def test_no_search_engine_finds_a_room(http: httpx.AsyncClient) -> None:
    await http.post("/api/guest", json={"name": "Anna"}, headers=OWN)
    options = {"rules": "classic", "chairs": 3, "bots": "careful", "play_now": False}
    url = (await http.post("/api/rooms", json=options, headers=OWN)).json()["url"]
    said = meta((await http.get(url)).text)
    assert said["robots"] == "noindex"
    assert said["og:url"].endswith(url)
    assert said["og:image"].endswith("/img/share-en.jpg")
    assert said["og:title"] == "Anna invites you to Durak"
    for path in ("/r/gone", "/offline", "/nowhere", "/lobby"):
        page = (await http.get(path, headers={"accept": "text/html"})).text
        assert meta(page)["robots"] == "noindex"
