"""What can go wrong, and the refusals of the rules.

    DurakError
    ├── NotationError   a text that is no card, action, position or record; says at which place
    ├── IllegalAction   an action that the rules refuse, with its Refusal
    ├── IllegalSetup    rules that cannot be played like this, with the Refusal
    ├── NoSuchSeat      a seat that the game has not got: the caller's fault, never a refusal
    └── OtherVersion    a record that was played under another version of the rules

A Refusal is an answer, not a fault: somebody asked for the impossible and is told why not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Plain: TypeAlias = str | int | bool | None
Fact: TypeAlias = Plain | Sequence[Plain]
"""A fact is JSON: cards as "9H", seats as numbers, ranks as a list of "7", suits as "H"."""

REFUSALS: Mapping[str, tuple[str, ...]] = {
    "game_over": (),
    "seat_is_out": (),
    "no_cards": (),
    "transfer_off": ("show",),
    "swap_off": (),
    "duplicate_card": ("card",),
    "card_not_held": ("card",),
    "not_your_turn": ("seat",),
    "defender_cannot_throw": (),
    "not_eligible": ("scope", "seats"),
    "already_passed": (),
    "wrong_phase": ("phase", "uncovered"),
    "already_taking": (),
    "nothing_to_take": (),
    "attacker_has_priority": ("main",),
    "uncovered_first": ("uncovered",),
    "one_card_only": ("opening",),
    "mixed_ranks": (),
    "over_capacity": ("cap", "room", "by"),
    "rank_not_on_table": ("ranks",),
    "already_beating": (),
    "transfer_first_bout": (),
    "chain_full": ("most",),
    "no_target": (),
    "wrong_rank": ("rank",),
    "not_a_trump": ("trump",),
    "already_shown": ("card",),
    "target_capacity": ("seat", "cards", "needed"),
    "no_such_attack": ("attack",),
    "already_beaten": ("attack", "cover"),
    "does_not_beat": ("attack", "card", "trump"),
    "swap_too_early": (),
    "swap_too_late": ("stock",),
    "bad_option": ("option", "value", "allowed"),
    "deck_too_small": ("deck", "seats", "most"),
    "first_cap_above_limit": ("first_cap", "attack_limit"),
}
"""Every code with its facts, in the order of precedence of rules.md 1.9; the last three refuse a setup."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not: a code of `REFUSALS` with exactly its facts, which say no more than the asker may know."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code} ({facts})" if facts else self.code


class DurakError(Exception):
    """The root of all that this package raises on purpose."""


class NotationError(DurakError, ValueError):
    """A text is not in its notation; `place` is the index in `text` where the fault begins.

    The message leaves the text out, since it may hold a secret or somebody's cards.
    """

    def __init__(self, reason: str, text: str, place: int = 0) -> None:
        super().__init__(f"{reason}, at place {place}")
        self.reason = reason
        self.text = text
        self.place = place

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, str, int]]:
        return NotationError, (self.reason, self.text, self.place)


class IllegalAction(DurakError):
    """The rules refuse the action; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class IllegalSetup(DurakError):
    """No game can be dealt under these rules for so many seats."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class NoSuchSeat(DurakError, LookupError):
    """The caller named a seat that the game has not got."""


class OtherVersion(DurakError):
    """A record was played under a version of the rules that this program does not play."""


class WeightsError(DurakError):
    """A file of weights is damaged, or is none, or was made for other features; the text says which."""
