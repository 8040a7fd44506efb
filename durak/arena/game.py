"""One game of bots, from its deal to its end. Nothing that a bot does wrong stops it.

Where the table waits for several seats they are asked clockwise from the main attacker. An action that is
not legal, or an exception, is noted as a fault, and the stand-in plays that one action instead: so it
costs the bot what its own choice might have won, and nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from traceback import extract_tb
from typing import Literal, TypeAlias

from durak.actions import Action, Seat, encode_action
from durak.apply import advance
from durak.arena.deals import Deal
from durak.bots import BOTS, STAND_IN, Bot
from durak.draft import Outcome
from durak.legal import refusal
from durak.ruleset import Rules
from durak.state import State
from durak.terminal.play import MOST_BOUTS, next_to_act
from durak.view import View, memory_view

Clock: TypeAlias = Callable[[], float]
"""Tells seconds since any moment."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did wrong, in which seat and bout; `says` names the action or the exception."""

    kind: Literal["illegal", "exception"]
    says: str
    seat: int
    bout: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over. By seat:

    values    1 for whoever is not the durak (or has won, where the first one out does), 0 for the other, and
              a half for all if there is no loser: in a draw, if all win together, or after 200 bouts
    seconds   how long each choice took
    playouts  how many games the bot played out to choose, None if it does not tell
    """

    values: tuple[float, ...]
    is_capped: bool
    seconds: tuple[list[float], ...]
    playouts: tuple[int | None, ...]
    faults: tuple[Fault, ...]


def play(rules: Rules, deal: Deal, bots: Sequence[Bot], clock: Clock) -> Played:
    """Play the deal with a bot in each seat. Raises IllegalSetup."""
    return _Game(deal.dealt(rules, len(bots)), deal, bots, clock).run()


class _Game:
    def __init__(self, dealt: State, deal: Deal, bots: Sequence[Bot], clock: Clock) -> None:
        self._state, self._bots, self._clock = dealt, bots, clock
        self._dice = [deal.dice(seat) for seat in range(len(bots))]
        self._seconds: tuple[list[float], ...] = tuple([] for _ in bots)
        self._playouts: list[int | None] = [None] * len(bots)
        self._faults: list[Fault] = []

    def run(self) -> Played:
        while (ended := self._state.outcome) is None and self._state.bout <= MOST_BOUTS:
            self._state = advance(self._state, self._next_action())
        return Played(
            values=values_of(ended, len(self._bots)),
            is_capped=ended is None,
            seconds=self._seconds,
            playouts=tuple(self._playouts),
            faults=tuple(self._faults),
        )

    def _next_action(self) -> Action:
        seat = next_to_act(self._state)
        view = memory_view(self._state, seat)
        action = self._asked(seat, view)
        if action is not None and _is_offered(view, action):
            return action
        if action is not None:
            self._note("illegal", _named(self._state, seat, action), seat)
        return BOTS[STAND_IN].choose(view, self._dice[seat])

    def _asked(self, seat: Seat, view: View) -> Action | None:
        """Return what the bot chooses, None if it fails."""
        bot = self._bots[seat]
        before, began = _told_playouts(bot), self._clock()
        try:
            action: Action | None = bot.choose(view, self._dice[seat])
        except (Exception, SystemExit) as crash:
            self._note("exception", _described(crash), seat)
            return None
        finally:
            self._seconds[seat].append(self._clock() - began)
        after = _told_playouts(bot)
        if before is not None and after is not None:
            self._playouts[seat] = (self._playouts[seat] or 0) + after - before
        if action is None:
            self._note("illegal", "None, which is no action", seat)
        return action

    def _note(self, kind: Literal["illegal", "exception"], says: str, seat: Seat) -> None:
        self._faults.append(Fault(kind, says, seat, self._state.bout))


def values_of(ended: Outcome | None, seats: int) -> tuple[float, ...]:
    """Return what the end of a game is worth to each seat, as `Played.values` has it."""
    if ended is None or ended.kind in ("draw", "aborted") or len(ended.seats) == seats:
        return (0.5,) * seats
    named, others = (1.0, 0.0) if ended.kind == "winner" else (0.0, 1.0)
    return tuple(named if seat in ended.seats else others for seat in range(seats))


def _told_playouts(bot: Bot) -> int | None:
    """Return how many games the bot has played out in its life, if it tells."""
    told = getattr(bot, "played_out", None)
    return told if isinstance(told, int) else None


def _is_offered(view: View, action: Action) -> bool:
    return action in view.sets or any(action in actions for actions in view.legal.values())


def _named(state: State, seat: Seat, action: Action) -> str:
    """Return the action and why it is not legal; it may be anything."""
    try:
        text = encode_action(action)
        return f"{text}: {refusal(state, action)}" if action.seat == seat else f"{text}: not its own seat"
    except Exception:
        return f"{type(action).__name__}, which is no action"


def _described(crash: BaseException) -> str:
    """Return what the exception says, and the line that raised it."""
    *_, last = extract_tb(crash.__traceback__)
    file = last.filename.replace("\\", "/").rpartition("/")[2]
    return f"{type(crash).__name__}: {crash} ({file}, line {last.lineno})"
