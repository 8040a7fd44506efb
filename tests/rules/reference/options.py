"""The options of rules.md part 2 with their values, the usual one first; the presets; the text of rules."""

from collections.abc import Mapping
from typing import Any

Rules = Mapping[str, Any]
"""The value of every option by its name."""

OPTIONS: Mapping[str, list[Any]] = {
    "deck": [36, 24, 52],
    "transfer": ["off", "on", "show"],
    "throw_in": ["all", "neighbours", "attacker_only"],
    "throw_timing": ["anytime", "after_beaten"],
    "throw_priority": ["free", "attacker_first"],
    "throw_on_take": [True, False],
    "open_multi": [True, False],
    "attack_limit": [6, None],
    "first_cap": [5, None],
    "first_cap_scope": ["first_bout", "until_first_discard"],
    "refill": ["attacker_clockwise", "join_order", "opener_clockwise"],
    "end": ["last_holder", "first_out"],
    "draw": [True, False],
    "first_attacker": ["lowest_trump", "random"],
    "no_trump_first": ["random", "lowest_card", "first_seat"],
    "next_deal_first": ["lowest_trump", "under_durak", "from_durak"],
    "transfer_first_bout": [True, False],
    "transfer_max_chain": [None],
    "low_trump_beats_ace": [False, True],
    "trump_six_swap": [False, True],
    "redeal": ["off", "five_suit", "one_colour"],
}

LEAST = {"attack_limit": 4, "first_cap": 4, "transfer_max_chain": 1}
"""The options that may also be any whole number, and the least one."""

CODE = dict(zip(OPTIONS, "DTIWPKMLFSREXANGBCUVY", strict=True))
"""The letter of each option in a rules code."""

CLASSIC: Rules = {name: values[0] for name, values in OPTIONS.items()}

_SEED_C = {"first_cap": None, "refill": "join_order", "end": "first_out"}

PRESETS: Mapping[str, Rules] = {
    "classic": CLASSIC,
    "transfer": {**CLASSIC, "transfer": "on"},
    "pengalihan": {**CLASSIC, "transfer": "on", "open_multi": False, "first_cap": None},
    "deutsch": {**CLASSIC, **_SEED_C},
    "deutsch_weitergeben": {**CLASSIC, **_SEED_C, "transfer": "on"},
    "durak_online": {
        **CLASSIC,
        "first_cap_scope": "until_first_discard",
        "throw_priority": "attacker_first",
    },
    "pagat": {
        **CLASSIC,
        "open_multi": False,
        "throw_timing": "after_beaten",
        "first_cap": None,
        "next_deal_first": "from_durak",
    },
    "blitz": {**CLASSIC, "deck": 24},
}


def rules_text(rules: Rules) -> str:
    """Return the name of the preset that rules are, else their code."""
    for name, preset in PRESETS.items():
        if preset == rules:
            return name
    return "".join(
        f"{CODE[name]}{_number(name, value)}" for name, value in rules.items() if value != CLASSIC[name]
    )


def _number(name: str, value: Any) -> int:
    if name == "deck" or name in LEAST:
        return 0 if value is None else int(value)
    return OPTIONS[name].index(value)
