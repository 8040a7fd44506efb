"""WebKitGTK, Safari's engine as far as Linux has it, on a screen of its own, against the real program.

Its driver does not hand out the console. A page is therefore asked whether its scripts have run, and is
listened to from then on; what was heard fails the test in the end.
"""

import os
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.service import Service

from tests.program import Program

OUT = Path(__file__).resolve().parent / "out"
SCREEN = "1600x1200x24"


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        screen.terminate()
        screen.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program; its bots need not look thoughtful here."""
    program = Program(tmp_path_factory.mktemp("server"), {"DURAK_BOT_PACE": "0.1"})
    program.start()
    try:
        yield program
    finally:
        program.stop()
    assert "Traceback" not in program.output, program.output


@pytest.fixture
def browser(display: str, request: pytest.FixtureRequest) -> Iterator[WebKitGTK]:
    """A new browser, which remembers nothing. Leaves a picture of its last page in tests/webkit/out."""
    usual = {"DISPLAY": display, "GTK_THEME": "Adwaita", "LC_ALL": "C.UTF-8"}
    service = Service(env={**os.environ, **usual})
    with warnings.catch_warnings():
        # Selenium's own class for WebKitGTK calls what Selenium calls old.
        warnings.simplefilter("ignore", DeprecationWarning)
        started = WebKitGTK(service=service)
    try:
        yield started
        OUT.mkdir(exist_ok=True)
        started.save_screenshot(str(OUT / f"{request.node.name}.png"))
    finally:
        started.quit()
