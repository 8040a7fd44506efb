"""The canonical text of a position: notation.md."""

from collections.abc import Iterable

from tests.rules.reference.cards import in_order
from tests.rules.reference.game import Game, clockwise, find_second
from tests.rules.reference.options import rules_text


def position_text(game: Game) -> str:
    """Return the fields in their order, those at their default left out."""
    written = _fields(game)
    usual = _defaults(game)
    return " ".join(f"{key}={value}" for key, value in written.items() if value != usual.get(key))


def _fields(game: Game) -> dict[str, str]:
    """Return the text of every field but `base`, which is always at its default."""
    return {
        "rules": rules_text(game.rules),
        "trump": game.trump,
        "stock": _list(game.stock),
        "hands": "|".join(_set(hand) for hand in game.hands),
        "table": ",".join(f"{attack}/{beat}" for attack, beat in game.table) or "-",
        "main": str(game.main),
        "def": str(game.defender),
        "second": _seat(game.second),
        "bout": str(game.bout),
        "discarded": _yes(game.discarded),
        "taking": _yes(game.taking),
        "passed": _list(str(seat) for seat in sorted(game.passed)),
        "joined": _list(str(seat) for seat in game.joined),
        "emptied": _list(str(seat) for seat in game.emptied),
        "chain": str(game.chain),
        "shown": _set(game.shown),
        "out": _list(str(seat) for seat in game.out),
        "known": "|".join(_set(known) for known in game.known) if any(game.known) else "-",
    }


def _defaults(game: Game) -> dict[str, str]:
    empty = [seat for seat in clockwise(game, game.main) if not game.hands[seat] and seat not in game.out]
    return {
        "rules": "classic",
        "stock": "-",
        "table": "-",
        "second": _seat(find_second(game)),
        "bout": "2",
        "discarded": _yes(game.bout > 1),
        "taking": "no",
        "passed": "-",
        "joined": str(game.main) if game.table else "-",
        "emptied": _list(str(seat) for seat in empty),
        "chain": "0",
        "shown": "-",
        "out": "-",
        "known": "-",
    }


def _set(cards: Iterable[str]) -> str:
    return _list(in_order(cards))


def _list(items: Iterable[str]) -> str:
    return ",".join(items) or "-"


def _seat(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
