"""Catches a benchmark of the table that measures nothing any more. No time is asserted here or anywhere."""

from playwright.sync_api import Browser

from tests.bench.table import DESKTOP, FLEW, SMALL_PHONE, answers, fly
from tests.browser.shots import Studio
from tests.program import Program


def test_cards_fly_frames_are_counted_and_answers_heard(browser: Browser, server: Program) -> None:
    studio = Studio(browser, server)
    flight = fly(studio, rounds=2)
    assert min(flight.cards) >= FLEW
    assert len(flight.frames) > 4
    assert 0 < flight.median <= flight.p95
    for device in (SMALL_PHONE, DESKTOP):
        heard = answers(studio, device)
        assert {"tap a card", "open the menu", "change the theme"} <= heard.keys()
        assert all(took > 0 for took in heard.values())
