"""A table as text: what one player sees of it, or the whole of a position."""

from collections.abc import Iterator, Sequence

from durak import Pair, Phase, Seat, State, View, encode_rules, view_for
from durak.terminal.words import SUITS, Names, counted, rows, spaced


def view_rows(view: View, names: Names) -> list[tuple[str, str]]:
    """Return what a player sees of the table, his hand last, as labelled rows."""
    pairs = [(f"Bout {view.bout}", ", ".join(_piles(view)))]
    for seat in map(Seat, range(len(view.counts))):
        count = "out" if seat in view.out else counted(view.counts[seat], "card")
        pairs.append((names.head(seat), f"{count:<9}{_role(view, seat)}"))
    pairs.append(("Table", table_text(view.table)))
    if view.viewer is not None:
        pairs.append(("Hand", spaced(view.hand)))
    return pairs


def position_picture(state: State, names: Names) -> list[str]:
    """Return all that a position says, every hand and the stock included."""
    view = view_for(state, None)
    pairs = [("Rules", encode_rules(state.rules)), (f"Bout {view.bout}", ", ".join(_piles(view)))]
    if state.stock:
        pairs.append(("Stock", f"{spaced(state.stock)} (drawn from the left)"))
    width = max(len(spaced(hand)) for hand in state.hands) + 2
    for seat in map(Seat, range(state.seats)):
        hand = "out" if seat in state.out else spaced(state.hands[seat])
        pairs.append((names.head(seat), f"{hand:<{width}}{_role(view, seat)}"))
    pairs.append(("Table", table_text(state.table)))
    return rows(pairs)


def table_text(table: Sequence[Pair]) -> str:
    """Return the pairs in the order they were laid: `7S/9S` is beaten, `7D/-` is not."""
    return "  ".join(f"{pair.attack}/{pair.cover or '-'}" for pair in table) or "-"


def _piles(view: View) -> Iterator[str]:
    yield f"trumps are {SUITS[view.trump]}"
    if view.turned_up is not None:
        yield f"{counted(view.stock, 'card')} to draw, {view.turned_up} the last"
    else:
        yield "nothing to draw"
    if view.last_dealt is not None:
        yield f"{view.last_dealt} was dealt last"
    yield f"{counted(view.discard, 'card')} beaten off"


def _role(view: View, seat: Seat) -> str:
    if view.phase is Phase.OVER:
        return ""
    if seat == view.defender:
        return "takes" if view.phase is Phase.TAKING else "defends"
    if seat == view.main:
        return "attacks"
    return "may add" if seat in view.throwers else ""
