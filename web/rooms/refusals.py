"""Why a room refuses a command: a code with its facts, beside the engine's own (`rules.md` 1.9)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

CODES = frozenset(
    {
        "advice_off",
        "already_seated",
        "bad_message",
        "bad_option",
        "blocked",
        "busy",
        "chair_taken",
        "game_running",
        "no_advice",
        "no_chair",
        "no_chat",
        "no_game",
        "nobody_there",
        "not_a_guest",
        "not_allowed",
        "not_askable",
        "not_host",
        "not_seated",
        "not_solo",
        "not_your_seat",
        "nothing_due",
        "nothing_to_advise",
        "nothing_to_undo",
        "removed",
        "stale",
        "too_fast",
    }
)


class Refused(Exception):
    """Somebody asked for something that cannot be; nothing was changed."""

    def __init__(self, code: str, facts: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(code)
        self.code = code
        self.facts = dict(facts)
