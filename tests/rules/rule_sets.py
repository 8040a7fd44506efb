"""Random rules for tests: any value of any option, playable or not."""

from collections.abc import Mapping

from hypothesis import strategies as st

from durak import OPTIONS, Option, Rules
from durak.errors import Plain


def values_of(option: Option) -> tuple[Plain, ...]:
    """Return the values of an option that a test should try: all that have a name, and a few numbers."""
    if option.least is None:
        return option.values
    numbers = (option.least, option.least + 1, option.least + 4)
    return (*option.values, *(number for number in numbers if number not in option.values))


def _rules(options: Mapping[str, Plain]) -> Rules:
    return Rules(**options)  # type: ignore[arg-type]  # drawn from OPTIONS, which has a test of its own


any_rules = st.fixed_dictionaries(
    {name: st.sampled_from(values_of(option)) for name, option in OPTIONS.items()}
).map(_rules)
"""Rule sets for Hypothesis."""
