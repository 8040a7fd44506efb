"""One English sentence for each refusal, as `durak.errors.REFUSALS` lists them."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from durak import Refusal
from durak.terminal.words import SUITS, Names, counted, listed

Facts: TypeAlias = Mapping[str, Any]


def refusal_sentence(refusal: Refusal, names: Names) -> str:
    """Return why not, with the seats by their names."""
    return SENTENCES[refusal.code](refusal.facts, names)


def _wrong_phase(facts: Facts, _: Names) -> str:
    match facts["phase"]:
        case "open":
            return "Nothing lies on the table yet."
        case "defence":
            return f"Not before all is beaten: {listed(facts['uncovered'])}."
        case _:
            return "That has to wait for the next bout."


def _over_capacity(facts: Facts, _: Names) -> str:
    most = f"At most {counted(facts['cap'], 'card')} may attack"
    room = f"{facts['room']} more" if facts["room"] else "no more"
    match facts["by"]:
        case "hand":
            return f"The defender has to beat {counted(facts['cap'], 'card')} at most: {room} can be added."
        case "first_cap":
            return f"{most} in the beginning of a game: {room} can be added."
        case _:
            return f"{most} in a bout: {room} can be added."


def _does_not_beat(facts: Facts, _: Names) -> str:
    card, attack, trump = facts["card"], facts["attack"], facts["trump"]
    if attack[1] == trump:
        return f"{card} does not beat {attack}: that takes a higher trump."
    return f"{card} does not beat {attack}: that takes a higher card of {SUITS[attack[1]]}, or a trump."


def _target_capacity(facts: Facts, names: Names) -> str:
    seat = facts["seat"]
    has = f"{names.does(seat, 'have')} {counted(facts['cards'], 'card')}"
    return f"{has} and would have to beat {facts['needed']}."


def _bad_option(facts: Facts, _: Names) -> str:
    allowed = listed([str(value) for value in facts["allowed"]], last="or")
    return f"{facts['option']} cannot be {facts['value']}, only {allowed}."


SENTENCES: Mapping[str, Callable[[Facts, Names], str]] = {
    "game_over": lambda *_: "The game is over.",
    "seat_is_out": lambda *_: "Whoever is out takes no more part.",
    "no_cards": lambda *_: "No card is left in the hand until this bout is over.",
    "transfer_off": lambda facts, _: (
        "By these rules nothing is transferred by showing a trump."
        if facts["show"]
        else "By these rules nothing is transferred."
    ),
    "swap_off": lambda *_: "By these rules the turned-up card cannot be swapped.",
    "duplicate_card": lambda facts, _: f"{facts['card']} is named twice.",
    "card_not_held": lambda facts, _: f"{facts['card']} is not in the hand.",
    "not_your_turn": lambda facts, names: f"That is for {names.name(facts['seat'])} to do.",
    "defender_cannot_throw": lambda *_: "The defender neither adds cards nor passes.",
    "not_eligible": lambda facts, names: (
        f"Only {listed(map(names.name, facts['seats']))} may add cards in this bout."
        if facts["seats"]
        else "Nobody may add cards any more in this bout."
    ),
    "already_passed": lambda *_: "That was said already; only new cards change it.",
    "wrong_phase": _wrong_phase,
    "already_taking": lambda *_: "The cards are being taken already.",
    "nothing_to_take": lambda *_: "Nothing on the table is left to beat.",
    "attacker_has_priority": lambda facts, names: (
        f"First {names.name(facts['main'])} may add, then the others."
    ),
    "uncovered_first": lambda facts, _: f"Cards are added when all is beaten: {listed(facts['uncovered'])}.",
    "one_card_only": lambda facts, _: (
        "By these rules a bout opens with one card." if facts["opening"] else "Cards are added one by one."
    ),
    "mixed_ranks": lambda *_: "Cards that open a bout together must be of one rank.",
    "over_capacity": _over_capacity,
    "rank_not_on_table": lambda facts, _: (
        f"Only a rank that lies on the table can be added: {listed(facts['ranks'], last='or')}."
    ),
    "already_beating": lambda *_: "One card is beaten already, so nothing is transferred any more.",
    "transfer_first_bout": lambda *_: "By these rules nothing is transferred in the first bout.",
    "chain_full": lambda facts, _: (
        f"By these rules a bout sees at most {counted(facts['most'], 'transfer')}."
    ),
    "no_target": lambda *_: "Nobody is left to transfer the attack to.",
    "wrong_rank": lambda facts, _: f"Only a card of the attacking rank transfers: {facts['rank']}.",
    "not_a_trump": lambda facts, _: f"Only a trump can be shown, of {SUITS[facts['trump']]}.",
    "already_shown": lambda facts, _: f"{facts['card']} was shown in this bout already.",
    "target_capacity": _target_capacity,
    "no_such_attack": lambda facts, _: f"{facts['attack']} does not attack on the table.",
    "already_beaten": lambda facts, _: f"{facts['attack']} is beaten already, by {facts['cover']}.",
    "does_not_beat": _does_not_beat,
    "swap_too_early": lambda *_: "The turned-up card can be swapped once something was beaten off.",
    "swap_too_late": lambda *_: "The turned-up card can be swapped only while others lie above it.",
    "bad_option": _bad_option,
    "deck_too_small": lambda facts, _: (
        f"{facts['deck']} cards are not enough for {facts['seats']} seats, only for {facts['most']}."
    ),
    "first_cap_above_limit": lambda facts, _: (
        f"The cap of the first bout, {facts['first_cap']}, is above the limit of all bouts,"
        f" {facts['attack_limit']}."
    ),
}
