"""A View as JSON and back, for the wire and for bots in another process."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from durak.actions import Attack, Seat, encode_action, parse_action
from durak.cards import Cards, parse_card, parse_suit
from durak.draft import Outcome, Pair, Phase
from durak.errors import NotationError, Refusal
from durak.rules_code import encode_rules, parse_rules
from durak.view import View, encode_outcome

T = TypeVar("T")


def encode_view(view: View) -> dict[str, Any]:
    """Return the view as JSON-able values."""
    return {
        "rules": encode_rules(view.rules),
        "viewer": view.viewer,
        "phase": view.phase.value,
        "bout": view.bout,
        "table_ply": view.table_ply,
        "trump": view.trump.value,
        "turned_up": view.turned_up.text if view.turned_up else None,
        "last_dealt": view.last_dealt.text if view.last_dealt else None,
        "stock": view.stock,
        "discard": view.discard,
        "counts": list(view.counts),
        "hand": _texts(view.hand),
        "table": [[pair.attack.text, pair.cover.text if pair.cover else None] for pair in view.table],
        "main": view.main,
        "defender": view.defender,
        "second": view.second,
        "throwers": list(view.throwers),
        "priority": view.priority,
        "transfer_to": view.transfer_to,
        "cap": view.cap,
        "room": view.room,
        "waiting": list(view.waiting),
        "out": list(view.out),
        "shown": _texts(view.shown),
        "chain": view.chain,
        "known": [_texts(cards) for cards in view.known],
        "beaten_off": None if view.beaten_off is None else _texts(view.beaten_off),
        "legal": {key: [encode_action(action) for action in actions] for key, actions in view.legal.items()},
        "why": {key: {"code": why.code, "facts": dict(why.facts)} for key, why in view.why.items()},
        "sets": [encode_action(action) for action in view.sets],
        "outcome": encode_outcome(view.outcome) if view.outcome else None,
    }


def _texts(cards: Cards) -> list[str]:
    return [card.text for card in cards]


def parse_view(data: Mapping[str, Any]) -> View:
    """Return the view that `encode_view` wrote. Raises NotationError, whose text is the JSON at fault."""
    try:
        return _view(data)
    except (KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, NotationError):
            raise
        raise NotationError(f"not a view: {fault!r}", repr(data)) from fault


def _view(data: Mapping[str, Any]) -> View:
    return View(
        rules=parse_rules(data["rules"]),
        viewer=_optional(Seat, data["viewer"]),
        phase=Phase(data["phase"]),
        bout=data["bout"],
        table_ply=data["table_ply"],
        trump=parse_suit(data["trump"]),
        turned_up=_optional(parse_card, data["turned_up"]),
        last_dealt=_optional(parse_card, data["last_dealt"]),
        stock=data["stock"],
        discard=data["discard"],
        counts=tuple(data["counts"]),
        hand=_cards(data["hand"]),
        table=tuple(map(_pair, data["table"])),
        main=Seat(data["main"]),
        defender=Seat(data["defender"]),
        second=_optional(Seat, data["second"]),
        throwers=_seats(data["throwers"]),
        priority=_optional(Seat, data["priority"]),
        transfer_to=_optional(Seat, data["transfer_to"]),
        cap=data["cap"],
        room=data["room"],
        waiting=_seats(data["waiting"]),
        out=_seats(data["out"]),
        shown=_cards(data["shown"]),
        chain=data["chain"],
        known=tuple(map(_cards, data["known"])),
        beaten_off=_optional(_cards, data["beaten_off"]),
        legal={key: tuple(map(parse_action, texts)) for key, texts in data["legal"].items()},
        why={key: Refusal(why["code"], dict(why["facts"])) for key, why in data["why"].items()},
        sets=tuple(map(_set, data["sets"])),
        outcome=_optional(_outcome, data["outcome"]),
    )


def _optional(parse: Callable[[Any], T], value: Any) -> T | None:
    return None if value is None else parse(value)


def _pair(texts: list[str]) -> Pair:
    attack, cover = texts
    return Pair(parse_card(attack), _optional(parse_card, cover))


def _cards(texts: list[str]) -> Cards:
    return tuple(map(parse_card, texts))


def _set(text: str) -> Attack:
    action = parse_action(text)
    if not isinstance(action, Attack):
        raise NotationError("expected an attack", text)
    return action


def _seats(numbers: list[int]) -> tuple[Seat, ...]:
    return tuple(map(Seat, numbers))


def _outcome(data: Mapping[str, Any]) -> Outcome:
    seats = [data["seat"]] if "seat" in data else data.get("seats", [])
    return Outcome(data["kind"], _seats(seats))
