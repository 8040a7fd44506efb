"""What a player may do, as it is typed, and what somebody meant who typed something."""

from collections.abc import Sequence
from typing import assert_never

from durak import (
    Action,
    Attack,
    Card,
    Defend,
    NotationError,
    Pass,
    Seat,
    Swap,
    Take,
    Transfer,
    View,
    order_of,
    parse_card,
)
from durak.terminal.refusal_words import refusal_sentence
from durak.terminal.words import Names, listed, rows


class Misread(ValueError):
    """What was typed is no choice; says in a sentence why."""


def offers(view: View) -> tuple[Action, ...]:
    """Return all that the player may do, in their order: the numbers of the choices, from 1."""
    actions = [action for found in view.legal.values() for action in found]
    return tuple(sorted([*actions, *view.sets], key=order_of))


def typed(action: Action) -> str:
    """Return what to type for an action."""
    match action:
        case Attack():
            return ",".join(map(str, action.cards))
        case Defend():
            return f"{action.attack}/{action.card}"
        case Transfer():
            return f"{'show' if action.show else 't'} {action.card}"
        case Take():
            return "take"
        case Pass():
            return "pass"
        case Swap():
            return "swap"
        case _:
            assert_never(action)


def offers_text(view: View) -> str:
    """Return the choices with their numbers, on one line."""
    return "  ".join(f"{number}:{typed(action)}" for number, action in enumerate(offers(view), start=1))


def reasons(view: View, names: Names) -> list[str]:
    """Return why not for every other card and button; those with the same reason stand together."""
    found: dict[str, list[str]] = {}
    for key, refusal in view.why.items():
        found.setdefault(refusal_sentence(refusal, names), []).append(key)
    return rows((" ".join(keys), sentence) for sentence, keys in found.items())


# Reading

_BUTTONS: dict[str, type[Take] | type[Pass] | type[Swap]] = {
    "take": Take,
    "t": Take,
    "pass": Pass,
    "p": Pass,
    "done": Pass,
    "swap": Swap,
}
MOST_DIGITS = 3
MOST_SHOWN = 20
_TRANSFERS = {"t": False, "transfer": False, "s": True, "show": True}
_FILLERS = ("play", "attack", "add", "throw", "in", "beat", "cover", "with")


def meant(text: str, view: View) -> Action:
    """Return the action that the player meant, legal or not. Raises Misread."""
    parts = text.lower().replace(",", " ").replace("/", " ").split()
    match [part for part in parts if part not in _FILLERS]:
        case []:
            raise Misread("Nothing was typed that means anything here.")
        case [number] if number.isdecimal() and len(number) <= MOST_DIGITS:
            return _numbered(number, offers(view))
        case [word] if word in _BUTTONS:
            return _BUTTONS[word](_seat(view))
        case [word, card] if word in _TRANSFERS:
            return Transfer(_seat(view), _card(card), show=_TRANSFERS[word])
        case [card]:
            return _with_card(_card(card), view)
        case [attack, card] if view.viewer == view.defender or "/" in text:
            return Defend(_seat(view), _card(attack), _card(card))
        case cards:
            return Attack(_seat(view), tuple(map(_card, cards)))


def _seat(view: View) -> Seat:
    if view.viewer is None:
        raise ValueError("a spectator does nothing")
    return view.viewer


def _numbered(number: str, choices: Sequence[Action]) -> Action:
    place = int(number) - 1
    if not 0 <= place < len(choices):
        raise Misread(f"The choices are 1 to {len(choices)}." if choices else "You can do nothing now.")
    return choices[place]


def _card(text: str) -> Card:
    try:
        return parse_card(text.upper())
    except NotationError:
        raise Misread(f"{text[:MOST_SHOWN]} is no card. A card is rank and suit, as in 9H or TS.") from None


def _with_card(card: Card, view: View) -> Action:
    """The one thing that the card can do; if it can do nothing, the likeliest that was meant."""
    ways = view.legal.get(card.text, ())
    if len(ways) > 1:
        raise Misread(f"{card} can do several things: type {listed(map(typed, ways), last='or')}.")
    if ways:
        return ways[0]
    uncovered = [pair.attack for pair in view.table if pair.cover is None]
    if view.viewer == view.defender and uncovered:
        return Defend(_seat(view), uncovered[0], card)
    return Attack(_seat(view), (card,))
