"""Somebody who plays by keys and ears."""

import re

from playwright.sync_api import Page

FOCUSED = "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"


def focused(page: Page) -> str:
    """The accessible name of what has the focus."""
    name: str = page.evaluate(FOCUSED)
    return name.strip()


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is called so has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if re.search(name, focused(page)):
            return
    raise AssertionError(f"no Tab leads to {name}")


def hear(page: Page, key: str) -> str:
    """Press a key and return what the page says then."""
    page.evaluate("window.said = ''")
    page.keyboard.press(key)
    page.wait_for_function("() => window.said")
    said: str = page.evaluate("window.said")
    return said
