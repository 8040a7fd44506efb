"""The table of refusals (rules.md 1.9) row by row: whether it applies to an action, and with which facts.

Written from that table alone, with nothing of the engine. Each row answers for itself, whatever the rows
above it say, so that a test can see all that apply at once.
"""

from collections.abc import Callable

from durak import Action, Attack, Defend, Fact, Pass, Swap, Take, Transfer
from tests.rules.moment import RANKS, Moment

Facts = dict[str, Fact]
Row = Callable[[Moment, Action], Facts | None]

NONE: Facts = {}


# The rows, in the order of the table: None where one does not apply


def game_over(now: Moment, action: Action) -> Facts | None:
    return NONE if now.phase == "over" else None


def seat_is_out(now: Moment, action: Action) -> Facts | None:
    return NONE if action.seat in now.state.out else None


def no_cards(now: Moment, action: Action) -> Facts | None:
    return NONE if not now.hands[action.seat] and action.seat not in now.state.out else None


def transfer_off(now: Moment, action: Action) -> Facts | None:
    if not isinstance(action, Transfer):
        return None
    allowed = {"off": (), "on": (False,), "show": (False, True)}[now.rules.transfer]
    return None if action.show in allowed else {"show": action.show}


def swap_off(now: Moment, action: Action) -> Facts | None:
    return NONE if isinstance(action, Swap) and not now.rules.trump_six_swap else None


def duplicate_card(now: Moment, action: Action) -> Facts | None:
    named = [card.text for card in action.cards] if isinstance(action, Attack) else []
    doubled = [card for card in named if named.count(card) > 1]
    return {"card": doubled[0]} if doubled else None


def card_not_held(now: Moment, action: Action) -> Facts | None:
    match action:
        case Attack(_, cards):
            named = [card.text for card in cards]
        case Defend() | Transfer():
            named = [action.card.text]
        case Swap():
            named = [now.lowest_trump]
        case _:
            named = []
    missing = [card for card in named if card not in now.hands[action.seat]]
    return {"card": missing[0]} if missing else None


def not_your_turn(now: Moment, action: Action) -> Facts | None:
    match action:
        case Attack() | Pass():
            may, asked = now.main, now.phase == "open"
        case Swap():
            may, asked = now.main, True
        case _:
            may, asked = now.defender, True
    return {"seat": may} if asked and action.seat != may else None


def defender_cannot_throw(now: Moment, action: Action) -> Facts | None:
    adds = isinstance(action, Attack | Pass) and bool(now.pairs)
    return NONE if adds and action.seat == now.defender else None


def not_eligible(now: Moment, action: Action) -> Facts | None:
    adds = isinstance(action, Attack | Pass) and bool(now.pairs)
    if not adds or action.seat == now.defender or action.seat in now.in_scope:
        return None
    return {"scope": now.rules.throw_in, "seats": now.in_scope}


def already_passed(now: Moment, action: Action) -> Facts | None:
    again = isinstance(action, Pass) and action.seat in now.state.passed
    return NONE if again and now.phase in ("throw", "taking") else None


def wrong_phase(now: Moment, action: Action) -> Facts | None:
    match action:
        case Pass():
            wrong = now.phase in ("open", "defence")
        case Transfer():
            wrong = now.phase == "open"
        case Swap():
            wrong = now.phase != "open"
        case _:
            wrong = False
    return {"phase": now.phase, "uncovered": now.uncovered} if wrong else None


def already_taking(now: Moment, action: Action) -> Facts | None:
    return NONE if isinstance(action, Defend | Transfer | Take) and now.phase == "taking" else None


def nothing_to_take(now: Moment, action: Action) -> Facts | None:
    return NONE if isinstance(action, Take) and now.phase in ("open", "throw") else None


def attacker_has_priority(now: Moment, action: Action) -> Facts | None:
    throws = isinstance(action, Attack) and now.phase in ("defence", "throw", "taking")
    return {"main": now.main} if throws and now.has_priority and action.seat != now.main else None


def uncovered_first(now: Moment, action: Action) -> Facts | None:
    late = now.rules.throw_timing == "after_beaten"
    applies = isinstance(action, Attack) and now.phase == "defence" and late
    return {"uncovered": now.uncovered} if applies else None


def one_card_only(now: Moment, action: Action) -> Facts | None:
    several = isinstance(action, Attack) and len(action.cards) > 1
    opening = now.phase == "open"
    return {"opening": opening} if several and not (opening and now.rules.open_multi) else None


