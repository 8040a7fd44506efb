"""The only exit for secrets: what one viewer may know now, and what of a story he may hear.

A View holds no State and nothing hidden: no hand but the viewer's own, no order of the stock, no discard, and
nobody's passes but his own. Everything else in this package that touches a State stays on the near side of
`view_for` and `story_for`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from durak import happenings as told
from durak.actions import Action, Attack, Defend, Pass, Seat, Swap, Take, Transfer
from durak.cards import DECKS, Card, Cards, Suit
from durak.errors import Refusal
from durak.happenings import Happening
from durak.legal import legal_actions, public_waiting, refusal, transfer_to
from durak.ruleset import Rules
from durak.state import Outcome, Pair, Phase, State


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know at one moment; `viewer` is None for a spectator. Fields as in State, and:

    turned_up      the turned-up card while it is in the stock
    last_dealt     in the first bout of a deal that used the whole deck: the card that gave trumps, shown to
                   all, while the last seat holds it (rules.md 1.2.3)
    stock, discard how many cards
    counts         how many cards each seat holds
    hand           the viewer's own cards, in deck order; empty for a spectator
    throwers       the seats that may attack in this bout and hold cards
    transfer_to    whom a transfer would reach now; None if none is possible
    cap, room      how many attack cards this bout can see; how many may still be added
    waiting        whom the table waits for, by public facts
    legal          by own card ("9H") or button ("take", "pass"): the legal actions, of single cards only
    why            for every other own card and button: why not
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
    transfer_to: Seat | None
    cap: int
    room: int
    waiting: tuple[Seat, ...]
    out: tuple[Seat, ...]
    shown: Cards
    chain: int
    known: tuple[Cards, ...]
    legal: Mapping[str, tuple[Action, ...]]
    why: Mapping[str, Refusal]
    outcome: Outcome | None


def view_for(state: State, viewer: Seat | None) -> View:
    """Return what the seat, or a spectator (None), may know of the state. Raises NoSuchSeat."""
    legal: Mapping[str, tuple[Action, ...]] = {}
    why: Mapping[str, Refusal] = {}
    if viewer is not None:
        legal = _legal(state, viewer)
        why = _why(state, viewer, legal)
    outcome = state.outcome
    counts = tuple(map(len, state.hands))
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
        hand=() if viewer is None else state.hands[viewer],
        table=state.table,
        main=state.main,
        defender=state.defender,
        second=state.second,
        throwers=state.throwers if outcome is None else (),
        transfer_to=transfer_to(state),
        cap=state.cap,
        room=state.room,
        waiting=tuple(sorted(public_waiting(state))),
        out=state.out,
        shown=state.shown,
        chain=state.chain,
        known=state.known,
        legal=legal,
        why=why,
        outcome=outcome,
    )


def _last_dealt(state: State) -> Card | None:
    """In the first bout nothing was taken yet, so all that is known of a hand was shown at the deal."""
    return next(iter(state.known[-1]), None) if state.bout == 1 and not state.stock else None


def _discard(state: State, counts: Iterable[int]) -> int:
    on_table = len(state.table) + state.covered
    return len(DECKS[state.rules.deck]) - sum(counts) - len(state.stock) - on_table


def _legal(state: State, viewer: Seat) -> dict[str, tuple[Action, ...]]:
    found: dict[str, tuple[Action, ...]] = {}
    for action in legal_actions(state, viewer):
        key = _key(action)
        if key is not None:
            found[key] = (*found.get(key, ()), action)
    return found


def _key(action: Action) -> str | None:
    """Under which card or button a view lists the action; an opening with several cards is not listed."""
    match action:
        case Attack(_, cards):
            return cards[0].text if len(cards) == 1 else None
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
    meant: dict[str, Action] = {card.text: _meant(state, viewer, card) for card in state.hands[viewer]}
    meant["take"], meant["pass"] = Take(viewer), Pass(viewer)
    why = {key: refusal(state, action) for key, action in meant.items() if key not in legal}
    return {key: found for key, found in why.items() if found is not None}


def _meant(state: State, viewer: Seat, card: Card) -> Action:
    uncovered = state.uncovered
    if viewer == state.defender and uncovered:
        return Defend(viewer, uncovered[0], card)
    return Attack(viewer, (card,))


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
        case told.Passed(seat):
            return {"kind": "pass", "seat": seat} if seat == viewer else None
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
