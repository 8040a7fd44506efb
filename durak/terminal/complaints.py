"""What is wrong with something given to the program, for the person who gave it."""

from durak import DurakError, IllegalAction, IllegalRecord, IllegalSetup, NotationError, encode_action
from durak.terminal.refusal_words import refusal_sentence
from durak.terminal.words import capital, numbered_seats

LEFT, RIGHT = 60, 30
"""How much is shown of a long text before and after the place of its fault."""

_ANY_SEATS = numbered_seats(6)


def complaint(fault: DurakError) -> list[str]:
    """Return lines that say what is wrong, and where."""
    match fault:
        case NotationError():
            return [f"Not understood: {fault.reason}.", *pointed(fault.text, fault.place)]
        case IllegalRecord():
            why = refusal_sentence(fault.refusal, _ANY_SEATS)
            return [f"Action {fault.number}, {encode_action(fault.action)}, is not legal: {why}"]
        case IllegalSetup() | IllegalAction():
            return [refusal_sentence(fault.refusal, _ANY_SEATS)]
        case _:
            return [f"{capital(str(fault))}."]


def pointed(text: str, place: int) -> list[str]:
    """Return the text, or what is around the place in it, and a caret under the place."""
    start, end = max(0, place - LEFT), place + RIGHT
    before = f"{'...' if start else ''}{_plain(text[start:place])}"
    after = f"{_plain(text[place:end])}{'...' if end < len(text) else ''}"
    return [f"  {before}{after}", f"  {' ' * len(before)}^"]


def _plain(text: str) -> str:
    """The text with a question mark for each character that would not stand in one place."""
    return "".join(letter if letter.isprintable() and letter.isascii() else "?" for letter in text)