def mixed_ranks(now: Moment, action: Action) -> Facts | None:
    opens = isinstance(action, Attack) and now.phase == "open"
    return NONE if opens and len({card.text[0] for card in action.cards}) > 1 else None  # type: ignore[union-attr]


def over_capacity(now: Moment, action: Action) -> Facts | None:
    if not isinstance(action, Attack) or len(action.cards) <= now.room:
        return None
    cap, by = now.cap
    return {"cap": cap, "room": now.room, "by": by}


def rank_not_on_table(now: Moment, action: Action) -> Facts | None:
    ranks = [rank for rank in RANKS if any(card[0] == rank for card in (*now.attacks, *now.covers))]
    if not isinstance(action, Attack) or not ranks or {card.text[0] for card in action.cards} <= {*ranks}:
        return None
    return {"ranks": ranks}


def already_beating(now: Moment, action: Action) -> Facts | None:
    return NONE if isinstance(action, Transfer) and now.covers and now.phase in ("defence", "throw") else None


def transfer_first_bout(now: Moment, action: Action) -> Facts | None:
    first = now.state.bout == 1 and not now.rules.transfer_first_bout
    return NONE if isinstance(action, Transfer) and first else None


def chain_full(now: Moment, action: Action) -> Facts | None:
    most = now.rules.transfer_max_chain
    full = isinstance(action, Transfer) and most is not None and now.state.chain >= most
    return {"most": most} if full else None


def no_target(now: Moment, action: Action) -> Facts | None:
    return NONE if isinstance(action, Transfer) and now.target is None else None


def wrong_rank(now: Moment, action: Action) -> Facts | None:
    if not isinstance(action, Transfer) or not now.attacks or action.card.text[0] == now.attacks[0][0]:
        return None
    return {"rank": now.attacks[0][0]}


def not_a_trump(now: Moment, action: Action) -> Facts | None:
    shows = isinstance(action, Transfer) and action.show
    return {"trump": now.trump} if shows and action.card.text[1] != now.trump else None  # type: ignore[union-attr]


def already_shown(now: Moment, action: Action) -> Facts | None:
    again = isinstance(action, Transfer) and action.show and action.card in now.state.shown
    return {"card": action.card.text} if again else None  # type: ignore[union-attr]


def target_capacity(now: Moment, action: Action) -> Facts | None:
    if not isinstance(action, Transfer) or now.target is None:
        return None
    held, needed = len(now.hands[now.target]), len(now.attacks) + (0 if action.show else 1)
    return {"seat": now.target, "cards": held, "needed": needed} if held < needed else None


def no_such_attack(now: Moment, action: Action) -> Facts | None:
    if not isinstance(action, Defend) or action.attack.text in now.attacks:
        return None
    return {"attack": action.attack.text}


def already_beaten(now: Moment, action: Action) -> Facts | None:
    cover = dict(now.pairs).get(action.attack.text) if isinstance(action, Defend) else None
    return {"attack": action.attack.text, "cover": cover} if cover else None  # type: ignore[union-attr]


def does_not_beat(now: Moment, action: Action) -> Facts | None:
    if not isinstance(action, Defend) or now.phase != "defence" or action.attack.text not in now.uncovered:
        return None
    attack, card = action.attack.text, action.card.text
    return None if now.beats(card, attack) else {"attack": attack, "card": card, "trump": now.trump}


def swap_too_early(now: Moment, action: Action) -> Facts | None:
    return NONE if isinstance(action, Swap) and now.phase == "open" and not now.state.discarded else None


def swap_too_late(now: Moment, action: Action) -> Facts | None:
    left = len(now.state.stock)
    return {"stock": left} if isinstance(action, Swap) and now.phase == "open" and left < 2 else None


ROWS: list[Row] = [
    *(game_over, seat_is_out, no_cards, transfer_off, swap_off, duplicate_card, card_not_held, not_your_turn),
    *(defender_cannot_throw, not_eligible, already_passed, wrong_phase, already_taking, nothing_to_take),
    *(attacker_has_priority, uncovered_first, one_card_only, mixed_ranks, over_capacity, rank_not_on_table),
    *(already_beating, transfer_first_bout, chain_full, no_target, wrong_rank, not_a_trump, already_shown),
    *(target_capacity, no_such_attack, already_beaten, does_not_beat, swap_too_early, swap_too_late),
]


def applying(now: Moment, action: Action) -> list[tuple[str, Facts]]:
    """Return every refusal that applies, in the order of the table."""
    answers = ((row.__name__, row(now, action)) for row in ROWS)
    return [(code, facts) for code, facts in answers if facts is not None]
