"""A game in the middle of anything, and what follows from it: rules.md 1.1 and 1.3, in its own words."""

from dataclasses import dataclass, field

from tests.rules.reference.cards import deck_of, height
from tests.rules.reference.options import Rules

OPEN, DEFENCE, THROW, TAKING, OVER = "OPEN", "DEFENCE", "THROW", "TAKING", "OVER"


@dataclass
class Game:
    """The state of rules.md 1.1, changed in place; a pair is attack card and beat card, "-" for none."""

    rules: Rules
    trump: str
    hands: list[list[str]]
    stock: list[str]
    main: int
    defender: int
    second: int | None = None
    table: list[list[str]] = field(default_factory=list)
    bout: int = 1
    discarded: bool = False
    taking: bool = False
    passed: list[int] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)
    emptied: list[int] = field(default_factory=list)
    chain: int = 0
    shown: list[str] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    known: list[list[str]] = field(default_factory=list)
    outcome: tuple[str, list[int]] | None = None


def clockwise(game: Game, first: int) -> list[int]:
    """Return every seat once, in the order of the clock, from `first` on."""
    seats = list(range(len(game.hands)))
    return seats[first:] + seats[:first]


def is_in_play(game: Game, seat: int) -> bool:
    """Tell whether a seat holds a card, or may still draw one."""
    if game.hands[seat]:
        return True
    return bool(game.stock) and seat not in game.out


def next_in_play(game: Game, seat: int) -> int | None:
    """Return the first seat clockwise after this one that is in play, if there is another one."""
    for other in clockwise(game, seat)[1:]:
        if is_in_play(game, other):
            return other
    return None


def find_second(game: Game) -> int | None:
    """Return the second neighbour that may throw in, found when somebody becomes defender."""
    for seat in clockwise(game, game.defender)[1:]:
        if game.hands[seat]:
            return None if seat == game.main else seat
    return None


def phase(game: Game) -> str:
    """Return what is to be done."""
    if game.outcome is not None:
        return OVER
    if not game.table:
        return OPEN
    if game.taking:
        return TAKING
    return DEFENCE if uncovered(game) else THROW


def uncovered(game: Game) -> list[str]:
    """Return the attack cards that are not yet beaten."""
    return [attack for attack, beat in game.table if beat == "-"]


def beat_cards(game: Game) -> list[str]:
    """Return the cards that beat another."""
    return [beat for _, beat in game.table if beat != "-"]


def lowest_trump(game: Game) -> str:
    """Return the lowest trump of the deck, wherever it is."""
    return min([card for card in deck_of(game.rules["deck"]) if card[1] == game.trump], key=height)


def limit(game: Game) -> float:
    """Return the most attack cards that the options allow in this bout, whatever the hand."""
    allowed = []
    if game.rules["attack_limit"] is not None:
        allowed.append(game.rules["attack_limit"])
    if game.rules["first_cap"] is not None and is_beginning(game):
        allowed.append(game.rules["first_cap"])
    return min(allowed, default=float("inf"))


def is_beginning(game: Game) -> bool:
    """Tell whether the rule for the first bout applies."""
    if game.rules["first_cap_scope"] == "first_bout":
        return game.bout == 1
    return not game.discarded


def base(game: Game) -> int:
    """Return how many cards the defender held when it became defender."""
    return len(game.hands[game.defender]) + len(beat_cards(game))


def room(game: Game) -> float:
    """Return how many attack cards more the table takes."""
    return min(limit(game), base(game)) - len(game.table)


def in_scope(game: Game) -> list[int]:
    """Return the seats with cards that may throw in, as far as `throw_in` goes."""
    if game.rules["throw_in"] == "all":
        allowed = [seat for seat in range(len(game.hands)) if seat != game.defender]
    elif game.rules["throw_in"] == "neighbours":
        allowed = [seat for seat in range(len(game.hands)) if seat in (game.main, game.second)]
    else:
        allowed = [game.main]
    return [seat for seat in allowed if game.hands[seat]]


def has_priority(game: Game) -> bool:
    """Tell whether only the main attacker may throw in now."""
    if game.rules["throw_priority"] == "free":
        return False
    return bool(game.hands[game.main]) and game.main not in game.passed
