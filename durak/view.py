"""The only exit for secrets: what one viewer may know now, and what of a story he may hear.

A View holds no State and nothing hidden: no hand but the viewer's own, no order of the stock, and nobody's
passes but his own. Everything else in this package that touches a State stays on the near side of
`view_for` and `story_for`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from durak import happenings as told
from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import DECKS, Card, Cards, Suit
from durak.cardset import cards_in, set_of
from durak.draft import Outcome, Pair, Phase, table_cards
from durak.errors import Refusal
from durak.happenings import Happening
from durak.legal import legal_actions, public_waiting, refusal, transfer_to
from durak.ruleset import Rules
from durak.state import State

_WHOLE = {size: set_of(deck) for size, deck in DECKS.items()}


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know at one moment; `viewer` is None for a spectator. Fields as in State, and:

    turned_up      the turned-up card while it is in the stock
    last_dealt     in the first bout of a deal that used the whole deck: the card that gave trumps, shown to
                   all, while the last seat holds it (rules.md 1.2.3)
    stock, discard how many cards
    beaten_off     the cards of the discard, in deck order; None unless the view is a `memory_view`
    counts         how many cards each seat holds
    hand           the viewer's own cards, in deck order; empty for a spectator
    throwers       the seats that may attack in this bout and hold cards
    priority       the main attacker while, under `attacker_first`, only he may throw in
    transfer_to    whom a transfer would reach now; None if none is possible
    cap, room      how many attack cards this bout can see; how many may still be added
    waiting        whom the table waits for, by public facts
    legal          by own card ("9H") or button ("take", "pass"; "swap" where there is one): what is legal
    why            for every other own card and button: why not; empty where no reasons were asked for
    sets           what else is legal: to open with several cards
    """

    rules: Rules
    viewer: Seat | None
    phase: Phase
    bout: int
    table_ply: int
    trump: Suit
    turned_up: Card | None
    last_dealt: Card | None
    stock: int
    discard: int
    counts: tuple[int, ...]
    hand: Cards
    table: tuple[Pair, ...]
    main: Seat
    defender: Seat
    second: Seat | None
    throwers: tuple[Seat, ...]
    priority: Seat | None
    transfer_to: Seat | None
    cap: int
    room: int
    waiting: tuple[Seat, ...]
    out: tuple[Seat, ...]
    shown: Cards
    chain: int
    known: tuple[Cards, ...]
    beaten_off: Cards | None
    legal: Mapping[str, tuple[Action, ...]]
    why: Mapping[str, Refusal]
    sets: tuple[Attack, ...]
    outcome: Outcome | None


def view_for(state: State, viewer: Seat | None, *, reasons: bool = True) -> View:
    """Return what the seat, or a spectator (None), may know of the state, and why not what is not legal.

    Raises NoSuchSeat.
    """
    legal: Mapping[str, tuple[Action, ...]] = {}
    why: Mapping[str, Refusal] = {}
    sets: tuple[Attack, ...] = ()
    if viewer is not None:
        legal, sets = _legal(state, viewer)
        why = _why(state, viewer, legal) if reasons else {}
    outcome = state.outcome
    counts = tuple([hand.bit_count() for hand in state.hand_sets])
    return View(
        rules=state.rules,
        viewer=viewer,
        phase=state.phase,
        bout=state.bout,
        table_ply=state.table_ply,
        trump=state.trump,
        turned_up=state.turned_up,
        last_dealt=_last_dealt(state),
        stock=len(state.stock),
        discard=_discard(state, counts),
        counts=counts,
        hand=() if viewer is None else cards_in(state.hand_sets[viewer]),
        table=state.table,
        main=state.main,
        defender=state.defender,
        second=state.second,
        throwers=state.throwers if outcome is None else (),
        priority=state.priority,
        transfer_to=transfer_to(state),
        cap=state.cap,
        room=state.room,
        waiting=tuple(sorted(public_waiting(state))),
        out=state.out,
        shown=state.shown,
        chain=state.chain,
        known=state.known,
        beaten_off=None,
        legal=legal,
        why=why,
        sets=sets,
        outcome=outcome,
    )


def _last_dealt(state: State) -> Card | None:
    """In the first bout nothing was taken yet, so what is known of a hand was shown, at the deal or since."""
    if state.bout > 1 or state.stock or state.phase is Phase.OVER:
        return None
    return next(iter(cards_in(state.known_sets[-1] & ~state.shown_set)), None)


def memory_view(state: State, viewer: Seat | None, *, reasons: bool = True) -> View:
    """Return the view of somebody who remembers every card that was beaten off. Raises NoSuchSeat.

    All of them lay on the table once, for everybody to see. Bots get it, and people where a room lets them
    look up seen cards (rules.md, case 93).
    """
    return replace(view_for(state, viewer, reasons=reasons), beaten_off=_beaten_off(state))


def _discard(state: State, counts: Iterable[int]) -> int:
    on_table = len(state.table) + state.covered
    return len(DECKS[state.rules.deck]) - sum(counts) - len(state.stock) - on_table


def _beaten_off(state: State) -> Cards:
    """What stands nowhere else."""
    elsewhere = set_of(state.stock) | set_of(table_cards(state.table))
    for hand in state.hand_sets:
        elsewhere |= hand
    return cards_in(_WHOLE[state.rules.deck] & ~elsewhere)


