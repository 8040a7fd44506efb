"""The options of the rules, and the presets that have a name.

An option is one field of `Rules`, one line in `OPTIONS`, and one place in `state`, `legal` or `apply` that
asks for it. Options are independent: none switches another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from durak.cards import DECKS
from durak.errors import Plain, Refusal

RULES_VERSION = 1
"""Goes up when a game that was legal under some preset would now go another way."""

FEWEST_SEATS = 2
MOST_SEATS = 6
HAND_SIZE = 6
MOST_NUMBER = 999_999_999
"""No option is a greater number, so that every rules code can be read back."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of options; the defaults are the preset `classic`. Numbers that may be None then set no limit.

    deck                 how many cards: 36 from the six up, 24 from the nine, 52 from the two
    transfer             whether the defender may pass the attack on with a card of the same rank, laid down
                         (on), or besides by only showing a trump (show)
    throw_in             who may throw in: all, only the neighbours of the defender, only the main attacker
    throw_timing         when: at any time, or only while every card is beaten
    throw_priority       who first: whoever is faster, or the main attacker until he passes
    throw_on_take        whether cards may be thrown in after a take
    open_multi           whether the main attacker may open with several cards of one rank at once
    attack_limit         the most attack cards in a bout
    first_cap            the same, at the beginning of a game; None for no special beginning
    first_cap_scope      how long that holds: in the first bout, or until something has been beaten off
    refill               who draws before whom: clockwise from the main attacker, in the order of joining
                         the bout, or clockwise from its opener
    end                  when a game is over: one seat is left with cards (the durak), or one is out (he wins)
    draw                 whether nobody is durak when the last hands run out together; else it is the defender
    first_attacker       who opens a game: the holder of the lowest trump, or a seat drawn by chance
    no_trump_first       who does if nobody holds a trump: by chance, the lowest card, or the first seat
    next_deal_first      who opens the next game: as the first; or the seat before the durak, or after him
    transfer_first_bout  whether there are transfers in the first bout
    transfer_max_chain   the most transfers in a bout
    low_trump_beats_ace  whether the lowest trump of the deck beats the trump ace
    trump_six_swap       whether the opener may change the lowest trump for the turned-up card
    redeal               when a deal is void: never, a hand has five of a suit, a hand has a single colour
    """

    deck: int = 36
    transfer: Literal["off", "on", "show"] = "off"
    throw_in: Literal["all", "neighbours", "attacker_only"] = "all"
    throw_timing: Literal["anytime", "after_beaten"] = "anytime"
    throw_priority: Literal["free", "attacker_first"] = "free"
    throw_on_take: bool = True
    open_multi: bool = True
    attack_limit: int | None = 6
    first_cap: int | None = 5
    first_cap_scope: Literal["first_bout", "until_first_discard"] = "first_bout"
    refill: Literal["attacker_clockwise", "join_order", "opener_clockwise"] = "attacker_clockwise"
    end: Literal["last_holder", "first_out"] = "last_holder"
    draw: bool = True
    first_attacker: Literal["lowest_trump", "random"] = "lowest_trump"
    no_trump_first: Literal["random", "lowest_card", "first_seat"] = "random"
    next_deal_first: Literal["lowest_trump", "under_durak", "from_durak"] = "lowest_trump"
    transfer_first_bout: bool = True
    transfer_max_chain: int | None = None
    low_trump_beats_ace: bool = False
    trump_six_swap: bool = False
    redeal: Literal["off", "five_suit", "one_colour"] = "off"


PRESETS: Mapping[str, Rules] = {
    "classic": Rules(),
    "transfer": Rules(transfer="on"),
    "pengalihan": Rules(transfer="on", open_multi=False, first_cap=None),
    "deutsch": Rules(first_cap=None, refill="join_order", end="first_out"),
    "deutsch_weitergeben": Rules(transfer="on", first_cap=None, refill="join_order", end="first_out"),
    "durak_online": Rules(first_cap_scope="until_first_discard", throw_priority="attacker_first"),
    "pagat": Rules(
        open_multi=False, throw_timing="after_beaten", first_cap=None, next_deal_first="from_durak"
    ),
    "blitz": Rules(deck=24),
}


@dataclass(frozen=True, slots=True)
class Option:
    """What an option may be: one of `values`, the usual one first, or any whole number from `least` on."""

    values: tuple[Plain, ...]
    least: int | None = None

    @property
    def allowed(self) -> tuple[Plain, ...]:
        """The values as a refusal tells them; "4.." stands for every whole number from four."""
        return self.values if self.least is None else (*self.values, f"{self.least}..")

    def has(self, value: object) -> bool:
        """Tell whether the option may have this value."""
        if any(value == choice and type(value) is type(choice) for choice in self.values):
            return True
        return self.least is not None and type(value) is int and self.least <= value <= MOST_NUMBER


OPTIONS: Mapping[str, Option] = {
    "deck": Option((36, 24, 52)),
    "transfer": Option(("off", "on", "show")),
    "throw_in": Option(("all", "neighbours", "attacker_only")),
    "throw_timing": Option(("anytime", "after_beaten")),
    "throw_priority": Option(("free", "attacker_first")),
    "throw_on_take": Option((True, False)),
    "open_multi": Option((True, False)),
    "attack_limit": Option((6, None), least=4),
    "first_cap": Option((5, None), least=4),
    "first_cap_scope": Option(("first_bout", "until_first_discard")),
    "refill": Option(("attacker_clockwise", "join_order", "opener_clockwise")),
    "end": Option(("last_holder", "first_out")),
    "draw": Option((True, False)),
    "first_attacker": Option(("lowest_trump", "random")),
    "no_trump_first": Option(("random", "lowest_card", "first_seat")),
    "next_deal_first": Option(("lowest_trump", "under_durak", "from_durak")),
    "transfer_first_bout": Option((True, False)),
    "transfer_max_chain": Option((None,), least=1),
    "low_trump_beats_ace": Option((False, True)),
    "trump_six_swap": Option((False, True)),
    "redeal": Option(("off", "five_suit", "one_colour")),
}
"""Every option, in the order of the fields of `Rules`."""


def check_setup(rules: Rules, seats: int) -> Refusal | None:
    """Return why these rules cannot be played by so many seats, in the order of rules.md 1.9."""
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        if not option.has(value):
            return _bad_option(name, value, option.allowed)
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


def preset_name(rules: Rules) -> str | None:
    """Return the name of the preset that these rules are, or None."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)
