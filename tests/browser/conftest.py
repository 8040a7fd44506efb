"""Real browsers against the real program.

`server` is one program for all tests; `own_server` one for a test that kills it. `phone`, `tablet` and
`desktop` are fresh browser contexts; `open_context(PHONE)` makes as many as a table has people. Whatever a
page complains about (console errors and warnings, exceptions, requests to other hosts) fails the test when it
ends, unless the test said `complaints.allow(pattern)`. A failed test leaves pictures of its pages in
tests/browser/out.

Playwright's synchronous interface keeps an event loop of its own in the main thread. No asynchronous test can
run beside it, so these tests come last.
"""

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, TypedDict
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.program import Program
from tools import chromium, node

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"
OWN_HOSTS = {"127.0.0.1", "localhost"}
# Bots need not look thoughtful here.
SERVER_SETTINGS = {"DURAK_BOT_PACE": "0.1"}
PATIENCE_MS = 15_000

expect.set_options(timeout=PATIENCE_MS)

FAILED = pytest.StashKey[bool]()


class Size(TypedDict):
    """Width and height in CSS pixels."""

    width: int
    height: int


class Device(TypedDict, total=False):
    """What a browser context is told to be."""

    viewport: Size
    device_scale_factor: float
    has_touch: bool
    is_mobile: bool


PHONE = Device(viewport={"width": 360, "height": 640}, device_scale_factor=1, has_touch=True, is_mobile=True)
TABLET = Device(
    viewport={"width": 768, "height": 1024}, device_scale_factor=1, has_touch=True, is_mobile=True
)
DESKTOP = Device(viewport={"width": 1440, "height": 900})

OpenContext = Callable[..., BrowserContext]


class Complaints:
    """What the pages of one test complained about."""

    def __init__(self) -> None:
        self._heard: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, pattern: str) -> None:
        """Expect complaints that match this regular expression, and let them be."""
        self._allowed.append(re.compile(pattern))

    def listen(self, context: BrowserContext) -> None:
        """Hear everything the pages of this context will complain about."""
        context.on(
            "console",
            lambda said: (
                self._hear(f"console {said.type}: {said.text}") if said.type in {"error", "warning"} else None
            ),
        )
        context.on("weberror", lambda thrown: self._hear(f"exception: {thrown.error}"))
        context.on("request", lambda request: self._see(request.url))
        context.on("page", lambda page: page.on("websocket", lambda opened: self._see(opened.url)))

    @property
    def left(self) -> list[str]:
        """The complaints nobody allowed."""
        return [text for text in self._heard if not any(pattern.search(text) for pattern in self._allowed)]

    def _hear(self, complaint: str) -> None:
        self._heard.append(complaint)

    def _see(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in OWN_HOSTS:
            self._hear(f"request to another host: {url}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which tests failed, for the pictures."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last; the module's docstring says why."""
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine, without a window."""
    found = chromium.find()
    assert found is not None, chromium.ADVICE
    node.lend_to_playwright()
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=found, args=["--disable-dev-shm-usage", *(["--no-sandbox"] if as_root else [])]
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One program for all tests that do not harm it."""
    yield from _running(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Program]:
    """A program for this test alone, which may kill it and start it again."""
    yield from _running(tmp_path)


def _running(folder: Path) -> Iterator[Program]:
    program = Program(folder, SERVER_SETTINGS)
    program.start()
    try:
        yield program
    finally:
        program.stop()
    assert "Traceback" not in program.output, program.output


@pytest.fixture
def complaints() -> Complaints:
    """What the pages of this test complained about so far."""
    return Complaints()


@pytest.fixture
def open_context(
    browser: Browser, complaints: Complaints, request: pytest.FixtureRequest
) -> Iterator[OpenContext]:
    """Makes browser contexts: one person at one device each. Further options go to Playwright."""
    if "own_server" in request.fixturenames:
        # Pages must be gone before their server goes, or they complain of that.
        request.getfixturevalue("own_server")
    contexts: list[BrowserContext] = []

    def opened(device: Device, **options: Any) -> BrowserContext:
        context = browser.new_context(**{"locale": "en-US", **device, **options})
        context.set_default_timeout(PATIENCE_MS)
        complaints.listen(context)
        contexts.append(context)
        return context

    yield opened
    if complaints.left or request.node.stash.get(FAILED, False):
        pages = [page for context in contexts for page in context.pages]
        for number, page in enumerate(pages, start=1):
            _picture(page, f"{request.node.name}-{number}")
    for context in contexts:
        context.close()
    assert not complaints.left, "\n".join(complaints.left)


def _picture(page: Page, name: str) -> None:
    OUT.mkdir(exist_ok=True)
    try:
        page.screenshot(path=OUT / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', name)}.png")
    except PlaywrightError as reason:
        print(f"No picture of {name}: {reason}")


@pytest.fixture
def phone(open_context: OpenContext) -> BrowserContext:
    """A phone: 360 by 640, touched."""
    return open_context(PHONE)


@pytest.fixture
def tablet(open_context: OpenContext) -> BrowserContext:
    """A tablet: 768 by 1024, touched."""
    return open_context(TABLET)


@pytest.fixture
def desktop(open_context: OpenContext) -> BrowserContext:
    """A screen of 1440 by 900 with a mouse."""
    return open_context(DESKTOP)
