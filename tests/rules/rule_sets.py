"""Random rules for tests: any value of any option, playable or not."""

from collections.abc import Mapping
from random import Random

from hypothesis import strategies as st

from durak import OPTIONS, PRESETS, Option, Rules, check_setup
from durak.errors import Plain


def values_of(option: Option) -> tuple[Plain, ...]:
    """Return the values of an option that a test should try: all that have a name, and a few numbers."""
    if option.least is None:
        return option.values
    numbers = (option.least, option.least + 1, option.least + 4)
    return (*option.values, *(number for number in numbers if number not in option.values))


def _rules(options: Mapping[str, Plain]) -> Rules:
    return Rules(**options)  # type: ignore[arg-type]  # drawn from OPTIONS, which has a test of its own


def is_playable(rules: Rules) -> bool:
    """Tell whether two can play by these rules."""
    return check_setup(rules, 2) is None


any_rules = st.fixed_dictionaries(
    {name: st.sampled_from(values_of(option)) for name, option in OPTIONS.items()}
).map(_rules)
"""Rule sets for Hypothesis."""

playable_rules = st.sampled_from(list(PRESETS.values())) | any_rules.filter(is_playable)
"""Presets, and rule sets that somebody could play by, for Hypothesis."""


def random_rules(rng: Random) -> Rules:
    """Return rules by which somebody could play, every option drawn by itself."""
    while True:
        rules = _rules({name: rng.choice(values_of(option)) for name, option in OPTIONS.items()})
        if is_playable(rules):
            return rules
