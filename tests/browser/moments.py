"""Moments of a game that more than one test is about: Anna has seat 0, Boris seat 1."""

from collections.abc import Callable
from functools import cache

from durak import Phase, State, apply, parse_action
from tests.browser.seating import actions_of
from tests.staged import Moment, find_moment


def covers(state: State, seat: int = 0) -> dict[str, list[str]]:
    """Per own card the attack cards that it could beat."""
    found: dict[str, list[str]] = {}
    for action in actions_of(state, seat):
        if ":D:" in action:
            attack, card = action.split(":")[2].split("/")
            found.setdefault(card, []).append(attack)
    return found


def one_attack(state: State) -> bool:
    """Anna defends against one card, can beat it with one of hers, and holds another that cannot."""
    if state.phase is not Phase.DEFENCE or state.defender != 0 or len(state.table) != 1:
        return False
    return 0 < len(covers(state)) < len(state.hands[0])


def two_attacks(state: State) -> bool:
    """Anna defends against two cards; one of hers beats both, another only one of them."""
    if state.phase is not Phase.DEFENCE or state.defender != 0 or len(state.table) != 2:
        return False
    ways = sorted(len(attacks) for attacks in covers(state).values())
    return len(ways) > 1 and ways[0] == 1 and ways[-1] == 2


def opens(state: State) -> bool:
    return state.phase is Phase.OPEN and state.main == 0 and len(state.hands[0]) == 6


def may_take(state: State) -> bool:
    """Boris defends against Anna, who has something to add if he takes."""
    if state.phase is not Phase.DEFENCE or state.defender != 1:
        return False
    return any(card.rank in state.ranks_on_table for card in state.hands[0]) and state.room > 0


def costly(state: State) -> bool:
    """Anna could beat the only attack card with a trump and with another card."""
    if state.phase is not Phase.DEFENCE or state.defender != 0 or len(state.table) != 1:
        return False
    trumps = [card[1] == state.trump.value for card in covers(state)]
    return any(trumps) and not all(trumps)


def after_set(rules: str, chairs: int, opener: int, wanted: Callable[[State], bool]) -> Moment:
    """Find a bout that this seat opens with several cards so that it comes to such a moment."""
    found: list[Moment] = []

    def begins(state: State) -> bool:
        if state.table or state.main != opener or state.outcome is not None:
            return False
        for action in actions_of(state, opener):
            after = apply(state, parse_action(action)) if "," in action else None
            if after is not None and wanted(after):
                found[:] = [Moment(b"", (action,), after)]
                return True
        return False

    before = find_moment(rules, chairs, begins)
    return Moment(before.secret, before.actions + found[0].actions, found[0].state)


@cache
def two_to_beat() -> Moment:
    """Return a moment at which Anna has two cards to beat, in more than one way."""
    return after_set("classic", 2, 1, two_attacks)
