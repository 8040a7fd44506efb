"""What is seen of a game that its room has ended as a draw: what was seen, and that it is over."""

from dataclasses import replace

from durak import Outcome, Phase, Refusal
from durak.view import View


def drawn(view: View) -> View:
    """Return the view of a game in which nobody may do anything any more."""
    return replace(
        view,
        phase=Phase.OVER,
        throwers=(),
        priority=None,
        transfer_to=None,
        waiting=(),
        legal={},
        why=dict.fromkeys((*view.legal, *view.why), Refusal("game_over")),
        sets=(),
        outcome=Outcome("draw"),
    )
