"""Catches names that hide, turn the text around, or grow over the table."""

import pytest

from web.rooms.likeness import LONGEST_NAME, told_apart
from web.transport.names import READY_MADE, clean_name, clean_text


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
        ("a" * 50, "a" * LONGEST_NAME),
        ("", None),
        ("\u200d", None),
        ("!!!", None),
        ("\u3164", None),
    ],
)
def test_case_74_cleaning(typed: str, shown: str | None) -> None:
    assert clean_name(typed) == shown


def test_a_letter_that_unfolds_is_cut_after_unfolding() -> None:
    name = clean_name("\ufdfa" * 5)
    assert name is not None
    assert len(name) <= LONGEST_NAME


def test_ready_made_names_are_names() -> None:
    assert all(clean_name(name) == name for name in READY_MADE)
    assert len(set(READY_MADE)) == len(READY_MADE)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  well   played\n! ", "well played !"),
        ("\u202eolleh\u2066", "olleh"),
        ("👍", "👍"),
        ("\x1b[31mred", "[31mred"),
        ("x" * 300, "x" * 200),
        ("\ufdfa" * 200, None),
        ("\u200b\u00ad", None),
    ],
)
def test_what_somebody_says_is_cleaned_like_a_name(said: str, shown: str | None) -> None:
    cleaned = clean_text(said)
    if said.startswith("\ufdfa"):
        assert cleaned is not None
        assert len(cleaned) <= 200
    else:
        assert cleaned == shown


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Anna", ["Boris"], "Anna"),
        ("Anna", ["anna"], "Anna 2"),
        ("\u0410nna", ["Anna"], "\u0410nna 2"),
        ("Anna", ["\u0410nna", "ANNA 2"], "Anna 3"),
        ("\u041c\u0430\u043a\u0441", ["Makc"], "\u041c\u0430\u043a\u0441 2"),
        ("Lola", ["l0la"], "Lola 2"),
        ("Олена", ["Олёна"], "Олена"),
        ("x" * 20, ["X" * 20], "x" * 18 + " 2"),
        ("Bot of a long name x", ["BOT OF A LONG NAME X"], "Bot of a long name 2"),
    ],
)
def test_case_42_names_that_look_alike_are_told_apart(name: str, others: list[str], shown: str) -> None:
    assert told_apart(name, others) == shown
    assert len(told_apart(name, others)) <= LONGEST_NAME
