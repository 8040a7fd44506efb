"""The options of the rules, and the presets that have a name.

An option is one field of `Rules`, one line in `_ALLOWED`, and one place in `state`, `legal` or `apply` that
asks for it. Options are independent: none switches another.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal

from durak.cards import DECKS
from durak.errors import NotationError, Plain, Refusal

RULES_VERSION = 1
"""Goes up when a game that was legal under some preset would now go another way."""

FEWEST_SEATS = 2
MOST_SEATS = 6
HAND_SIZE = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of options; the defaults are the preset `classic`. Numbers that may be None then set no limit.

    deck          how many cards: 36 from the six up, 24 from the nine, 52 from the two
    transfer      whether the defender may pass the attack on with a card of the same rank
    open_multi    whether the main attacker may open with several cards of one rank at once
    attack_limit  the most attack cards in a bout
    first_cap     the same, in the first bout of a game; None for no special first bout
    refill        who draws before whom: clockwise from the main attacker, or in the order of joining the bout
    end           when a game is over: one seat is left with cards (the durak), or one is out (the winner)
    """

    deck: int = 36
    transfer: Literal["off", "on"] = "off"
    open_multi: bool = True
    attack_limit: int | None = 6
    first_cap: int | None = 5
    refill: Literal["attacker_clockwise", "join_order"] = "attacker_clockwise"
    end: Literal["last_holder", "first_out"] = "last_holder"


PRESETS: Mapping[str, Rules] = {
    "classic": Rules(),
    "transfer": Rules(transfer="on"),
    "pengalihan": Rules(transfer="on", open_multi=False, first_cap=None),
    "deutsch": Rules(first_cap=None, refill="join_order", end="first_out"),
    "deutsch_weitergeben": Rules(transfer="on", first_cap=None, refill="join_order", end="first_out"),
}

_FROM_FOUR = "4.."
"""Stands in a list of allowed values for every whole number from four."""

_ALLOWED: Mapping[str, tuple[Plain, ...]] = {
    "deck": (36, 24, 52),
    "transfer": ("off", "on"),
    "open_multi": (True, False),
    "attack_limit": (6, None, _FROM_FOUR),
    "first_cap": (5, None, _FROM_FOUR),
    "refill": ("attacker_clockwise", "join_order"),
    "end": ("last_holder", "first_out"),
}


def check_setup(rules: Rules, seats: int) -> Refusal | None:
    """Return why these rules cannot be played by so many seats, in the order of rules.md 1.9."""
    for option in fields(rules):
        value, allowed = getattr(rules, option.name), _ALLOWED[option.name]
        if not _is_allowed(value, allowed):
            return _bad_option(option.name, value, allowed)
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        return _bad_option("seats", seats, tuple(range(FEWEST_SEATS, MOST_SEATS + 1)))
    if seats > most_seats(rules):
        return Refusal("deck_too_small", {"deck": rules.deck, "seats": seats, "most": most_seats(rules)})
    first, limit = rules.first_cap, rules.attack_limit
    if first is not None and limit is not None and first > limit:
        return Refusal("first_cap_above_limit", {"first_cap": first, "attack_limit": limit})
    return None


def most_seats(rules: Rules) -> int:
    """Return how many seats the deck has cards for."""
    return min(MOST_SEATS, len(DECKS[rules.deck]) // HAND_SIZE)


def _bad_option(option: str, value: Plain, allowed: tuple[Plain, ...]) -> Refusal:
    return Refusal("bad_option", {"option": option, "value": value, "allowed": list(allowed)})


def _is_allowed(value: object, allowed: tuple[Plain, ...]) -> bool:
    if any(value == choice and type(value) is type(choice) for choice in allowed):
        return value != _FROM_FOUR
    return _FROM_FOUR in allowed and type(value) is int and value >= 4


def preset_name(rules: Rules) -> str | None:
    """Return the name of the preset that these rules are, or None."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def parse_rules(text: str) -> Rules:
    """Return the preset of that name. Raises NotationError."""
    if text not in PRESETS:
        raise NotationError("expected the name of a preset", text)
    return PRESETS[text]


def encode_rules(rules: Rules) -> str:
    """Return the name of the preset that these rules are. Raises ValueError if they have none."""
    name = preset_name(rules)
    if name is None:
        raise ValueError(f"these rules have no name: {rules}")
    return name
