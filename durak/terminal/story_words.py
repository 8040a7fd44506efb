"""What happened, one English sentence for each piece of a story as `durak.story_for` gives it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from durak.terminal.words import Names, capital, counted, listed

Piece: TypeAlias = Mapping[str, Any]


def story_sentences(story: Iterable[Piece], names: Names, adding: bool) -> list[str]:
    """Return the sentences of a story; `adding` says that cards lay on the table before."""
    return [
        SENTENCES["add" if adding and piece["kind"] == "attack" else piece["kind"]](piece, names)
        for piece in story
    ]


def _transfer(piece: Piece, names: Names) -> str:
    seat, to, card = piece["seat"], names.name(piece["to"]), piece["card"]
    if piece["show"]:
        return f"{names.does(seat, 'show')} {card}: the attack goes to {to}."
    return f"{names.does(seat, 'transfer')} the attack to {to} with {card}."


def _refill(piece: Piece, names: Names) -> str:
    seat, known = piece["seat"], [card for card in piece["cards"] if card is not None]
    draws = names.does(seat, "draw")
    if len(known) == piece["count"]:
        return f"{draws} {listed(known)}."
    among = f", one of them {known[0]}" if known else ""
    return f"{draws} {counted(piece['count'], 'card')}{among}."


def outcome_sentence(outcome: Piece, names: Names) -> str:
    """Return how a game ended."""
    match outcome["kind"]:
        case "durak":
            return f"{names.does(outcome['seat'], 'are')} the durak."
        case "winner" if len(outcome["seats"]) == 1:
            return f"{names.does(outcome['seats'][0], 'win')} the game."
        case "winner":
            winners = listed(map(names.name, outcome["seats"]))
            return f"{capital(winners)} win together."
        case "draw":
            return "The game is drawn: nobody is the durak."
        case _:
            return "The game was broken off."


SENTENCES: Mapping[str, Callable[[Piece, Names], str]] = {
    "deal": lambda piece, names: (
        f"{names.does(piece['main'], 'open')} against {names.name(piece['defender'])}."
    ),
    "attack": lambda piece, names: f"{names.does(piece['seat'], 'attack')} with {listed(piece['cards'])}.",
    "add": lambda piece, names: f"{names.does(piece['seat'], 'add')} {listed(piece['cards'])}.",
    "defend": lambda piece, names: (
        f"{names.does(piece['seat'], 'beat')} {piece['attack']} with {piece['card']}."
    ),
    "transfer": _transfer,
    "take": lambda piece, names: f"{names.does(piece['seat'], 'take')}.",
    "pass": lambda piece, names: f"{names.does(piece['seat'], 'pass')}.",
    "swap": lambda piece, names: (
        f"{names.does(piece['seat'], 'swap')} {piece['card']} for {piece['turned_up']} under the stock."
    ),
    "beaten_off": lambda piece, _: f"Beaten off: {' '.join(piece['cards'])}.",
    "taken": lambda piece, names: f"{names.does(piece['seat'], 'pick')} up {listed(piece['cards'])}.",
    "refill": _refill,
    "out": lambda piece, names: f"{names.does(piece['seat'], 'are')} out, as number {piece['place']}.",
    "bout": lambda piece, names: (
        f"Bout {piece['bout']}: {names.name(piece['main'])} against {names.name(piece['defender'])}."
    ),
    "over": lambda piece, names: outcome_sentence(piece["outcome"], names),
}
"""By kind; a throw-in is told as `add`."""
