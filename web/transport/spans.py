"""Spans of time in words, for pages that promise one."""

from gettext import NullTranslations
from math import ceil

DAY, HOUR, MINUTE = 86_400, 3_600, 60


def span(seconds: float, words: NullTranslations) -> str:
    """Return "14 days", "36 hours" or "1 minute": the largest unit that tells it, or a little more."""
    if seconds >= DAY and seconds % DAY == 0:
        number = int(seconds // DAY)
        return words.ngettext("%(num)s day", "%(num)s days", number) % {"num": number}
    if seconds >= HOUR and seconds % HOUR == 0:
        number = int(seconds // HOUR)
        return words.ngettext("%(num)s hour", "%(num)s hours", number) % {"num": number}
    number = max(1, ceil(seconds / MINUTE))
    return words.ngettext("%(num)s minute", "%(num)s minutes", number) % {"num": number}
