"""What a host can make of rules, one option at a time.

For each option that matters its values, each as the sentence that would then hold, and with the code of the
rules that it leads to. A page that offers them needs to know no rules.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

from durak import OPTIONS, Rules, check_setup, encode_rules
from durak.errors import Plain
from web.transport.rules_words import lines_by_option, rule_sentence

_COUNTS: Mapping[str, Sequence[Plain]] = {
    "attack_limit": (6, 4, 5, 7, 8, None),
    "transfer_max_chain": (None, 1, 2, 3),
}
"""Of options that may be any number, those that people ask for."""

_CAPS = (5, 4)
"""Likewise how many cards may attack at the beginning; that has two options, which are chosen together."""


def rules_choices(rules: Rules, seats: int, words: NullTranslations) -> list[dict[str, Any]]:
    """Return the options that matter under these rules, in their order, each with its values.

    A value says whether so many seats could play by it.
    """
    return [
        {"option": option, "values": list(_values(rules, option, seats, words))}
        for option in lines_by_option(rules)
    ]


def _values(rules: Rules, option: str, seats: int, words: NullTranslations) -> Iterator[dict[str, Any]]:
    def text(some: Rules) -> str:
        return rule_sentence(lines_by_option(some)[option], words)

    # From the last, so that of two that come to the same the first stays.
    leads_to = {text(other): other for other in reversed(list(_others(rules, option)))}
    # An unusual number is a choice, too, as long as it is the one that holds.
    leads_to.setdefault(text(rules), rules)
    for sentence, other in reversed(leads_to.items()):
        yield {
            "rules": encode_rules(other),
            "text": sentence,
            "chosen": sentence == text(rules),
            "fits": check_setup(other, seats) is None,
        }


def _others(rules: Rules, option: str) -> Iterator[Rules]:
    changes: list[dict[str, Any]] = [{option: value} for value in _COUNTS.get(option, OPTIONS[option].values)]
    if option == "first_cap":
        scopes = OPTIONS["first_cap_scope"].values
        changes = [{"first_cap": cap, "first_cap_scope": scope} for scope in scopes for cap in _CAPS]
        changes.append({"first_cap": None, "first_cap_scope": scopes[0]})
    return (replace(rules, **change) for change in changes)
