"""Catches a fault of ours that leaves somebody with nothing but a code, or tells him or the log too much."""

import re
from contextlib import AsyncExitStack

import httpx
import pytest

from tests.transport.conftest import serving
from tests.transport.tables import stored
from tests.transport.wire import ROOM, Guest
from web.logs import JsonLines
from web.resources import LOCALES
from web.settings import Settings
from web.transport.identity import token_hash
from web.transport.languages import OWN_NAMES, load_languages
from web.transport.middleware import CONTENT_SECURITY_POLICY

pytestmark = pytest.mark.anyio

LANGUAGES = load_languages(LOCALES)


async def a_guest_whose_database_fails(settings: Settings, stack: AsyncExitStack) -> Guest:
    """Return somebody who is known to a server that cannot look him up any more."""
    site = await stack.enter_async_context(serving(settings))
    anna = await site.guest("Anna")
    stored(settings, "ALTER TABLE players RENAME TO lost_players")
    return anna


@pytest.mark.parametrize("lang", OWN_NAMES)
async def test_a_page_that_fails_says_so_in_its_readers_language_and_what_to_do(
    settings: Settings, stack: AsyncExitStack, lang: str
) -> None:
    anna = await a_guest_whose_database_fails(settings, stack)
    for path in ("/", "/lobby", f"/r/{'A' * 22}"):
        page = await anna.ask("GET", f"{path}?lang={lang}")
        assert page.status_code == 500
        assert page.headers["content-language"] == lang
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        words = LANGUAGES[lang].translations.gettext
        assert f"<h1>{words('Something went wrong')}</h1>" in page.text
        assert f'<a class="big primary" href=""><b>{words("Try again")}</b></a>' in page.text
        assert f'href="/">{words("To the start page")}</a>' in page.text
        assert '<meta name="robots" content="noindex">' in page.text
        assert not re.search(r"sqlite|players|Traceback|Anna", page.text)


async def test_the_same_link_works_once_the_fault_is_mended(
    settings: Settings, stack: AsyncExitStack
) -> None:
    anna = await a_guest_whose_database_fails(settings, stack)
    assert (await anna.ask("GET", "/")).status_code == 500
    stored(settings, "ALTER TABLE lost_players RENAME TO players")
    page = await anna.ask("GET", "/")
    assert page.status_code == 200
    assert 'data-guest="Anna"' in page.text


async def test_who_asks_for_data_is_told_a_code(settings: Settings, stack: AsyncExitStack) -> None:
    anna = await a_guest_whose_database_fails(settings, stack)
    answer = await anna.ask("POST", "/api/rooms", ROOM)
    assert (answer.status_code, answer.json()) == (500, {"code": "fault", "facts": {}})
    async with httpx.AsyncClient(base_url=anna.site.url, cookies={"durak": anna.cookie}) as script:
        page = await script.get("/", headers={"accept": "*/*"})
    assert (page.status_code, page.json()) == (500, {"code": "fault", "facts": {}})


async def test_the_log_has_the_fault_by_its_kinds_and_places_and_nothing_of_the_guest(
    settings: Settings, stack: AsyncExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await a_guest_whose_database_fails(settings, stack)
    await anna.ask("GET", f"/r/{'A' * 22}")
    [record] = [record for record in caplog.records if record.name == "uvicorn.error" and record.exc_info]
    line = JsonLines().format(record)
    assert "sqlalchemy.exc.OperationalError" in line
    assert "guest_of" in line
    for secret in (anna.cookie, token_hash(anna.cookie).hex(), "A" * 22, "no such table"):
        assert secret not in line


async def test_a_page_that_cannot_even_be_drawn_is_answered_with_a_code(
    settings: Settings,
    stack: AsyncExitStack,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    site = await stack.enter_async_context(serving(settings))

    def fail(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("AS,KH")

    monkeypatch.setattr("web.transport.templating.Pages.render", fail)
    answer = await site.ask("GET", "/")
    assert (answer.status_code, answer.json()) == (500, {"code": "fault", "facts": {}})
    assert "the page that tells of a fault failed" in caplog.messages
