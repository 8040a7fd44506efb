"""What a view offers, sorted into the choices that a player has."""

from durak.actions import Action, Attack, Defend, Transfer, order_of
from durak.view import View


def all_legal(view: View) -> list[Action]:
    """Return every legal action of the view, in their total order. Raises ValueError if it has none."""
    actions = sorted((action for actions in view.legal.values() for action in actions), key=order_of)
    if not actions:
        raise ValueError(f"seat {view.viewer} has no legal action")
    return actions


def attacks(view: View) -> list[Attack]:
    """Return the cards to open or throw in with."""
    return [action for actions in view.legal.values() for action in actions if isinstance(action, Attack)]


def defences(view: View) -> list[Defend]:
    """Return every way to cover a card."""
    return [action for actions in view.legal.values() for action in actions if isinstance(action, Defend)]


def transfers(view: View) -> list[Transfer]:
    """Return the cards to transfer with, laid down."""
    return [
        action
        for actions in view.legal.values()
        for action in actions
        if isinstance(action, Transfer) and not action.show
    ]


def shows(view: View) -> list[Transfer]:
    """Return the trumps to transfer with by only showing them."""
    return [
        action
        for actions in view.legal.values()
        for action in actions
        if isinstance(action, Transfer) and action.show
    ]


def button(view: View, name: str) -> Action | None:
    """Return the action of the button `take`, `pass` or `swap`, or None if it is not legal."""
    return next(iter(view.legal.get(name, ())), None)
