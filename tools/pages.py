"""Writes every page of the server, in every language, into a folder, for a checker of HTML.

    python -m tools.pages FOLDER

The pages come from the application itself, asked as a browser asks it: so nobody has to list what a template
needs. What scripts make of them later is looked at by the browser tests.
"""

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx

from web.adapters.database import Database
from web.adapters.db import open_engine
from web.adapters.retention import Retention
from web.adapters.system_clock import SystemClock
from web.main import create_app
from web.rooms.kept import Kept
from web.settings import Settings
from web.transport.finding import PAGES
from web.transport.languages import OWN_NAMES
from web.transport.lessons_page import CODES

HOME = "http://127.0.0.1:8000"
ROOM = {"rules": "classic", "chairs": 4, "bots": "steady"}
CODE = "/j/AAAA-AAAA"
CODES_A_MINUTE = 2 * len(OWN_NAMES)

Paths = dict[str, str]
"""Addresses of pages, by the names of their files."""


async def write(folder: Path) -> None:
    """Write all pages, as `de.rules-blitz.html`. Raises AssertionError if one has an unusual status."""
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "durak.sqlite3"
        # Bots would only be in the way: at this pace none moves for as long as this takes.
        settings = Settings(
            database_url=f"sqlite:///{database}", bot_pace=10, codes_per_minute=CODES_A_MINUTE
        )
        app = httpx.ASGITransport(create_app(settings), raise_app_exceptions=False)
        headers = {"accept": "text/html", "origin": HOME}
        async with httpx.AsyncClient(transport=app, base_url=HOME, headers=headers) as http:
            async for status, paths in _stages(http, settings, database):
                for name, path in paths.items():
                    for language in OWN_NAMES:
                        page = await http.get(f"{path}?lang={language}")
                        assert page.status_code == status, f"{path} is answered with {page.status_code}"
                        (folder / f"{language}.{name}.html").write_text(page.text, encoding="utf-8")


async def _stages(
    http: httpx.AsyncClient, settings: Settings, database: Path
) -> AsyncIterator[tuple[int, Paths]]:
    """Yield what there is to see with the status that it comes with, and go on to what makes other pages."""
    found = {path.strip("/").replace("/", "-") or "home": path for path in PAGES}
    yield 200, found | {"no-tables": "/lobby", "rules-own": "/rules/D24T2", "offline": "/offline"}
    yield 200, {f"learn-{code}": f"/learn/{code}" for code in CODES}
    yield 404, {"lost": "/nowhere", "no-room": "/r/none", "no-code": CODE}
    (await http.post("/api/guest", json={"name": "Anna"})).raise_for_status()
    waiting = await _new_room(http, play_now=False, public=True)
    playing = await _new_room(http, play_now=True)
    yield 200, {"resume": "/", "tables": "/lobby", "waiting": waiting, "playing": playing}
    await _forget_all_rooms(settings)
    yield 410, {"asleep": waiting}
    for _ in OWN_NAMES:
        await http.get(CODE)
    yield 429, {"too-fast": CODE}
    with closing(sqlite3.connect(database)) as broken:
        broken.execute("ALTER TABLE players RENAME TO lost_players")
    yield 500, {"fault": "/"}


async def _new_room(http: httpx.AsyncClient, **asked: bool) -> str:
    answer = await http.post("/api/rooms", json=ROOM | asked)
    path: str = answer.raise_for_status().json()["url"]
    return path


async def _forget_all_rooms(settings: Settings) -> None:
    database = Database(open_engine(settings.database_url))
    await Retention(database, SystemClock(1), Kept(rooms=0)).round()
    await database.aclose()


def main() -> None:
    """Write the pages. Raises SystemExit for wrong arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.pages", description="Writes every page as HTML.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(write(folder))


if __name__ == "__main__":
    main()
