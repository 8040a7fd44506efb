"""Rules in plain words: which sentences a page has to say, each as a key with its facts.

The words themselves belong to whoever shows them. A line is said only where it makes a difference:

    throw_priority                            not where only the main attacker throws in
    first_cap_scope                           never by itself: it is part of the line of `first_cap`
    draw, next_deal_first                     not with end=first_out, which has no durak
    no_trump_first                            not where chance picks the opener anyway
    transfer_first_bout, transfer_max_chain   not without transfers

Two values that come to the same under these rules are said in the same words: a first cap that is no lower
than the limit of all bouts is none, and without transfers the opener is the main attacker.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from durak.cards import DECKS
from durak.errors import Fact
from durak.ruleset import OPTIONS, Rules

LINES: Mapping[str, tuple[str, ...]] = {
    "deck": ("cards", "lowest"),
    "transfer_off": (),
    "transfer_on": (),
    "transfer_show": (),
    "throw_in_all": (),
    "throw_in_neighbours": (),
    "throw_in_attacker_only": (),
    "throw_timing_anytime": (),
    "throw_timing_after_beaten": (),
    "throw_priority_free": (),
    "throw_priority_attacker_first": (),
    "throw_on_take_yes": (),
    "throw_on_take_no": (),
    "open_multi_yes": (),
    "open_multi_no": (),
    "attack_limit": ("limit",),
    "attack_limit_none": (),
    "first_cap_first_bout": ("limit",),
    "first_cap_until_first_discard": ("limit",),
    "first_cap_none": (),
    "refill_attacker_clockwise": (),
    "refill_join_order": (),
    "refill_opener_clockwise": (),
    "end_last_holder": (),
    "end_first_out": (),
    "draw_yes": (),
    "draw_no": (),
    "first_attacker_lowest_trump": (),
    "first_attacker_random": (),
    "no_trump_first_random": (),
    "no_trump_first_lowest_card": (),
    "no_trump_first_first_seat": (),
    "next_deal_first_lowest_trump": (),
    "next_deal_first_under_durak": (),
    "next_deal_first_from_durak": (),
    "transfer_first_bout_yes": (),
    "transfer_first_bout_no": (),
    "transfer_max_chain": ("most",),
    "transfer_max_chain_none": (),
    "low_trump_beats_ace_yes": (),
    "low_trump_beats_ace_no": (),
    "trump_six_swap_yes": (),
    "trump_six_swap_no": (),
    "redeal_off": (),
    "redeal_five_suit": (),
    "redeal_one_colour": (),
}
"""Every key with its facts, in the order of the options: the option's name and its value, or its number as
a fact. `lowest` is the letter of the lowest rank."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence about the rules: a key of `LINES` with exactly its facts."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.key} ({facts})" if facts else self.key


def describe(rules: Rules) -> tuple[Line, ...]:
    """Return a line for each option that matters under these rules, in the order of the options.

    The rules must be playable: `check_setup` is for asking that.
    """
    return tuple(_lines(rules).values())


def differences(a: Rules, b: Rules) -> tuple[Line, ...]:
    """Return the lines of `b` that a player of `a` has to be told.

    That is what `a` says otherwise, and what `a` has no word for unless it is the usual. What no longer
    matters is not told: that there is no limit to transfers any more goes with the transfers.
    """
    before = _lines(a)
    return tuple(line for option, line in _lines(b).items() if _is_news(option, line, before.get(option), b))


def _is_news(option: str, line: Line, before: Line | None, rules: Rules) -> bool:
    if before is None:
        return bool(getattr(rules, option) != OPTIONS[option].values[0])
    return line != before


def _lines(rules: Rules) -> dict[str, Line]:
    """The lines by option, of those that matter."""
    return {option: _line(rules, option) for option in OPTIONS if _matters(rules, option)}


def _matters(rules: Rules, option: str) -> bool:
    asks = _ASKS.get(option)
    return asks is None or asks(rules)


_ASKS: Mapping[str, Callable[[Rules], bool]] = {
    "throw_priority": lambda rules: rules.throw_in != "attacker_only",
    "first_cap_scope": lambda _: False,
    "draw": lambda rules: rules.end == "last_holder",
    "no_trump_first": lambda rules: rules.first_attacker == "lowest_trump",
    "next_deal_first": lambda rules: rules.end == "last_holder",
    "transfer_first_bout": lambda rules: rules.transfer != "off",
    "transfer_max_chain": lambda rules: rules.transfer != "off",
}
"""When an option matters; the others always do."""


def _line(rules: Rules, option: str) -> Line:
    match option:
        case "deck":
            return Line("deck", {"cards": rules.deck, "lowest": DECKS[rules.deck][0].rank.letter})
        case "attack_limit":
            return _counted(option, "limit", rules.attack_limit)
        case "first_cap":
            return _first_cap(rules)
        case "refill":
            return Line(f"refill_{_refill(rules)}")
        case "transfer_max_chain":
            return _counted(option, "most", rules.transfer_max_chain)
        case _:
            value = getattr(rules, option)
            return Line(f"{option}_{_WORDS.get(value, value)}")


_WORDS: Mapping[object, str] = {True: "yes", False: "no"}


def _counted(option: str, fact: str, number: int | None) -> Line:
    return Line(f"{option}_none") if number is None else Line(option, {fact: number})


def _first_cap(rules: Rules) -> Line:
    cap, limit = rules.first_cap, rules.attack_limit
    if cap is None or (limit is not None and cap >= limit):
        return Line("first_cap_none")
    return Line(f"first_cap_{rules.first_cap_scope}", {"limit": cap})


def _refill(rules: Rules) -> str:
    """The order of drawing; without transfers only throw-ins tell the orders apart, and not all of them."""
    if rules.transfer == "off" and (rules.refill == "opener_clockwise" or rules.throw_in == "attacker_only"):
        return "attacker_clockwise"
    return rules.refill
