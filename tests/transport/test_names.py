"""Catches names that hide, turn the text around, or grow over the table."""

import pytest

from web.transport.names import LONGEST, READY_MADE, clean_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria  ", "Anna Maria"),
        ("Ann\u200ba", "Anna"),
        ("\u202eannA", "annA"),
        ("\uff21\uff4e\uff4e\uff41", "Anna"),
        ("Anna\nMaria", "Anna Maria"),
        ("\x1b[31mAnna", "[31mAnna"),
        ("e\u0301\u0301\u0301\u0301\u0301", "é\u0301\u0301"),
        ("Ольга", "Ольга"),
        ("<img onerror=x>", "<img onerror=x>"),
        ("a" * 50, "a" * LONGEST),
        ("", None),
        ("\u200d", None),
        ("!!!", None),
        ("\u3164", None),
    ],
)
def test_cleaning(typed: str, shown: str | None) -> None:
    assert clean_name(typed) == shown


def test_a_letter_that_unfolds_is_cut_after_unfolding() -> None:
    name = clean_name("\ufdfa" * 5)
    assert name is not None
    assert len(name) <= LONGEST


def test_ready_made_names_are_names() -> None:
    assert all(clean_name(name) == name for name in READY_MADE)
    assert len(set(READY_MADE)) == len(READY_MADE)
