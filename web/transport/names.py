"""Names of guests, and what they say: without what hides, turns or stacks letters."""

import re
import secrets
import unicodedata

from web.rooms.likeness import LONGEST_NAME

LONGEST_TEXT = 200
AVATARS = 24
"""How many pictures there are; their numbers begin with 0."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters by category that show nothing: the Hangul fillers.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0")
_MARKS = {"Mn", "Me"}
MARKS_IN_A_ROW = 2


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "translate this later"
    """Mark a text for translation."""
    return text


READY_MADE = (
    N_("Cheerful Fox"),
    N_("Quiet Owl"),
    N_("Clever Raven"),
    N_("Brave Hedgehog"),
    N_("Lucky Cat"),
    N_("Sly Marten"),
    N_("Swift Hare"),
    N_("Merry Otter"),
    N_("Calm Bear"),
    N_("Bold Sparrow"),
    N_("Gentle Deer"),
    N_("Wise Turtle"),
    N_("Curious Squirrel"),
    N_("Patient Heron"),
    N_("Bright Magpie"),
    N_("Kind Badger"),
)


GUEST = N_("Guest")
"""What those are called who wanted to be forgotten."""


def clean_name(text: str) -> str | None:
    """Return the name as it may be shown, at most 20 characters, or None if no letter or digit is left."""
    name = _cleaned(text, LONGEST_NAME)
    return name if any(character.isalnum() for character in name) else None


def clean_text(text: str) -> str | None:
    """Return what somebody says as it may be shown, at most 200 characters, or None if nothing is left."""
    return _cleaned(text, LONGEST_TEXT) or None


def _cleaned(text: str, longest: int) -> str:
    kept, marks = [], 0
    for character in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(character)
        marks = marks + 1 if category in _MARKS else 0
        hidden = (category in _HIDDEN and not character.isspace()) or character in _BLANK
        if hidden or marks > MARKS_IN_A_ROW:
            continue
        kept.append(character)
    return re.sub(r"\s+", " ", "".join(kept)).strip()[:longest].strip()


def any_ready_made() -> int:
    """Return the number of one of the ready-made names; it is that of a picture, too."""
    return secrets.randbelow(len(READY_MADE))
