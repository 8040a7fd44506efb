"""Why an action is refused: the table of rules.md 1.9, row by row; the first that applies is the answer."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.rules.reference.cards import RANKS
from tests.rules.reference.game import (
    DEFENCE,
    OPEN,
    OVER,
    TAKING,
    THROW,
    Game,
    base,
    beat_cards,
    has_priority,
    in_scope,
    is_beginning,
    limit,
    lowest_trump,
    next_in_play,
    phase,
    room,
    uncovered,
)
from tests.rules.reference.legal import beats

Refusal = tuple[str, dict[str, Any]]


class Asked(NamedTuple):
    """An action taken apart: its letter or word, the cards out of the hand, and the card to be beaten."""

    seat: int
    deed: str
    cards: list[str]
    attack: str = ""


def refusal(game: Game, action: str) -> Refusal | None:
    """Return code and facts of the first row that applies, or None if the action is legal."""
    asked = _asked(action)
    rows: list[Callable[[Game, Asked], Iterator[Refusal]]] = [_who, _hand, _turn, _moment, _attack]
    rows += [_transfer, _cover, _swap]
    for row in rows:
        for found in row(game, asked):
            return found
    return None


def _asked(action: str) -> Asked:
    seat, deed, *rest = action.split(":")
    if deed == "D":
        attack, card = rest[0].split("/")
        return Asked(int(seat), deed, [card], attack)
    return Asked(int(seat), deed, rest[0].split(",") if rest else [])


def _who(game: Game, asked: Asked) -> Iterator[Refusal]:
    if phase(game) == OVER:
        yield "game_over", {}
    if asked.seat in game.out:
        yield "seat_is_out", {}
    if not game.hands[asked.seat]:
        yield "no_cards", {}
    if asked.deed == "T" and game.rules["transfer"] == "off":
        yield "transfer_off", {"show": False}
    if asked.deed == "S" and game.rules["transfer"] != "show":
        yield "transfer_off", {"show": True}
    if asked.deed == "swap" and not game.rules["trump_six_swap"]:
        yield "swap_off", {}


def _hand(game: Game, asked: Asked) -> Iterator[Refusal]:
    for card in asked.cards:
        if asked.cards.count(card) > 1:
            yield "duplicate_card", {"card": card}
    for card in [lowest_trump(game)] if asked.deed == "swap" else asked.cards:
        if card not in game.hands[asked.seat]:
            yield "card_not_held", {"card": card}


def _turn(game: Game, asked: Asked) -> Iterator[Refusal]:
    throws = asked.deed in ("A", "pass")
    if throws and phase(game) == OPEN and asked.seat != game.main:
        yield "not_your_turn", {"seat": game.main}
    if asked.deed in ("D", "T", "S", "take") and asked.seat != game.defender:
        yield "not_your_turn", {"seat": game.defender}
    if asked.deed == "swap" and asked.seat != game.main:
        yield "not_your_turn", {"seat": game.main}
    if throws and game.table:
        if asked.seat == game.defender:
            yield "defender_cannot_throw", {}
        if asked.seat not in in_scope(game):
            yield "not_eligible", {"scope": game.rules["throw_in"], "seats": in_scope(game)}


def _moment(game: Game, asked: Asked) -> Iterator[Refusal]:
    now = phase(game)
    if asked.deed == "pass" and asked.seat in game.passed:
        yield "already_passed", {}
    wrong = {"pass": [OPEN, DEFENCE], "T": [OPEN], "S": [OPEN], "swap": [DEFENCE, THROW, TAKING]}
    if now in wrong.get(asked.deed, []):
        yield "wrong_phase", {"phase": now.lower(), "uncovered": uncovered(game)}
    if now == TAKING and asked.deed in ("D", "T", "S", "take"):
        yield "already_taking", {}
    if now in (OPEN, THROW) and asked.deed == "take":
        yield "nothing_to_take", {}


def _attack(game: Game, asked: Asked) -> Iterator[Refusal]:
    if asked.deed != "A":
        return
    now, ranks = phase(game), {card[0] for card in asked.cards}
    if now != OPEN and has_priority(game) and asked.seat != game.main:
        yield "attacker_has_priority", {"main": game.main}
    if now == DEFENCE and game.rules["throw_timing"] == "after_beaten":
        yield "uncovered_first", {"uncovered": uncovered(game)}
    if len(asked.cards) > 1 and (now != OPEN or not game.rules["open_multi"]):
        yield "one_card_only", {"opening": now == OPEN}
    if now == OPEN and len(ranks) > 1:
        yield "mixed_ranks", {}
    if len(asked.cards) > room(game):
        yield "over_capacity", _capacity(game)
    on_table = {card[0] for pair in game.table for card in pair if card != "-"}
    if now != OPEN and not ranks <= on_table:
        yield "rank_not_on_table", {"ranks": sorted(on_table, key=RANKS.index)}


def _capacity(game: Game) -> dict[str, Any]:
    if base(game) < limit(game):
        by = "hand"
    else:
        by = "first_cap" if game.rules["first_cap"] is not None and is_beginning(game) else "attack_limit"
    return {"cap": min(base(game), limit(game)), "room": room(game), "by": by}


def _transfer(game: Game, asked: Asked) -> Iterator[Refusal]:
    if asked.deed not in ("T", "S"):
        return
    card, show = asked.cards[0], asked.deed == "S"
    if beat_cards(game):
        yield "already_beating", {}
    if game.bout == 1 and not game.rules["transfer_first_bout"]:
        yield "transfer_first_bout", {}
    most = game.rules["transfer_max_chain"]
    if most is not None and game.chain >= most:
        yield "chain_full", {"most": most}
    target = next_in_play(game, game.defender)
    if target is None:
        yield "no_target", {}
        return
    rank = game.table[0][0][0]
    if card[0] != rank:
        yield "wrong_rank", {"rank": rank}
    if show and card[1] != game.trump:
        yield "not_a_trump", {"trump": game.trump}
    if show and card in game.shown:
        yield "already_shown", {"card": card}
    held, needed = len(game.hands[target]), len(game.table) + (not show)
    if held < needed:
        yield "target_capacity", {"seat": target, "cards": held, "needed": needed}


def _cover(game: Game, asked: Asked) -> Iterator[Refusal]:
    if asked.deed != "D":
        return
    covers = dict(game.table)
    if asked.attack not in covers:
        yield "no_such_attack", {"attack": asked.attack}
    elif covers[asked.attack] != "-":
        yield "already_beaten", {"attack": asked.attack, "cover": covers[asked.attack]}
    elif not beats(game, asked.attack, asked.cards[0]):
        yield "does_not_beat", {"attack": asked.attack, "card": asked.cards[0], "trump": game.trump}


def _swap(game: Game, asked: Asked) -> Iterator[Refusal]:
    if asked.deed != "swap":
        return
    if not game.discarded:
        yield "swap_too_early", {}
    if len(game.stock) <= 1:
        yield "swap_too_late", {"stock": len(game.stock)}