def _legal(state: State, viewer: Seat) -> tuple[dict[str, tuple[Action, ...]], tuple[Attack, ...]]:
    """Return what is legal by card and button, and the openings with several cards."""
    found: dict[str, tuple[Action, ...]] = {}
    sets = []
    for action in legal_actions(state, viewer):
        if isinstance(action, Attack) and len(action.cards) > 1:
            sets.append(action)
        else:
            key = _key(action)
            found[key] = (*found.get(key, ()), action)
    return found, tuple(sets)


def _key(action: Action) -> str:
    """Under which card or button a view lists the action."""
    match action:
        case Attack(_, cards):
            return cards[0].text
        case Defend() | Transfer():
            return action.card.text
        case Take():
            return "take"
        case Pass():
            return "pass"
        case Swap():
            return "swap"
        case _:
            assert_never(action)


def _why(state: State, viewer: Seat, legal: Mapping[str, object]) -> dict[str, Refusal]:
    """Why not, for each card and button that is not legal: the card as a person most likely meant it."""
    cards = [card for card in cards_in(state.hand_sets[viewer]) if card.text not in legal]
    buttons: dict[str, Action] = {"take": Take(viewer), "pass": Pass(viewer)}
    if state.rules.trump_six_swap:
        buttons["swap"] = Swap(viewer)
    why = _why_not_laid(state, viewer, cards)
    why |= {key: refusal(state, action) for key, action in buttons.items() if key not in legal}
    return {key: found for key, found in why.items() if found is not None}


def _why_not_laid(state: State, viewer: Seat, cards: list[Card]) -> dict[str, Refusal | None]:
    """Why not, for own cards none of which is legal."""
    if not cards:
        return {}
    if viewer == state.defender and state.uncovered_set:
        return {card.text: refusal(state, _meant(state, card)) for card in cards}
    # Whatever keeps one of them from being an attack keeps them all, and for the same reason.
    return dict.fromkeys([card.text for card in cards], refusal(state, Attack(viewer, (cards[0],))))


def _meant(state: State, card: Card) -> Action:
    """What the defender meant by a card that neither beats nor transfers."""
    # Of the same rank it was more likely to do the latter.
    if state.rules.transfer != "off" and card.rank is state.table[0].attack.rank:
        return Transfer(state.defender, card)
    return Defend(state.defender, state.uncovered[0], card)


def story_for(happenings: Iterable[Happening], viewer: Seat | None) -> tuple[dict[str, Any], ...]:
    """Return what the seat, or a spectator (None), may hear of a story: JSON-able, hidden cards as None."""
    told_to_viewer = (_told(happening, viewer) for happening in happenings)
    return tuple(piece for piece in told_to_viewer if piece is not None)


def _told(happening: Happening, viewer: Seat | None) -> dict[str, Any] | None:
    """One happening as the viewer may hear it, None if it is nothing to him."""
    match happening:
        case told.Dealt(main, defender):
            return {"kind": "deal", "main": main, "defender": defender}
        case told.Attacked(seat, cards):
            return {"kind": "attack", "seat": seat, "cards": _texts(cards)}
        case told.Defended(seat, attack, card):
            return {"kind": "defend", "seat": seat, "attack": attack.text, "card": card.text}
        case told.Transferred(seat, card, show, to):
            return {"kind": "transfer", "seat": seat, "card": card.text, "show": show, "to": to}
        case told.TakeAnnounced(seat):
            return {"kind": "take", "seat": seat}
        case told.Passed(seat, public):
            return {"kind": "pass", "seat": seat} if public or seat == viewer else None
        case told.Swapped(seat, card, turned_up):
            return {"kind": "swap", "seat": seat, "card": card.text, "turned_up": turned_up.text}
        case told.Refilled(seat, cards, turned_up):
            seen = [card.text if seat == viewer or card is turned_up else None for card in cards]
            return {"kind": "refill", "seat": seat, "count": len(cards), "cards": seen}
        case _:
            return _told_end(happening)


def _told_end(
    happening: told.BeatenOff | told.Taken | told.WentOut | told.BoutBegan | told.GameOver,
) -> dict[str, Any]:
    """What ends a bout or begins the next one, which all may hear."""
    match happening:
        case told.BeatenOff(cards):
            return {"kind": "beaten_off", "cards": _texts(cards)}
        case told.Taken(seat, cards):
            return {"kind": "taken", "seat": seat, "cards": _texts(cards)}
        case told.WentOut(seat, place):
            return {"kind": "out", "seat": seat, "place": place}
        case told.BoutBegan(bout, main, defender):
            return {"kind": "bout", "bout": bout, "main": main, "defender": defender}
        case told.GameOver(outcome):
            return {"kind": "over", "outcome": encode_outcome(outcome)}
        case _:
            assert_never(happening)


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def encode_outcome(outcome: Outcome) -> dict[str, Any]:
    """Return the outcome as JSON: the durak's seat, the winners' seats, or the kind alone."""
    if outcome.kind == "durak":
        return {"kind": "durak", "seat": outcome.seats[0]}
    if outcome.kind == "winner":
        return {"kind": "winner", "seats": list(outcome.seats)}
    return {"kind": outcome.kind}
